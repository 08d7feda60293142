import { t } from '@lingui/core/macro';
import { csvFile } from '#app/language/csv-file.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/shared-texts.ts';
import type { Column } from './columns.ts';
import type { Figures } from './figures.ts';
import { reasonsOf } from './reasons.tsx';

interface FileOfFigures {
  /** The heading of the rows. */
  heading: string;
  columns: readonly Column[];
  rows: readonly (Figures & { name: string })[];
  total: Figures;
  hasReasons: boolean;
}

/** A CSV file of figures: a line for each row and one for the total; unknown figures are empty. */
export function figuresFile({ heading, columns, rows, total, hasReasons }: FileOfFigures): string[] {
  const cells = columns.flatMap(({ inFile }) => inFile);
  const line = (title: string, figures: Figures) => [
    title,
    ...cells.map(([, value]) => numberInFile(value(figures))),
    ...(hasReasons
      ? [
          reasonsOf(figures)
            .map(({ reason, count }) => `${reason} ${count}`)
            .join('; '),
        ]
      : []),
  ];
  return csvFile([
    [heading, ...cells.map(([title]) => title), ...(hasReasons ? [t`Reasons`] : [])],
    ...rows.map((row) => line(row.name, row)),
    line(words.total, total),
  ]);
}

/** A number in the format that spreadsheets in the page's language expect. */
function numberInFile(value: number | null): string {
  return value?.toLocaleString(shownLocale, { useGrouping: false, numberingSystem: 'latn' }) ?? '';
}
