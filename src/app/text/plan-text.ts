import { t } from '@lingui/core/macro';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import type { UnavailableTime } from '#scheduling/timeline.ts';
import { isolateText } from './isolate-text.ts';
import { factsText } from './list-text.ts';
import { intervalText, shortDateText } from './time-text.ts';

// The texts of the plan. Names and titles are data from outside: within a sentence each is isolated.

/**
 * Common reasons for time off. The chosen one becomes the title of the entry, in the language in which it was chosen.
 */
export function reasonsForTimeOff(): string[] {
  return [
    t({ message: 'Sick', comment: 'why someone is away' }),
    t({ message: 'Holiday', comment: 'why someone is away' }),
    t({ message: 'Training', comment: 'why someone is away' }),
  ];
}

/** The label of the command for a vet who is away from today, or from another day on. */
export function awayCommandText(isToday: boolean): string {
  return isToday
    ? t({ message: 'Away today…', comment: 'command: a vet is away, for example sick' })
    : t({ message: 'Away…', comment: 'command: a vet is away on a day, for example on holiday' });
}

/** The dates of an interval if it consists of whole days: `Fri 10 Apr`, `10 Apr – 14 Apr`; null otherwise. */
function describeWholeDays(zone: string, time: Interval): { text: string; isOneDay: boolean } | null {
  const [first, last] = [dateIn(zone, time.start), dateIn(zone, time.end - 1)];
  if (dayInterval(zone, first).start !== time.start || dayInterval(zone, last).end !== time.end) return null;
  const [start, end] = [shortDateText(first), shortDateText(last)];
  if (first === last) return { text: start, isOneDay: true };
  return { text: t({ message: `${start} – ${end}`, comment: 'from when until when' }), isOneDay: false };
}

/** An interval of the plan with its days: `Fri 10 Apr, 9:00 – 17:00`, or for whole days `Fri 10 Apr, all day`. */
export function planTimeText(zone: string, time: Interval): string {
  const days = describeWholeDays(zone, time)?.text;
  if (days === undefined) return intervalText(zone, time, 0);
  return t({ message: `${days}, all day`, comment: 'days: a date, or from when until when' });
}

/**
 * An interval of the plan, shown beside one of its days: `9:00 – 17:00`, `all day`, or the dates if it lasts several days.
 *
 * @param reference an instant of that day
 */
export function planHoursText(zone: string, time: Interval, reference: number): string {
  const days = describeWholeDays(zone, time);
  if (days === null) return intervalText(zone, time, reference);
  return days.isOneDay
    ? t({ message: 'all day', comment: 'instead of times: a store, a room, or someone' })
    : days.text;
}

/** Whether an entry of the plan closes a store, blocks a room, or says that an employee is away. */
export type BlockedTimeKind = 'closed' | 'blocked' | 'away';

/**
 * Says why a time is not available, beside the name of the store, room or person: `Sick`, `Blocked`, `Closed:
 * stocktaking`.
 */
export function blockedTimeText(kind: BlockedTimeKind, title: string | null): string {
  switch (kind) {
    case 'closed':
      return title === null ? t({ message: 'Closed', comment: 'a store' }) : t`Closed: ${title}`;
    case 'blocked':
      return title ?? t({ message: 'Blocked', comment: 'a room that cannot be booked' });
    case 'away':
      return title ?? t({ message: 'Away', comment: 'someone who cannot be booked' });
  }
}

/** Adds the kind where the title alone does not say it, for a screen reader: `Cleaning, blocked`. */
export function blockedTimeLabel(kind: BlockedTimeKind, title: string | null): string {
  const text = blockedTimeText(kind, title);
  if (title === null || kind === 'closed') return text;
  const what =
    kind === 'blocked' ? t({ message: 'blocked', comment: 'a room' }) : t({ message: 'away', comment: 'someone' });
  return factsText([text, what]);
}

/**
 * Says why a vet is not on duty, beside the vet's name: `off`, `off today`, `at South`; `store` is where they are on
 * duty.
 */
export function offDutyText({ isToday = false, store }: { isToday?: boolean; store?: string | undefined }): string {
  if (store) return t({ message: `at ${store}`, comment: 'someone on duty at another store' });
  return isToday
    ? t({ message: 'off today', comment: 'a vet who has no shift' })
    : t({ message: 'off', comment: 'someone who has no shift' });
}

/** An entry with its subject: `Ada Okafor: on duty`, `Room 2: blocked, cleaning`; `who` is already isolated. */
export function planEntryText(
  who: string,
  { kind, roomId, employeeId, title }: Pick<ReceivedAvailability, 'kind' | 'roomId' | 'employeeId' | 'title'>,
): string {
  const what =
    kind === 'on_duty'
      ? t({ message: `${who}: on duty`, comment: 'an employee' })
      : roomId !== null
        ? t({ message: `${who}: blocked`, comment: 'a room' })
        : employeeId !== null
          ? t({ message: `${who}: away`, comment: 'an employee' })
          : t({ message: `${who}: closed`, comment: 'a store' });
  return factsText([what, isolateText(title ?? '')]);
}

/**
 * Says how the plan conflicts with a time: a store is closed, a room is blocked, or a person is off, away or on duty at
 * another store.
 *
 * @param name the name of the store, the room or the person
 * @param storeName returns the name of a store
 */
export function planConflictText(name: string, planned: UnavailableTime, storeName: (id: string) => string): string {
  const who = isolateText(name);
  if (planned.kind === 'off') return t({ message: `${who} is off`, comment: 'someone who has no shift at a time' });
  const { kind, entry } = planned;
  const title = isolateText(entry.title ?? '');
  switch (kind) {
    case 'closed':
      return title === ''
        ? t({ message: `${who} is closed at that time`, comment: 'a store' })
        : t({ message: `${who} is closed: ${title}`, comment: 'a store, then why it is closed' });
    case 'blocked':
      return title === ''
        ? t({ message: `${who} is blocked at that time`, comment: 'a room' })
        : t({ message: `${who} is blocked: ${title}`, comment: 'a room, then why it is blocked' });
    case 'away':
      return title === ''
        ? t({ message: `${who} is away at that time`, comment: 'a member of staff' })
        : t({ message: `${who} is away: ${title}`, comment: 'a member of staff, then why they are away' });
    case 'elsewhere': {
      const store = isolateText(storeName(entry.storeId ?? ''));
      return store === ''
        ? t({ message: `${who} is on duty at another store at that time`, comment: 'a member of staff' })
        : t({ message: `${who} is on duty at ${store} at that time`, comment: 'a member of staff; at a store' });
    }
  }
}
