import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, intervalText } from '#app/scheduling/time-text.ts';
import { isolated } from './isolated.ts';

/** That a store is closed at a time; `open` is when it is open on the days around it, none where it is closed all day. */
export function closedText(name: string, zone: string, open: readonly Interval[], time: Interval): string {
  const hours = open.map((interval) => intervalText(zone, interval, time.start)).join(', ');
  return hours === '' ? `${isolated(name)} is closed that day` : `${isolated(name)} is closed then (open ${hours})`;
}

/** That a visit would begin in the past. */
export function passedText(zone: string, start: number): string {
  return `${clockText(zone, start)} has passed`;
}
