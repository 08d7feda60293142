import { createListeners } from '#app/browser/create-store.ts';
import { sleep } from '#app/browser/sleep.ts';
import { defaultImportSource, type ImportRecords } from '#contract/practice-import.ts';
import type { ReceivedImportedRecords } from '#contract/received-practice.ts';
import type { FileChoices, ImportChoices, ImportMap } from '#import/choices.ts';
import type { FileKind } from '#import/fields.ts';
import type { ExistingPractice, ImportPlan, ParsedFile, WordMatch } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { readImportFile } from '#import/read-files.ts';
import { refusedDownloadName } from '#import/refused-lines.ts';
import { type ImportResult, runImport } from '#import/run-import.ts';
import type { ReadingOptions, Table } from '#import/table.ts';
import { findRememberedChoices, findRememberedImport, rememberChoices, rememberImport } from './import-memory.ts';
import { type FileProblem, readDroppedFile, unpackDroppedFile, withDistinctNames } from './read-dropped-file.ts';
import { sendWithRetry } from './send-with-retry.ts';

/** A file that a person dropped or chose. */
export interface ImportFile {
  readonly name: string;
  /** The content of the file; null while it is being read, and if it cannot be read. */
  readonly table: Table | null;
  readonly problem: FileProblem | null;
  /** Whether a person has chosen not to import it. */
  readonly isLeftOut: boolean;
}

export type WordKind = WordMatch['of'];

/** The choices for the whole import. */
export interface ImportSettings {
  source: string;
  storeId: string;
  takeInactive: boolean;
  phonesInAlert: boolean;
}

/** The result of an import or of its preview. */
export interface PlanOutcome {
  /** Incremented with every check and every import. */
  version: number;
  plan: ImportPlan;
  result: ImportResult;
  /** The files from which the plan was created, keyed by name. */
  files: ReadonlyMap<string, ParsedFile>;
}

/** The progress of a check or an import, in records. */
export interface JobProgress {
  isDryRun: boolean;
  done: number;
  all: number;
  /** The error with which the practice system asked Frontdesk to wait; null if it accepts requests. */
  waiting: unknown;
}

export interface ImportState {
  readonly files: readonly ImportFile[];
  /** The files with their columns identified, keyed by file name; null for a file whose content was not recognised. */
  readonly read: ReadonlyMap<string, ParsedFile | null>;
  readonly settings: ImportSettings;
  readonly map: ImportMap;
  /** The plan of what would be imported; null if there are no files, and until the plan is ready. */
  readonly plan: ImportPlan | null;
  readonly isPlanning: boolean;
  /** The words that had no automatic match, each as a key from `wordKey`, such as `people Dr. Moss`. */
  readonly unmatched: ReadonlySet<string>;
  readonly preview: PlanOutcome | null;
  readonly running: JobProgress | null;
  /** The error that ended the last planning, check or import; null if it succeeded or the person stopped it. */
  readonly error: unknown;
  /** The progress of an import that was stopped or failed; null if there was none. */
  readonly stopped: Pick<JobProgress, 'done' | 'all'> | null;
  readonly outcome: PlanOutcome | null;
  /** The names of files that were dropped before the page was reloaded, and have not been dropped again since. */
  readonly droppedBefore: readonly string[];
}

/** Whether files or choices have changed since the preview. */
export const isPreviewStale = ({ preview, plan, isPlanning }: ImportState): boolean =>
  preview !== null && (isPlanning || preview.plan !== plan);

/** How the job reaches the practice system. */
export interface ImportConnection {
  companyId: string;
  send: (part: ImportRecords, signal: AbortSignal) => Promise<ReceivedImportedRecords>;
  /** Called when records may have been written. */
  onWritten: () => void;
}

export const wordKey = (of: WordKind, word: string) => `${of} ${word}`;

/** How long typing must pause before the import is planned again, in milliseconds. */
const PLANNING_DELAY_MS = 150;

/**
 * Creates the job with which a person imports files into a company. It has the files, the choices and the progress, and
 * outlives the screen, so that nothing is lost when the person looks at another page.
 */
function createImportJob(owner: string, firstStoreId: string) {
  const before = findRememberedImport(owner);
  const {
    source = defaultImportSource,
    storeId = firstStoreId,
    takeInactive = false,
    phonesInAlert = false,
  } = before ?? {};
  let state: ImportState = {
    files: [],
    read: new Map(),
    settings: { source, storeId, takeInactive, phonesInAlert },
    map: before?.words ?? {},
    plan: null,
    isPlanning: false,
    unmatched: new Set(),
    preview: null,
    running: null,
    error: null,
    stopped: null,
    outcome: null,
    droppedBefore: before?.files ?? [],
  };
  let connection: ImportConnection | null = null;
  /** The practice's current records; null until the job has received them. */
  let practice: ExistingPractice | null = null;
  /** The records with which the files were last compared. */
  let comparedWith: ExistingPractice | null = null;
  let planning: AbortController | null = null;
  let running: AbortController | null = null;
  let versions = 0;
  /** Whether a check was requested while planning. It begins as soon as the plan is ready. */
  let isCheckRequested = false;
  /** The most recently dropped files, keyed by name. */
  const dropped = new Map<string, File>();
  const { subscribe, notify } = createListeners();

  function updateState(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    notify();
  }

  function rememberJob(): void {
    const { files: _, ...words } = state.map;
    const files = state.outcome === null ? state.files.map(({ name }) => name) : [];
    rememberImport(owner, { ...state.settings, words, files });
  }

  const currentChoices = (): ImportChoices => ({ map: state.map, dates: null, ...state.settings });

  /** Plans the import again after a change, which makes an earlier preview outdated. */
  function replan(next: Partial<ImportState>): void {
    planning?.abort();
    isCheckRequested = false;
    if (state.running?.isDryRun) running?.abort();
    const controller = new AbortController();
    planning = controller;
    updateState({ ...next, isPlanning: true, error: null, stopped: null, outcome: null });
    rememberJob();
    setTimeout(() => void planFiles(controller.signal), PLANNING_DELAY_MS);
  }

  async function planFiles(signal: AbortSignal): Promise<void> {
    if (signal.aborted || practice === null) return;
    comparedWith = practice;
    try {
      const tables = state.files.flatMap(({ table, isLeftOut }) => (table && !isLeftOut ? [table] : []));
      const read = new Map(tables.map((table) => [table.name, readCached(table)]));
      const files = [...read.values()].filter((file) => file !== null);
      const plan = await planImport(files, { choices: currentChoices(), practice, now: Date.now() });
      if (signal.aborted) return;
      const unmatched = plan.words.filter(({ match }) => match === 'new' || match === 'unknown' || match === null);
      updateState({
        read,
        isPlanning: false,
        plan: files.length > 0 ? plan : null,
        unmatched: new Set([...state.unmatched, ...unmatched.map(({ of, word }) => wordKey(of, word))]),
      });
      if (isCheckRequested) check();
    } catch (error) {
      if (!signal.aborted) updateState({ plan: null, isPlanning: false, error });
    }
  }

  /** The last reading of each table, which is reused if only choices for other files have changed. */
  const readings = new WeakMap<Table, { chosen: FileChoices | undefined; file: ParsedFile | null }>();
  function readCached(table: Table): ParsedFile | null {
    const chosen = state.map.files?.[table.name];
    const last = readings.get(table);
    if (last !== undefined && last.chosen === chosen) return last.file;
    const file = readImportFile(table, currentChoices());
    readings.set(table, { chosen, file });
    return file;
  }

  function updateFile(name: string, next: Partial<ImportFile>): void {
    updateState({ files: state.files.map((file) => (file.name === name ? { ...file, ...next } : file)) });
  }

  const withFileChoices = (name: string, chosen: FileChoices | null): ImportMap => {
    const { [name]: _, ...others } = state.map.files ?? {};
    return { ...state.map, files: chosen === null ? others : { ...others, [name]: chosen } };
  };

  /**
   * Shows files as being read. A file replaces an earlier file with the same name, and files unpacked from an archive replace
   * the archive. After a complete import, a file of refused lines replaces the file that the lines came from.
   */
  function addFiles(files: readonly File[], archive?: string): void {
    const names = new Set(files.map(({ name }) => name));
    for (const file of files) dropped.set(file.name, file);
    const added = files.map(({ name }) => ({ name, table: null, problem: null, isLeftOut: false }));
    const isReplaced = ({ name, table }: ImportFile) =>
      names.has(name) || (state.outcome !== null && table !== null && names.has(refusedDownloadName(table)));
    const others = state.files.filter((file) => !isReplaced(file) && file.name !== archive);
    const stillMissing = state.droppedBefore.filter((name) => !names.has(name));
    replan({ files: [...others, ...added], droppedBefore: stillMissing });
  }

  /** Whether a file was neither removed nor dropped again meanwhile. */
  const isCurrent = (file: File) => dropped.get(file.name) === file;

  async function unpackFile(archive: File): Promise<void> {
    const found = await unpackDroppedFile(archive);
    if (!isCurrent(archive)) return;
    if ('problem' in found) return updateFile(archive.name, found);
    const { files } = found;
    if (files[0] !== archive) {
      dropped.delete(archive.name);
      addFiles(files, archive.name);
    }
    for (const file of files) await loadFile(file);
  }

  async function loadFile(file: File): Promise<void> {
    const { name } = file;
    let found = await readDroppedFile(file);
    let chosen = 'table' in found ? findRememberedChoices(found.table.headings) : null;
    if (chosen?.encoding || chosen?.separator) {
      found = await readDroppedFile(file, chosen);
      chosen = ('table' in found ? findRememberedChoices(found.table.headings) : null) ?? chosen;
    }
    if (!isCurrent(file)) return;
    updateFile(name, found);
    if ('table' in found) replan({ map: withFileChoices(name, chosen) });
  }

  function chooseFile(name: string, next: FileChoices | null): void {
    const table = state.files.find((file) => file.name === name)?.table;
    if (table) rememberChoices(table.headings, next);
    replan({ map: withFileChoices(name, next) });
  }

  async function runPlan(isDryRun: boolean, plan: ImportPlan): Promise<void> {
    if (running !== null || connection === null) return;
    const { companyId, send, onWritten } = connection;
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    const source = state.settings.source.trim();
    const files = new Map([...state.read].flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
    const showProgress = (next: Partial<JobProgress>) => {
      if (running === controller && state.running !== null) updateState({ running: { ...state.running, ...next } });
    };
    const all = plan.lines.length;
    updateState({ running: { isDryRun, done: 0, all, waiting: null }, error: null, stopped: null, outcome: null });
    const onWait = (waiting: unknown) => showProgress({ waiting });
    try {
      const result = await runImport(plan, {
        ...{ source, companyId, dryRun: isDryRun, signal },
        ...(isDryRun || state.preview === null ? {} : { preview: state.preview.result }),
        send: (part) => sendWithRetry(() => send(part, signal), { signal, sleep, onWait }),
        onProgress: (done) => showProgress({ done }),
      });
      running = null;
      versions += 1;
      const outcome = { version: versions, plan, result, files };
      updateState({ running: null, ...(isDryRun ? { preview: outcome } : { preview: null, outcome }) });
      rememberJob();
    } catch (error) {
      running = null;
      const { done = 0 } = state.running ?? {};
      updateState({ running: null, error: signal.aborted ? null : error, stopped: isDryRun ? null : { done, all } });
    } finally {
      if (isDryRun) compareAgain();
      else onWritten();
    }
  }

  /**
   * Plans the import again if the practice has changed. For example, a visit type that was added meanwhile is no longer new.
   */
  function compareAgain(): void {
    const isOutdated = comparedWith !== null && comparedWith !== practice;
    if (isOutdated && state.running === null && state.stopped === null && state.outcome === null) replan({});
  }

  function check(): void {
    isCheckRequested = state.isPlanning;
    if (!state.isPlanning && state.plan !== null) void runPlan(true, state.plan);
  }

  return {
    state: () => state,
    subscribe,
    connect(next: ImportConnection): void {
      connection = next;
    },
    /** Compares the files with the current records of the practice. */
    compareWith(next: ExistingPractice): void {
      practice = next;
      compareAgain();
    },
    /** Reads files; a file replaces an earlier one of the same name. */
    add(files: readonly File[]): void {
      const distinct = withDistinctNames(files);
      addFiles(distinct);
      // The files are read one after another, since reading keeps the browser busy.
      void distinct.reduce((before, file) => before.then(() => unpackFile(file)), Promise.resolve());
    },
    remove(name: string): void {
      dropped.delete(name);
      replan({ files: state.files.filter((file) => file.name !== name), map: withFileChoices(name, null) });
    },
    leaveOut(name: string, isLeftOut: boolean): void {
      updateFile(name, { isLeftOut });
      replan({});
    },
    /** Reads a file with another encoding or separator; if the result is not a table, nothing changes. */
    async chooseReading(name: string, next: ReadingOptions): Promise<void> {
      const [file, table] = [dropped.get(name), state.files.find((one) => one.name === name)?.table];
      if (!file || !table) return;
      const chosen = { ...state.map.files?.[name], ...next };
      const found = await readDroppedFile(file, chosen);
      if (!isCurrent(file) || !('table' in found)) return;
      // The choice is stored under the headings as they were read without it, because the next time, the file is again read
      // without the choice at first.
      rememberChoices(table.headings, chosen);
      updateFile(name, found);
      chooseFile(name, chosen);
    },
    chooseFile,
    /** Chooses the kind of a file. If it changes, the choices for the columns are discarded. */
    chooseKind(name: string, kind: FileKind): void {
      updateFile(name, { isLeftOut: false });
      const { columns, ...before } = state.map.files?.[name] ?? {};
      const own = before.kind === kind && columns !== undefined ? { columns } : {};
      chooseFile(name, { ...before, ...own, kind });
    },
    chooseColumn(name: string, heading: string, field: string | null): void {
      const before = state.map.files?.[name];
      const kind = before?.kind ?? state.read.get(name)?.kind;
      const columns = { ...before?.columns, [heading]: field };
      chooseFile(name, { ...before, ...(kind === undefined ? {} : { kind }), columns });
    },
    chooseWord(of: WordKind, word: string, choice: string | null | undefined): void {
      const { [word]: _, ...others } = state.map[of] ?? {};
      const next = choice === undefined ? others : { ...others, [word]: choice };
      replan({ map: { ...state.map, [of]: next } as ImportMap });
    },
    choose(next: Partial<ImportSettings>): void {
      replan({ settings: { ...state.settings, ...next } });
    },
    /** Previews the import, without writing anything. */
    check,
    /**
     * Imports exactly what the preview has shown. If an earlier run was stopped, the records that it wrote count as unchanged.
     */
    start: () =>
      state.preview === null || isPreviewStale(state) ? undefined : void runPlan(false, state.preview.plan),
    /** Stops a check or an import. Records that were already written are kept. */
    stop: () => running?.abort(),
    /** Removes all files and the preview. */
    clear(): void {
      dropped.clear();
      replan({ files: [], preview: null, droppedBefore: [] });
    },
  };
}
export type ImportJob = ReturnType<typeof createImportJob>;

let current: { owner: string; job: ImportJob } | null = null;

/**
 * Returns the job with which a person imports files into a company, as they left it. The job of any other person is stopped.
 */
export function openImportJob(owner: string, firstStoreId: string): ImportJob {
  if (current?.owner !== owner) {
    current?.job.stop();
    current = { owner, job: createImportJob(owner, firstStoreId) };
  }
  return current.job;
}
