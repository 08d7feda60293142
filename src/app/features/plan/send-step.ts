import type { ApiError } from '#app/api/api-error.ts';
import type { EntryRequest } from '#app/api/availability.ts';
import type { EntryChanges, EntryScope, NewEntry } from '#app/api/plan-changes.ts';
import { readInTime, type SendingPorts, untilAnswered } from '#app/api/sending.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import {
  applyStep,
  type ClockOf,
  createsOf,
  differing,
  following,
  type PlanStep,
  saysTheSame,
  type Task,
  valuesFor,
} from './plan-steps.ts';

/** Weeks of the plan as they were read, by their Mondays, each with the number of its reading. */
export type ReadWeeks = ReadonlyMap<string, { reading: number; records: readonly ReceivedAvailability[] }>;

/** What is known of the plan now. */
export interface KnownNow {
  weeks?: ReadWeeks;
  entry?: ReceivedAvailability;
  /** Ids of entries that are not there any more. */
  gone?: readonly string[];
}

type StepRequest = Omit<EntryRequest, 'companyId'>;

/** How changes of the plan reach the practice system. */
export interface StepPorts extends SendingPorts {
  /** Sends a create once, with a timeout, and returns the id of the first entry. Without an idempotency key it may not be repeated. */
  create: (entry: NewEntry, key: string | null, signal: AbortSignal) => Promise<string>;
  /** Whether the practice system makes a create once however often it comes with the same key; read for each create. */
  readonly mayRepeatCreates: boolean;
  change: (request: StepRequest & { changes: EntryChanges }, signal: AbortSignal) => Promise<ReceivedAvailability>;
  remove: (request: StepRequest, signal: AbortSignal) => Promise<void>;
  /** Reads the weeks of the first of these times, and the loaded weeks of the others, as they are after this call. */
  read: (times: readonly Interval[], signal: AbortSignal) => Promise<ReadWeeks>;
  /** Reads the entries of a series from one of them on. */
  readSeries: (from: ReceivedAvailability, signal: AbortSignal) => Promise<readonly ReceivedAvailability[]>;
  /** All entries that are loaded. */
  loaded: () => Iterable<ReceivedAvailability>;
  clockOf: ClockOf;
}

/** What undoes a step. */
export type Back =
  | { kind: 'entries'; entries: readonly NewEntry[] }
  | { kind: 'task'; entry: ReceivedAvailability; task: Task };

/** A version of an entry with the one that this tab has made of it. */
type Replaced = readonly [before: ReceivedAvailability, after: ReceivedAvailability];

/** What came of a step. */
export type StepOutcome =
  | {
      kind: 'done';
      known: KnownNow;
      replaced: readonly Replaced[];
      /** The ids of new entries and of their series, by those that they had on this screen. */
      born: ReadonlyMap<string, string>;
    }
  /** `isUncertain` where the answer of an earlier try was lost, which may have been saved. */
  | { kind: 'refused'; error: ApiError; isUncertain: boolean }
  /** Of a create that is not sent again: its answer was lost or could not be read, and it is not in the plan. */
  | { kind: 'not-made' }
  /** The answer could not be read; `weeks` are the plan without the change; null where it could not be read. */
  | { kind: 'unreadable'; error: ApiError; weeks: ReadWeeks | null }
  | { kind: 'given-up' };

interface Sending {
  ports: StepPorts;
  step: PlanStep;
  /** Ids of entries that were there before, or were made by other changes of this tab. */
  others: ReadonlySet<string>;
  /** Called while the result is unknown, with null where the answer is only slow. */
  onUncertain: (error: unknown) => void;
  /** Called once it is saved: what came of it is still to be read. */
  onSaved: (back: Back | null) => void;
  signal: AbortSignal;
}

/** Between readings of what came of a change. */
const REFETCH_MS = 4000;
const NOBODY: ReadonlyMap<string, string> = new Map();
const never = new AbortController().signal;

export const isGone = (error: ApiError) => error.status === 404;

/** The entries of weeks that were read. */
export const allOf = (weeks: ReadWeeks | null) => [...(weeks?.values() ?? [])].flatMap(({ records }) => records);

/** Reads weeks until that succeeds, or is given up. */
export async function readBack(
  ports: StepPorts,
  times: readonly Interval[],
  signal: AbortSignal = never,
): Promise<ReadWeeks | null> {
  for (; !signal.aborted; await ports.pause(REFETCH_MS, signal)) {
    try {
      return await ports.read(times, signal);
    } catch {
      // What was saved is shown as it will be read.
    }
  }
  return null;
}

/** Sends a create until its result is known, or it is given up. */
export async function sendCreate(task: Task & { kind: 'create' }, sending: Sending): Promise<StepOutcome> {
  const { ports, step, onUncertain, onSaved, signal } = sending;
  const { made } = task;
  const key = ports.mayRepeatCreates ? task.key : null;
  const find = () => lookUp(made, sending);
  let sent = await untilAnswered<string | null>(
    ports,
    // Sent once, where it could be made twice; what became of it is looked up.
    (tries) => (tries === 0 || key !== null ? ports.create(task.entry, key, signal) : find()),
    onUncertain,
    signal,
  );
  // Sent again, it would be answered in the same way.
  if (sent.kind === 'unreadable') sent = await untilAnswered(ports, find, onUncertain, signal);
  if (sent.kind === 'unreadable') return { ...sent, weeks: null };
  if (sent.kind !== 'answered') return sent;
  const id = sent.answer;
  if (id === null) return { kind: 'not-made' };
  const scope = made.length > 1 ? 'following' : 'this';
  onSaved({ kind: 'task', entry: step.seen, task: { kind: 'remove', id: step.seen.id, scope } });
  const weeks = await readBack(ports, made.map(timeOf));
  const entries = allOf(weeks);
  const seriesId = entries.find((entry) => entry.id === id)?.seriesId ?? null;
  const born = new Map([[step.seen.id, id]]);
  if (seriesId !== null && step.seen.seriesId !== null) born.set(step.seen.seriesId, seriesId);
  const replaced = made.flatMap((mine): Replaced[] => {
    const isIt = (one: ReceivedAvailability) =>
      mine === made[0] ? one.id === id : one.seriesId === seriesId && timeOf(one).start === timeOf(mine).start;
    const theirs = mine === made[0] || seriesId !== null ? entries.find(isIt) : undefined;
    if (theirs) born.set(mine.id, theirs.id);
    return theirs ? [[mine, theirs]] : [];
  });
  return { kind: 'done', known: weeks ? { weeks } : {}, replaced, born };
}

/** The id of an entry that says what was to be made, and was not there before; null where there is none. */
async function lookUp(made: readonly ReceivedAvailability[], { ports, others, signal }: Sending) {
  const [first] = made;
  if (!first) return null;
  const isIt = (one: ReceivedAvailability) =>
    !others.has(one.id) && saysTheSame(one, first) && (one.seriesId === null) === (first.seriesId === null);
  return allOf(await ports.read([timeOf(first)], signal)).find(isIt)?.id ?? null;
}

/** Sends a change of an entry, which may be repeated: what is so already is not changed twice. */
export async function sendChange(
  task: Task & { kind: 'change' },
  base: ReceivedAvailability,
  { ports, step, onUncertain, onSaved, signal }: Sending,
): Promise<StepOutcome> {
  const { changes, scope } = task;
  const touched = scope === 'following' ? following(base, ports.loaded()) : [base];
  const request = { id: base.id, expectedUpdatedAt: base.updatedAt, changes, scope };
  const sent = await untilAnswered(ports, () => ports.change(request, signal), onUncertain, signal);
  let record: ReceivedAvailability;
  if (sent.kind === 'answered') record = sent.answer;
  else if (sent.kind === 'unreadable') {
    const times = [timeOf(base), timeOf({ ...base, ...changes })];
    const weeks = await readInTime(ports, (over) => ports.read(times, over));
    const now = allOf(weeks).find(({ id }) => id === base.id);
    if (now === undefined || Object.keys(differing(changes, now)).length > 0) return { ...sent, weeks };
    record = now;
  } else return sent;
  onSaved({ kind: 'task', entry: base, task: { ...task, id: base.id, changes: valuesFor(changes, base) } });
  if (scope === 'this') return { kind: 'done', known: { entry: record }, replaced: [[base, record]], born: NOBODY };
  const expected = new Map(touched.map((one) => [one.id, one]));
  applyStep(expected, { ...step, task: { ...task, id: base.id }, seen: base }, ports.clockOf);
  const weeks = await readBack(ports, [record, ...touched, ...expected.values()].map(timeOf));
  const entries = new Map(allOf(weeks).map((one) => [one.id, one]));
  const replaced = touched.flatMap((before): Replaced[] => {
    const [mine, now] = [expected.get(before.id), entries.get(before.id)];
    if (before === base) return [[base, now ?? record]];
    // What a colleague has changed meanwhile is not this tab's.
    return mine && now && saysTheSame(mine, now) ? [[before, now]] : [];
  });
  return { kind: 'done', known: weeks ? { weeks } : { entry: record }, replaced, born: NOBODY };
}

/** Sends a deletion. One that is repeated and finds nothing has been done. */
export async function sendRemove(
  scope: EntryScope,
  base: ReceivedAvailability,
  { ports, onUncertain, onSaved, signal }: Sending,
): Promise<StepOutcome> {
  const isSeries = scope === 'following' && base.seriesId !== null;
  let removed = isSeries ? following(base, ports.loaded()) : [base];
  let isRead = !isSeries;
  const request = { id: base.id, expectedUpdatedAt: base.updatedAt, scope };
  const sent = await untilAnswered(
    ports,
    async () => {
      // What is to come back with Undo may reach further than what is loaded.
      if (!isRead) {
        const known = new Map(removed.map((one) => [one.id, one]));
        for (const one of await ports.readSeries(base, signal)) known.set(one.id, one);
        removed = [...known.values()];
        isRead = true;
      }
      await ports.remove(request, signal);
    },
    onUncertain,
    signal,
  );
  if (sent.kind === 'given-up') return sent;
  if (sent.kind === 'unreadable') return { kind: 'refused', error: sent.error, isUncertain: true };
  if (sent.kind === 'refused' && !isGone(sent.error)) return sent;
  // Where a colleague was quicker it is theirs to bring back.
  const isTheirs = sent.kind === 'refused' && !sent.isUncertain;
  onSaved(isTheirs ? null : { kind: 'entries', entries: createsOf(removed, ports.clockOf) });
  const gone = [...removed, ...(isSeries ? following(base, ports.loaded()) : [])].map(({ id }) => id);
  return { kind: 'done', known: { gone }, replaced: [], born: NOBODY };
}
