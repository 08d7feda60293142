import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { CommandFailure, cannotRead, UsageFailure } from '#cli/messages.ts';
import { type ImportMap, importMapSchema } from '#import/choices.ts';
import { choicesOf, type MapProblem } from '#import/read-files.ts';
import { readTable, type Table, UnreadableFile } from '#import/table.ts';

/** Larger ones are no exports of a practice, and would not be held in memory. */
const MAX_BYTES = 200 * 1024 * 1024;
const extensions = ['.csv', '.txt', '.tsv'];

const problems: Record<UnreadableFile['problem'], string> = {
  empty: 'it is empty',
  no_headings: 'its first line names no columns',
  workbook: 'it is a workbook of a spreadsheet program; save each sheet as CSV',
  not_a_table: 'it is not a table of text; export it as CSV',
};

/** The names of the files of a folder that may be tables, or that of the file itself; tells which others are there. */
export async function tableNames(path: string, log: (line: string) => void): Promise<string[]> {
  if (await isFile(path)) return [basename(path)];
  const entries = await readdir(path, { withFileTypes: true }).catch(cannotRead(path));
  const isTable = (name: string) => !name.startsWith('.') && extensions.includes(extname(name).toLowerCase());
  const found = entries.filter((entry) => !entry.isDirectory() && isTable(entry.name)).map(({ name }) => name);
  const others = entries.map(({ name }) => name).filter((name) => !found.includes(name));
  if (others.length > 0) log(`Passed over, as they end in none of ${extensions.join(', ')}: ${others.join(', ')}`);
  if (found.length === 0) throw new CommandFailure(`${path} has no file that ends in ${extensions.join(', ')}`);
  return found.sort();
}

const isFile = async (path: string) => (await stat(path).catch(cannotRead(path))).isFile();
const folderOf = async (path: string) => ((await isFile(path)) ? dirname(path) : path);

/** Reads tables of a folder by their names, or the file itself. One that cannot be read at all stops it. */
export async function readTables(path: string, names: readonly string[], map: ImportMap): Promise<Table[]> {
  const folder = await folderOf(path);
  const tables: Table[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const { size } = await stat(file).catch(cannotRead(file));
    if (size > MAX_BYTES) {
      throw new CommandFailure(`${file} is larger than 200 MB: export it in several parts; nothing was written`);
    }
    const bytes = await readFile(file).catch(cannotRead(file));
    try {
      tables.push(readTable({ name, bytes }, choicesOf(name, map)));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new CommandFailure(
        `${file} cannot be read: ${problems[error.problem]}. Mend it, or take it out of the folder; nothing was written`,
      );
    }
  }
  return tables;
}

/** Tells whether files are still as they were: the same text means that nobody has written them since. */
export async function stateOfFiles(path: string, names: readonly string[]): Promise<string> {
  const folder = await folderOf(path);
  const states = names.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name)).catch(cannotRead(join(folder, name)));
    return [name, size, mtimeMs];
  });
  return JSON.stringify(await Promise.all(states));
}

/** Reads what a person has chosen. Throws a {@link UsageFailure} that says what is wrong there. */
export async function readMap(path: string): Promise<ImportMap> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageFailure(`--map: ${path} cannot be read (${error.code ?? error.message})`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageFailure(`--map: ${path} is not JSON (${error instanceof Error ? error.message : error})`);
  }
  const parsed = z.safeParse(importMapSchema, json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).map((step) => JSON.stringify(step)).join(' → ');
  throw new UsageFailure(`--map: ${path}${place === '' ? '' : `, at ${place}`}: ${issue?.message}`);
}

/** What is wrong in a map, and what may stand there. */
export function mapProblemText(problem: MapProblem): string {
  const { file } = problem;
  switch (problem.problem) {
    case 'no_such_file':
      return `there is no file "${file}" among ${problem.files.join(', ')}`;
    case 'no_such_heading':
      return `${file} has no column "${problem.heading}" among ${problem.headings.join(', ')}`;
    case 'no_such_field':
      return `the column "${problem.heading}" of ${file} cannot be "${problem.field}"; it may be ${problem.fields.join(', ')}`;
  }
}
