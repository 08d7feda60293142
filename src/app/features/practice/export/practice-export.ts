import { Zip, ZipDeflate } from 'fflate';
import { type ExportFile, type ExportPage, exportColumns, exportFiles } from '#contract/practice-export.ts';
import { type CsvSeparator, csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';

/** The progress of reading a file: how many of its rows have been read (`done`), and how many it has (`all`). */
export interface FileProgress {
  file: ExportFile;
  done: number;
  /** The number of all rows; null until the first page has been read. */
  all: number | null;
}

type ReadPage = (page: { file: ExportFile; cursor: string | null }) => Promise<ExportPage>;

/** An export of a practice. If a run is stopped or fails, the next run continues where it ended. */
export interface PracticeExport {
  /**
   * Reads the remaining rows, and returns the archive with all files. Throws any error that `read` throws.
   *
   * @param onProgress called after each page
   */
  run(read: ReadPage, onProgress: (files: readonly FileProgress[]) => void): Promise<Blob>;
}

/**
 * Creates an export as one .zip file, which is packed page by page: only the packed bytes are retained.
 *
 * @param separator the character between cells
 */
export function createPracticeExport(separator: CsvSeparator): PracticeExport {
  const parts: BlobPart[] = [];
  let problem: Error | null = null;
  const zip = new Zip((error, bytes) => {
    problem ??= error;
    // The bytes are copied, because the packer reuses its buffer.
    parts.push(new Uint8Array(bytes));
  });
  const encoder = new TextEncoder();
  const files = exportFiles.map((file) => ({ file, done: 0, all: null as number | null }));
  let [nth, cursor]: [number, string | null] = [0, null];
  let entry: ZipDeflate | null = null;

  function writePage(file: ExportFile, { rows, nextCursor }: ExportPage) {
    if (entry === null) {
      entry = new ZipDeflate(`${file}.csv`, { level: 6 });
      zip.add(entry);
      entry.push(encoder.encode(csvByteOrderMark + formatCsvLine(exportColumns[file], separator)));
    }
    entry.push(encoder.encode(rows.map((cells) => formatCsvLine(cells, separator)).join('')), nextCursor === null);
    if (problem !== null) throw problem;
  }

  return {
    async run(read, onProgress) {
      for (let progress = files[nth]; progress !== undefined; progress = files[nth]) {
        const page = await read({ file: progress.file, cursor });
        writePage(progress.file, page);
        progress.done += page.rows.length;
        progress.all = page.total ?? progress.all;
        onProgress(files.map((one) => ({ ...one })));
        cursor = page.nextCursor;
        if (cursor !== null) continue;
        nth += 1;
        entry = null;
        if (nth === files.length) zip.end();
      }
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

/** The name of the archive: the practice's name, without characters that file systems do not allow, and the date. */
export function exportFileName(practice: string, date: string): string {
  const name = practice.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').replaceAll(/\s+/g, ' ');
  return `${
    name
      .slice(0, 100)
      .replace(/[. ]+$/, '')
      .trim() || 'Frontdesk'
  } ${date}.zip`;
}
