import type { EntryChanges, NewEntry } from '#app/api/plan-changes.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import {
  changedAlong,
  followingOf,
  mostChangedEntries,
  type Repetition,
  timeOf,
  type WallClock,
} from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** An entry as the person saw it, null for a new one, and as it is to be, null where it is to go. */
export type EntryChange =
  | { readonly before: null; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: null };

/** What is done with an entry and the later ones of its series. */
interface SeriesChange {
  readonly entry: ReceivedAvailability;
  /** Null where they go. */
  readonly changes: EntryChanges | null;
  /** Whether the entries of the change are all of them: those that were not loaded are read before it is sent. */
  readonly isRead: boolean;
}

/** A change of the plan: whatever one act of a person does, made as a whole or not at all. */
export interface PlanChange {
  /** The number of the change in this tab. */
  readonly number: number;
  readonly entries: readonly EntryChange[];
  readonly series: SeriesChange | null;
  /** The repetition that its new entries were made of, by a form. */
  readonly repeat: Repetition | null;
  /** The number of the change that it undoes; null where it undoes none. */
  readonly undoes: number | null;
}

/** The clock on which entries of a store are repeated and moved. */
export type ClockOf = (storeId: string | null) => WallClock;

/** The id of the entry of a change. */
export const idOf = ({ before, after }: EntryChange): string => (before ?? after).id;

const fields = ['kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title', 'seriesId'] as const;
type Content = Pick<ReceivedAvailability, (typeof fields)[number]>;

const isSameIn = (one: Content, other: Content) => (field: (typeof fields)[number]) =>
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

/** New entries, each under an id of its own. */
export function additionsOf(entries: readonly NewEntry[], newId: () => string): EntryChange[] {
  return entries.map((entry) => {
    const { kind, storeId, employeeId, roomId, start, end, title, seriesId = null } = entry;
    const content = { kind, storeId, employeeId, roomId, start, end, title, seriesId };
    return { before: null, after: { id: newId(), ...content, updatedAt: '' } };
  });
}

/** The entry and the later ones of its series among those that are known, as a change of the series makes them. */
export function changesOfSeries(
  { entry, changes }: Omit<SeriesChange, 'isRead'>,
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

/** Several changes of the same entries, made one after the other, as one. */
export function composed(changes: readonly [PlanChange, ...PlanChange[]]): PlanChange {
  const [first] = changes;
  const entries = new Map<string, EntryChange>();
  for (const entry of changes.flatMap((change) => change.entries)) {
    const id = idOf(entry);
    const { before } = entries.get(id) ?? entry;
    if (before !== null) entries.set(id, { before, after: entry.after });
    else if (entry.after !== null) entries.set(id, { before, after: entry.after });
    // What was added and removed again was never there.
    else entries.delete(id);
  }
  const series = changes.findLast((change) => change.series !== null)?.series ?? null;
  return { ...first, entries: [...entries.values()], series };
}

/** The entries in as few parts as requests may have. */
export function partsOf(entries: readonly EntryChange[]): EntryChange[][] {
  return Array.from({ length: Math.ceil(entries.length / mostChangedEntries) }, (_, part) =>
    entries.slice(part * mostChangedEntries, (part + 1) * mostChangedEntries),
  );
}

function contentOf(entry: ReceivedAvailability): Content {
  const { kind, storeId, employeeId, roomId, start, end, title, seriesId } = entry;
  return { kind, storeId, employeeId, roomId, start, end, title, seriesId };
}

/** Entries as a request has them; `versionOf` is the version that an entry is expected to have. */
export function requestOf(entries: readonly EntryChange[], versionOf: (entry: ReceivedAvailability) => string) {
  return {
    put: entries.flatMap(({ before, after }) => {
      if (after === null) return [];
      const expected = before === null ? {} : { expectedUpdatedAt: versionOf(before) };
      return [{ id: after.id, ...expected, ...contentOf(after) }];
    }),
    remove: entries.flatMap(({ before, after }) =>
      after === null ? [{ id: before.id, expectedUpdatedAt: versionOf(before) }] : [],
    ),
  };
}

/** The times at which a change may have changed something. */
export function timesOf(entries: readonly EntryChange[]): Interval[] {
  return entries.flatMap(({ before, after }) => [before, after].flatMap((one) => (one === null ? [] : [timeOf(one)])));
}
