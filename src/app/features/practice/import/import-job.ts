import { defaultImportSource } from '#contract/practice-import.ts';
import type { ImportChoices, ImportMap } from '#import/choices.ts';
import type { FileKind } from '#import/fields.ts';
import type { ImportPlan, KnownPractice, ReadFile, WordMatch } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { readFile } from '#import/read-files.ts';
import { runImport } from '#import/run.ts';
import type { Table } from '#import/table.ts';
import {
  type ImportContext,
  type ImportFile,
  type ImportSettings,
  type ImportState,
  type WordKind,
  wordKey,
} from './import-state.ts';
import { readDropped } from './read-dropped.ts';
import {
  begunImport,
  type FileChoices,
  keepBegunImport,
  keepTakesInactive,
  rememberChoices,
  rememberedChoices,
  takesInactive,
} from './remembered.ts';
import { createSending, type Sending, type SendingState } from './sending.ts';

/** What was typed is taken together, so that nothing is planned for every letter, in milliseconds. */
const PLAN_AFTER_MS = 150;

const noPlan = { plan: null, isPlanning: false, planError: null } as const;

/**
 * One person's import into one company: the files, what was chosen, and how far it is. It outlives the screen, so that nothing is
 * lost while one looks elsewhere.
 */
function createImportJob(owner: string, firstStoreId: string) {
  const begun = begunImport(owner);
  let state: ImportState = {
    files: [],
    read: new Map(),
    settings: {
      source: begun?.source ?? defaultImportSource,
      storeId: begun?.storeId ?? firstStoreId,
      takeInactive: begun?.takeInactive ?? takesInactive(owner),
    },
    map: begun?.map ?? {},
    ...noPlan,
    asked: new Set(),
    preview: null,
    isStale: false,
    sending: null,
    outcome: null,
    begun,
  };
  let context: ImportContext | null = null;
  let planning: AbortController | null = null;
  /** What the files were compared with last. */
  let comparedWith: KnownPractice | null = null;
  /** Whether a check was asked for while it was planned. */
  let isCheckWanted = false;
  let running: { controller: AbortController; sending: Sending } | null = null;
  const listeners = new Set<() => void>();

  function set(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const tables = () =>
    new Map(state.files.flatMap(({ name, table, isLeftOut }) => (table && !isLeftOut ? [[name, table] as const] : [])));
  const choices = (): ImportChoices => {
    const { map, settings } = state;
    return { map, dates: null, takeInactive: settings.takeInactive, storeId: settings.storeId };
  };

  /** Plans anew after something was changed; a preview from before is no longer what would be done. */
  function changed(next: Partial<ImportState>): void {
    planning?.abort();
    isCheckWanted = false;
    if (state.sending?.isDryRun) running?.controller.abort();
    const controller = new AbortController();
    planning = controller;
    set({ ...next, isStale: true, isPlanning: true, outcome: null });
    setTimeout(() => void plan(controller.signal), PLAN_AFTER_MS);
  }

  async function plan(signal: AbortSignal): Promise<void> {
    if (signal.aborted || context === null) return;
    comparedWith = context.practice;
    const all = [...tables().values()];
    try {
      const read = readAll(all);
      const files = read.filter((file) => file !== null);
      const plan = await planImport(files, { choices: choices(), practice: context.practice, now: Date.now() });
      if (signal.aborted) return;
      set({
        ...noPlan,
        read: new Map(all.map(({ name }, index) => [name, read[index] ?? null])),
        plan: files.length > 0 ? plan : null,
        asked: new Set([...state.asked, ...plan.words.filter(isOpen).map(({ of, word }) => wordKey(of, word))]),
      });
      if (isCheckWanted) check();
    } catch (planError) {
      if (!signal.aborted) set({ ...noPlan, planError });
    }
  }

  /** What was found in the tables last: choices of other things do not change it. */
  let found: { tables: readonly Table[]; files: ImportMap['files']; read: readonly (ReadFile | null)[] } | null = null;

  function readAll(tables: readonly Table[]): readonly (ReadFile | null)[] {
    const { files } = state.map;
    const isSame = found?.files === files && found?.tables.length === tables.length;
    if (!found || !isSame || found.tables.some((table, index) => table !== tables[index]))
      found = { tables, files, read: tables.map((table) => readFile(table, choices())) };
    return found.read;
  }

  function setFile(name: string, next: Partial<ImportFile>): void {
    set({ files: state.files.map((file) => (file.name === name ? { ...file, ...next } : file)) });
  }

  /** The files as they were dropped last, by their names. */
  const dropped = new Map<string, File>();

  async function read(file: File): Promise<void> {
    const { name } = file;
    dropped.set(name, file);
    const found = await readDropped(file);
    // Meanwhile it may have been removed, or dropped again.
    if (dropped.get(name) !== file) return;
    setFile(name, found);
    if (!('table' in found)) return;
    const remembered = state.map.files?.[name] ?? rememberedChoices(found.table.headings);
    changed({ map: withFile(state.map, name, remembered) });
  }

  function chooseFile(name: string, next: FileChoices | null): void {
    const table = state.files.find((file) => file.name === name)?.table;
    if (table) rememberChoices(table.headings, next);
    changed({ map: withFile(state.map, name, next) });
  }

  async function run(isDryRun: boolean, plan: ImportPlan): Promise<void> {
    if (running || context === null) return;
    const { companyId } = context;
    const controller = new AbortController();
    const { signal } = controller;
    const about = { source: state.settings.source.trim(), companyId, dryRun: isDryRun, signal };
    const files = new Map([...state.read].flatMap(([name, read]) => (read ? [[name, read] as const] : [])));
    const sending = createSending({
      send: () => context?.send ?? (() => Promise.reject(new Error('Nothing sends this.'))),
      all: plan.lines.length,
      signal,
      onChange: (next) => (signal.aborted ? undefined : set({ sending: { ...next, isDryRun } })),
    });
    running = { controller, sending };
    const first: SendingState = { phase: 'going', error: null, done: 0, all: plan.lines.length, secondsLeft: null };
    set({ sending: { ...first, isDryRun }, outcome: null });
    if (!isDryRun) keepBegun(0, plan);
    try {
      const result = await runImport(plan, {
        ...about,
        ...(isDryRun || state.preview === null ? {} : { preview: state.preview.result }),
        send: sending.send,
        onProgress: (done) => {
          sending.progress(done);
          if (!isDryRun) keepBegun(done, plan);
        },
      });
      const outcome = { plan, result, files };
      running = null;
      if (isDryRun)
        set({
          sending: null,
          preview: outcome,
          isStale: state.isPlanning || plan !== state.plan || state.settings.source.trim() !== about.source,
        });
      else {
        keepBegunImport(owner, null);
        set({ sending: null, outcome, preview: null, begun: null });
      }
    } catch (error) {
      running = null;
      set({ sending: null, planError: signal.aborted ? null : error });
    } finally {
      if (!isDryRun) context?.onWritten();
    }
  }

  function keepBegun(done: number, plan: ImportPlan): void {
    const { settings, map, files } = state;
    const begun = { files: files.map(({ name }) => name), done, all: plan.lines.length, ...settings, map };
    keepBegunImport(owner, begun);
    state = { ...state, begun };
  }

  function check(): void {
    isCheckWanted = state.isPlanning;
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
      // A visit type that was just added under its own name is no new one any more.
      if (isOther && !state.isPlanning && state.sending === null && state.outcome === null) changed({});
    },
    /** Reads files; one takes the place of another of the same name. */
    add(files: readonly File[]): void {
      const distinct = withNamesOfTheirOwn(files);
      const names = new Set(distinct.map(({ name }) => name));
      const added = distinct.map(({ name }) => ({ name, table: null, problem: null, isLeftOut: false }));
      changed({ files: [...state.files.filter(({ name }) => !names.has(name)), ...added] });
      for (const file of distinct) void read(file);
    },
    remove(name: string): void {
      dropped.delete(name);
      changed({ files: state.files.filter((file) => file.name !== name), map: withFile(state.map, name, null) });
    },
    leaveOut(name: string, isLeftOut: boolean): void {
      setFile(name, { isLeftOut });
      changed({});
    },
    chooseFile,
    /** Says what a file holds; what its columns were as something else no longer counts. */
    chooseKind(name: string, kind: FileKind): void {
      setFile(name, { isLeftOut: false });
      const before = state.map.files?.[name];
      chooseFile(name, { ...(before?.kind === kind ? before : {}), kind });
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
      const settings = { ...state.settings, ...next };
      if (next.takeInactive !== undefined) keepTakesInactive(owner, next.takeInactive);
      // What is planned is the same for every source.
      if (Object.keys(next).join() === 'source') set({ settings, isStale: true, outcome: null });
      else changed({ settings });
    },
    /** Finds out what would become of everything, and writes nothing. */
    check,
    /** Writes what the preview has shown, and nothing else. */
    start: () => (state.preview === null || state.isStale ? undefined : void run(false, state.preview.plan)),
    stop: () => running?.sending.stop(),
    goOn: () => running?.sending.goOn(),
    /** Ends what is under way; what was written stays. */
    end(): void {
      const wasDryRun = state.sending?.isDryRun ?? true;
      running?.controller.abort();
      if (!wasDryRun) set({ preview: null, isStale: true });
    },
    /** Forgets an import that did not come to its end. */
    forget(): void {
      keepBegunImport(owner, null);
      set({ begun: null });
    },
    /** Begins anew, with no files. */
    clear(): void {
      dropped.clear();
      changed({ files: [], preview: null });
    },
  };
}
export type ImportJob = ReturnType<typeof createImportJob>;

const isOpen = ({ match }: WordMatch) => match === 'new' || match === 'unknown' || match === null;

function withFile(map: ImportMap, name: string, choices: FileChoices | null): ImportMap {
  const { [name]: _, ...others } = map.files ?? {};
  return { ...map, files: choices === null ? others : { ...others, [name]: choices } };
}

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

/** The import of a person into a company, as they left it; that of somebody else before them is gone. */
export function importJobOf(owner: string, firstStoreId: string): ImportJob {
  if (current?.owner !== owner) {
    current?.job.end();
    current = { owner, job: createImportJob(owner, firstStoreId) };
  }
  return current.job;
}
