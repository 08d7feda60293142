import { type FileHandle, mkdir, open as openFile, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, CommandStoppedError, UsageError } from '#cli/messages.ts';
import { type ExportFile, exportColumns, exportFiles } from '#contract/practice-export.ts';
import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';

/** A page of a file; `position` is null on the last one. */
interface ExportPage {
  rows: readonly (readonly string[])[];
  position: string | null;
}

interface WriteOptions {
  /** Reads the page of a file after a position, or its first page if the position is null. */
  read(file: ExportFile, position: string | null): Promise<ExportPage>;
  /** Whether files of an earlier export are replaced. */
  overwrite: boolean;
  /** When this signal is aborted, the export stops between two pages. */
  signal: AbortSignal;
  /** Called after each page, with the number of rows that the file has so far. */
  onProgress(file: ExportFile, rows: number): void;
  open?(path: string): Promise<Pick<FileHandle, 'appendFile' | 'sync' | 'close'>>;
}

/** Creates a file that only the user may read, because it contains people's names and phone numbers. */
const openPrivateFile = (path: string) => openFile(path, 'wx', 0o600);

const fileName = (file: ExportFile) => `${file}.csv`;
const draftName = (file: ExportFile) => `.${fileName(file)}.part`;

/**
 * Writes the files of an export to a folder, page by page: under temporary names first, so that the files exist only
 * when all of them are complete. If it fails or is stopped, nothing is left behind.
 */
export async function writeExport(folder: string, options: WriteOptions): Promise<void> {
  const { read, overwrite, signal, onProgress, open = openPrivateFile } = options;
  const created = await prepareFolder(folder, overwrite).catch(failWithReason(folder));
  try {
    for (const file of exportFiles) {
      const draft = await open(join(folder, draftName(file))).catch(failWithReason(folder));
      const write = (text: string) => draft.appendFile(text).catch(failWithReason(folder));
      try {
        await write(csvByteOrderMark + formatCsvLine(exportColumns[file], ','));
        let rows = 0;
        for (let position: string | null = null, isLast = false; !isLast; ) {
          if (signal.aborted) throw new CommandStoppedError('stopped; nothing was written');
          const page: ExportPage = await read(file, position);
          await write(page.rows.map((cells) => formatCsvLine(cells, ',')).join(''));
          rows += page.rows.length;
          onProgress(file, rows);
          ({ position } = page);
          isLast = position === null;
        }
        await draft.sync().catch(failWithReason(folder));
      } finally {
        await draft.close();
      }
    }
    for (const file of exportFiles)
      await rename(join(folder, draftName(file)), join(folder, fileName(file))).catch(failWithReason(folder));
  } catch (error) {
    for (const file of exportFiles) await rm(join(folder, draftName(file)), { force: true }).catch(() => undefined);
    // Fails if the folder contains other files, which stay.
    if (created) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}

/**
 * Creates the folder if it does not exist, and removes the incomplete files of a killed export. Returns whether it has created
 * the folder.
 */
async function prepareFolder(folder: string, overwrite: boolean): Promise<boolean> {
  const created = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  const entries = await readdir(folder, { withFileTypes: true });
  const entryByName = new Map(entries.map((entry) => [entry.name, entry]));
  const earlierFiles = exportFiles.map(fileName).filter((name) => entryByName.has(name));
  // A file cannot take the place of a folder, which would be noticed when other files are already in place.
  const subfolder = earlierFiles.find((name) => entryByName.get(name)?.isDirectory());
  if (subfolder !== undefined)
    throw new UsageError(`${join(folder, subfolder)} is a folder; rename it, or name another one`);
  if (earlierFiles.length > 0 && !overwrite) {
    const are = earlierFiles.length === 1 ? 'is' : 'are';
    throw new UsageError(
      `${earlierFiles.join(', ')} ${are} already in ${folder}; name another folder, or add --overwrite to replace them`,
    );
  }
  for (const file of exportFiles) await rm(join(folder, draftName(file)), { force: true });
  return created;
}

/** The reasons why a folder cannot be written, keyed by error code. */
const problems: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; nothing was written',
  EDQUOT: 'the disk quota is used up; nothing was written',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it can only be read',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};

function failWithReason(folder: string) {
  return (error: unknown): never => {
    if (error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = problems[code] ?? (error instanceof Error ? error.message : String(error));
    throw new CommandError(`${folder} cannot be written: ${reason}`);
  };
}
