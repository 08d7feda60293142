import type { NewPlanEntry, PlanEntryChanges } from '#app/changes/plan-actions.ts';
import { changeSeries, findEntryAndLater, maxChangedEntries, type WallClock } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** An entry before and after a change: `before` is null for a new entry, `after` is null if it is deleted. */
export type EntryChange =
  | { readonly before: null; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: ReceivedAvailability }
  | { readonly before: ReceivedAvailability; readonly after: null };

/** The current versions of entries; `entry` is null if the entry has been deleted. */
export type CurrentEntries = readonly { readonly id: string; readonly entry: ReceivedAvailability | null }[];

/** A change to an entry and the later ones of its series. */
interface SeriesChange {
  readonly entry: ReceivedAvailability;
  /** The changes to each of the entries; null if the entries are deleted. */
  readonly changes: PlanEntryChanges | null;
}

/** A change to the plan: the result of one action, saved completely or not at all. */
export interface PlanTask {
  readonly entries: readonly EntryChange[];
  /**
   * The change to a series; null if there is none. `entries` contains only the loaded entries of the series at first, and all
   * of them once the task is sent.
   */
  readonly series: SeriesChange | null;
}

/** Returns the clock on which the entries of a store are repeated and moved. */
export type FindStoreClock = (storeId: string | null) => WallClock;

export const entryIdOf = ({ before, after }: EntryChange): string => (before ?? after).id;

const contentFields = ['kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title', 'seriesId'] as const;
type ContentField = (typeof contentFields)[number];
type EntryContent = Pick<ReceivedAvailability, ContentField>;

const hasSameField = (one: EntryContent, other: EntryContent) => (field: ContentField) =>
  one[field] === other[field] ||
  ((field === 'start' || field === 'end') && instantOf(one[field]) === instantOf(other[field]));

/** Whether two versions of an entry have the same content. Times are compared as instants. */
export function hasSameContent(one: EntryContent, other: EntryContent): boolean {
  return contentFields.every(hasSameField(one, other));
}

/** The fields that a change modified, with their new values. */
export function changedFields(before: ReceivedAvailability, after: ReceivedAvailability): Partial<EntryContent> {
  const different = contentFields.filter((field) => !hasSameField(before, after)(field));
  return Object.fromEntries(different.map((field) => [field, after[field]]));
}

/**
 * Applies a change to another version of the entry. Fields that the person did not change keep their values in that version.
 */
export function rebaseChange({ before, after }: EntryChange, onto: ReceivedAvailability): EntryChange {
  if (after === null) return { before: onto, after };
  return { before: onto, after: { ...onto, ...(before === null ? pickContent(after) : changedFields(before, after)) } };
}

/** Applies changes to the current versions of their entries. Changes to entries that have been deleted are left out. */
export function rebaseChanges(entries: readonly EntryChange[], now: CurrentEntries): EntryChange[] {
  const current = new Map(now.map(({ id, entry }) => [id, entry]));
  return entries.flatMap((one) => {
    const entry = current.get(entryIdOf(one));
    if (entry === null) return [];
    return [entry === undefined ? one : rebaseChange(one, entry)];
  });
}

/** The group of a field. Time, place and person are chosen together, so only the title can be merged separately. */
const fieldGroup = (field: string) => (field === 'title' ? 'title' : 'place');

/**
 * Whether a change to an entry conflicts with a colleague's: both affect the same group of fields, or one of them creates or
 * deletes the entry.
 */
export function hasConflict({ before, after }: EntryChange, now: ReceivedAvailability | null): boolean {
  if (before === null || after === null || now === null) return true;
  const changedGroups = new Set(Object.keys(changedFields(before, after)).map(fieldGroup));
  return Object.keys(changedFields(before, now)).some((field) => changedGroups.has(fieldGroup(field)));
}

/** Creates the changes that add entries, each with a new id. */
export function createAdditions(entries: readonly NewPlanEntry[], newId: () => string): EntryChange[] {
  return entries.map((entry) => {
    const { kind, storeId, employeeId, roomId, start, end, title, seriesId = null } = entry;
    const content = { kind, storeId, employeeId, roomId, start, end, title, seriesId };
    return { before: null, after: { id: newId(), ...content, updatedAt: '' } };
  });
}

/** The change that undoes a saved change, given the current version. */
export function invertChange({ before, after }: EntryChange, now: ReceivedAvailability): EntryChange {
  if (after === null) return { before: null, after: { ...before, updatedAt: '' } };
  return before === null ? { before: now, after: null } : rebaseChange({ before: after, after: before }, now);
}

/** Expands a change to a series into the changes to each of its entries, from the changed entry on. */
export function expandSeriesChange(
  { entry, changes }: SeriesChange,
  entries: Iterable<ReceivedAvailability>,
  clockOf: FindStoreClock,
): EntryChange[] {
  const following = findEntryAndLater(entry, entries);
  if (changes === null) return following.map((before) => ({ before, after: null }));
  const changed = changeSeries(entry, changes, following, clockOf(entry.storeId));
  return following.flatMap((before, index) => {
    const after = changed[index];
    return after === undefined || hasSameContent(before, after) ? [] : [{ before, after }];
  });
}

/** Combines several consecutive tasks into one, with a single change for each entry. */
export function combineTasks(tasks: readonly PlanTask[]): PlanTask {
  const entries = new Map<string, EntryChange>();
  for (const entry of tasks.flatMap((task) => task.entries)) {
    const id = entryIdOf(entry);
    const { before } = entries.get(id) ?? entry;
    if (before !== null) entries.set(id, { before, after: entry.after });
    else if (entry.after !== null) entries.set(id, { before, after: entry.after });
    // An entry that was added and deleted again cancels out.
    else entries.delete(id);
  }
  const series = tasks.findLast((task) => task.series !== null)?.series ?? null;
  return { entries: [...entries.values()], series };
}

/** Splits the entries into as few requests as possible. */
export function splitIntoRequests(entries: readonly EntryChange[]): EntryChange[][] {
  return Array.from({ length: Math.ceil(entries.length / maxChangedEntries) }, (_, part) =>
    entries.slice(part * maxChangedEntries, (part + 1) * maxChangedEntries),
  );
}

/** The ids of the changed entries and of their series. Other changes to these entries and series have to wait. */
export function lockingKeys({ entries, series }: PlanTask): string[] {
  const versions = entries.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const all = series === null ? versions : [...versions, series.entry];
  return [...new Set(all.flatMap(({ id, seriesId }) => (seriesId === null ? id : [id, seriesId])))];
}

function pickContent(entry: ReceivedAvailability): EntryContent {
  const { kind, storeId, employeeId, roomId, start, end, title, seriesId } = entry;
  return { kind, storeId, employeeId, roomId, start, end, title, seriesId };
}

/** The changes in the format of the API's request. */
export function toPlanRequest(entries: readonly EntryChange[]) {
  return {
    put: entries.flatMap(({ before, after }) => {
      if (after === null) return [];
      const expected = before === null ? {} : { expectedUpdatedAt: before.updatedAt };
      return [{ id: after.id, ...expected, ...pickContent(after) }];
    }),
    remove: entries.flatMap(({ before, after }) =>
      after === null ? [{ id: before.id, expectedUpdatedAt: before.updatedAt }] : [],
    ),
  };
}

/**
 * The change whose entry gives a task its name: the only change, or the first one of a series; null for several separate
 * entries.
 */
export function leadingChange({ entries, series }: PlanTask): EntryChange | null {
  const [first, ...others] = entries;
  const isOne = others.length === 0 || series !== null || isNewSeries(entries);
  return isOne && first !== undefined ? first : null;
}

/** Whether all the entries are new and form one series. */
function isNewSeries([first, ...others]: readonly EntryChange[]): boolean {
  const seriesId = first?.before === null ? first.after.seriesId : null;
  return seriesId !== null && others.every(({ before, after }) => before === null && after.seriesId === seriesId);
}
