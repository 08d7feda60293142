import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import type { Interval } from '#contract/interval.ts';
import { isolateText } from './isolate-text.ts';
import { clockText, intervalText } from './time-text.ts';

/** Formats opening hours as a list: `8 – 12, 14 – 18`. */
const hoursListFormat = new Intl.ListFormat(shownLocale, { type: 'unit', style: 'short' });

/**
 * Says that a store is closed at a time. `open` has the store's hours on the days in question, and is empty if the
 * store is closed all day.
 */
export function storeClosedText(name: string, zone: string, open: readonly Interval[], time: Interval): string {
  const store = isolateText(name);
  const hours = hoursListFormat.format(open.map((interval) => intervalText(zone, interval, time.start)));
  return hours === '' ? t`${store} is closed that day` : t`${store} is closed at that time (open ${hours})`;
}

/** Says that the plan could not be loaded. A retry button is next to it. */
export function shiftsUnknownText(): string {
  return t`The shifts couldn’t be loaded, so we don’t know what’s free.`;
}

/** Says that a time may be taken by records that could not be read. */
export function timeMaybeTakenText(unreadable: number): string {
  return plural(unreadable, {
    one: '# record on that day couldn’t be read, so this time may be taken.',
    other: '# records on that day couldn’t be read, so this time may be taken.',
  });
}

/** Says that an appointment would begin in the past. */
export function startPassedText(zone: string, start: number): string {
  const clock = clockText(zone, start);
  return t({ message: `${clock} has passed`, comment: 'a time of day' });
}

/** Names another appointment by its time and what is booked. */
export function otherAppointmentText(when: string, what: string): string {
  return t({ message: `${when} ${what}`, comment: 'from when until when, then what is booked' });
}
