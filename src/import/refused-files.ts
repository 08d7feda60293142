import { csvLine, csvMark } from './csv-line.ts';
import type { RefusedLine } from './plan.ts';
import { type RefusalReason, takenIdMark } from './reasons.ts';
import type { Table } from './table.ts';

/** A file of refused lines, to be mended and imported in its turn. */
export interface RefusedFile {
  /** That of the file which they come from. */
  name: string;
  /** UTF-8 with its mark, by which spreadsheets know it. */
  text: string;
}

interface RefusedFilesOptions {
  wordReason: (reason: RefusalReason) => string;
  /** Over the reasons: one of `problemHeadings`, by which a later import knows the column and passes it over. */
  heading: string;
}

/**
 * The refused lines of each file, with its headings and separator. The reasons stand first, where they are seen, and where cells that
 * a line lacks or has too many do not move them.
 */
export function refusedFiles(
  tables: readonly Table[],
  { refused }: { refused: readonly RefusedLine[] },
  { wordReason, heading }: RefusedFilesOptions,
): RefusedFile[] {
  return tables.flatMap((table) => {
    const { name, separator, headings, rows } = table;
    const reasons = new Map<number, string[]>();
    for (const { origin, reason } of refused) {
      if (origin.file !== name) continue;
      const before = reasons.get(origin.row) ?? [];
      const words = 'key' in reason ? `${wordReason(reason)} ${takenIdMark(reason)}` : wordReason(reason);
      if (!before.includes(words)) reasons.set(origin.row, [...before, words]);
    }
    if (reasons.size === 0) return [];
    const lines = [...reasons]
      .sort(([one], [other]) => one - other)
      .map(([row, words]) => csvLine([words.join(' '), ...(rows[row]?.cells ?? [])], separator));
    return [{ name, text: csvMark + csvLine([heading, ...headings], separator) + lines.join('') }];
  });
}
