import type { ReceivedStore } from '#contract/received.ts';
import { addDays, dateIn, dayInterval, dayOfInstant, MINUTES_OF_DAY, weekdayOf } from './calendar-day.ts';
import {
  contains,
  type Interval,
  type MinuteRange,
  mergeIntervals,
  mergeMinutes,
  overlaps,
  uncoveredMinutes,
} from './interval.ts';
import { isStay } from './visit.ts';
import { firstInstantOf } from './wall-clock.ts';

/** What a store says of its hours, each entry for one ISO weekday (Monday 1 to Sunday 7) in its own zone. */
export type OpeningHours = ReceivedStore['openingHours'];

const WHOLE_DAY: MinuteRange = { fromMinute: 0, toMinute: MINUTES_OF_DAY };

const CLOCK = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/** Minutes after midnight of `HH:MM` or `HH:MM:SS`, 1440 for `24:00`; null where it is no such time. Seconds are dropped. */
function minuteOfText(text: string): number | null {
  const [, hour, minute] = CLOCK.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= MINUTES_OF_DAY ? minutes : null;
}

/**
 * The hours that begin on a weekday, in minutes after its midnight; hours that close at or before they open run into the
 * next day, to minutes beyond 1440 (so that the same time twice is 24 hours). Null where one of them cannot be read: then
 * nobody knows of that day.
 */
function hoursOn(hours: OpeningHours, weekday: number): MinuteRange[] | null {
  const ranges: MinuteRange[] = [];
  for (const { opens, closes } of hours.filter((entry) => entry.weekday === weekday)) {
    const [fromMinute, toMinute] = [minuteOfText(opens), minuteOfText(closes)];
    if (fromMinute === null || toMinute === null) return null;
    ranges.push({ fromMinute, toMinute: toMinute > fromMinute ? toMinute : toMinute + MINUTES_OF_DAY });
  }
  return ranges;
}

/**
 * When a store is open on a date (`YYYY-MM-DD`), in minutes of its wall clock, in order and apart; what is left of the
 * evening before belongs to it. None where it is closed all day; null where it says nothing of its hours, or nothing that
 * can be read: then nobody knows.
 */
export function openMinutes(hours: OpeningHours, date: string): MinuteRange[] | null {
  const today = hours.length === 0 ? null : hoursOn(hours, weekdayOf(date));
  if (today === null) return null;
  const evening = hoursOn(hours, weekdayOf(addDays(date, -1))) ?? [];
  const left = evening.map((range) => ({ fromMinute: 0, toMinute: range.toMinute - MINUTES_OF_DAY }));
  const begun = today.map((range) => ({ ...range, toMinute: Math.min(range.toMinute, MINUTES_OF_DAY) }));
  return mergeMinutes([...left, ...begun]);
}

/** When a store is closed on a date, in minutes of its wall clock, in order; none where nobody knows its hours. */
export function closedMinutes(open: readonly MinuteRange[] | null): MinuteRange[] {
  return open === null ? [] : uncoveredMinutes(open, WHOLE_DAY);
}

/** The instant of a minute after the midnight of a date, 0 to 2880. */
function instantOfMinute(zone: string, date: string, minute: number): number {
  const days = Math.floor(minute / MINUTES_OF_DAY);
  const rest = minute % MINUTES_OF_DAY;
  return firstInstantOf(zone, addDays(date, days), { hour: Math.floor(rest / 60), minute: rest % 60 });
}

/**
 * When a store is open on the calendar days of its zone that a time touches, as instants, in order and apart: whole opening
 * hours, also the part of them that lies before or after the time. Null where nobody knows the hours of one of these days.
 */
export function openIntervals(
  { openingHours, timeZone }: { readonly openingHours: OpeningHours; readonly timeZone: string },
  time: Interval,
): Interval[] | null {
  if (openingHours.length === 0) return null;
  const first = dateIn(timeZone, time.start);
  const last = dateIn(timeZone, Math.max(time.end - 1, time.start));
  const open: Interval[] = [];
  // The evening before may still be open after midnight.
  for (let date = addDays(first, -1); date <= last; date = addDays(date, 1)) {
    const ranges = hoursOn(openingHours, weekdayOf(date));
    if (ranges === null && date >= first) return null;
    for (const { fromMinute, toMinute } of ranges ?? []) {
      open.push({
        start: instantOfMinute(timeZone, date, fromMinute),
        end: instantOfMinute(timeZone, date, toMinute),
      });
    }
  }
  return mergeIntervals(open);
}

/**
 * When a store is open on the days that a visit begins and ends, where it is closed for some of it; none where it is closed all day. Null
 * where it is open, or where nobody knows. A stay is asked after for its beginning and its end alone.
 */
export function closedThen(
  store: { readonly openingHours: OpeningHours; readonly timeZone: string },
  time: Interval,
): Interval[] | null {
  const open = openIntervals(store, time);
  const firstDay = dayOfInstant(store.timeZone, time.start);
  if (open === null || isOpenFor(open, time, firstDay)) return null;
  const lastDay = dayOfInstant(store.timeZone, time.end - 1);
  return open.filter((interval) => overlaps(interval, firstDay) || overlaps(interval, lastDay));
}

/** When a store is taken to be open where nobody knows its hours, so that no time is proposed in the night. */
const USUAL_HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));

/** Visits begin on quarters of an hour, which every zone's wall clock shares with UTC. */
export const QUARTER = 15 * 60_000;

/**
 * The quarters of an hour of a calendar day (`YYYY-MM-DD`) of a store at which a visit of a length in milliseconds can begin
 * within its opening hours, as instants in order; none before `from`. Where nobody knows the hours a usual day is assumed.
 */
export function openStarts(
  store: { readonly openingHours: OpeningHours; readonly timeZone: string },
  date: string,
  length: number,
  from: number,
): number[] {
  const day = dayInterval(store.timeZone, date);
  const reach = { start: day.start, end: day.end + length };
  const usual = { openingHours: USUAL_HOURS, timeZone: store.timeZone };
  const open = openIntervals(store, reach) ?? openIntervals(usual, reach) ?? [];
  const starts: number[] = [];
  for (let start = Math.ceil(Math.max(day.start, from) / QUARTER) * QUARTER; start < day.end; start += QUARTER) {
    if (isOpenFor(open, { start, end: start + length }, day)) starts.push(start);
  }
  return starts;
}

/**
 * Whether a store is open for a visit: throughout, or for a stay when it begins and when it ends.
 *
 * @param open from {@link openIntervals} for at least this time
 * @param day a calendar day of the store's zone that the time has a part of
 */
export function isOpenFor(open: readonly Interval[], time: Interval, day: Interval): boolean {
  const parts = isStay(time, day)
    ? [
        { start: time.start, end: time.start + 1 },
        { start: time.end - 1, end: time.end },
      ]
    : [time];
  return parts.every((part) => open.some((interval) => contains(interval, part)));
}
