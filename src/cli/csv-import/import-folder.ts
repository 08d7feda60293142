import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { z } from 'zod';
import { safeParse } from 'zod/mini';
import type { Config } from '#cli/config.ts';
import { type DatabaseCommand, type RunCommand, withDatabase } from '#cli/database-command.ts';
import { CommandFailure, type CommandOutput, CommandStopped, LinesRefused, UsageFailure } from '#cli/messages.ts';
import { importedRecordsSchema, importLimits } from '#contract/practice-import.ts';
import type { ImportChoices } from '#import/choices.ts';
import type { ReadFile } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { checkMap, readFile } from '#import/read-files.ts';
import { type ImportResult, lineCount, runImport } from '#import/run.ts';
import type { DateOrder } from '#reading/file-dates.ts';
import { knownSchema, practiceImportPart, practiceKnown } from './import-commands.ts';
import * as preview from './preview.ts';
import { checkRefusedFolder, writeRefused } from './refused-folder.ts';
import { mapProblemText, readMap, readTables, stateOfFiles, tableNames } from './source-files.ts';

/** What was chosen on the command line; paths are absolute. */
export interface ImportOptions {
  /** A folder, or a file. */
  path: string;
  source: string;
  practice?: string;
  store?: string;
  dryRun: boolean;
  map?: string;
  dates?: DateOrder;
  inactive: 'take' | 'leave-out';
  refused?: string;
}

type Choices = Omit<ImportChoices, 'storeId'>;

/** One transaction: what a person waits for who stops the import. */
const LIMITS = { ...importLimits, lines: 1_000 };

/** How soon after a signal the same one may come again without being meant: npm passes on what the terminal sends to both. */
const ECHO_MS = 1_000;

/** How much may be left behind before it is collected. */
const MAX_LEFT_BEHIND = 16 * 2 ** 20;

/**
 * `frontdesk practice import`: reads files, shows what would become of them, and imports them. The files are read in this process; the
 * one that holds the database gets the records part by part.
 */
export async function importFolder(config: Config, options: ImportOptions, output: CommandOutput): Promise<void> {
  const { path, dryRun, refused: refusedFolder = null } = options;
  const map = options.map === undefined ? {} : await readMap(options.map);
  const choices = { map, dates: options.dates ?? null, takeInactive: options.inactive === 'take' };
  const files = await filesOf(path, choices, output);
  const names = files.map(({ table }) => table.name);
  const asRead = await stateOfFiles(path, names);
  if (refusedFolder !== null) await checkRefusedFolder(refusedFolder, { path, names });

  const { refused } = await untilInterrupted((signal) =>
    withDatabase(config, output.log, (run) => importFiles(files, { options, choices, run, output, signal })),
  );
  if (refusedFolder !== null) {
    // Which lines were refused is known by their places.
    if ((await stateOfFiles(path, names)) !== asRead) {
      throw new CommandFailure(
        `the files were changed meanwhile, so their refused lines are not in ${refusedFolder}: run the same command again`,
      );
    }
    const tables = await readTables(path, names, map);
    await writeRefused(refusedFolder, { tables, refused });
  }
  if (refused.length === 0) return;
  const count = lineCount(refused);
  const lines = `${preview.count(count)} ${count === 1 ? 'line was' : 'lines were'} refused`;
  throw new LinesRefused(dryRun ? lines : `${lines}; all others are imported`);
}

/** Reads the files that can be imported; names the others. */
async function filesOf(path: string, choices: Choices, { log }: CommandOutput): Promise<ReadFile[]> {
  const tables = await readTables(path, await tableNames(path, log), choices.map);
  const read = tables.map((table) => readFile(table, choices));
  const kinds = read.map((file) => file?.kind ?? null);
  const [problem] = checkMap(choices.map, tables, kinds);
  if (problem !== undefined) throw new UsageFailure(`--map: ${mapProblemText(problem)}`);
  const files = read.flatMap((file, nth) => {
    if (file === null) log(`${tables[nth]?.name} is passed over: its headings do not say what it holds; --map can`);
    return file ?? [];
  });
  if (files.length === 0) throw new CommandFailure('there is nothing to import; docs/import.md says what can be');
  return files;
}

interface Session {
  options: ImportOptions;
  choices: Choices;
  run: RunCommand;
  output: CommandOutput;
  signal: AbortSignal;
}

/** Shows what would become of files, and imports them. The list of files is empty afterwards. */
async function importFiles(
  files: ReadFile[],
  { options, choices, run, output, signal }: Session,
): Promise<ImportResult> {
  const { source, dryRun } = options;
  async function ask<Answer>(command: DatabaseCommand, about: unknown, schema: z.core.$ZodType<Answer>) {
    const printed: string[] = [];
    await run(command, about, { print: (line) => void printed.push(line), log: output.log });
    return parsed(schema, JSON.parse(printed.join('')));
  }
  const wanted = { practice: options.practice, store: options.store };
  const { companyId, storeId, practice } = await ask(practiceKnown, wanted, knownSchema);
  const collect = createCollector();
  collect();
  const plan = await planImport(files, { choices: { ...choices, storeId }, practice, now: Date.now() });
  const readings = files.flatMap(preview.readingLines);
  const lineOf = preview.linesOf(files);
  // Of what stands in them the plan has all that is sent.
  files.length = 0;
  collect();

  const send = async (isDry: boolean, shown?: ImportResult) => {
    const progress = preview.createProgress(output.log, isDry ? 'Checked' : 'Imported');
    let done = 0;
    try {
      return await runImport(plan, {
        ...{ source, companyId, dryRun: isDry, limits: LIMITS, signal },
        ...(shown !== undefined && { preview: shown }),
        send: (part) => ask(practiceImportPart, part, importedRecordsSchema),
        onProgress(now, all) {
          done = now;
          progress(now, all);
          collect();
        },
      });
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      throw new CommandStopped(
        isDry || done === 0
          ? 'stopped; nothing was written'
          : `stopped; ${preview.count(done)} of ${preview.count(plan.lines.length)} records are done: the same command goes on from there`,
      );
    }
  };
  const foreseen = await send(true);
  for (const line of readings) output.print(line);
  const shown = preview.previewLines({ plan, result: foreseen, lineOf, refusedFolder: options.refused ?? null });
  for (const line of shown) output.print(line);
  output.print(dryRun ? 'Nothing is written. It would be:' : 'Imported:');
  for (const line of preview.countLines(foreseen)) output.print(line);
  return dryRun ? foreseen : send(false, foreseen);
}

function parsed<Answer>(schema: z.core.$ZodType<Answer>, value: unknown): Answer {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new CommandFailure('the running Frontdesk answers otherwise; restart it so that both are of one version');
}

/** Runs `work` with a signal that Ctrl+C aborts, so that it can stop where it may. Pressed again, it ends the process. */
async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let toldAt = 0;
  const stop = () => {
    if (!controller.signal.aborted) {
      toldAt = Date.now();
      controller.abort();
    } else if (Date.now() - toldAt > ECHO_MS) process.exit(130);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/**
 * Keeps the memory of a long run near what it needs: Node lets what nobody needs any more come to hundreds of megabytes where the
 * machine has them. To be called between the parts of the run.
 */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let needed = 0;
  return () => {
    if (getHeapStatistics().used_heap_size < needed + MAX_LEFT_BEHIND) return;
    collect();
    needed = getHeapStatistics().used_heap_size;
  };
}
