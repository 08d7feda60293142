import { type MinuteRange, mergeMinutes } from '#contract/interval.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { addDays, FIRST_DATE, getWeekStart, isDate, MINUTES_PER_DAY, weekdayOf } from './calendar-day.ts';

/** A store's opening hours, one entry per ISO weekday (Monday 1 to Sunday 7), in its own zone. */
export type OpeningHours = ReceivedStore['openingHours'];

const CLOCK = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Parses `HH:MM` or `HH:MM:SS` into minutes after midnight, 1440 for `24:00`; null for any other text. Seconds are
 * dropped.
 */
function parseMinutes(text: string): number | null {
  const [, hour, minute] = CLOCK.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= MINUTES_PER_DAY ? minutes : null;
}

/**
 * The hours that begin on a weekday, in minutes after its midnight. Hours that close at or before they open extend into
 * the next day, to minutes beyond 1440; equal times mean 24 hours. Null if one of them cannot be parsed, so that the
 * hours of that day are unknown.
 */
export function hoursOn(hours: OpeningHours, weekday: number): MinuteRange[] | null {
  const ranges: MinuteRange[] = [];
  for (const { opens, closes } of hours.filter((entry) => entry.weekday === weekday)) {
    const [fromMinute, toMinute] = [parseMinutes(opens), parseMinutes(closes)];
    if (fromMinute === null || toMinute === null) return null;
    ranges.push({ fromMinute, toMinute: toMinute > fromMinute ? toMinute : toMinute + MINUTES_PER_DAY });
  }
  return ranges;
}

/**
 * The opening hours of a store on a date (`YYYY-MM-DD`), in wall-clock minutes, sorted without overlaps, including hours
 * that continue from the previous evening. Empty if it is closed all day; null if the hours are missing or cannot be
 * parsed.
 */
export function openMinutes(hours: OpeningHours, date: string): MinuteRange[] | null {
  const today = hours.length === 0 ? null : hoursOn(hours, weekdayOf(date));
  if (today === null) return null;
  const evening = hoursOn(hours, weekdayOf(addDays(date, -1))) ?? [];
  const eveningRanges = evening.map((range) => ({ fromMinute: 0, toMinute: range.toMinute - MINUTES_PER_DAY }));
  const todayRanges = today.map((range) => ({ ...range, toMinute: Math.min(range.toMinute, MINUTES_PER_DAY) }));
  return mergeMinutes([...eveningRanges, ...todayRanges]);
}

/** The hours assumed for a store whose hours are unknown, so that no time at night is suggested. */
export const usualHours: OpeningHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '18:00',
}));
const usualDay = openMinutes(usualHours, FIRST_DATE) ?? [];

/**
 * The first date (`YYYY-MM-DD`) after another on which one of these stores is open. A store with unknown hours counts
 * as open. If all stores are always closed, it is the following date.
 */
export function findNextOpenDate(stores: readonly { openingHours: OpeningHours }[], date: string): string {
  const dates = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(date, days));
  const isOpen = (next: string) => stores.some(({ openingHours }) => openMinutes(openingHours, next)?.length !== 0);
  return dates.find(isOpen) ?? addDays(date, 1);
}

/** A displayed week: `date` is any of its dates, and `firstWeekday` the ISO weekday on which weeks begin. */
interface DisplayedWeek {
  date: string;
  today: string;
  firstWeekday: number;
  stores: readonly { openingHours: OpeningHours }[];
}

/**
 * The day of the displayed week for a new record: the date itself, unless it is merely the first day of the week. In
 * that case it is today, if today is in the week, otherwise the first day on which one of the stores is open.
 */
export function dayForNewRecord({ date, today, firstWeekday, stores }: DisplayedWeek): string {
  const first = getWeekStart(date, firstWeekday);
  if (date !== first) return date;
  return getWeekStart(today, firstWeekday) === first ? today : findNextOpenDate(stores, addDays(first, -1));
}

/**
 * The hours of a date (`YYYY-MM-DD`) used to interpret typed times, in wall-clock minutes: the usual hours if the store
 * is closed, its hours are unknown, or there is no date yet.
 */
export function likelyHours(hours: OpeningHours, date: string): readonly MinuteRange[] {
  const open = isDate(date) ? (openMinutes(hours, date) ?? []) : [];
  return open.length > 0 ? open : usualDay;
}

/**
 * A quarter of an hour, in milliseconds. Appointments begin on quarters of an hour, which are the same in UTC and in
 * every zone's wall clock.
 */
export const QUARTER_HOUR_MS = 15 * 60_000;
