import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { seriesLength } from '#contract/appointment-series.ts';
import type { Interval } from '#contract/interval.ts';
import { normalizeText } from '#reading/text.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { computeSeriesTimes, type Rhythm, seriesUnits } from '#scheduling/series.ts';
import type { RequestedAppointment } from '#scheduling/warnings.ts';

/** How an appointment is repeated, as typed, with decisions about individual dates. */
export const repeatSchema = z.object({
  every: z.string(),
  unit: z.enum(seriesUnits),
  count: z.string(),
  /**
   * Decisions about single appointments, keyed by their date (`YYYY-MM-DD`): null leaves the appointment out; a number
   * is its new start in milliseconds since 1970-01-01T00:00Z.
   */
  changed: z.record(z.string(), z.nullable(z.number())),
});
export type RepeatValues = z.infer<typeof repeatSchema>;

export const weeklyRepeat: RepeatValues = { every: '1', unit: 'weeks', count: '6', changed: {} };

/** The longest interval between two appointments of a series, in days, weeks or months. */
const MAX_EVERY = 99;

/** An appointment of a series that is being planned or rescheduled. */
export interface SeriesDate {
  /** Identifies the appointment, and stays the same when it is moved. */
  id: string;
  time: Interval;
  /** Whether the appointment is left out or, when a series is rescheduled, left unchanged. */
  isLeft: boolean;
  /** What the appointment on this date needs, if that differs from the form. */
  requested?: RequestedAppointment;
}

function readNumber(text: string, min: number, max: number): number | null {
  const digits = normalizeText(text);
  const number = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN;
  return number >= min && number <= max ? number : null;
}

/** The parsed fields; each is null if it cannot be read. */
function readRepeat({ every, count }: Pick<RepeatValues, 'every' | 'count'>) {
  return {
    every: readNumber(every, 1, MAX_EVERY),
    count: readNumber(count, seriesLength.min, seriesLength.max),
  };
}

/** The error of each field, if it has one. */
export function repeatErrors(values: RepeatValues): { every?: string; count?: string } {
  const { every, count } = readRepeat(values);
  const { min, max } = seriesLength;
  return {
    ...(every === null ? { every: rangeError(1, MAX_EVERY) } : {}),
    ...(count === null ? { count: rangeError(min, max) } : {}),
  };
}

function rangeError(min: number, max: number): string {
  return t({ message: `Enter ${min} to ${max}.`, comment: 'a number, in a narrow field' });
}

/** Adds a decision about a date: a number is its start, null leaves it out, undefined removes the decision. */
export function withDecision(
  changed: RepeatValues['changed'],
  id: string,
  decision: number | null | undefined,
): RepeatValues['changed'] {
  const { [id]: _, ...others } = changed;
  return decision === undefined ? others : { ...others, [id]: decision };
}

/** The dates of a series, starting with the first time; null if one of the fields cannot be read. */
export function repeatDates(values: RepeatValues, first: Interval, zone: string): SeriesDate[] | null {
  const { every, count } = readRepeat(values);
  if (every === null || count === null) return null;
  const rhythm: Rhythm = { every, count, unit: values.unit };
  return computeSeriesTimes(first, rhythm, zone).map((time, nth) => {
    const id = dateIn(zone, time.start);
    const start = nth === 0 ? undefined : values.changed[id];
    const moved = start == null ? time : { start, end: start + time.end - time.start };
    return { id, time: moved, isLeft: start === null };
  });
}

/** The times of the dates that are not left out, in order. */
export function remainingTimes(dates: readonly SeriesDate[]): Interval[] {
  return dates
    .filter(({ isLeft }) => !isLeft)
    .map(({ time }) => time)
    .sort((a, b) => a.start - b.start);
}

/** Whether two of these sorted times have the same start, which a series does not allow. */
export function hasDuplicateStart(times: readonly Interval[]): boolean {
  return times.some(({ start }, nth) => times[nth - 1]?.start === start);
}
