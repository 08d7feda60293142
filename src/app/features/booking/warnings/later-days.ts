import { addDays, dateIn, dayInterval, mondayOf } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockAt, firstInstantOf } from '#app/scheduling/wall-clock.ts';
import { type FreeTimesInput, freeTimes } from './free-times.ts';

/** How many days are looked at for a free time when the day asked for has none. */
export const DAYS_AHEAD = 7;

/** What lasts longer is not looked for on later days: the records of weeks would have to be read for it. */
const LONGEST = 24 * 3_600_000;

type LaterInput = Omit<FreeTimesInput, 'knownUntil' | 'appointments'>;

/** Some of the days to look at, and what has to be known for that. */
export interface LaterDays {
  /** The time asked for, on each of the days that could take it if nothing were booked; never none. */
  spans: Interval[];
  /** What to read: it depends on the week and on today alone, so that all dates, lengths, vets and pets share it. */
  window: Interval;
}

/** Whether a free time of this length is looked for on later days at all. */
export function looksAhead(span: Interval): boolean {
  return span.end - span.start <= LONGEST;
}

/**
 * The days to look at when the day asked for has no free time, by calendar week of the store: the seven after it, or
 * from today on where it has passed. A week is read in one piece, and with it the day after it, into which what starts
 * late may last. None where no day could take the length, so that nothing is asked for in vain.
 */
export function laterDays(input: LaterInput): LaterDays[] {
  const { span, store, now } = input;
  if (!looksAhead(span)) return [];
  const zone = store.timeZone;
  const time = clockAt(zone, span.start);
  const today = dateIn(zone, now);
  const first = later(addDays(dateIn(zone, span.start), 1), today);
  const weeks = new Map<number, LaterDays>();
  for (let days = 0; days < DAYS_AHEAD; days += 1) {
    const date = addDays(first, days);
    const start = firstInstantOf(zone, date, time);
    const moved = { start, end: start + span.end - span.start };
    const monday = mondayOf(date);
    const window = {
      start: dayInterval(zone, later(monday, today)).start,
      end: dayInterval(zone, addDays(monday, 7)).end,
    };
    const unbooked = { ...input, span: moved, appointments: [], knownUntil: window.end, count: 1 };
    if (freeTimes(unbooked).length === 0) continue;
    const week = weeks.get(window.end);
    if (week) week.spans.push(moved);
    else weeks.set(window.end, { spans: [moved], window });
  }
  return [...weeks.values()];
}

/** The free starts of the first of the days that has some, once everything in their window is known; null without one. */
export function firstFree(days: LaterDays, input: Omit<FreeTimesInput, 'knownUntil' | 'span'>): number[] | null {
  for (const span of days.spans) {
    const starts = freeTimes({ ...input, span, knownUntil: days.window.end });
    if (starts.length > 0) return starts;
  }
  return null;
}

/** The later of two dates, `YYYY-MM-DD`. */
function later(one: string, other: string): string {
  return one < other ? other : one;
}
