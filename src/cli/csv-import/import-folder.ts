import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { safeParse } from 'zod/mini';
import type { Config } from '#cli/config.ts';
import { createJsonRunner, withDatabase } from '#cli/database-command.ts';
import {
  CommandError,
  type CommandOutput,
  CommandStoppedError,
  failWithReadError,
  RefusedLinesError,
  UsageError,
} from '#cli/messages.ts';
import { importedRecordsSchema, importLimits } from '#contract/practice-import.ts';
import { type ImportMap, importMapSchema } from '#import/choices.ts';
import { problemHeadings } from '#import/headings.ts';
import { countLines } from '#import/line-groups.ts';
import type { RefusedLine } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { checkMap, findChoices, readImportFile } from '#import/read-files.ts';
import {
  extractFiles,
  fileExtensions,
  hasReadableExtension,
  MAX_FILE_BYTES,
  makeNamesDistinct,
  readSource,
} from '#import/read-source.ts';
import { createRefusedLinesFiles, refusedLinesFileName } from '#import/refused-lines.ts';
import { runImport } from '#import/run-import.ts';
import type { SourceFile, Table } from '#import/table.ts';
import { UnreadableFileError } from '#import/unreadable-file.ts';
import type { DateOrder } from '#reading/file-dates.ts';
import { existingRecordsCommand, existingRecordsSchema, importPartCommand } from './import-commands.ts';
import { fileDescriptionLines, formatCount, outcomeLines, previewLines, refusalText } from './preview.ts';

/** The options of `frontdesk practice import`; paths are absolute. */
export interface ImportOptions {
  /** A folder or a file. */
  path: string;
  source: string;
  practice?: string;
  store?: string;
  dryRun: boolean;
  map?: string;
  dates?: DateOrder;
  inactive: 'take' | 'leave-out';
  phones: 'alert' | 'leave-out';
  refused?: string;
}

/**
 * The maximum size of a part. It is small, because a user who stops the import has to wait until the part's transaction
 * ends.
 */
const PART_LIMITS = { ...importLimits, lines: 1_000 };

/**
 * `frontdesk practice import`: reads files, shows a preview, and imports them. This process reads the files; the
 * process that has the database open receives the records in parts.
 */
export async function importFolder(config: Config, options: ImportOptions, output: CommandOutput): Promise<void> {
  const {
    path,
    source,
    dryRun,
    dates = null,
    inactive,
    phones,
    refused: folder,
    practice: practiceIdOrName,
    store,
  } = options;
  const map = options.map === undefined ? {} : await readMap(options.map);
  const tables = await readTables(path, map, output);
  const parsedFiles = tables.map((table) => readImportFile(table, { map, dates }));
  const [problem] = checkMap(
    map,
    tables,
    parsedFiles.map((file) => file?.kind ?? null),
  );
  if (problem !== undefined) throw new UsageError(`--map: ${problem}`);
  for (const [nth, { name }] of tables.entries())
    if (parsedFiles[nth] === null)
      output.log(`${name} is left out: its headings do not show what it contains; use --map to say so`);
  const files = parsedFiles.filter((file) => file !== null);
  if (files.length === 0) throw new CommandError('there is nothing to import; docs/import.md says what can be');
  if (folder !== undefined) await checkRefusedLinesFolder(folder, path, tables);

  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const refused = await withDatabase(config, output.log, async (run) => {
    const runForJson = createJsonRunner(run, output.log);
    const { companyId, storeId, practice } = await runForJson(
      existingRecordsCommand,
      { practice: practiceIdOrName, store },
      existingRecordsSchema,
    );
    const choices = { map, dates, takeInactive: inactive === 'take', phonesInAlert: phones === 'alert', storeId };
    const plan = await planImport(files, { choices, practice, now: Date.now() });
    let done = 0;
    const send = (isDry: boolean) =>
      runImport(plan, {
        ...{ source, companyId, dryRun: isDry, limits: PART_LIMITS, signal: stop.signal },
        send: (part) => runForJson(importPartCommand, part, importedRecordsSchema),
        onProgress(now) {
          if (!isDry) done = now;
        },
      }).catch((error: unknown) => {
        if (error !== stop.signal.reason) throw error;
        const written = `${formatCount(done)} of ${formatCount(plan.lines.length)} records are done: the same command continues there`;
        throw new CommandStoppedError(`stopped; ${done === 0 ? 'nothing was written' : written}`);
      });
    const preview = await send(true);
    for (const line of [...files.flatMap(fileDescriptionLines), ...previewLines(plan, preview, files)])
      output.print(line);
    output.print(dryRun ? 'Nothing is written. It would be:' : 'Imported:');
    for (const line of outcomeLines(preview)) output.print(line);
    return (dryRun ? preview : await send(false)).refused;
  }).finally(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal));

  if (folder !== undefined) await writeRefusedLines(folder, tables, refused);
  const lines = countLines(refused);
  if (lines === 0) return;
  const text = `${formatCount(lines)} ${lines === 1 ? 'line was' : 'lines were'} refused`;
  throw new RefusedLinesError(dryRun ? text : `${text}; all others are imported`);
}

/** Reads the import map that the user has chosen. */
async function readMap(path: string): Promise<ImportMap> {
  const fail = (problem: string): never => {
    throw new UsageError(`--map: ${path}${problem}`);
  };
  const text = await readFile(path, 'utf8').catch(({ code }) => fail(` cannot be read (${code})`));
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    fail(` is not JSON (${error instanceof Error ? error.message : error})`);
  }
  const parsed = safeParse(importMapSchema, json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).map((step) => JSON.stringify(step)).join(' → ');
  return fail(`${place === '' ? '' : `, at ${place}`}: ${issue?.message}`);
}

const problemTexts: Record<UnreadableFileError['problem'], string> = {
  empty: 'it is empty',
  no_headings: 'its first line names no columns',
  not_a_table: 'it is not a table of text; export it as CSV',
  too_big: 'it is larger than 200 MB; export it in several parts',
  too_big_packed: 'it is larger than 50 MB; export it in several parts, or as CSV',
  workbook: 'it is a workbook of another kind; save it as .xlsx or CSV',
  encrypted: 'it is protected by a password; save it without one',
  broken: 'it is damaged or incomplete; export it again',
  too_much: 'it is too large when unpacked; export it in several parts',
  no_sheet: 'it has no visible sheet',
  no_tables: 'it has no tables in it',
};

/** Reads the tables in the files of a folder, or in a single file. An unreadable file stops the import. */
async function readTables(path: string, map: ImportMap, { log }: CommandOutput): Promise<Table[]> {
  const isFile = (await stat(path).catch(failWithReadError(path))).isFile();
  const entries = isFile ? [basename(path)] : await readdir(path).catch(failWithReadError(path));
  const names = isFile ? entries : entries.filter((name) => !name.startsWith('.') && hasReadableExtension(name)).sort();
  const others = entries.filter((name) => !names.includes(name));
  const ends = fileExtensions.join(', ');
  if (others.length > 0) log(`Left out, as they end in none of ${ends}: ${others.join(', ')}`);
  if (names.length === 0) throw new CommandError(`${path} has no file that ends in ${ends}`);
  const sources: SourceFile[] = [];
  for (const name of names) {
    const file = join(isFile ? dirname(path) : path, name);
    sources.push(
      ...(await withReadProblem(file, async () => {
        if ((await stat(file).catch(failWithReadError(file))).size > MAX_FILE_BYTES)
          throw new UnreadableFileError(name, 'too_big');
        return extractFiles({ name, bytes: await readFile(file).catch(failWithReadError(file)) });
      })),
    );
  }
  const uniqueNames = makeNamesDistinct(sources.map(({ name }) => name));
  const tables: Table[] = [];
  for (const [nth, { bytes }] of sources.entries()) {
    const name = uniqueNames[nth] ?? '';
    tables.push(await withReadProblem(name, () => readSource({ name, bytes }, findChoices(name, map))));
  }
  return tables;
}

/** Runs `read`, and converts the error of a file that cannot be read to a message with the problem. */
function withReadProblem<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  return read().catch((error: unknown) => {
    if (!(error instanceof UnreadableFileError)) throw error;
    const what = `${file} cannot be read: ${problemTexts[error.problem]}`;
    throw new CommandError(`${what}. Correct it, or remove it from the folder; nothing was written`);
  });
}

/**
 * Checks that the files of refused lines would not overwrite the imported files themselves, or any file that does not
 * contain refused lines.
 */
async function checkRefusedLinesFolder(folder: string, path: string, tables: readonly Table[]): Promise<void> {
  if (folder === path || folder === dirname(path))
    throw new UsageError(`--refused: ${folder} has the files themselves, or their folder; choose another folder`);
  for (const name of tables.map(refusedLinesFileName)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => problemHeadings.en);
    if (text.includes(problemHeadings.en)) continue;
    throw new UsageError(`--refused: ${join(folder, name)} already exists; choose another folder`);
  }
}

/** Writes the refused lines of each file to a folder, with the reasons, and replaces the files of an earlier import. */
async function writeRefusedLines(
  folder: string,
  tables: readonly Table[],
  refused: readonly RefusedLine[],
): Promise<void> {
  const files = createRefusedLinesFiles(tables, { refused }, { wordReason: refusalText, heading: problemHeadings.en });
  try {
    for (const name of tables.map(refusedLinesFileName)) await rm(join(folder, name), { force: true });
    // The files contain people's names and phone numbers, which no one else on this machine may read.
    if (files.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { name, text } of files) await writeFile(join(folder, name), text, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`${folder} cannot be written (${error instanceof Error ? error.message : error})`);
  }
}
