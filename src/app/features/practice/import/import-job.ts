import { sleep } from '#app/browser/sleep.ts';
import { defaultImportSource, type ImportRecords } from '#contract/practice-import.ts';
import type { ReceivedImportedRecords } from '#contract/received-practice.ts';
import type { FileChoices, ImportChoices, ImportMap } from '#import/choices.ts';
import type { FileKind } from '#import/fields.ts';
import type { ImportPlan, KnownPractice, ReadFile, WordMatch } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { readFile } from '#import/read-files.ts';
import { type ImportResult, runImport } from '#import/run.ts';
import type { Reading, Table } from '#import/table.ts';
import { type FileProblem, readDropped } from './read-dropped.ts';
import { rememberChoices, rememberedChoices, rememberedImport, rememberImport } from './remembered.ts';
import { sendPatiently } from './send-patiently.ts';

/** A file that was dropped. */
export interface ImportFile {
  readonly name: string;
  /** Null while it is read, and where it cannot be. */
  readonly table: Table | null;
  readonly problem: FileProblem | null;
  /** Whether a person has chosen not to import it. */
  readonly isLeftOut: boolean;
}

export type WordKind = WordMatch['of'];

/** What is chosen for the whole import. */
export interface ImportSettings {
  source: string;
  storeId: string;
  takeInactive: boolean;
}

/** What became of a plan, or would become of it. */
export interface PlanOutcome {
  plan: ImportPlan;
  result: ImportResult;
  /** The files that it was planned from, by their names. */
  files: ReadonlyMap<string, ReadFile>;
}

/** How far a check or an import is, in records. */
export interface Running {
  isDryRun: boolean;
  done: number;
  all: number;
  /** The answer that asks to wait; null where nothing does. */
  waiting: unknown;
}

export interface ImportState {
  readonly files: readonly ImportFile[];
  /** The files with their columns, by their names; null where nothing says what they hold. */
  readonly read: ReadonlyMap<string, ReadFile | null>;
  readonly settings: ImportSettings;
  readonly map: ImportMap;
  /** What would be imported; null without files, and before it is planned. */
  readonly plan: ImportPlan | null;
  readonly isPlanning: boolean;
  /** The words that matched nothing by themselves (`people Dr. Moss`). */
  readonly asked: ReadonlySet<string>;
  readonly preview: PlanOutcome | null;
  /** Whether something was changed since the preview. */
  readonly isStale: boolean;
  readonly running: Running | null;
  /** Why the last step ended early. */
  readonly error: unknown;
  /** How far an import came that was stopped or failed; null for none. */
  readonly stopped: Pick<Running, 'done' | 'all'> | null;
  readonly outcome: PlanOutcome | null;
  /** The names of files that were dropped before the page was loaded again. */
  readonly droppedBefore: readonly string[];
}

/** What the screen that shows the import has at the moment. */
export interface ImportContext {
  companyId: string;
  practice: KnownPractice;
  send: (part: ImportRecords, signal: AbortSignal) => Promise<ReceivedImportedRecords>;
  /** Called when records may have been written. */
  onWritten: () => void;
}

export const wordKey = (of: WordKind, word: string) => `${of} ${word}`;

/** What was typed is taken together, so that nothing is planned for every letter, in milliseconds. */
const PLAN_AFTER_MS = 150;

/**
 * One person's import into one company: the files, what was chosen, and how far it is. It outlives the screen, so that nothing is
 * lost while one looks elsewhere.
 */
function createImportJob(owner: string, firstStoreId: string) {
  const before = rememberedImport(owner);
  const { source = defaultImportSource, storeId = firstStoreId, takeInactive = false } = before ?? {};
  let state: ImportState = {
    files: [],
    read: new Map(),
    settings: { source, storeId, takeInactive },
    map: before?.words ?? {},
    plan: null,
    isPlanning: false,
    asked: new Set(),
    preview: null,
    isStale: false,
    running: null,
    error: null,
    stopped: null,
    outcome: null,
    droppedBefore: before?.files ?? [],
  };
  let context: ImportContext | null = null;
  let planning: AbortController | null = null;
  let running: AbortController | null = null;
  /** What the files were compared with last. */
  let comparedWith: KnownPractice | null = null;
  /** Whether a check was requested while it was planned. */
  let isCheckRequested = false;
  /** The files as they were dropped last, by their names. */
  const dropped = new Map<string, File>();
  const listeners = new Set<() => void>();

  function set(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function remember(): void {
    const { files: _, ...words } = state.map;
    const files = state.outcome === null ? state.files.map(({ name }) => name) : [];
    rememberImport(owner, { ...state.settings, words, files });
  }

  const choices = (): ImportChoices => ({ map: state.map, dates: null, ...state.settings });

  /** Plans again after something was changed; a preview from before is no longer what would be done. */
  function changed(next: Partial<ImportState>): void {
    planning?.abort();
    isCheckRequested = false;
    if (state.running?.isDryRun) running?.abort();
    const controller = new AbortController();
    planning = controller;
    set({ ...next, isStale: true, isPlanning: true, error: null, stopped: null, outcome: null });
    remember();
    setTimeout(() => void plan(controller.signal), PLAN_AFTER_MS);
  }

  async function plan(signal: AbortSignal): Promise<void> {
    if (signal.aborted || context === null) return;
    comparedWith = context.practice;
    try {
      const tables = state.files.flatMap(({ table, isLeftOut }) => (table && !isLeftOut ? [table] : []));
      const read = new Map(tables.map((table) => [table.name, readOnce(table)]));
      const files = [...read.values()].filter((file) => file !== null);
      const plan = await planImport(files, { choices: choices(), practice: context.practice, now: Date.now() });
      if (signal.aborted) return;
      const asked = plan.words.filter(({ match }) => match === 'new' || match === 'unknown' || match === null);
      set({
        read,
        isPlanning: false,
        plan: files.length > 0 ? plan : null,
        asked: new Set([...state.asked, ...asked.map(({ of, word }) => wordKey(of, word))]),
      });
      if (isCheckRequested) check();
    } catch (error) {
      if (!signal.aborted) set({ plan: null, isPlanning: false, error });
    }
  }

  /** The last reading of each table: choices for other files do not change it. */
  const readings = new WeakMap<Table, { chosen: FileChoices | undefined; file: ReadFile | null }>();
  function readOnce(table: Table): ReadFile | null {
    const chosen = state.map.files?.[table.name];
    const last = readings.get(table);
    if (last !== undefined && last.chosen === chosen) return last.file;
    const file = readFile(table, choices());
    readings.set(table, { chosen, file });
    return file;
  }

  function setFile(name: string, next: Partial<ImportFile>): void {
    set({ files: state.files.map((file) => (file.name === name ? { ...file, ...next } : file)) });
  }

  const withFile = (name: string, chosen: FileChoices | null): ImportMap => {
    const { [name]: _, ...others } = state.map.files ?? {};
    return { ...state.map, files: chosen === null ? others : { ...others, [name]: chosen } };
  };

  async function read(file: File): Promise<void> {
    const { name } = file;
    dropped.set(name, file);
    let found = await readDropped(file);
    let chosen = 'table' in found ? rememberedChoices(found.table.headings) : null;
    if (chosen?.encoding || chosen?.separator) {
      found = await readDropped(file, chosen);
      chosen = ('table' in found ? rememberedChoices(found.table.headings) : null) ?? chosen;
    }
    // Meanwhile it may have been removed, or dropped again.
    if (dropped.get(name) !== file) return;
    setFile(name, found);
    if ('table' in found) changed({ map: withFile(name, chosen) });
  }

  function chooseFile(name: string, next: FileChoices | null): void {
    const table = state.files.find((file) => file.name === name)?.table;
    if (table) rememberChoices(table.headings, next);
    changed({ map: withFile(name, next) });
  }

  async function run(isDryRun: boolean, plan: ImportPlan): Promise<void> {
    if (running !== null || context === null) return;
    const { companyId } = context;
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    const source = state.settings.source.trim();
    const files = new Map([...state.read].flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
    const show = (next: Partial<Running>) => {
      if (running === controller && state.running !== null) set({ running: { ...state.running, ...next } });
    };
    const all = plan.lines.length;
    set({ running: { isDryRun, done: 0, all, waiting: null }, error: null, stopped: null, outcome: null });
    const sendPart = (part: ImportRecords) =>
      context?.send(part, signal) ?? Promise.reject(new Error('There is no screen to send this.'));
    const onWait = (waiting: unknown) => show({ waiting });
    try {
      const result = await runImport(plan, {
        ...{ source, companyId, dryRun: isDryRun, signal },
        ...(isDryRun || state.preview === null ? {} : { preview: state.preview.result }),
        send: (part) => sendPatiently(() => sendPart(part), { signal, sleep, onWait }),
        onProgress: (done) => show({ done }),
      });
      running = null;
      const outcome = { plan, result, files };
      const isStale = state.isPlanning || plan !== state.plan || state.settings.source.trim() !== source;
      set({ running: null, ...(isDryRun ? { preview: outcome, isStale } : { preview: null, outcome }) });
      remember();
    } catch (error) {
      running = null;
      const { done = 0 } = state.running ?? {};
      set({ running: null, error: signal.aborted ? null : error, stopped: isDryRun ? null : { done, all } });
    } finally {
      if (!isDryRun) context?.onWritten();
    }
  }

  function check(): void {
    isCheckRequested = state.isPlanning;
    if (!state.isPlanning && state.plan !== null) void run(true, state.plan);
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    attach(now: ImportContext): void {
      context = now;
      const isOther = comparedWith !== null && comparedWith !== now.practice;
      // A visit type that was just added under its own name is not new any more.
      if (isOther && !state.isPlanning && state.running === null && state.stopped === null && state.outcome === null)
        changed({});
    },
    /** Reads files; one takes the place of another of the same name. */
    add(files: readonly File[]): void {
      const distinct = withNamesOfTheirOwn(files);
      const names = new Set(distinct.map(({ name }) => name));
      const added = distinct.map(({ name }) => ({ name, table: null, problem: null, isLeftOut: false }));
      const others = state.files.filter(({ name }) => !names.has(name));
      const stillMissing = state.droppedBefore.filter((name) => !names.has(name));
      changed({ files: [...others, ...added], droppedBefore: stillMissing });
      // One after the other: each keeps the browser busy.
      void distinct.reduce((before, file) => before.then(() => read(file)), Promise.resolve());
    },
    remove(name: string): void {
      dropped.delete(name);
      changed({ files: state.files.filter((file) => file.name !== name), map: withFile(name, null) });
    },
    leaveOut(name: string, isLeftOut: boolean): void {
      setFile(name, { isLeftOut });
      changed({});
    },
    /** Reads a file in another encoding, or with another separator; where that is no table, it stays as it was. */
    async chooseReading(name: string, next: Reading): Promise<void> {
      const [file, table] = [dropped.get(name), state.files.find((one) => one.name === name)?.table];
      if (!file || !table) return;
      const chosen = { ...state.map.files?.[name], ...next };
      const found = await readDropped(file, chosen);
      if (dropped.get(name) !== file || !('table' in found)) return;
      // By its headings as it is read at first, the choice is found the next time.
      rememberChoices(table.headings, chosen);
      setFile(name, found);
      chooseFile(name, chosen);
    },
    chooseFile,
    /** Chooses what a file holds; what its columns were as something else no longer counts. */
    chooseKind(name: string, kind: FileKind): void {
      setFile(name, { isLeftOut: false });
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
      changed({ map: { ...state.map, [of]: next } as ImportMap });
    },
    choose(next: Partial<ImportSettings>): void {
      changed({ settings: { ...state.settings, ...next } });
    },
    /** Finds out what would become of everything, and writes nothing. */
    check,
    /** Writes what the preview has shown, and nothing else. After it was stopped, what is written already is unchanged. */
    start: () => (state.preview === null || state.isStale ? undefined : void run(false, state.preview.plan)),
    /** Ends a check or an import; what was written stays. */
    stop: () => running?.abort(),
    /** Starts over, with no files. */
    clear(): void {
      dropped.clear();
      changed({ files: [], preview: null, droppedBefore: [] });
    },
  };
}
export type ImportJob = ReturnType<typeof createImportJob>;

/** Files of several folders may come at once, two of them with the same name: the second of `a.csv` is `a (2).csv`. */
function withNamesOfTheirOwn(files: readonly File[]): File[] {
  const names = new Set<string>();
  return files.map((file) => {
    let { name } = file;
    for (let nth = 2; names.has(name); nth += 1) name = file.name.replace(/(?=\.[^.]*$)|$/, ` (${nth})`);
    names.add(name);
    return name === file.name ? file : new File([file], name);
  });
}

let current: { owner: string; job: ImportJob } | null = null;

/** The import of a person into a company, as they left it; that of somebody else before them is stopped. */
export function importJobOf(owner: string, firstStoreId: string): ImportJob {
  if (current?.owner !== owner) {
    current?.job.stop();
    current = { owner, job: createImportJob(owner, firstStoreId) };
  }
  return current.job;
}
