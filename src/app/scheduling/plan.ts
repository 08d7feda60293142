import { addDays, dateIn, weekStartOf } from './calendar-day.ts';
import type { Interval } from './interval.ts';

const MONDAY = 1;

/**
 * The Mondays (`YYYY-MM-DD`) of the ISO weeks that a time overlaps in any of these zones. Whether duty is planned at all is judged by
 * a whole week of a store, so that the plan of these weeks has to be known to say who is there at that time.
 */
export function weeksToKnow(zones: readonly string[], { start, end }: Interval): string[] {
  const mondays = new Set<string>();
  for (const zone of zones) {
    const last = weekStartOf(dateIn(zone, Math.max(start, end - 1)), MONDAY);
    for (let monday = weekStartOf(dateIn(zone, start), MONDAY); monday <= last; monday = addDays(monday, 7))
      mondays.add(monday);
  }
  return [...mondays].sort();
}
