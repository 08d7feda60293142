import type { EntryChanges, NewEntry } from '#app/api/plan-changes.ts';
import {
  changedAlong,
  followingOf,
  maxChangedEntries,
  type Repetition,
  type WallClock,
} from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** An entry as the person saw it, null for a new one, and as it is to be, null where it is to go. */
export type EntryChange =
  | { readonly before: null; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: null };

/** Entries as they are now: null where one is gone. */
export type EntriesNow = readonly { readonly id: string; readonly entry: ReceivedAvailability | null }[];

/** What is done with an entry and the later ones of its series. */
interface SeriesChange {
  readonly entry: ReceivedAvailability;
  /** Null where they go. */
  readonly changes: EntryChanges | null;
}

/** A change of the plan: what one act of a person does, saved as a whole or not at all. */
export interface PlanTask {
  readonly entries: readonly EntryChange[];
  /** Of a series, `entries` are at first those that are loaded. */
  readonly series: SeriesChange | null;
  /** The repetition from which a form made its new entries. */
  readonly repeat: Repetition | null;
}

/** The clock on which entries of a store are repeated and moved. */
export type ClockOf = (storeId: string | null) => WallClock;

/** The id of the entry of a change. */
export const idOf = ({ before, after }: EntryChange): string => (before ?? after).id;

const fields = ['kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title', 'seriesId'] as const;
type Field = (typeof fields)[number];
type Content = Pick<ReceivedAvailability, Field>;

const isSameIn = (one: Content, other: Content) => (field: Field) =>
  one[field] === other[field] ||
  ((field === 'start' || field === 'end') && instantOf(one[field]) === instantOf(other[field]));

/** Whether two versions of an entry say the same. */
export function saysTheSame(one: Content, other: Content): boolean {
  return fields.every(isSameIn(one, other));
}

/** What differs after a change of an entry. */
export function differing(before: ReceivedAvailability, after: ReceivedAvailability): Partial<Content> {
  const different = fields.filter((field) => !isSameIn(before, after)(field));
  return Object.fromEntries(different.map((field) => [field, after[field]]));
}

/** A change of an entry as one of another version of it: what the person did not change stays as it is there. */
export function rebased({ before, after }: EntryChange, onto: ReceivedAvailability): EntryChange {
  if (after === null) return { before: onto, after };
  return { before: onto, after: { ...onto, ...(before === null ? contentOf(after) : differing(before, after)) } };
}

/** Changes as changes of entries as they are now; one that is gone can only be removed. */
export function rebasedOnto(entries: readonly EntryChange[], now: EntriesNow): EntryChange[] {
  const current = new Map(now.map(({ id, entry }) => [id, entry]));
  return entries.flatMap((one) => {
    const entry = current.get(idOf(one));
    if (entry === null) return [];
    return [entry === undefined ? one : rebased(one, entry)];
  });
}

/** A title stands by itself; when, where and for whom an entry is was chosen as a whole. */
const partOf = (field: string) => (field === 'title' ? 'title' : 'place');

/** Whether a change of an entry and what somebody else made of it concern the same. */
export function collides({ before, after }: EntryChange, now: ReceivedAvailability | null): boolean {
  if (before === null || after === null || now === null) return true;
  const mine = new Set(Object.keys(differing(before, after)).map(partOf));
  return Object.keys(differing(before, now)).some((field) => mine.has(partOf(field)));
}

/** New entries, each under an id of its own. */
export function additionsOf(entries: readonly NewEntry[], newId: () => string): EntryChange[] {
  return entries.map((entry) => {
    const { kind, storeId, employeeId, roomId, start, end, title, seriesId = null } = entry;
    const content = { kind, storeId, employeeId, roomId, start, end, title, seriesId };
    return { before: null, after: { id: newId(), ...content, updatedAt: '' } };
  });
}

/** What undoes a change of an entry that was saved and is `now` on the screen. */
export function undoing({ before, after }: EntryChange, now: ReceivedAvailability): EntryChange {
  if (after === null) return { before: null, after: { ...before, updatedAt: '' } };
  return before === null ? { before: now, after: null } : rebased({ before: after, after: before }, now);
}

/** The entry and the later ones of its series among some entries, as a change of the series makes them. */
export function changesOfSeries(
  { entry, changes }: SeriesChange,
  entries: Iterable<ReceivedAvailability>,
  clockOf: ClockOf,
): EntryChange[] {
  const following = followingOf(entry, entries);
  if (changes === null) return following.map((before) => ({ before, after: null }));
  const changed = changedAlong(entry, changes, following, clockOf(entry.storeId));
  return following.flatMap((before, nth) => {
    const after = changed[nth];
    return after === undefined || saysTheSame(before, after) ? [] : [{ before, after }];
  });
}

/** Several changes of the same entries, one after the other, as one. */
export function composed(tasks: readonly PlanTask[]): PlanTask {
  const entries = new Map<string, EntryChange>();
  for (const entry of tasks.flatMap((task) => task.entries)) {
    const id = idOf(entry);
    const { before } = entries.get(id) ?? entry;
    if (before !== null) entries.set(id, { before, after: entry.after });
    else if (entry.after !== null) entries.set(id, { before, after: entry.after });
    // What was added and removed again was never there.
    else entries.delete(id);
  }
  const series = tasks.findLast((task) => task.series !== null)?.series ?? null;
  return { entries: [...entries.values()], series, repeat: tasks[0]?.repeat ?? null };
}

/** The entries in as few parts as requests may have. */
export function partsOf(entries: readonly EntryChange[]): EntryChange[][] {
  return Array.from({ length: Math.ceil(entries.length / maxChangedEntries) }, (_, part) =>
    entries.slice(part * maxChangedEntries, (part + 1) * maxChangedEntries),
  );
}

/** The ids of the entries of a change and of their series: another change of one of these waits for it. */
export function keysOf({ entries, series }: PlanTask): string[] {
  const versions = entries.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const all = series === null ? versions : [...versions, series.entry];
  return [...new Set(all.flatMap(({ id, seriesId }) => (seriesId === null ? id : [id, seriesId])))];
}

function contentOf(entry: ReceivedAvailability): Content {
  const { kind, storeId, employeeId, roomId, start, end, title, seriesId } = entry;
  return { kind, storeId, employeeId, roomId, start, end, title, seriesId };
}

/** Entries as a request has them. */
export function requestOf(entries: readonly EntryChange[]) {
  return {
    put: entries.flatMap(({ before, after }) => {
      if (after === null) return [];
      const expected = before === null ? {} : { expectedUpdatedAt: before.updatedAt };
      return [{ id: after.id, ...expected, ...contentOf(after) }];
    }),
    remove: entries.flatMap(({ before, after }) =>
      after === null ? [{ id: before.id, expectedUpdatedAt: before.updatedAt }] : [],
    ),
  };
}
