import * as z from 'zod/mini';
import type { DateRange } from '#app/components/day-range.tsx';
import { optionalParam } from '#app/text/search-params.ts';
import { addDays, countDaysBetween, getWeekStart, isUsableDate } from '#scheduling/calendar-day.ts';
import { groupings } from './groupings.ts';

/** The ranges of days that can be chosen by name, relative to today. */
export const presets = ['last7', 'week', 'lastWeek', 'month', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

const date = optionalParam(z.string().check(z.refine(isUsableDate)));

/** The state of the page in the URL. An invalid parameter is ignored. */
export const reportsSearchSchema = z.object({
  /** The chosen preset. Without a preset or a date, the report covers the last seven days. */
  when: optionalParam(z.enum(presets)),
  /** The first calendar day of the report, `YYYY-MM-DD`. If this or `to` is set, the preset is ignored. */
  from: date,
  to: date,
  by: optionalParam(z.enum(groupings)),
});
export type ReportsSearch = z.infer<typeof reportsSearchSchema>;

/** The preset that the URL names, or the default one; undefined if the URL has dates. */
export function presetOf({ when, from, to }: ReportsSearch): Preset | undefined {
  return from === undefined && to === undefined ? (when ?? 'last7') : undefined;
}

/** The maximum number of days of a report: a quarter. */
export const MAX_DAYS = 92;

/** The first and the last day of a report, both inclusive, as calendar days of the stores: `YYYY-MM-DD`. */
export type ReportPeriod = Required<{ [End in keyof DateRange]: string }>;

/**
 * The days of the report that the URL describes.
 *
 * @param today `YYYY-MM-DD`
 * @param firstWeekday The ISO weekday on which weeks begin
 */
export function readReportPeriod(search: ReportsSearch, today: string, firstWeekday: number): ReportPeriod {
  const week = getWeekStart(today, firstWeekday);
  const month = firstOfMonth(today);
  switch (presetOf(search)) {
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'week':
      return { from: week, to: addDays(week, 6) };
    case 'lastWeek':
      return { from: addDays(week, -7), to: addDays(week, -1) };
    case 'month':
      return { from: month, to: addDays(firstOfMonth(addDays(month, 31)), -1) };
    case 'lastMonth':
      return { from: firstOfMonth(addDays(month, -1)), to: addDays(month, -1) };
    default: {
      const { from = search.to ?? today, to = from } = search;
      return { from, to };
    }
  }
}

/** Why a span has no report; null if it is valid. */
export function findPeriodProblem({ from, to }: ReportPeriod): 'order' | 'length' | null {
  if (to < from) return 'order';
  return countDaysBetween(from, to) < MAX_DAYS ? null : 'length';
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}
