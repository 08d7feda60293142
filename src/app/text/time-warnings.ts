import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import type { Planned } from '#scheduling/bookable.ts';
import type { Interval } from '#scheduling/interval.ts';
import { isolated } from './isolated.ts';
import { clockText, intervalText } from './time-text.ts';

/** `8 – 12, 14 – 18` */
const listOf = new Intl.ListFormat(shownLocale, { type: 'unit', style: 'short' });

/** Says that a store is closed at a time; `open`: its hours on the days in question, empty if it is closed all day. */
export function closedText(name: string, zone: string, open: readonly Interval[], time: Interval): string {
  const store = isolated(name);
  const hours = listOf.format(open.map((interval) => intervalText(zone, interval, time.start)));
  return hours === '' ? t`${store} is closed that day` : t`${store} is closed then (open ${hours})`;
}

/**
 * Says how the plan conflicts with a time: a store is closed, a room is blocked, or a person is away.
 *
 * @param name The name of the store, the room or the person
 * @param placeOf Returns the name of a store
 */
export function plannedText(name: string, planned: Planned, placeOf: (storeId: string) => string): string {
  const who = isolated(name);
  if (planned.kind === 'off')
    return t({ message: `${who} is off`, comment: 'a member of staff, who has no duty then' });
  const { kind, entry } = planned;
  const title = isolated(entry.title ?? '');
  switch (kind) {
    case 'closed':
      return title === ''
        ? t({ message: `${who} is closed then`, comment: 'a store' })
        : t({ message: `${who} is closed: ${title}`, comment: 'a store, then why it is closed' });
    case 'blocked':
      return title === ''
        ? t({ message: `${who} is blocked then`, comment: 'a room' })
        : t({ message: `${who} is blocked: ${title}`, comment: 'a room, then why it is blocked' });
    case 'away':
      return title === ''
        ? t({ message: `${who} is away then`, comment: 'a member of staff' })
        : t({ message: `${who} is away: ${title}`, comment: 'a member of staff, then why they are away' });
    case 'elsewhere': {
      const place = isolated(placeOf(entry.storeId ?? ''));
      return place === ''
        ? t({ message: `${who} is on duty at another store then`, comment: 'a member of staff' })
        : t({ message: `${who} is on duty at ${place} then`, comment: 'a member of staff; at a store' });
    }
  }
}

/** Says that the plan could not be loaded. A retry button is next to it. */
export function dutyUnknownText(): string {
  return t`The shifts couldn’t be loaded, so we don’t know what’s free.`;
}

/** Says that nothing conflicts with a time, except for records that could not be read. */
export function maybeTakenText(unreadable: number): string {
  return plural(unreadable, {
    one: '# record of that day could not be read, so this time may be taken.',
    other: '# records of that day could not be read, so this time may be taken.',
  });
}

/** Says that an appointment would begin in the past. */
export function passedText(zone: string, start: number): string {
  const clock = clockText(zone, start);
  return t({ message: `${clock} has passed`, comment: 'a time of day' });
}

/**
 * Another appointment at the time of a booking or a change; `place` is its store if that is a different one, otherwise
 * empty.
 */
export function otherVisitText(when: string, what: string, place: string): string {
  return place === ''
    ? t({ message: `${when} ${what}`, comment: 'from when until when, then what is booked' })
    : t({ message: `${when} ${what} (${place})`, comment: 'from when until when, what is booked, in which store' });
}
