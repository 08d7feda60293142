import type { Interval } from '#contract/interval.ts';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { type ClockTime, createWallClock, findFirstInstant } from '#scheduling/wall-clock.ts';

/** From when until when someone is away, as in the URL: dates, or wall-clock times such as `2026-11-28T09:30`. */
export interface AwayRange {
  from: string;
  /** The end. If it is a date, the absence lasts until the end of that day. */
  until: string;
}

/** Converts a range in an IANA zone to instants. */
export function toInterval({ from, until }: AwayRange, zone: string): Interval {
  const start = readClock(from);
  const end = readClock(until);
  const [first, last] = [dayInterval(zone, from.slice(0, 10)), dayInterval(zone, until.slice(0, 10))];
  return {
    start: start ? findFirstInstant(zone, from.slice(0, 10), start) : first.start,
    end: end ? findFirstInstant(zone, until.slice(0, 10), end) : last.end,
  };
}

/** Converts instants to a range in an IANA zone. An end at midnight becomes a date. */
export function toAwayRange({ start, end }: Interval, zone: string): AwayRange {
  const wallText = (instant: number) => new Date(createWallClock(zone).toWall(instant)).toISOString().slice(0, 16);
  const dayOrTime = (instant: number, date: string) =>
    wallText(instant).endsWith('T00:00') ? date : wallText(instant);
  return { from: dayOrTime(start, dateIn(zone, start)), until: dayOrTime(end, dateIn(zone, end - 1)) };
}

/** Reads the time of day of `from` or `until`; null if it is a date. */
function readClock(text: string): ClockTime | null {
  const [, clock] = text.split('T');
  if (clock === undefined) return null;
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { hour, minute };
}
