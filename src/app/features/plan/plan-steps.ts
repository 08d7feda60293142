import type { EntryChanges, EntryScope, NewEntry } from '#app/api/plan-changes.ts';
import { movedAlong, repeatedTimes, timeOf, type WallClock } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** What is to be done with the plan by one request. `id` may be one that a new entry has on this screen alone. */
export type Task =
  | {
      kind: 'create';
      entry: NewEntry;
      /** What the practice system will make of it, under ids of this screen. */
      made: readonly ReceivedAvailability[];
      /** The name of the request, by which it is not made twice. */
      key: string;
      /** The ids of the entries that were loaded then: another that says the same is what was made. */
      before: ReadonlySet<string>;
    }
  | { kind: 'change'; id: string; changes: EntryChanges; scope: EntryScope }
  | { kind: 'remove'; id: string; scope: EntryScope };

/** One request of a change, which may have several. */
export interface PlanStep {
  /** The number of the change in this tab, which all its steps have. */
  number: number;
  /** How many steps the change has. */
  of: number;
  task: Task;
  /** The entry as the person saw it, or the first of those to be made. */
  seen: ReceivedAvailability;
  /** The number of the change that it undoes; null where it undoes none. */
  undoes: number | null;
}

/** The clock on which entries of a store are repeated and moved. */
export type ClockOf = (storeId: string | null) => WallClock;

const fields = ['start', 'end', 'title', 'employeeId', 'roomId'] as const;

const isSame = (field: (typeof fields)[number], one: string | null, other: string | null) =>
  one === other ||
  ((field === 'start' || field === 'end') && one !== null && other !== null && instantOf(one) === instantOf(other));

/** The fields of a change that differ from the entry. */
export function differing(changes: EntryChanges, entry: ReceivedAvailability): EntryChanges {
  const kept = fields.filter((field) => {
    const value = changes[field];
    return value !== undefined && !isSame(field, value, entry[field]);
  });
  return Object.fromEntries(kept.map((field) => [field, changes[field]]));
}

/** The entry's values of the fields in a change. */
export function valuesFor(changes: EntryChanges, entry: ReceivedAvailability): EntryChanges {
  return Object.fromEntries(
    fields.filter((field) => changes[field] !== undefined).map((field) => [field, entry[field]]),
  );
}

/** Whether two entries, which may be versions of one, say the same of the same store. */
export function saysTheSame(one: ReceivedAvailability, other: ReceivedAvailability): boolean {
  if (one.kind !== other.kind || one.storeId !== other.storeId) return false;
  return fields.every((field) => isSame(field, one[field], other[field]));
}

/** The entries that a new one makes. One that cannot be repeated so is shown by itself: the practice system refuses it. */
export function madeBy(entry: NewEntry, clockOf: ClockOf, newId: () => string): ReceivedAvailability[] {
  const { repeat, ...values } = entry;
  const time = timeOf(entry);
  const result = repeat ? repeatedTimes(time, repeat, clockOf(entry.storeId)) : null;
  const times = result && 'times' in result ? result.times : [time];
  const seriesId = repeat ? newId() : null;
  return times.map(({ start, end }) => ({
    ...values,
    ...{ id: newId(), start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    ...{ seriesId, updatedAt: '' },
  }));
}

/** The entries of a series from one of them on; without a series just that one. */
export function following(
  entry: ReceivedAvailability,
  entries: Iterable<ReceivedAvailability>,
): ReceivedAvailability[] {
  if (entry.seriesId === null) return [entry];
  const from = instantOf(entry.start);
  const later = [...entries].filter(
    ({ id, seriesId, start }) => seriesId === entry.seriesId && id !== entry.id && instantOf(start) > from,
  );
  return [entry, ...later];
}

/** Does with the plan what a step will do. */
export function applyStep(
  entries: Map<string, ReceivedAvailability>,
  { task, seen }: PlanStep,
  clockOf: ClockOf,
): void {
  if (task.kind === 'create') {
    for (const entry of task.made) entries.set(entry.id, entry);
    return;
  }
  const entry = entries.get(task.id) ?? seen;
  const touched = task.scope === 'following' ? following(entry, entries.values()) : [entry];
  if (task.kind === 'remove') {
    for (const { id } of touched) entries.delete(id);
    return;
  }
  const { start = entry.start, end = entry.end, ...others } = task.changes;
  const clock = clockOf(entry.storeId);
  for (const one of touched) {
    const time =
      one === entry ? timeOf({ start, end }) : movedAlong(timeOf(one), timeOf(entry), timeOf({ start, end }), clock);
    entries.set(one.id, {
      ...one,
      ...others,
      ...{ start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() },
    });
  }
}

const DAY_MS = 86_400_000;
const LONGEST_REPEAT_WEEKS = 4;

/** What makes entries that were removed again: those that were repeated as a series again, as far as one repetition makes them. */
export function createsOf(removed: readonly ReceivedAvailability[], clockOf: ClockOf): NewEntry[] {
  const groups = new Map<string, ReceivedAvailability[]>();
  for (const entry of removed) {
    const { kind, storeId, employeeId, roomId, title, seriesId, start, end, id } = entry;
    const clock = clockOf(storeId);
    const [from, to] = [clock.toWall(instantOf(start)), clock.toWall(instantOf(end))];
    const common = [kind, storeId, employeeId, roomId, title, seriesId, from % DAY_MS, to - from, seriesId ?? id];
    const key = JSON.stringify(common);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].flatMap((group) => repetitionsOf(group, clockOf));
}

function repetitionsOf(group: readonly ReceivedAvailability[], clockOf: ClockOf): NewEntry[] {
  const sorted = [...group].sort((one, other) => instantOf(one.start) - instantOf(other.start));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const clock = clockOf(first.storeId);
  const dayOf = ({ start }: ReceivedAvailability) => Math.floor(clock.toWall(instantOf(start)) / DAY_MS);
  const weekOf = (entry: ReceivedAvailability) => Math.floor((dayOf(entry) + 3) / 7);
  const weekdayOf = (entry: ReceivedAvailability) => ((((dayOf(entry) + 3) % 7) + 7) % 7) + 1;
  const { kind, storeId, employeeId, roomId, start, end, title } = first;
  const single: NewEntry = { kind, storeId, employeeId, roomId, start, end, title, repeat: null };
  if (first === last) return [single];
  const until = new Date(dayOf(last) * DAY_MS).toISOString().slice(0, 10);
  const weekdays = [...new Set(sorted.map(weekdayOf))].sort();
  for (let everyWeeks = 1; everyWeeks <= LONGEST_REPEAT_WEEKS; everyWeeks += 1) {
    const repeat = { weekdays, everyWeeks, until };
    const made = repeatedTimes(timeOf(first), repeat, clock);
    const isExact =
      'times' in made &&
      made.times.length === sorted.length &&
      made.times.every(
        (time, index) =>
          time.start === instantOf(sorted[index]?.start ?? '') && time.end === instantOf(sorted[index]?.end ?? ''),
      );
    if (isExact) return [{ ...single, repeat }];
  }
  // One of them was changed or removed by itself: up to it, and from there on.
  const gaps = sorted.map((entry, index) => {
    const next = sorted.slice(index + 1).find((one) => weekdayOf(one) === weekdayOf(entry));
    return next ? weekOf(next) - weekOf(entry) : 0;
  });
  const usual = gaps[0] ?? 0;
  const at = gaps.findIndex((gap) => gap !== usual && gap !== 0);
  const cut = Math.min(Math.max(at, 0) + 1, sorted.length - 1);
  return [...repetitionsOf(sorted.slice(0, cut), clockOf), ...repetitionsOf(sorted.slice(cut), clockOf)];
}
