import { plural, t } from '@lingui/core/macro';
import { type Directory, staffName } from '#app/api/directory.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import {
  clockText,
  dayAndClockText,
  dayInYearText,
  durationText,
  shortDateText,
  timeText,
  weekdayName,
} from '#app/text/time-text.ts';
import { minuteOf } from '#contract/date-time.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { Match, WaitingEntry } from '#scheduling/matching.ts';

// The texts of a waiting list entry. Names are external data, so each is isolated.

const NOON = '12:00';

/** A wall-clock time such as `14:00` in the page's language. */
export const timeOfDayText = (clock: string) => timeText(minuteOf(clock));

/** The part of the day that suits: `mornings`, `afternoons`, `from 2:00 PM`; empty if any time of day suits. */
export function partOfDayText({ earliest, latest }: Pick<WaitingEntry, 'earliest' | 'latest'>): string {
  if (earliest === null && latest === null) return '';
  if (earliest === null && latest === NOON) return t({ message: 'mornings', comment: 'when a client could come' });
  if (latest === null && earliest === NOON) return t({ message: 'afternoons', comment: 'when a client could come' });
  const [from, to] = [earliest, latest].map((clock) => (clock === null ? '' : timeOfDayText(clock)));
  if (latest === null) return t({ message: `from ${from}`, comment: 'when a client could come: a time of day' });
  if (earliest === null) return t({ message: `until ${to}`, comment: 'when a client could come: a time of day' });
  return t({ message: `${from} – ${to}`, comment: 'from when until when' });
}

/** The weekdays that suit, starting with the first day of the week: `Mon, Thu`; empty if any weekday suits. */
export function weekdaysText(weekdays: readonly number[], firstWeekday: number): string {
  const daysFromFirst = (weekday: number) => (weekday - firstWeekday + 7) % 7;
  const inOrder = [...weekdays].sort((one, other) => daysFromFirst(one) - daysFromFirst(other));
  return listText(inOrder.map((weekday) => weekdayName(weekday, 'short')));
}

/** The days that suit: `until Fri 10 Apr`; empty if any day from today on suits. */
function datesText({ from, until }: Pick<WaitingEntry, 'from' | 'until'>, today: string): string {
  const first = from !== null && from > today ? shortDateText(from) : null;
  const last = until === null ? null : shortDateText(until);
  if (first !== null && last !== null) return from === until ? first : `${first} – ${last}`;
  if (first !== null) return t({ message: `from ${first}`, comment: 'when a client could come: a day' });
  return last === null ? '' : t({ message: `until ${last}`, comment: 'when a client could come: a day' });
}

interface TextContext {
  directory: Directory;
  /** Today in the store, `YYYY-MM-DD`. */
  today: string;
  /** The ISO weekday on which weeks begin. */
  firstWeekday: number;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** When a client could come: `Mon, Thu, mornings, until Fri 10 Apr`. */
export function availabilityText(
  entry: WaitingEntry,
  { today, firstWeekday }: Omit<TextContext, 'directory' | 'now'>,
): string {
  const parts = [weekdaysText(entry.weekdays, firstWeekday), partOfDayText(entry), datesText(entry, today)];
  return factsText(parts) || t({ message: 'any time', comment: 'when a client could come' });
}

/** The requested vet: `with Ada Mensah`; empty if any vet suits. */
export function vetWishText({ employeeId }: WaitingEntry, directory: Directory): string {
  if (employeeId === null) return '';
  const vet = isolateText(staffName(employeeId, directory));
  return t({ message: `with ${vet}`, comment: 'the vet whom a client asks for' });
}

/** The day on which the entry was created: `Fri 10 Apr`. */
export function createdDayText(
  entry: WaitingEntry,
  { directory, now }: Pick<TextContext, 'directory' | 'now'>,
): string {
  return dayInYearText(zoneOfAppointment(entry, directory), Date.parse(entry.createdAt), now);
}

/** Why an entry matches: `waiting since Tue 3 Nov, mornings, with Ada Mensah, 30 min: fits at 10:30`. */
export function matchReasonText({ entry, start }: Match, context: TextContext): string {
  const zone = zoneOfAppointment(entry, context.directory);
  const since = createdDayText(entry, context);
  const wish = factsText([
    t({ message: `waiting since ${since}`, comment: 'a client on the waiting list; a day' }),
    availabilityText(entry, context),
    vetWishText(entry, context.directory),
    durationText(entry.durationMinutes),
  ]);
  const clock = clockText(zone, start);
  return t({
    message: `${wish}: fits at ${clock}`,
    comment: 'since when a client waits, and what for; then the free time that suits them',
  });
}

/** The matching time and vet: `Tue 14 Apr, 10:30 with Kwame Mensah`. */
export function matchTimeText({ entry, start, employeeId }: Match, directory: Directory): string {
  const when = dayAndClockText(zoneOfAppointment(entry, directory), start);
  if (employeeId === null) return when;
  const vet = isolateText(staffName(employeeId, directory));
  return t({ message: `${when} with ${vet}`, comment: 'day and time of a free time, and the vet who is free then' });
}

/** Says how many clients are waiting for a time like the one that became free. */
export function matchingEntryCountText(count: number): string {
  return t({
    message: plural(count, { one: '# waits for a time like this', other: '# wait for a time like this' }),
    comment: 'clients on the waiting list, after an appointment was cancelled',
  });
}
