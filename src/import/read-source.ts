import { createSheetTable, type ReadingOptions, readTable, type SourceFile, type Table } from './table.ts';
import { UnreadableFileError } from './unreadable-file.ts';
import { readSheet } from './xlsx.ts';
import { readZipEntries, unpackAll, type ZipEntry } from './zip.ts';

const tableExtensions = ['.csv', '.txt', '.tsv', '.xlsx'];
/** The extensions of the files that are read. */
export const fileExtensions: readonly string[] = [...tableExtensions, '.zip'];

/** The maximum size of a file. A larger one would not fit into the memory of a browser. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024;
/** The maximum size of a workbook or an archive, which are compressed. */
const MAX_PACKED_BYTES = 50 * 1024 * 1024;
/** The maximum number of tables in an archive. */
const MAX_TABLES = 100;

/** Whether a file has one of the extensions. */
export const hasReadableExtension = (name: string, extensions = fileExtensions) =>
  extensions.some((extension) => name.toLowerCase().endsWith(extension));

/**
 * Whether a file is an archive or a workbook: it begins with the signature of an entry or, in an archive without
 * entries, of the end.
 */
export const isZip = ([first, second, third]: Uint8Array) =>
  first === 0x50 && second === 0x4b && (third === 3 || third === 5);

function readEntries({ name, bytes }: SourceFile): ZipEntry[] {
  if (bytes.length > MAX_PACKED_BYTES) throw new UnreadableFileError(name, 'too_big_packed');
  return readZipEntries(name, bytes);
}

/**
 * Detects the kind of a packed file: an archive, an `.xlsx` workbook, a workbook of another kind (`.xlsb`, `.ods`,
 * `.numbers`), or a document.
 */
function detectPackedKind(entries: readonly ZipEntry[]): 'archive' | 'xlsx' | 'workbook' | 'document' {
  const hasEntry = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
  if (hasEntry(/^\[content_types\]\.xml$/i))
    return hasEntry(/(?:^|\/)workbook\.xml$/i) ? 'xlsx' : hasEntry(/(?:^|\/)workbook\.bin$/i) ? 'workbook' : 'document';
  return hasEntry(/^content\.xml$/) || hasEntry(/\.iwa$/) ? 'workbook' : 'archive';
}

/**
 * Returns the tables in an archive as files, without their folders; for any other file, the file itself. Hidden files,
 * and files that are not tables, are left out.
 *
 * @throws UnreadableFileError
 */
export async function extractFiles(file: SourceFile): Promise<readonly SourceFile[]> {
  if (!isZip(file.bytes)) return [file];
  const entries = readEntries(file);
  if (detectPackedKind(entries) !== 'archive') return [file];
  const tables = entries.filter(
    ({ name }) => hasReadableExtension(name, tableExtensions) && !/(?:^|\/)(?:\.(?!\.?\/)|__MACOSX\/)/.test(name),
  );
  if (tables.length === 0) throw new UnreadableFileError(file.name, 'no_tables');
  if (tables.length > MAX_TABLES) throw new UnreadableFileError(file.name, 'too_much');
  const files: SourceFile[] = [];
  for (const entry of tables) {
    // The name must not contain a path or characters that control a terminal.
    const name = entry.name.replace(/^.*\//, '').replaceAll(/\p{Cc}/gu, '_');
    files.push({ name, bytes: await unpackAll(file.name, entry, MAX_FILE_BYTES) });
  }
  return files;
}

/**
 * Reads a file as a table: a workbook's first visible sheet, or a text file.
 *
 * @throws UnreadableFileError
 */
export async function readSource(file: SourceFile, chosen: ReadingOptions = {}): Promise<Table> {
  if (!isZip(file.bytes)) return readTable(file, chosen);
  const entries = readEntries(file);
  const kind = detectPackedKind(entries);
  if (kind !== 'xlsx') throw new UnreadableFileError(file.name, kind === 'workbook' ? kind : 'not_a_table');
  return createSheetTable(file.name, await readSheet(file.name, entries));
}

/** Makes the names of files from several folders or archives distinct: the second `a.csv` becomes `a (2).csv`. */
export function makeNamesDistinct(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let nth = 2; used.has(own); nth += 1) own = name.replace(/(?=\.[^.]*$)|$/, ` (${nth})`);
    used.add(own);
    return own;
  });
}
