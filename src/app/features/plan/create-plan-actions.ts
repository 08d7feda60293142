import type { ApiError } from '#app/api/api-error.ts';
import {
  type CommandLog,
  isPending,
  latestVersion,
  type Outbox,
  type OutboxCommand,
  type SavedVersion,
} from '#app/changes/outbox/outbox.ts';
import { createOverlay } from '#app/changes/outbox/overlay.ts';
import type { PlanActions, UnsavedPlan } from '#app/changes/plan-actions.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import {
  type CurrentEntries,
  combineTasks,
  createAdditions,
  type EntryChange,
  entryIdOf,
  expandSeriesChange,
  type FindStoreClock,
  hasConflict,
  hasSameContent,
  invertChange,
  lockingKeys,
  type PlanTask,
  rebaseChanges,
  splitIntoRequests,
  toPlanRequest,
} from './plan-change.ts';

/** The entries of a task as they were saved, each before and after the change, in the order of the task. */
type PlanAnswer = readonly EntryChange[];
export type PlanCommand = OutboxCommand<PlanTask, PlanAnswer, CurrentEntries>;
type PlanLog = readonly PlanCommand[];

/** The side effects of changes, replaceable in tests. */
export interface PlanPorts {
  /** Sends a request, and returns the entries that it saved. */
  send: (request: ReturnType<typeof toPlanRequest>, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** Reads the entries that overlap an interval. */
  read: (time: Interval, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** Reads an entry and the later entries of its series. */
  readSeries: (from: ReceivedAvailability, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** All entries that are loaded. */
  loaded: () => Iterable<ReceivedAvailability>;
  /** Updates the loaded plan immediately with these entries, and removes the entries with the ids in `gone`. */
  put: (entries: readonly ReceivedAvailability[], gone: readonly string[]) => void;
  /** The entries from a conflict error: null if it does not include them, undefined for any other error. */
  conflictIn: (error: ApiError) => CurrentEntries | null | undefined;
  clockOf: FindStoreClock;
  /** Creates a UUID. */
  newId: () => string;
}

/** The changes to the plan that this tab makes. */
export interface TabPlanActions
  extends Pick<PlanActions, 'create' | 'change' | 'remove' | 'replace' | 'preview' | 'subscribe' | 'unsaved'>,
    Pick<CommandLog<PlanTask, PlanAnswer, CurrentEntries>, 'commands' | 'giveUp'> {
  /** Sends the failed changes of a group again, applied to the current entries. */
  retry: (group: number) => void;
}

const NO_UNSAVED_PLAN: UnsavedPlan = { entries: [], removed: new Set(), pending: new Set() };

/** The versions of entries that this tab's changes created, each with the version that it replaced. */
function savedVersions(log: PlanLog): SavedVersion<ReceivedAvailability>[] {
  return log.flatMap(({ task, answer }) =>
    (answer ?? []).flatMap(({ after: record }, index) => {
      const { before, after } = task.entries[index] ?? { before: null, after: null };
      const replaced = before ?? after;
      return record === null || replaced === null ? [] : [{ replaced, record }];
    }),
  );
}

/** An entry with all changes that this tab has made, saved or not. */
function withLocalChanges(log: PlanLog, seen: ReceivedAvailability): ReceivedAvailability {
  const pending = log.filter(isPending).flatMap(({ task }) => task.entries);
  return pending.findLast((one) => entryIdOf(one) === seen.id)?.after ?? latestVersion(savedVersions(log), seen);
}

function findUnsavedPlan(log: PlanLog, preview: ReceivedAvailability | null): UnsavedPlan {
  const pending = log.filter(isPending).flatMap(({ task }) => task.entries);
  if (pending.length === 0 && preview === null) return NO_UNSAVED_PLAN;
  const last = new Map(pending.map((one) => [entryIdOf(one), one.after]));
  if (preview) last.set(preview.id, preview);
  return {
    entries: [...last.values()].filter((entry) => entry !== null),
    removed: new Set([...last].flatMap(([id, entry]) => (entry === null ? id : []))),
    pending: new Set(last.keys()),
  };
}

/**
 * Returns the answer to a task whose response was lost, derived from the current records. Returns null if any of these
 * differs from what the task was to save.
 */
function deriveAnswer(
  task: PlanTask,
  recordOf: (id: string) => ReceivedAvailability | null | undefined,
): PlanAnswer | null {
  const answer = task.entries.flatMap((change): EntryChange[] => {
    const { before, after } = change;
    const record = recordOf(entryIdOf(change)) ?? null;
    if (after === null) return record === null ? [{ before, after }] : [];
    return record !== null && hasSameContent(record, after) ? [{ before, after: record }] : [];
  });
  return answer.length === task.entries.length ? answer : null;
}

/** The interval in which a task may have changed entries. */
function affectedTime({ entries }: PlanTask): Interval {
  const times = entries.flatMap(({ before, after }) => [before ?? [], after ?? []].flat().map(parseInterval));
  return {
    start: Math.min(...times.map(({ start }) => start)),
    end: Math.max(...times.map(({ end }) => end)),
  };
}

/** Opens the log of plan changes. Each command is one request. */
function openLog(outbox: Outbox, ports: PlanPorts): CommandLog<PlanTask, PlanAnswer, CurrentEntries> {
  function cacheCurrentEntries(now: CurrentEntries): void {
    ports.put(
      now.flatMap(({ entry }) => entry ?? []),
      now.flatMap(({ id, entry }) => (entry === null ? id : [])),
    );
  }
  return outbox.open<PlanTask, PlanAnswer, CurrentEntries>({
    async prepare(task, log, signal) {
      const saves = savedVersions(log);
      const latest = (seen: ReceivedAvailability) => latestVersion(saves, seen);
      const entries = task.entries.map((one) => (one.before === null ? one : { ...one, before: latest(one.before) }));
      const { series } = task;
      if (series === null) return { ...task, entries };
      const read = await ports.readSeries(latest(series.entry), signal);
      const others = expandSeriesChange(series, [series.entry, ...read], ports.clockOf);
      const ids = new Set(entries.map(entryIdOf));
      return { ...task, entries: [...entries, ...others.filter((other) => !ids.has(entryIdOf(other)))] };
    },
    async send({ entries }, signal) {
      // Nothing has to be sent if the series already has these values.
      const records = entries.length === 0 ? [] : await ports.send(toPlanRequest(entries), signal);
      const byId = new Map(records.map((record) => [record.id, record]));
      return entries.map(({ before, after }): EntryChange => {
        return after === null ? { before, after } : { before, after: byId.get(after.id) ?? after };
      });
    },
    replaceTask: () => null,
    readConflict: ports.conflictIn,
    rebaseTask(task, now) {
      const current = new Map(now.map(({ id, entry }) => [id, entry]));
      const isConflicting = (one: EntryChange) => {
        const entry = current.get(entryIdOf(one));
        return entry !== undefined && hasConflict(one, entry);
      };
      return task.entries.some(isConflicting) ? null : { ...task, entries: rebaseChanges(task.entries, now) };
    },
    async read(task, signal) {
      const found = await ports.read(affectedTime(task), signal);
      const byId = new Map(found.map((entry) => [entry.id, entry]));
      return task.entries.map((one) => ({ id: entryIdOf(one), entry: byId.get(entryIdOf(one)) ?? null }));
    },
    findAnswer(task, now) {
      const byId = new Map(now.map(({ id, entry }) => [id, entry]));
      return deriveAnswer(task, (id) => byId.get(id));
    },
    buildsOn(later, earlier) {
      const ids = new Set(earlier.entries.map(entryIdOf));
      return later.entries.some((one) => ids.has(entryIdOf(one)));
    },
    undo(commands, log) {
      // A change whose response is missing cannot be undone: only the response says which entries of a series were saved.
      const answers = commands.flatMap(({ answer }) => (answer === null ? [] : [answer]));
      if (answers.length < commands.length) return null;
      return splitIntoCommands(
        answers.flatMap((entries) =>
          entries.map((one) => invertChange(one, withLocalChanges(log, one.after ?? one.before))),
        ),
      );
    },
    onAnswer: (_, answer) => cacheCurrentEntries(answer.map((one) => ({ id: entryIdOf(one), entry: one.after }))),
    onNow: (_, now) => cacheCurrentEntries(now ?? []),
  });
}

/** Splits a change into commands, one for each request that its entries need. */
function splitIntoCommands(entries: readonly EntryChange[], series: PlanTask['series'] = null) {
  return splitIntoRequests(entries).map((part) => {
    const task: PlanTask = { series, entries: part };
    return { keys: lockingKeys(task), task };
  });
}

export function createPlanActions(outbox: Outbox, ports: PlanPorts): TabPlanActions {
  const log = openLog(outbox, ports);
  const { commands, add, giveUp, subscribe } = log;
  const withUnsavedChanges = (seen: ReceivedAvailability) => withLocalChanges(commands(), seen);
  const toRemovals = (entries: readonly ReceivedAvailability[]): EntryChange[] =>
    entries.map((entry) => ({ before: withUnsavedChanges(entry), after: null }));

  /** Changes an entry together with the later ones of its series, or deletes them if `changes` is null. */
  function changeSeries(entry: ReceivedAvailability, changes: Parameters<PlanActions['change']>[1] | null): void {
    const series = { entry: withUnsavedChanges(entry), changes };
    const { entries, removed } = findUnsavedPlan(commands(), null);
    const shown = new Map([...ports.loaded(), ...entries].map((one) => [one.id, one]));
    for (const id of removed) shown.delete(id);
    // The change is a single command, since the entries of one series fit into one request.
    const task = { entries: expandSeriesChange(series, shown.values(), ports.clockOf), series };
    add([{ keys: lockingKeys(task), task }]);
  }

  return {
    ...{ commands, giveUp, subscribe },
    ...createOverlay(log, findUnsavedPlan),
    create: (entries) => void add(splitIntoCommands(createAdditions(entries, ports.newId))),
    change(entry, changes, scope) {
      if (scope === 'following' && entry.seriesId !== null) return changeSeries(entry, changes);
      const before = withUnsavedChanges(entry);
      const after = { ...before, ...changes };
      if (!hasSameContent(before, after)) add(splitIntoCommands([{ before, after }]));
    },
    remove(entries, scope) {
      const [entry, ...others] = entries;
      if (scope === 'following' && entry?.seriesId && others.length === 0) changeSeries(entry, null);
      else add(splitIntoCommands(toRemovals(entries)));
    },
    replace: (removed, entries) =>
      void add(splitIntoCommands([...toRemovals(removed), ...createAdditions(entries, ports.newId)])),
    retry(group) {
      const failed = commands().filter((one) => one.group === group && one.state !== 'saved');
      const { entries, series } = combineTasks(failed.map(({ task }) => task));
      const now = failed.flatMap((one) => one.now ?? []);
      add(splitIntoCommands(rebaseChanges(entries, now), series), failed[0]?.undoes ?? null);
    },
  };
}
