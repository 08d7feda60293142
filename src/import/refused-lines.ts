import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';
import type { RefusedLine } from './plan.ts';
import type { RefusalReason } from './reasons.ts';
import type { Table } from './table.ts';

/** The name of the file of a table's refused lines. It is CSV even for a workbook. */
export const refusedLinesFileName = ({ name, sheet }: Table) => (sheet ? `${name.replace(/\.xlsx$/i, '')}.csv` : name);

/** The name under which a browser saves the refused lines, so that the file is not mistaken for the one that they come from. */
export const refusedDownloadName = (table: Table) =>
  refusedLinesFileName(table).replace(/(?:-refused)?(\.[^.]*)?$/, '-refused$1');

/** A file of refused lines, to be corrected and imported again. */
export interface RefusedLinesFile {
  name: string;
  /** The content of the file, in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. */
  text: string;
}

interface RefusedLinesFilesOptions {
  wordReason: (reason: RefusalReason) => string;
  /**
   * The heading of the reasons, one of `problemHeadings`, by which a later import recognises the column and ignores it.
   */
  heading: string;
}

/**
 * Writes the refused lines of each file, with the headings and the separator of that file. The reasons are in the first
 * column, where they are visible, and where missing or additional cells of a line do not shift them.
 */
export function createRefusedLinesFiles(
  tables: readonly Table[],
  { refused }: { refused: readonly RefusedLine[] },
  { wordReason, heading }: RefusedLinesFilesOptions,
): RefusedLinesFile[] {
  return tables.flatMap((table) => {
    const { name, separator, headings, rows } = table;
    const reasons = new Map<number, string[]>();
    for (const { origin, reason } of refused) {
      if (origin.file !== name) continue;
      const before = reasons.get(origin.row) ?? [];
      const text = wordReason(reason);
      if (!before.includes(text)) reasons.set(origin.row, [...before, text]);
    }
    if (reasons.size === 0) return [];
    const lines = [...reasons]
      .sort(([one], [other]) => one - other)
      .map(([row, texts]) =>
        formatCsvLine([texts.join(' '), ...(rows[row]?.writtenCells ?? rows[row]?.cells ?? [])], separator),
      );
    return [
      {
        name: refusedLinesFileName(table),
        text: csvByteOrderMark + formatCsvLine([heading, ...headings], separator) + lines.join(''),
      },
    ];
  });
}
