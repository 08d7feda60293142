import type { ReceivedStore } from '#contract/received.ts';
import { addDays, dateIn, dayInterval, dayOfInstant, MINUTES_OF_DAY, weekdayOf } from './calendar-day.ts';
import { contains, type Interval, type MinuteRange, mergeIntervals, mergeMinutes, overlaps } from './interval.ts';
import { isStay } from './visit.ts';
import { instantReached } from './wall-clock.ts';

/** A store's opening hours, each entry for one ISO weekday (Monday 1 to Sunday 7) in its own zone. */
export type OpeningHours = ReceivedStore['openingHours'];

const CLOCK = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/** Minutes after midnight of `HH:MM` or `HH:MM:SS`, 1440 for `24:00`; null for any other text. Seconds are dropped. */
function minuteOfText(text: string): number | null {
  const [, hour, minute] = CLOCK.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= MINUTES_OF_DAY ? minutes : null;
}

/**
 * The hours that begin on a weekday, in minutes after its midnight. Hours that close at or before they open run into
 * the next day, to minutes beyond 1440 (the same time twice is 24 hours). Null where one of them cannot be parsed:
 * then the hours of that day are unknown.
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
 * When a store is open on a date (`YYYY-MM-DD`), in minutes of its wall clock, sorted without overlaps, including what
 * continues from the evening before. Empty where it is closed all day; null where its hours are missing or cannot be
 * parsed, so that they are unknown.
 */
export function openMinutes(hours: OpeningHours, date: string): MinuteRange[] | null {
  const today = hours.length === 0 ? null : hoursOn(hours, weekdayOf(date));
  if (today === null) return null;
  const evening = hoursOn(hours, weekdayOf(addDays(date, -1))) ?? [];
  const left = evening.map((range) => ({ fromMinute: 0, toMinute: range.toMinute - MINUTES_OF_DAY }));
  const begun = today.map((range) => ({ ...range, toMinute: Math.min(range.toMinute, MINUTES_OF_DAY) }));
  return mergeMinutes([...left, ...begun]);
}

/** The instant of a minute after the midnight of a date, 0 to 2880. */
function instantOfMinute(zone: string, date: string, minute: number): number {
  const days = Math.floor(minute / MINUTES_OF_DAY);
  const rest = minute % MINUTES_OF_DAY;
  return instantReached(zone, addDays(date, days), { hour: Math.floor(rest / 60), minute: rest % 60 });
}

/**
 * When a store is open on the calendar days that a time overlaps, as instants, sorted without overlaps. Opening hours
 * are whole, also outside the time. Null where the hours of one of these days are unknown.
 */
export function openIntervals(
  { openingHours, timeZone }: { readonly openingHours: OpeningHours; readonly timeZone: string },
  time: Interval,
): Interval[] | null {
  if (openingHours.length === 0) return null;
  const first = dateIn(timeZone, time.start);
  const last = dateIn(timeZone, Math.max(time.end - 1, time.start));
  const open: Interval[] = [];
  // The evening before may extend past midnight.
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
 * The opening hours on the days of a visit's start and end, where the store is closed during some of it; empty where
 * it is closed all day. Null where it is open, or its hours are unknown. For a stay only its beginning and its end
 * count.
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

/** The hours assumed where a store's are unknown, so that no time at night is suggested. */
export const usualHours: OpeningHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '18:00',
}));

/** Visits begin on quarters of an hour, which every zone's wall clock shares with UTC. */
export const QUARTER = 15 * 60_000;

/**
 * The quarters of an hour of a store's calendar day (`YYYY-MM-DD`) at which a visit of a length in milliseconds can
 * begin within the opening hours, as instants in order, not before `from`. Where the hours are unknown a usual day is
 * assumed.
 */
export function openStarts(
  store: { readonly openingHours: OpeningHours; readonly timeZone: string },
  date: string,
  length: number,
  from: number,
): number[] {
  const day = dayInterval(store.timeZone, date);
  const reach = { start: day.start, end: day.end + length };
  const usual = { openingHours: usualHours, timeZone: store.timeZone };
  const open = openIntervals(store, reach) ?? openIntervals(usual, reach) ?? [];
  const starts: number[] = [];
  for (let start = Math.ceil(Math.max(day.start, from) / QUARTER) * QUARTER; start < day.end; start += QUARTER) {
    if (isOpenFor(open, { start, end: start + length }, day)) starts.push(start);
  }
  return starts;
}

/**
 * Whether a store is open for a visit: throughout, or for a stay at its beginning and its end.
 *
 * @param open from {@link openIntervals} for at least this time
 * @param day a calendar day of the store's zone that overlaps the time
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
