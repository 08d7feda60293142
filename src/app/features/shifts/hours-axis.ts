import { type Interval, type MinuteRange, overlaps } from '#contract/interval.ts';
import { type DayClock, MINUTES_PER_DAY, minuteOfDay } from '#scheduling/calendar-day.ts';
import { type OpeningHours, openMinutes, usualHours } from '#scheduling/opening-hours.ts';

/**
 * How the minutes of a day are laid out across the width of a cell. Most of the width is for the store's hours, which are
 * extended by the shifts that overlap them. The night hours are at the edges, and are not to scale.
 */
export interface HoursAxis extends MinuteRange {
  /** The share of the width before the hours, from 0 to 1; 0 if nothing is planned at that time. */
  readonly before: number;
  readonly after: number;
}

/** The share of the width that a night takes. Bars in the night are not to scale. */
const NIGHT_WIDTH = 0.1;
const HALF_HOUR = 30;
/** The minimum number of minutes on the axis, for stores with short hours. */
const MIN_MINUTES = 8 * 60;

/** The position of a minute of the day, as a share of the cell's width from 0 to 1. */
export function axisPosition({ fromMinute, toMinute, before, after }: HoursAxis, minute: number): number {
  const within = Math.min(Math.max(minute, 0), MINUTES_PER_DAY);
  if (within < fromMinute) return before * (within / fromMinute);
  if (within > toMinute) return 1 - after * ((MINUTES_PER_DAY - within) / (MINUTES_PER_DAY - toMinute));
  return before + (1 - before - after) * ((within - fromMinute) / (toMinute - fromMinute));
}

/** A part of the width of a cell, from 0 to 1. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/** The part of a cell that a range of minutes takes: at least `least` of its width, so that short bars are visible. */
export function cellSpan(axis: HoursAxis, { fromMinute, toMinute }: MinuteRange, least = 0): CellSpan {
  const from = axisPosition(axis, fromMinute);
  const to = Math.max(axisPosition(axis, toMinute), Math.min(from + least, 1));
  return { from: Math.min(from, to - least), to };
}

/** The minute of the day at a position, a share of the cell's width from 0 to 1: the inverse of {@link axisPosition}. */
export function minuteAt({ fromMinute, toMinute, before, after }: HoursAxis, share: number): number {
  const within = Math.min(Math.max(share, 0), 1);
  if (within < before) return (within / before) * fromMinute;
  if (within > 1 - after) return MINUTES_PER_DAY - ((1 - within) / after) * (MINUTES_PER_DAY - toMinute);
  return fromMinute + ((within - before) / (1 - before - after)) * (toMinute - fromMinute);
}

/**
 * The part of an interval that falls on a day, in minutes of the day's wall clock, and whether the interval begins before the
 * day or ends after it.
 */
export function partWithinDay(clock: DayClock, { start, end }: Interval) {
  const [fromMinute, toMinute] = [minuteOfDay(clock, start), minuteOfDay(clock, end)];
  return { fromMinute, toMinute, isBegun: start < clock.start, isUnfinished: end > clock.end };
}

/**
 * Creates the axis for the days of a store. `shownOn` returns the intervals that are shown on a day; an interval that lasts all
 * day does not extend the axis.
 */
export function createHoursAxis(
  openingHours: OpeningHours,
  days: readonly DayClock[],
  shownOn: (clock: DayClock) => readonly Interval[],
): HoursAxis {
  const open = days.flatMap(({ date }) => openMinutes(openingHours, date) ?? openMinutes(usualHours, date) ?? []);
  const opens = Math.min(...open.map(({ fromMinute }) => fromMinute));
  const closes = Math.max(...open.map(({ toMinute }) => toMinute));
  const hours = open.length > 0 ? { start: opens, end: closes } : { start: 8 * 60, end: 18 * 60 };
  const parts = days
    .flatMap((clock) => shownOn(clock).map((time) => partWithinDay(clock, time)))
    .filter(({ fromMinute, toMinute }) => fromMinute > 0 || toMinute < MINUTES_PER_DAY);
  const daytimeParts = parts.filter(({ fromMinute, toMinute }) =>
    overlaps({ start: fromMinute, end: toMinute }, hours),
  );
  const starts = daytimeParts.filter(({ isBegun }) => !isBegun).map(({ fromMinute }) => fromMinute);
  const ends = daytimeParts.filter(({ isUnfinished }) => !isUnfinished).map(({ toMinute }) => toMinute);
  const first = Math.floor(Math.min(hours.start, ...starts) / HALF_HOUR) * HALF_HOUR;
  const last = Math.ceil(Math.max(hours.end, ...ends, first + MIN_MINUTES) / HALF_HOUR) * HALF_HOUR;
  const toMinute = Math.min(last, MINUTES_PER_DAY);
  const fromMinute = Math.min(first, toMinute - MIN_MINUTES);
  return {
    ...{ fromMinute, toMinute },
    before: parts.some((part) => part.fromMinute < fromMinute) ? NIGHT_WIDTH : 0,
    after: parts.some((part) => part.toMinute > toMinute) ? NIGHT_WIDTH : 0,
  };
}
