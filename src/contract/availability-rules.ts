/*
 * The rules of the plan: what a valid entry is, which the service checks, too, and what a repetition and a change of a series mean,
 * which are made into entries by whoever sends them. Without Zod, and without a library for time zones: callers bring a
 * {@link WallClock}.
 */

import { instantOf } from '#contract/date-time.ts';

/** The limits of a repetition. */
export const repeatLimits = { weeks: 4, entries: 366 } as const;
/** The most entries of one change of the plan. */
export const mostChangedEntries = 500;
/** The most days between `start` and `end` of an entry. */
export const longestEntryDays = 366;

const DAY_MS = 86_400_000;
/** The first and the last instant that can be written: the years 0001 to 9999 in UTC. */
const [FIRST, LAST] = [-62_135_596_800_000, 253_402_300_799_999];

/** A time in milliseconds since 1970-01-01T00:00Z. */
interface Time {
  readonly start: number;
  readonly end: number;
}

/** The time of an entry. */
export function timeOf({ start, end }: { readonly start: string; readonly end: string }): {
  start: number;
  end: number;
} {
  return { start: instantOf(start), end: instantOf(end) };
}

/**
 * The wall clock of a zone. A wall-clock time is in milliseconds since 1970-01-01T00:00 on that clock, as if it were UTC. A
 * time that a change of the clock leaves out is read with the offset before it, so that it moves on by the gap; one that comes twice
 * is the first (`compatible` in Temporal).
 */
export interface WallClock {
  toWall: (instant: number) => number;
  toInstant: (wall: number) => number;
}

interface Entry extends Time {
  readonly kind: 'on_duty' | 'unavailable';
  readonly storeId: string | null;
  readonly employeeId: string | null;
  readonly roomId: string | null;
}

/** On which days something is repeated. */
export interface Repetition {
  /** ISO weekdays, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[];
  /** Every so many weeks; every week where it is not said. */
  readonly everyWeeks?: number | null | undefined;
  /** The last date, `YYYY-MM-DD`. */
  readonly until: string;
}

/** What is wrong with an entry, with the name of the field; null for a valid one. Whether its records are there is not looked at. */
export function availabilityProblem({ kind, storeId, employeeId, roomId, start, end }: Entry): {
  field: 'storeId' | 'employeeId' | 'roomId' | 'start' | 'end';
  problem: string;
} | null {
  if (kind === 'on_duty' && storeId === null) return { field: 'storeId', problem: 'duty needs a store' };
  if (kind === 'on_duty' && employeeId === null) return { field: 'employeeId', problem: 'duty needs an employee' };
  if (roomId !== null && storeId === null) return { field: 'roomId', problem: 'a room needs its store' };
  if (storeId === null && employeeId === null && roomId === null)
    return { field: 'storeId', problem: 'name a store, a room or an employee that cannot be booked' };
  if (start < FIRST || start > LAST) return { field: 'start', problem: 'must be in the years 0001 to 9999 in UTC' };
  if (end < FIRST || end > LAST) return { field: 'end', problem: 'must be in the years 0001 to 9999 in UTC' };
  if (end <= start) return { field: 'end', problem: 'must be after the start' };
  if (end - start > longestEntryDays * DAY_MS)
    return { field: 'end', problem: `must be at most ${longestEntryDays} days after the start` };
  return null;
}

const dayOf = (wall: number) => Math.floor(wall / DAY_MS);
/** The ISO weekday, Monday 1 to Sunday 7, of a day counted from 1970-01-01, a Thursday. */
export const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;
/** ISO weeks are counted from that of 1970-01-01. */
export const weekOf = (day: number) => Math.floor((day + 3) / 7);

/** Why a repetition cannot be made: one of its fields, the end of its first time, or how many times it has. */
export type RepeatProblem = 'weekdays' | 'until' | 'end' | 'count';

/**
 * The times of a repetition, the first exactly as given, the others at the same wall-clock times on each chosen weekday up to and
 * with `until` (`YYYY-MM-DD`), in every `everyWeeks`-th ISO week counted from that of the start. An end that would not come after its
 * start keeps the length that it has on the wall clock. Each time is shorter than 24 hours on the wall, and the weekday of the first
 * is among them.
 */
export function repeatedTimes(
  first: Time,
  { weekdays, everyWeeks, until }: Repetition,
  clock: WallClock,
): { times: Time[] } | { problem: RepeatProblem } {
  const [wallStart, wallEnd] = [clock.toWall(first.start), clock.toWall(first.end)];
  const firstDay = dayOf(wallStart);
  const lastDay = dayOf(Date.parse(until));
  if (!weekdays.includes(weekdayOf(firstDay))) return { problem: 'weekdays' };
  if (lastDay < firstDay) return { problem: 'until' };
  if (wallEnd - wallStart >= DAY_MS) return { problem: 'end' };
  const times: Time[] = [first];
  for (let day = firstDay + 1; day <= lastDay; day += 1) {
    if ((weekOf(day) - weekOf(firstDay)) % (everyWeeks ?? 1) !== 0 || !weekdays.includes(weekdayOf(day))) continue;
    if (times.length === repeatLimits.entries) return { problem: 'count' };
    const moved = (day - firstDay) * DAY_MS;
    times.push(timeOnWall(wallStart + moved, wallEnd + moved, clock, first));
  }
  return { times };
}

/** The instants of two wall-clock times; `like` has the length where the wall clock itself runs backwards between them. */
function timeOnWall(wallStart: number, wallEnd: number, clock: WallClock, like: Time): Time {
  const start = clock.toInstant(wallStart);
  const end = clock.toInstant(wallEnd);
  if (end > start) return { start, end };
  return { start, end: start + (wallEnd > wallStart ? wallEnd - wallStart : like.end - like.start) };
}

/**
 * The time of an entry of a series when another one is changed `from` a time `to` another: its start moves by as much on the wall
 * clock as that start, its end as that end. An edge that does not move there stays as it is, also in the second of two equal hours.
 */
export function movedAlong(time: Time, from: Time, to: Time, clock: WallClock): Time {
  const moved = (edge: keyof Time) => {
    const shift = clock.toWall(to[edge]) - clock.toWall(from[edge]);
    return shift === 0 ? time[edge] : clock.toInstant(clock.toWall(time[edge]) + shift);
  };
  return { start: moved('start'), end: moved('end') };
}

/** What an entry of a series needs to be found and moved; times are ISO 8601. */
interface SeriesEntry {
  readonly id: string;
  readonly seriesId: string | null;
  readonly start: string;
  readonly end: string;
}

/** An entry and the later ones of its series; without a series the entry alone. */
export function followingOf<Entry extends SeriesEntry>(entry: Entry, entries: Iterable<Entry>): Entry[] {
  if (entry.seriesId === null) return [entry];
  const from = instantOf(entry.start);
  const isLater = ({ id, seriesId, start }: Entry) =>
    seriesId === entry.seriesId && id !== entry.id && instantOf(start) > from;
  return [entry, ...[...entries].filter(isLater)];
}

/**
 * Entries of a series as they are when one of them is changed: that one as the changes say, the times of the others
 * {@link movedAlong}, with the same values for whatever else is changed.
 */
export function changedAlong<Entry extends SeriesEntry>(
  entry: Entry,
  { start = entry.start, end = entry.end, ...others }: Partial<NoInfer<Entry>>,
  entries: readonly Entry[],
  clock: WallClock,
): Entry[] {
  const [from, to] = [timeOf(entry), timeOf({ start, end })];
  return entries.map((one) => {
    const time = one.id === entry.id ? to : movedAlong(timeOf(one), from, to, clock);
    return { ...one, ...others, start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() };
  });
}
