import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, intervalText } from '#app/scheduling/time-text.ts';
import { isolated } from './isolated.ts';

/** `8 – 12, 14 – 18` */
const listOf = new Intl.ListFormat(shownLocale, { type: 'unit', style: 'short' });

/** Says that a store is closed at a time; `open`: its hours on the days around it, empty where it is closed all day. */
export function closedText(name: string, zone: string, open: readonly Interval[], time: Interval): string {
  const store = isolated(name);
  const hours = listOf.format(open.map((interval) => intervalText(zone, interval, time.start)));
  return hours === '' ? t`${store} is closed that day` : t`${store} is closed then (open ${hours})`;
}

/** Says that a visit would begin in the past. */
export function passedText(zone: string, start: number): string {
  const clock = clockText(zone, start);
  return t({ message: `${clock} has passed`, comment: 'a time of day' });
}

/** Another visit at the time of a booking or a change; `place` is its store where that is another one, else empty. */
export function otherVisitText(when: string, what: string, place: string): string {
  return place === ''
    ? t({ message: `${when} ${what}`, comment: 'from when until when, then what is booked' })
    : t({ message: `${when} ${what} (${place})`, comment: 'from when until when, what is booked, in which store' });
}
