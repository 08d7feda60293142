import { markedMainEmployeeId, occupies } from '#contract/appointment-rules.ts';
import { subtract } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Gap } from './matching.ts';
import { QUARTER_HOUR_MS } from './opening-hours.ts';
import { hasEnded, takenTime } from './visit.ts';

/**
 * The future times of a quarter of an hour or longer that a change to an appointment frees: it was cancelled, moved to
 * another time or store, or ended early. Changing only the vet or room frees none.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function findFreedTimes(before: ReceivedAppointment, after: ReceivedAppointment, now: number): Gap[] {
  const { storeId } = before;
  if (storeId === null || !occupies(before) || hasEnded(before)) return [];
  const isGone = after.storeId !== storeId || !occupies(after) || hasEnded(after);
  const past = { start: Number.NEGATIVE_INFINITY, end: now };
  const taken = isGone ? [] : [takenTime(after)];
  return subtract([takenTime(before)], [past, ...taken])
    .filter(({ start, end }) => end - start >= QUARTER_HOUR_MS)
    .map((time) => ({ ...time, storeId, employeeId: markedMainEmployeeId(before) }));
}
