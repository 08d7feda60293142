import { shownLocale } from '#app/language/shown-language.ts';
import type { FileCounts, ImportResult } from '#import/run-import.ts';

/** Formats a number in the page's language. */
export const formatCount = (count: number) => count.toLocaleString(shownLocale);

export const countNames = [
  'new',
  'changed',
  'unchanged',
  'refused',
  'skipped',
] as const satisfies readonly (keyof FileCounts)[];

/** The total number of records by outcome, over all files. */
export function totalCounts({ files }: ImportResult): FileCounts {
  const sum: FileCounts = { new: 0, changed: 0, unchanged: 0, refused: 0, skipped: 0 };
  for (const counts of Object.values(files)) for (const name of countNames) sum[name] += counts[name];
  return sum;
}
