import { occupies, stageOf } from '#contract/appointment-rules.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import './temporal.ts';
import { compareByStart, recordedTime } from './visit.ts';

/* A series: appointments of a pet that are booked together. */

export const seriesUnits = ['days', 'weeks', 'months'] as const;
export type SeriesUnit = (typeof seriesUnits)[number];

/** The rhythm of a series: `count` appointments, one every `every` days, weeks or months. */
export interface Rhythm {
  every: number;
  unit: SeriesUnit;
  count: number;
}

/**
 * The times of a series, the first exactly as given. The others start at the same wall-clock time of the zone and have the same
 * length. A start that a clock change skips moves forward by the gap; if a start occurs twice, the first occurrence is used.
 * Months are counted from the first date, so that the 31st becomes the last day of a shorter month and returns in a longer one.
 */
export function computeSeriesTimes(first: Interval, { every, unit, count }: Rhythm, zone: string): Interval[] {
  const firstStart = Temporal.Instant.fromEpochMilliseconds(first.start).toZonedDateTimeISO(zone);
  const length = first.end - first.start;
  return Array.from({ length: count }, (_, nth) => {
    if (nth === 0) return first;
    const start = firstStart.add({ [unit]: every * nth }).epochMilliseconds;
    return { start, end: start + length };
  });
}

/**
 * The position of an appointment in its series, by start: `3` of `6`. Cancelled and missed appointments are not
 * counted; their `nth` is null. The position is null if the series has no other appointment.
 */
export function findPositionInSeries(
  series: readonly ReceivedAppointment[],
  id: string,
): { nth: number | null; of: number } | null {
  if (series.length < 2) return null;
  const countedIds = series
    .filter(occupies)
    .sort(compareByStart)
    .map((one) => one.id);
  const at = countedIds.indexOf(id);
  return { nth: at < 0 ? null : at + 1, of: countedIds.length };
}

/** The appointments of a series that start after this one, have not begun, and can be changed. */
export function findLaterInSeries(
  series: readonly ReceivedAppointment[],
  { id, start }: Pick<ReceivedAppointment, 'id' | 'start'>,
): ReceivedAppointment[] {
  const from = Date.parse(start);
  return series.toSorted(compareByStart).filter((one) => {
    const isAhead = ['expected', 'unknown'].includes(stageOf(one));
    return one.id !== id && isAhead && one.updatedAt !== null && recordedTime(one).start > from;
  });
}
