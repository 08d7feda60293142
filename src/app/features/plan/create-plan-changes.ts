import { ApiError } from '#app/api/api-error.ts';
import { type LocalVersions, latestLocalVersion, withVersion } from '#app/api/local-versions.ts';
import type { PlanChanges, UnsavedPlan } from '#app/api/plan-changes.ts';
import { readInTime } from '#app/api/sending.ts';
import { lastUndoable } from '#app/api/undo.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { applyStep, differing, madeBy, type PlanStep, saysTheSame, type Task } from './plan-steps.ts';
import {
  allOf,
  type Back,
  isGone,
  type KnownNow,
  type ReadWeeks,
  readBack,
  type StepOutcome,
  type StepPorts,
  sendChange,
  sendCreate,
  sendRemove,
} from './send-step.ts';

/** The unsaved steps of one entry, or of one series. The first has been sent, the others follow it. */
interface Lane {
  key: string;
  steps: readonly PlanStep[];
  /** Whether it is unknown if the first step was saved: it is repeated. */
  isUncertain: boolean;
  /** Whether the first step was saved, and what came of it is being read. */
  isSaved: boolean;
}

/** Changes that were refused, since somebody else had changed the entry meanwhile. */
export interface PlanConflict {
  /** The entry as the person saw it. */
  seen: ReceivedAvailability;
  /** All that was to be done with it. */
  steps: readonly PlanStep[];
  /** The entry as it is now; null where it is not known. */
  current: ReceivedAvailability | null;
}

interface PlanState {
  lanes: ReadonlyMap<string, Lane>;
  /** What was saved and can be undone, the oldest first. */
  undoable: readonly { number: number; back: Back }[];
  made: LocalVersions<ReceivedAvailability>;
  /** The oldest first. */
  conflicts: readonly PlanConflict[];
}

/** What becomes of a step. */
export type PlanEvent =
  | { kind: 'saved'; step: PlanStep }
  /** It is being repeated; `error` is null where the answer is only slow. */
  | { kind: 'uncertain'; step: PlanStep; error: unknown }
  | { kind: 'refused'; step: PlanStep; error: ApiError }
  /** Of a create that may not be repeated: the answer was lost, and it is not in the plan. */
  | { kind: 'not-made'; step: PlanStep }
  /** Somebody else was first: it is decided in a dialog, unless it is one of several. */
  | { kind: 'conflict'; step: PlanStep }
  /** The answer could not be read; `isRead` where the plan was read since, which is without the step. */
  | { kind: 'unreadable'; step: PlanStep; error: ApiError; isRead: boolean }
  /** The person gave it up; `isRead` where the plan shows what has become of it. */
  | { kind: 'given-up'; step: PlanStep; isRead: boolean };

/** The side effects of changes, replaceable in tests. */
export interface PlanPorts extends StepPorts {
  /**
   * The current entry from an error that says that somebody else was first: null where it is not included, undefined for any other
   * error.
   */
  currentInConflict: (error: ApiError) => ReceivedAvailability | null | undefined;
  /** Brings what is loaded up to date, at once. */
  put: (known: KnownNow) => void;
  newId: () => string;
  onEvent: (event: PlanEvent) => void;
}

/** The changes of the plan of a tab. */
export interface PlanChanging
  extends Pick<PlanChanges, 'create' | 'change' | 'remove' | 'replace' | 'subscribe' | 'unsaved'> {
  state: () => PlanState;
  /** Sends steps of a change that came to nothing again, as steps of that change, which is still undone as a whole. */
  retry: (steps: readonly PlanStep[]) => void;
  /** Sends a step that met a colleague's change again, by itself: what they changed is decided in a dialog. */
  decide: (step: PlanStep) => void;
  /** Undoes what was saved of the change with that number. */
  undo: (number: number) => void;
  /** Stops repeating the steps of a change whose result is unknown. */
  giveUp: (number: number) => void;
  /** Resolves a conflict: makes the changes to the entry as it is now, or drops them. */
  resolve: (conflict: PlanConflict, how: 'theirs' | 'mine') => void;
  /** Called when what is loaded has changed. */
  reload: () => void;
}

const NOTHING: UnsavedPlan = { entries: [], removed: new Set(), pending: new Set() };
const gone = new ApiError({ kind: 'http', status: 404, messageKey: 'not_found' });

/** Whether a later step of the same series needs an earlier one: it is about the same entry, or one is about several. */
function dependsOn(later: PlanStep, earlier: PlanStep): boolean {
  if (later.task.kind === 'create' || earlier.task.kind === 'create') return true;
  return later.task.id === earlier.task.id || later.task.scope === 'following' || earlier.task.scope === 'following';
}

/** The times at which a step may have changed something. */
function timesOf(task: Task, seen: ReceivedAvailability): Interval[] {
  if (task.kind === 'create') return task.made.map(timeOf);
  const before = timeOf(seen);
  const after = task.kind === 'change' ? timeOf({ ...seen, ...task.changes }) : before;
  if (task.scope === 'this') return [before, after];
  return [before, { start: Math.min(before.start, after.start), end: Number.POSITIVE_INFINITY }];
}

const idsOf = (task: Task) => (task.kind === 'create' ? task.made.map(({ id }) => id) : [task.id]);

/** New entries that were read already, before it was known here that they are saved, by their ids on this screen. */
function alreadyLoaded(
  steps: readonly PlanStep[],
  loaded: ReadonlyMap<string, ReceivedAvailability>,
): Map<string, ReceivedAvailability> {
  const found = new Map<string, ReceivedAvailability>();
  const creates = steps.flatMap(({ task }) => (task.kind === 'create' ? [task] : []));
  if (creates.length === 0) return found;
  const byStart = new Map<number, ReceivedAvailability[]>();
  for (const entry of loaded.values()) {
    const { start } = timeOf(entry);
    byStart.set(start, [...(byStart.get(start) ?? []), entry]);
  }
  const taken = new Set<string>();
  for (const { made, before } of creates)
    for (const mine of made) {
      const isIt = (one: ReceivedAvailability) => !before.has(one.id) && !taken.has(one.id) && saysTheSame(one, mine);
      const theirs = byStart.get(timeOf(mine).start)?.find(isIt);
      if (!theirs) continue;
      taken.add(theirs.id);
      found.set(mine.id, theirs);
    }
  return found;
}

/** Creates the changes of a tab. Those of one entry, or of one series, are sent one after the other. */
export function createPlanChanges(ports: PlanPorts): PlanChanging {
  let state: PlanState = { lanes: new Map(), undoable: [], made: new Map(), conflicts: [] };
  let unsaved = NOTHING;
  let numbers = 0;
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();
  /** The ids of entries and series that were made here, by those that they had on this screen. */
  const born = new Map<string, string>();
  const realId = (id: string) => born.get(id) ?? id;

  function unsavedOf(): UnsavedPlan {
    if (state.lanes.size === 0) return NOTHING;
    const before = new Map([...ports.loaded()].map((entry) => [entry.id, entry]));
    const lanes = [...state.lanes.values()];
    const after = new Map(before);
    const steps = lanes.flatMap((lane) => lane.steps).sort((one, other) => one.number - other.number);
    const found = alreadyLoaded(steps, before);
    for (const step of steps) {
      const { task } = step;
      if (task.kind === 'create') {
        for (const entry of task.made) if (!found.has(entry.id)) after.set(entry.id, entry);
      } else {
        const id = found.get(task.id)?.id ?? task.id;
        applyStep(after, { ...step, task: { ...task, id } }, ports.clockOf);
      }
    }
    // One week may have what another that it is in was read too early for.
    const theirs = new Set([...found.values()].map(({ id }) => id));
    // Some that are removed are of weeks that are not loaded.
    const removing = steps.flatMap(({ task }) => (task.kind === 'remove' ? [task.id] : []));
    return {
      entries: [...after.values()].filter((entry) => before.get(entry.id) !== entry || theirs.has(entry.id)),
      removed: new Set([...before.keys(), ...removing].filter((id) => !after.has(id))),
      pending: new Set(steps.flatMap(({ task }) => idsOf(task))),
    };
  }

  function set(changed: Partial<PlanState>): void {
    state = { ...state, ...changed };
    unsaved = unsavedOf();
    for (const listener of listeners) listener();
  }

  /** The lanes with one that has these steps; without steps nothing is pending. */
  function lanesWith(
    { key }: Pick<Lane, 'key'>,
    steps: readonly PlanStep[],
    more: Partial<Lane> = {},
  ): PlanState['lanes'] {
    const lanes = new Map(state.lanes);
    if (steps.length === 0) lanes.delete(key);
    else lanes.set(key, { key, steps, isUncertain: false, isSaved: false, ...more });
    return lanes;
  }

  const latestOf = (seen: ReceivedAvailability) => latestLocalVersion(state.made, seen, realId(seen.id));

  /** A step about an entry that has another id now. */
  function renamed(step: PlanStep): PlanStep {
    const { task, seen } = step;
    if (task.kind === 'create' || !born.has(task.id)) return step;
    const id = realId(task.id);
    return { ...step, task: { ...task, id }, seen: { ...seen, id, seriesId: seen.seriesId && realId(seen.seriesId) } };
  }

  async function run(first: string): Promise<void> {
    let key = first;
    try {
      for (let step = state.lanes.get(key)?.steps[0]; step; step = state.lanes.get(key)?.steps[0]) {
        const givenUp = new AbortController();
        running.set(key, givenUp);
        const next = await settle(key, step, await send(key, step, givenUp.signal));
        if (next === null) return;
        key = next;
      }
    } finally {
      running.delete(key);
    }
  }

  /** The entry of a step as the practice system knows it; null where it is not there any more. */
  async function baseOf({ seen }: PlanStep, signal: AbortSignal): Promise<ReceivedAvailability | null> {
    const base = latestOf(seen);
    if (base.updatedAt !== '') return base;
    // One of many that were made at once, in a week that was not loaded then.
    const weeks = await readBack(ports, [timeOf(seen)], signal);
    const seriesId = seen.seriesId && realId(seen.seriesId);
    const isIt = (one: ReceivedAvailability) => one.seriesId === seriesId && timeOf(one).start === timeOf(seen).start;
    return allOf(weeks).find(isIt) ?? null;
  }

  async function send(key: string, step: PlanStep, signal: AbortSignal): Promise<StepOutcome> {
    const sending = {
      ...{ ports, step, signal, others: new Set([...[...ports.loaded()].map(({ id }) => id), ...born.values()]) },
      onUncertain(error: unknown) {
        const lane = state.lanes.get(key);
        if (signal.aborted || !lane || lane.isUncertain || lane.isSaved) return;
        set({ lanes: lanesWith(lane, lane.steps, { isUncertain: true }) });
        ports.onEvent({ kind: 'uncertain', step, error });
      },
      onSaved(back: Back | null) {
        const lane = state.lanes.get(key);
        const undoable = back === null || step.undoes !== null ? [] : [{ number: step.number, back }];
        set({
          ...(lane ? { lanes: lanesWith(lane, lane.steps, { isSaved: true }) } : {}),
          undoable: lastUndoable([...state.undoable, ...undoable]),
        });
        ports.onEvent({ kind: 'saved', step });
      },
    };
    const { task } = step;
    if (task.kind === 'create') return sendCreate(task, sending);
    const base = await baseOf(step, signal);
    if (base === null)
      return signal.aborted ? { kind: 'given-up' } : { kind: 'refused', error: gone, isUncertain: false };
    return task.kind === 'change' ? sendChange(task, base, sending) : sendRemove(task.scope, base, sending);
  }

  /**
   * Ends the first step of a lane; returns the key of the lane, which may have become another, and null where its other steps follow
   * those of a lane that is being sent.
   */
  async function settle(key: string, step: PlanStep, outcome: StepOutcome): Promise<string | null> {
    switch (outcome.kind) {
      case 'done':
        return finish(key, step, outcome);
      case 'not-made':
        for (const dropped of drop(key, step)) ports.onEvent({ kind: 'not-made', step: dropped });
        return key;
      case 'refused': {
        const { error, isUncertain } = outcome;
        const current = ports.currentInConflict(error);
        if (current !== undefined) return conflict(key, step, current);
        if (isGone(error) && step.task.kind !== 'create') ports.put({ gone: [realId(step.task.id)] });
        const weeks = isUncertain ? await look(step) : null;
        const dropped = drop(key, step);
        if (weeks) ports.put({ weeks });
        for (const one of dropped) ports.onEvent({ kind: 'refused', step: one, error });
        return key;
      }
      case 'unreadable': {
        const { error, weeks } = outcome;
        const dropped = drop(key, step);
        if (weeks) ports.put({ weeks });
        for (const one of dropped) ports.onEvent({ kind: 'unreadable', step: one, error, isRead: weeks !== null });
        return key;
      }
      case 'given-up': {
        const weeks = await look(step);
        const dropped = drop(key, step);
        if (weeks) ports.put({ weeks });
        for (const one of dropped) ports.onEvent({ kind: 'given-up', step: one, isRead: weeks !== null });
        return key;
      }
    }
  }

  /** The plan at the time of a step, to see whether it was saved; null where it cannot be read in time. */
  const look = ({ task, seen }: PlanStep): Promise<ReadWeeks | null> =>
    readInTime(ports, (signal) => ports.read(timesOf(task, seen), signal));

  /** What was saved is loaded and no longer pending, both in one go, so that nothing jumps back in between. */
  function finish(key: string, step: PlanStep, done: StepOutcome & { kind: 'done' }): string | null {
    for (const [mine, theirs] of done.born) born.set(mine, theirs);
    const { id, seriesId } = step.seen;
    const own = step.task.kind === 'create' ? realId(seriesId ?? id) : key;
    const rest = (state.lanes.get(key)?.steps ?? []).slice(1).map(renamed);
    const lanes = new Map(state.lanes);
    lanes.delete(key);
    // It may have been loaded, and be changed under its own id already.
    const other = lanes.get(own);
    if (other) lanes.set(own, { ...other, steps: [...other.steps, ...rest] });
    else if (rest.length > 0) lanes.set(own, { key: own, steps: rest, isUncertain: false, isSaved: false });
    const controller = running.get(key);
    if (own !== key && !other && controller) {
      running.delete(key);
      running.set(own, controller);
    }
    const made = done.replaced.reduce((versions, [mine, theirs]) => withVersion(versions, mine, theirs), state.made);
    state = { ...state, lanes, made };
    ports.put(done.known);
    set({});
    return other ? null : own;
  }

  /** Drops a step with those that need it; returns them. */
  function drop(key: string, step: PlanStep): readonly PlanStep[] {
    const steps = state.lanes.get(key)?.steps ?? [];
    const dropped = steps.filter((one) => one === step || dependsOn(one, step));
    set({
      lanes: lanesWith(
        { key },
        steps.filter((one) => !dropped.includes(one)),
      ),
    });
    return dropped;
  }

  function conflict(key: string, step: PlanStep, current: ReceivedAvailability | null): string {
    if (current !== null) ports.put({ entry: current });
    const steps = drop(key, step);
    if (step.of === 1) set({ conflicts: [...state.conflicts, { seen: step.seen, steps, current }] });
    for (const dropped of steps) ports.onEvent({ kind: 'conflict', step: dropped });
    return key;
  }

  interface Wanted {
    entry: ReceivedAvailability;
    task: Task;
  }

  /** Makes one change of one or several requests. */
  function request(wanted: readonly Wanted[], undoes: number | null): void {
    if (wanted.length === 0) return;
    numbers += 1;
    enqueue(wanted, { number: numbers, of: wanted.length, undoes });
  }

  function enqueue(wanted: readonly Wanted[], change: Pick<PlanStep, 'number' | 'of' | 'undoes'>): void {
    const lanes = new Map(state.lanes);
    for (const { entry, task } of wanted) {
      const step = renamed({ ...change, task, seen: entry });
      const key = realId(step.seen.seriesId ?? step.seen.id);
      const before = lanes.get(key) ?? { key, steps: [], isUncertain: false, isSaved: false };
      lanes.set(key, { ...before, steps: [...before.steps, step] });
    }
    set({ lanes });
    for (const key of lanes.keys()) if (!running.has(key)) void run(key);
  }

  const wantedBy = {
    create(entries: Parameters<PlanChanges['create']>[0]): Wanted[] {
      const before = new Set([...ports.loaded()].map(({ id }) => id));
      return entries.flatMap((entry) => {
        const made = madeBy(entry, ports.clockOf, ports.newId);
        const [first] = made;
        return first ? [{ entry: first, task: { kind: 'create', entry, made, key: ports.newId(), before } }] : [];
      });
    },
    change(...[entry, changes, scope]: Parameters<PlanChanges['change']>): Wanted[] {
      // What is not saved yet is there, too.
      const shown = unsaved.entries.find(({ id }) => id === realId(entry.id)) ?? latestOf(entry);
      const different = differing(changes, shown);
      if (Object.keys(different).length === 0) return [];
      // The later ones of a series may differ where this one does not.
      const task = { kind: 'change', id: entry.id, changes: scope === 'this' ? different : changes, scope } as const;
      return [{ entry: latestOf(entry), task }];
    },
    remove: (...[entries, scope]: Parameters<PlanChanges['remove']>): Wanted[] =>
      entries.map((entry) => ({ entry: latestOf(entry), task: { kind: 'remove', id: entry.id, scope } })),
    again: ({ task, seen }: PlanStep): Wanted[] =>
      task.kind === 'create' ? wantedBy.create([task.entry]) : [{ entry: latestOf(seen), task }],
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unsaved: () => unsaved,
    create: (entries) => request(wantedBy.create(entries), null),
    change: (...change) => request(wantedBy.change(...change), null),
    remove: (...removal) => request(wantedBy.remove(...removal), null),
    replace: (removed, entries) => request([...wantedBy.remove(removed, 'this'), ...wantedBy.create(entries)], null),
    retry(steps) {
      const [change] = steps;
      if (change) enqueue(steps.flatMap(wantedBy.again), change);
    },
    decide: (step) => request(wantedBy.again(step), step.undoes),
    undo(number) {
      const undone = state.undoable.filter((one) => one.number === number);
      set({ undoable: state.undoable.filter((one) => one.number !== number) });
      const wanted = undone.flatMap(({ back }) =>
        back.kind === 'entries' ? wantedBy.create(back.entries) : [{ entry: latestOf(back.entry), task: back.task }],
      );
      request(wanted, number);
    },
    giveUp(number) {
      for (const { key, steps, isUncertain } of state.lanes.values())
        if (isUncertain && steps[0]?.number === number) running.get(key)?.abort();
    },
    resolve(decided, how) {
      set({ conflicts: state.conflicts.filter((one) => one !== decided) });
      const { steps, current } = decided;
      if (current === null || how === 'theirs') return;
      for (const { task } of steps) {
        if (task.kind === 'change') request(wantedBy.change(current, task.changes, task.scope), null);
        else if (task.kind === 'remove') request(wantedBy.remove([current], task.scope), null);
      }
    },
    reload() {
      if (state.lanes.size > 0) set({});
    },
  };
}
