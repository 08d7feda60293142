import { t } from '@lingui/core/macro';
import { csvFile } from '#app/language/csv-file.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { Column } from './columns.ts';
import { reasonsOf } from './reasons.tsx';
import type { Numbers } from './reports.ts';

interface ReportFile {
  /** The heading of the rows. */
  heading: string;
  columns: readonly Column[];
  rows: readonly (Numbers & { name: string })[];
  total: Numbers;
  hasReasons: boolean;
}

/** A CSV file of numbers: a line for each row and one for the total; unknown numbers are empty. */
export function reportFile({ heading, columns, rows, total, hasReasons }: ReportFile): string[] {
  const cells = columns.flatMap(({ inFile }) => inFile);
  const lineOf = (title: string, numbers: Numbers) => [
    title,
    ...cells.map(([, value]) => numberInFile(value(numbers))),
    ...(hasReasons
      ? [
          reasonsOf(numbers)
            .map(({ reason, count }) => `${reason} ${count}`)
            .join('; '),
        ]
      : []),
  ];
  return csvFile([
    [heading, ...cells.map(([title]) => title), ...(hasReasons ? [t`Reasons`] : [])],
    ...rows.map((row) => lineOf(row.name, row)),
    lineOf(texts.total, total),
  ]);
}

/** A number in the format that spreadsheets in the page's language expect. */
function numberInFile(value: number | null): string {
  return value?.toLocaleString(shownLocale, { useGrouping: false, numberingSystem: 'latn' }) ?? '';
}
