import { t } from '@lingui/core/macro';
import { csvFile } from '#app/language/csv-file.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReportColumn } from './columns.ts';
import { countReasons } from './reasons.tsx';
import type { ReportNumbers } from './reports.ts';

interface ReportContent {
  /** The heading of the first column, such as `Vet`. */
  heading: string;
  columns: readonly ReportColumn[];
  rows: readonly (ReportNumbers & { name: string })[];
  total: ReportNumbers;
  hasReasons: boolean;
}

/** A CSV file with a line of headings, a line for each row and one for the total. The cells of unknown numbers are empty. */
export function createReportFile({ heading, columns, rows, total, hasReasons }: ReportContent): string[] {
  const cells = columns.flatMap(({ inFile }) => inFile);
  const toLine = (title: string, numbers: ReportNumbers) => [
    title,
    ...cells.map(([, value]) => formatForSpreadsheet(value(numbers))),
    ...(hasReasons
      ? [
          countReasons(numbers)
            .map(({ reason, count }) => `${reason} ${count}`)
            .join('; '),
        ]
      : []),
  ];
  return csvFile([
    [heading, ...cells.map(([title]) => title), ...(hasReasons ? [t`Reasons`] : [])],
    ...rows.map((row) => toLine(row.name, row)),
    toLine(texts.total, total),
  ]);
}

/** A number in the format that spreadsheets in the page's language expect. */
function formatForSpreadsheet(value: number | null): string {
  return value?.toLocaleString(shownLocale, { useGrouping: false, numberingSystem: 'latn' }) ?? '';
}
