import * as z from 'zod/mini';
import type { Days } from '#app/components/day-range.tsx';
import { addDays, daysBetween, isUsableDate, weekStartOf } from '#app/scheduling/calendar-day.ts';
import { optionalParam } from '#app/text/search-params.ts';
import { groupings } from './figures.ts';

/** Days that move on with the calendar. */
export const presets = ['last7', 'week', 'lastWeek', 'month', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

const date = optionalParam(z.string().check(z.refine(isUsableDate)));

/** The state of the page in the address; an invalid param is dropped. */
export const figuresSearchSchema = z.object({
  /** The last seven days where there is neither a preset nor a date. */
  when: optionalParam(z.enum(presets)),
  /** Calendar days of the stores, `YYYY-MM-DD`, both included; they take the place of the preset. */
  from: date,
  to: date,
  by: optionalParam(z.enum(groupings)),
});
export type FiguresSearch = z.infer<typeof figuresSearchSchema>;

/** The preset of the page; undefined where it has dates of its own. */
export function presetOf({ when, from, to }: FiguresSearch): Preset | undefined {
  return from === undefined && to === undefined ? (when ?? 'last7') : undefined;
}

/** The most days that figures are of: a quarter. */
export const MOST_DAYS = 92;

/** Calendar days of the stores, `YYYY-MM-DD`, both included. */
export type Span = Required<{ [End in keyof Days]: string }>;

/**
 * The days of the figures.
 *
 * @param today `YYYY-MM-DD`
 * @param firstWeekday the ISO weekday that weeks begin with
 */
export function spanOf(search: FiguresSearch, today: string, firstWeekday: number): Span {
  const week = weekStartOf(today, firstWeekday);
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

/** Why there are no figures of a span; null where there are. */
export function spanProblem({ from, to }: Span): 'order' | 'length' | null {
  if (to < from) return 'order';
  return daysBetween(from, to) < MOST_DAYS ? null : 'length';
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}
