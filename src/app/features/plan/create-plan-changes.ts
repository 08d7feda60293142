import type { ApiError } from '#app/api/api-error.ts';
import { type LocalVersions, latestLocalVersion, withVersion } from '#app/api/local-versions.ts';
import type { PlanChanges, UnsavedPlan } from '#app/api/plan-changes.ts';
import { lastUndoable } from '#app/api/undo.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { readInTime, type SendingPorts, untilAnswered } from '#app/session/outbox/until-answered.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import {
  additionsOf,
  type ClockOf,
  changesOfSeries,
  composed,
  type EntryChange,
  idOf,
  type PlanChange,
  partsOf,
  rebased,
  requestOf,
  saysTheSame,
  timesOf,
} from './plan-change.ts';

/** The entries that somebody else changed first, as they are now: null where one is gone. */
type InConflict = readonly { readonly id: string; readonly entry: ReceivedAvailability | null }[];

/** A change that was refused, since somebody else had changed one of its entries meanwhile. */
export interface PlanConflict {
  readonly change: PlanChange;
  /** The entry that somebody else changed. */
  readonly of: EntryChange;
  /** The entry as it is now; null where it is not known. */
  readonly current: ReceivedAvailability | null;
}

interface PlanState {
  /** The changes that are not saved yet, the oldest first. */
  readonly unsaved: readonly PlanChange[];
  /** What was saved and can be undone, the oldest first: each entry as it was, and as it was saved. */
  readonly undoable: readonly { readonly number: number; readonly entries: readonly EntryChange[] }[];
  readonly saved: LocalVersions<ReceivedAvailability>;
  /** The oldest first. */
  readonly conflicts: readonly PlanConflict[];
}

/** What becomes of a change. */
export type PlanEvent = { readonly change: PlanChange } & (
  | { kind: 'saved' }
  /** It is being repeated; `error` is null where the answer is only slow. */
  | { kind: 'uncertain'; error: unknown }
  | { kind: 'refused'; error: ApiError }
  /** Somebody else was first, and what they did is not decided in a dialog. */
  | { kind: 'conflict'; current: InConflict }
  /** The answer could not be read; `isRead` where the plan was read since, which is without the change. */
  | { kind: 'unreadable'; error: ApiError; isRead: boolean }
  /** The person gave it up; `isRead` where the plan shows what has become of it. */
  | { kind: 'given-up'; isRead: boolean }
);
export type PlanFailure = Exclude<PlanEvent, { kind: 'saved' | 'uncertain' }>;

/** The side effects of changes, replaceable in tests. */
export interface PlanPorts extends SendingPorts {
  /** Sends a request with a timeout, and returns the entries that it put. */
  send: (request: ReturnType<typeof requestOf>, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** Reads the loaded weeks of these times as they are after this call. */
  read: (times: readonly Interval[], signal: AbortSignal) => Promise<void>;
  /** Reads the entries of the series of an entry, from it on. */
  readSeries: (from: ReceivedAvailability, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** All entries that are loaded. */
  loaded: () => Iterable<ReceivedAvailability>;
  /** Brings what is loaded up to date, at once: these entries are so now, and those with these ids are gone. */
  put: (entries: readonly ReceivedAvailability[], gone: readonly string[]) => void;
  /**
   * The entries in conflict from an error that says that somebody else was first: null where they are not included, undefined for
   * any other error.
   */
  currentInConflict: (error: ApiError) => InConflict | null | undefined;
  clockOf: ClockOf;
  /** A UUID. */
  newId: () => string;
  onEvent: (event: PlanEvent) => void;
}

/** The changes of the plan of a tab. */
export interface PlanChanging
  extends Pick<PlanChanges, 'create' | 'change' | 'remove' | 'replace' | 'preview' | 'subscribe' | 'unsaved'> {
  state: () => PlanState;
  /** Sends a change that came to nothing again, as one of the entries as they are now. */
  retry: (failure: PlanFailure) => void;
  /** Undoes the change with that number, once it is saved. */
  undo: (number: number) => void;
  /** Stops repeating a change whose result is unknown. */
  giveUp: (number: number) => void;
  /** Resolves a conflict: makes the change to the entry as it is now, or leaves that out of it. */
  resolve: (conflict: PlanConflict, how: 'theirs' | 'mine') => void;
  /** Called when what is loaded has changed. */
  reload: () => void;
}

const NOTHING: UnsavedPlan = { entries: [], removed: new Set(), pending: new Set() };

/** What a change is about: another that has to do with the same waits for it. */
function subjectsOf({ entries, series }: PlanChange): string[] {
  const ofSeries = entries.flatMap(({ before, after }) => [before?.seriesId ?? [], after?.seriesId ?? []].flat());
  return [...entries.map(idOf), ...ofSeries, ...(series?.entry.seriesId ? [series.entry.seriesId] : [])];
}

/** What is unsaved, together with an entry as it would be after a move. */
function previewed({ entries, removed, pending }: UnsavedPlan, preview: ReceivedAvailability): UnsavedPlan {
  return {
    entries: [...entries.filter(({ id }) => id !== preview.id), preview],
    removed,
    pending: new Set([...pending, preview.id]),
  };
}

/** Creates the changes of a tab. Each is one request; those about the same entry or series are sent one after the other. */
export function createPlanChanges(ports: PlanPorts): PlanChanging {
  let state: PlanState = { unsaved: [], undoable: [], saved: new Map(), conflicts: [] };
  let unsaved = NOTHING;
  let preview: ReceivedAvailability | null = null;
  let withPreview = NOTHING;
  let numbers = 0;
  const listeners = new Set<() => void>();
  /** The changes that are being sent, by their numbers. */
  const running = new Map<number, AbortController>();

  function unsavedOf(): UnsavedPlan {
    if (state.unsaved.length === 0) return NOTHING;
    const before = new Map([...ports.loaded()].map((entry) => [entry.id, entry]));
    const shown = new Map(before);
    const removed = new Set<string>();
    for (const change of state.unsaved.flatMap(({ entries }) => entries)) {
      if (change.after !== null) shown.set(change.after.id, change.after);
      else {
        shown.delete(change.before.id);
        removed.add(change.before.id);
      }
    }
    return {
      entries: [...shown.values()].filter((entry) => before.get(entry.id) !== entry),
      removed: new Set([...removed].filter((id) => !shown.has(id))),
      pending: new Set(state.unsaved.flatMap(({ entries }) => entries.map(idOf))),
    };
  }

  function set(changed: Partial<PlanState>): void {
    state = { ...state, ...changed };
    unsaved = unsavedOf();
    withPreview = preview === null ? unsaved : previewed(unsaved, preview);
    for (const listener of listeners) listener();
  }

  const latestOf = (seen: ReceivedAvailability) => latestLocalVersion(state.saved, seen);
  /** An entry with all that this tab has changed of it, saved or not. */
  const shownOf = (seen: ReceivedAvailability) => unsaved.entries.find(({ id }) => id === seen.id) ?? latestOf(seen);

  function enqueue(entries: readonly EntryChange[], more: Partial<Omit<PlanChange, 'number' | 'entries'>> = {}): void {
    // Of a series something that is not loaded may be left to do.
    if (entries.length === 0 && !more.series) return;
    numbers += 1;
    const change: PlanChange = { series: null, repeat: null, undoes: null, ...more, number: numbers, entries };
    set({ unsaved: [...state.unsaved, change] });
    sendReady();
  }

  /** Sends the changes that wait for no other. */
  function sendReady(): void {
    const waitedFor = new Set<string>();
    for (const change of state.unsaved) {
      const subjects = subjectsOf(change);
      if (!running.has(change.number) && !subjects.some((subject) => waitedFor.has(subject))) void run(change);
      for (const subject of subjects) waitedFor.add(subject);
    }
  }

  async function run(change: PlanChange): Promise<void> {
    const givenUp = new AbortController();
    running.set(change.number, givenUp);
    const { signal } = givenUp;
    let isTold = false;
    const onUncertain = (error: unknown) => {
      if (signal.aborted || isTold) return;
      isTold = true;
      ports.onEvent({ kind: 'uncertain', change, error });
    };
    const done: EntryChange[] = [];
    try {
      const whole = await completed(change, onUncertain, signal);
      if (whole.kind !== 'answered') return await fail(change, whole);
      update(change.number, { entries: whole.answer, series: change.series && { ...change.series, isRead: true } });
      for (const part of partsOf(whole.answer)) {
        const request = requestOf(part, (entry) => latestOf(entry).updatedAt);
        const sent = await untilAnswered(ports, () => ports.send(request, signal), onUncertain, signal);
        const records = sent.kind === 'answered' ? sent.answer : await recordsIn(part, sent);
        if (records !== null) done.push(...store(change.number, part, records));
        else if (sent.kind !== 'answered') return await fail(change, sent);
      }
    } finally {
      running.delete(change.number);
      conclude(change, done);
      sendReady();
    }
  }

  /** The entries of a change, those of its series that are not loaded, too. */
  async function completed(change: PlanChange, onUncertain: (error: unknown) => void, signal: AbortSignal) {
    const { series, entries } = change;
    if (series === null || series.isRead) return { kind: 'answered', answer: entries } as const;
    const read = await untilAnswered(
      ports,
      () => ports.readSeries(latestOf(series.entry), signal),
      onUncertain,
      signal,
    );
    if (read.kind !== 'answered') return read;
    const seen = new Set(entries.map(idOf));
    const others = changesOfSeries(series, [series.entry, ...read.answer], ports.clockOf);
    return { ...read, answer: [...entries, ...others.filter((other) => !seen.has(idOf(other)))] };
  }

  function update(number: number, changed: Partial<PlanChange>): void {
    set({ unsaved: state.unsaved.map((one) => (one.number === number ? { ...one, ...changed } : one)) });
  }

  /** The entries as the practice system has them, where its answer could not be read but the change was made; else null. */
  async function recordsIn(part: readonly EntryChange[], { kind }: { kind: string }) {
    if (kind !== 'unreadable') return null;
    await readInTime(ports, (signal) => ports.read(timesOf(part), signal));
    const loaded = new Map([...ports.loaded()].map((entry) => [entry.id, entry]));
    const isMade = ({ before, after }: EntryChange) => {
      const now = loaded.get((before ?? after).id);
      return after === null ? now === undefined : now !== undefined && saysTheSame(now, after);
    };
    return part.every(isMade) ? part.flatMap((one) => loaded.get(idOf(one)) ?? []) : null;
  }

  /** What was saved is loaded and no longer pending, both in one go, so that nothing jumps back in between. */
  function store(number: number, part: readonly EntryChange[], records: readonly ReceivedAvailability[]) {
    const byId = new Map(records.map((record) => [record.id, record]));
    const done = part.map(({ before, after }): EntryChange => {
      if (after === null) return { before, after };
      const record = byId.get(after.id) ?? after;
      state = { ...state, saved: withVersion(state.saved, before === null ? after : latestOf(before), record) };
      return { before, after: record };
    });
    const ids = new Set(part.map(idOf));
    const { entries = [] } = state.unsaved.find((one) => one.number === number) ?? {};
    ports.put(
      done.flatMap(({ after }) => after ?? []),
      done.flatMap(({ before, after }) => (after === null ? before.id : [])),
    );
    update(number, { entries: entries.filter((one) => !ids.has(idOf(one))) });
    return done;
  }

  /** Ends a change, and reports what was saved of it. */
  function conclude(change: PlanChange, entries: readonly EntryChange[]): void {
    const { number, undoes } = change;
    set({ unsaved: state.unsaved.filter((one) => one.number !== number) });
    if (entries.length === 0) return;
    if (undoes === null) set({ undoable: lastUndoable([...state.undoable, { number, entries }]) });
    ports.onEvent({ kind: 'saved', change: { ...change, entries } });
  }

  type NotAnswered = Exclude<Awaited<ReturnType<typeof untilAnswered>>, { kind: 'answered' }>;

  /** Ends a change that came to nothing, with the later ones that build on it. */
  async function fail(change: PlanChange, outcome: NotAnswered): Promise<void> {
    const current = outcome.kind === 'refused' ? ports.currentInConflict(outcome.error) : undefined;
    const isKnown = outcome.kind === 'refused' && (current !== undefined || !outcome.isUncertain);
    const { entries } = state.unsaved.find(({ number }) => number === change.number) ?? change;
    const read = isKnown
      ? null
      : await readInTime(ports, (signal) => ports.read(timesOf(entries), signal).then(() => true));
    const dropped = drop(change.number);
    if (current) {
      const now = current.flatMap(({ entry }) => entry ?? []);
      ports.put(
        now,
        current.filter(({ entry }) => entry === null).map(({ id }) => id),
      );
    }
    set({});
    if (dropped === null) return;
    const isRead = read === true;
    if (current !== undefined) conflict(dropped, current);
    else if (outcome.kind === 'given-up') ports.onEvent({ kind: 'given-up', change: dropped, isRead });
    else if (outcome.kind === 'unreadable')
      ports.onEvent({ kind: 'unreadable', change: dropped, error: outcome.error, isRead });
    else ports.onEvent({ kind: 'refused', change: dropped, error: outcome.error });
  }

  /** Drops a change with those that build on it; returns them as one. */
  function drop(number: number): PlanChange | null {
    const first = state.unsaved.find((one) => one.number === number);
    if (first === undefined) return null;
    const ids = new Set(first.entries.map(idOf));
    const others = state.unsaved.filter(({ number: later, entries }) => {
      const builds = later > number && entries.some((one) => ids.has(idOf(one)));
      if (builds) for (const one of entries) ids.add(idOf(one));
      return builds;
    });
    state = { ...state, unsaved: state.unsaved.filter((one) => one !== first && !others.includes(one)) };
    return composed([first, ...others]);
  }

  /** One entry that a colleague has changed is decided in a dialog, several are named in a notice. */
  function conflict(change: PlanChange, current: InConflict | null): void {
    const [first, ...others] = current ?? [];
    const of = change.entries.find((one) => idOf(one) === first?.id) ?? change.entries[0];
    if (of === undefined) return;
    const isOne = current === null || (first?.entry != null && others.length === 0);
    if (isOne) set({ conflicts: [...state.conflicts, { change, of, current: first?.entry ?? null }] });
    else ports.onEvent({ kind: 'conflict', change, current });
  }

  /** Sends a change again, to these entries as they are now; one that is gone can only be removed. */
  function again({ entries, series, repeat, undoes }: PlanChange, current: InConflict): void {
    const now = new Map(current.map(({ id, entry }) => [id, entry]));
    const onto = (one: EntryChange): EntryChange[] => {
      const entry = now.get(idOf(one));
      if (entry === null) return [];
      return [entry === undefined ? one : rebased(one, entry)];
    };
    enqueue(entries.flatMap(onto), { series, repeat, undoes });
  }

  /** What undoes a change of an entry, which may have been changed again since. */
  function undoing({ before, after }: EntryChange): EntryChange {
    if (after === null) return { before: null, after: { ...before, updatedAt: '' } };
    const now = shownOf(after);
    return before === null ? { before: now, after: null } : rebased({ before: after, after: before }, now);
  }

  const removalsOf = (entries: readonly ReceivedAvailability[]): EntryChange[] =>
    entries.map((entry) => ({ before: shownOf(entry), after: null }));

  /** Changes an entry, or removes it where `changes` is null, with the later ones of its series. */
  function changeSeries(entry: ReceivedAvailability, changes: Parameters<PlanChanges['change']>[1] | null): void {
    const series = { entry: shownOf(entry), changes, isRead: false };
    const shown = new Map([...ports.loaded(), ...unsaved.entries].map((one) => [one.id, one]));
    for (const id of unsaved.removed) shown.delete(id);
    enqueue(changesOfSeries(series, shown.values(), ports.clockOf), { series });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unsaved: () => withPreview,
    create: (entries, repeat = null) => enqueue(additionsOf(entries, ports.newId), { repeat }),
    change(entry, changes, scope) {
      if (scope === 'following' && entry.seriesId !== null) return changeSeries(entry, changes);
      const before = shownOf(entry);
      const after = { ...before, ...changes };
      if (!saysTheSame(before, after)) enqueue([{ before, after }]);
    },
    remove(entries, scope) {
      const [entry, ...others] = entries;
      if (scope === 'following' && entry?.seriesId && others.length === 0) changeSeries(entry, null);
      else enqueue(removalsOf(entries));
    },
    replace: (removed, entries) => enqueue([...removalsOf(removed), ...additionsOf(entries, ports.newId)]),
    preview(entry) {
      preview = entry;
      set({});
    },
    retry: (failure) => again(failure.change, failure.kind === 'conflict' ? failure.current : []),
    undo(number) {
      const undone = state.undoable.find((one) => one.number === number);
      set({ undoable: state.undoable.filter((one) => one !== undone) });
      if (undone) enqueue(undone.entries.map(undoing), { undoes: number });
    },
    giveUp: (number) => running.get(number)?.abort(),
    resolve(decided, how) {
      set({ conflicts: state.conflicts.filter((one) => one !== decided) });
      const { change, of, current } = decided;
      if (current === null) return;
      if (how === 'mine') return again(change, [{ id: current.id, entry: current }]);
      enqueue(
        change.entries.filter((one) => idOf(one) !== idOf(of)),
        { series: null, repeat: change.repeat, undoes: change.undoes },
      );
    },
    reload() {
      if (state.unsaved.length > 0) set({});
    },
  };
}
