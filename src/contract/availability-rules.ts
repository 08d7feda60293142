/*
 * The rules for availability entries: what makes an entry valid, which the service checks as well, and how the app expands a
 * recurrence or a change to a series into entries. This file needs neither Zod nor a time zone library: callers pass a {@link
 * WallClock}.
 */

import { instantOf } from '#contract/date-time.ts';
import type { Interval } from '#contract/interval.ts';

/** The maximum interval of a recurrence in weeks, and the maximum number of entries that it creates. */
export const recurrenceLimits = { weeks: 4, entries: 366 } as const;
/** The maximum number of entries in one change. */
export const maxChangedEntries = 500;
/** The maximum number of days between `start` and `end` of an entry. */
export const maxEntryDays = 366;

const DAY_MS = 86_400_000;
/** The first and the last instant that can be represented: the years 0001 to 9999 in UTC. */
const [FIRST_INSTANT, LAST_INSTANT] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns the interval of an entry whose times are ISO 8601, in milliseconds since 1970-01-01T00:00Z. */
export function parseInterval({ start, end }: { readonly start: string; readonly end: string }): Interval {
  return { start: instantOf(start), end: instantOf(end) };
}

/**
 * The wall clock of a time zone. Wall-clock times are in milliseconds since 1970-01-01T00:00 on that clock, as if it were
 * UTC. A time that a clock change skips is read with the offset before the change, so it moves forward by the length of the
 * gap; a time that occurs twice is the first occurrence (`compatible` in Temporal).
 */
export interface WallClock {
  toWall: (instant: number) => number;
  toInstant: (wall: number) => number;
}

interface EntryFields extends Interval {
  readonly kind: 'on_duty' | 'unavailable';
  readonly storeId: string | null;
  readonly employeeId: string | null;
  readonly roomId: string | null;
}

/** A weekly recurrence: the days on which an entry is repeated. */
export interface Recurrence {
  /** ISO weekdays, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[];
  /** The interval in weeks; 1 if absent. */
  readonly everyWeeks?: number | null | undefined;
  /** The last date, `YYYY-MM-DD`. */
  readonly until: string;
}

/**
 * The first problem with an entry and the field that has it; null for a valid entry. Does not check whether the referenced
 * records exist.
 */
export function availabilityProblem({ kind, storeId, employeeId, roomId, start, end }: EntryFields): {
  field: 'storeId' | 'employeeId' | 'roomId' | 'start' | 'end';
  problem: string;
} | null {
  if (kind === 'on_duty' && storeId === null) return { field: 'storeId', problem: 'a shift needs a store' };
  if (kind === 'on_duty' && employeeId === null) return { field: 'employeeId', problem: 'a shift needs an employee' };
  if (roomId !== null && storeId === null) return { field: 'roomId', problem: 'a room needs its store' };
  if (storeId === null && employeeId === null && roomId === null)
    return { field: 'storeId', problem: 'name a store, a room or an employee that cannot be booked' };
  if (start < FIRST_INSTANT || start > LAST_INSTANT)
    return { field: 'start', problem: 'must be in the years 0001 to 9999 in UTC' };
  if (end < FIRST_INSTANT || end > LAST_INSTANT)
    return { field: 'end', problem: 'must be in the years 0001 to 9999 in UTC' };
  if (end <= start) return { field: 'end', problem: 'must be after the start' };
  if (end - start > maxEntryDays * DAY_MS)
    return { field: 'end', problem: `must be at most ${maxEntryDays} days after the start` };
  return null;
}

const dayOf = (wall: number) => Math.floor(wall / DAY_MS);
/** The ISO weekday, Monday 1 to Sunday 7, of a day counted from 1970-01-01, a Thursday. */
export const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;
/** The number of the ISO week of a day. Days are counted from 1970-01-01, weeks from the week of that date. */
export const weekOf = (day: number) => Math.floor((day + 3) / 7);

/**
 * The part of a recurrence that makes it invalid: one of its fields, the end of its first occurrence, or the number of
 * occurrences.
 */
export type RecurrenceProblem = 'weekdays' | 'until' | 'end' | 'count';

/**
 * The occurrences of a recurrence: the first exactly as given, the others at the same wall-clock times on each chosen weekday
 * up to and including `until` (`YYYY-MM-DD`), in every `everyWeeks`-th ISO week counted from the week of the start. If an end
 * would not come after its start, the occurrence keeps its wall-clock length. Each occurrence must be shorter than 24 hours
 * on the wall clock, and the weekdays must include the weekday of the first.
 */
export function expandRecurrence(
  first: Interval,
  { weekdays, everyWeeks, until }: Recurrence,
  clock: WallClock,
): { times: Interval[] } | { problem: RecurrenceProblem } {
  const [wallStart, wallEnd] = [clock.toWall(first.start), clock.toWall(first.end)];
  const firstDay = dayOf(wallStart);
  const lastDay = dayOf(Date.parse(until));
  if (!weekdays.includes(weekdayOf(firstDay))) return { problem: 'weekdays' };
  if (lastDay < firstDay) return { problem: 'until' };
  if (wallEnd - wallStart >= DAY_MS) return { problem: 'end' };
  const times: Interval[] = [first];
  for (let day = firstDay + 1; day <= lastDay; day += 1) {
    if ((weekOf(day) - weekOf(firstDay)) % (everyWeeks ?? 1) !== 0 || !weekdays.includes(weekdayOf(day))) continue;
    if (times.length === recurrenceLimits.entries) return { problem: 'count' };
    const moved = (day - firstDay) * DAY_MS;
    times.push(fromWallClock(wallStart + moved, wallEnd + moved, clock, first));
  }
  return { times };
}

/**
 * Converts two wall-clock times to instants. If a clock change would put the end at or before the start, the length on
 * the wall clock is kept, or that of `like` if the wall-clock times run backwards as well.
 */
function fromWallClock(wallStart: number, wallEnd: number, clock: WallClock, like: Interval): Interval {
  const start = clock.toInstant(wallStart);
  const end = clock.toInstant(wallEnd);
  if (end > start) return { start, end };
  return { start, end: start + (wallEnd > wallStart ? wallEnd - wallStart : like.end - like.start) };
}

/**
 * The time of a series entry after another entry of the series has changed from `from` to `to`. On the wall clock, the start of
 * this entry moves by as much as the other start, and its end by as much as the other end. An edge that does not move on the
 * wall clock stays exactly as it is, even in the second of two equal hours.
 */
export function moveWithEntry(time: Interval, from: Interval, to: Interval, clock: WallClock): Interval {
  const shiftEdge = (edge: keyof Interval) => {
    const shift = clock.toWall(to[edge]) - clock.toWall(from[edge]);
    return shift === 0 ? time[edge] : clock.toInstant(clock.toWall(time[edge]) + shift);
  };
  return { start: shiftEdge('start'), end: shiftEdge('end') };
}

/** The fields needed to find and move the entries of a series; times are ISO 8601. */
interface SeriesEntry {
  readonly id: string;
  readonly seriesId: string | null;
  readonly start: string;
  readonly end: string;
}

/** The entry and the later entries of its series, or only the entry if it has no series. */
export function findEntryAndLater<Entry extends SeriesEntry>(entry: Entry, entries: Iterable<Entry>): Entry[] {
  if (entry.seriesId === null) return [entry];
  const from = instantOf(entry.start);
  const isLater = ({ id, seriesId, start }: Entry) =>
    seriesId === entry.seriesId && id !== entry.id && instantOf(start) > from;
  return [entry, ...[...entries].filter(isLater)];
}

/**
 * The entries of a series after one of them has changed: the changed entry as given, and the others with the same values for
 * the changed fields. The times of the others are moved by {@link moveWithEntry}.
 */
export function changeSeries<Entry extends SeriesEntry>(
  entry: Entry,
  { start = entry.start, end = entry.end, ...others }: Partial<NoInfer<Entry>>,
  entries: readonly Entry[],
  clock: WallClock,
): Entry[] {
  const [from, to] = [parseInterval(entry), parseInterval({ start, end })];
  return entries.map((one) => {
    const time = one.id === entry.id ? to : moveWithEntry(parseInterval(one), from, to, clock);
    return { ...one, ...others, start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() };
  });
}
