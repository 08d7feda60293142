import * as z from 'zod/mini';
import type { DateRange } from '#app/components/day-range.tsx';
import { optionalParam } from '#app/text/search-params.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import { splitListParam } from '#contract/list-param.ts';
import { addDays, getWeekStart, isUsableDate } from '#scheduling/calendar-day.ts';
import { type FilterParam, filters } from './filters.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes NUL, so it has to contain it.
const FORBIDDEN_CHARACTERS = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** Text without the characters that the API rejects: NUL and lone surrogates. */
const cleanText = z.string().check(z.overwrite((text) => text.replace(FORBIDDEN_CHARACTERS, '')));

/** A search param that contains a list: comma-separated in the URL, an array when the app navigates. */
const list = optionalParam(
  z.pipe(
    z.union([z.array(cleanText), z.pipe(cleanText, z.transform(splitListParam))]),
    z.transform((items) => {
      const distinct = [...new Set(items.filter((item) => item !== ''))];
      return distinct.length > 0 ? distinct : undefined;
    }),
  ),
);
const text = optionalParam(cleanText.check(z.minLength(1), z.maxLength(200)));
const date = optionalParam(z.string().check(z.refine(isUsableDate)));

/** The ranges of days that can be chosen without typing dates, relative to today. */
export const presets = ['today', 'week', 'next7', 'lastWeek', 'all'] as const;
export type Preset = (typeof presets)[number];

const lists = Object.fromEntries(filters.map(({ param }) => [param, list])) as Record<FilterParam, typeof list>;

/**
 * The state of the appointment list in the URL, so that reload, back and shared links show the same list. Invalid
 * params are dropped.
 */
export const appointmentsSearchSchema = z.object({
  company: text,
  /** Searches titles, names, phone numbers and e-mail addresses. */
  q: text,
  /** The preset range of days. Defaults to today if `from` and `to` are missing, too. */
  when: optionalParam(z.enum(presets)),
  /** The first day of the list, `YYYY-MM-DD` in each store's zone. It overrides the preset. */
  from: date,
  /** The last day of the list, `YYYY-MM-DD` in each store's zone. It overrides the preset. */
  to: date,
  sort: optionalParam(z.enum(['start', '-start', 'created'] satisfies SearchOrder[])),
  ...lists,
});
export type AppointmentsSearch = z.infer<typeof appointmentsSearchSchema>;

/** The params that narrow the list, apart from the days. */
const NARROWING_PARAMS = ['q', ...filters.map(({ param }) => param)] as const;

export function hasFilters(search: AppointmentsSearch): boolean {
  return NARROWING_PARAMS.some((param) => search[param] !== undefined);
}

/** Search params that clear all filters. */
export const noFilters: Partial<AppointmentsSearch> = Object.fromEntries(
  NARROWING_PARAMS.map((param) => [param, undefined]),
);

/** Returns the preset of the list; null if typed dates override it. */
export function findPreset({ when, from, to }: AppointmentsSearch): Preset | null {
  return from === undefined && to === undefined ? (when ?? 'today') : null;
}

interface DaysContext {
  /** Today's date, `YYYY-MM-DD`. */
  today: string;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
}

/** The first and last day that the list shows; undefined where the range is open. */
export function resolveDays(search: AppointmentsSearch, { today, firstWeekday }: DaysContext): DateRange {
  const week = getWeekStart(today, firstWeekday);
  switch (findPreset(search)) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: week, to: addDays(week, 6) };
    case 'lastWeek':
      return { from: addDays(week, -7), to: addDays(week, -1) };
    case 'next7':
      return { from: today, to: addDays(today, 6) };
    case 'all':
      return {};
    default:
      return { from: search.from, to: search.to };
  }
}

/**
 * The order of the list: by time, and latest first if all days are shown; by creation if the practice system cannot
 * sort by time.
 */
export function resolveOrder(search: AppointmentsSearch, canSort: boolean): SearchOrder {
  if (!canSort) return 'created';
  return search.sort ?? (findPreset(search) === 'all' ? '-start' : 'start');
}
