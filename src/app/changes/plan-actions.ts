import { createContext, use, useSyncExternalStore } from 'react';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import { clockAt, findFirstInstant } from '#scheduling/wall-clock.ts';

/** The content of a new entry in the plan; instants are ISO 8601 in UTC. */
export interface NewPlanEntry
  extends Pick<ReceivedAvailability, 'kind' | 'storeId' | 'employeeId' | 'roomId' | 'start' | 'end' | 'title'> {
  /** The id of the series, shared by all of its entries; omitted for a single entry. */
  seriesId?: string | null;
}

/** The values with which the form of a new entry opens. */
export type InitialEntryValues = Pick<NewPlanEntry, 'kind' | 'start' | 'end'> &
  Partial<NewPlanEntry> & {
    /** Whether all stores are closed at once. */
    allStores?: boolean;
    /** Whether the person has to enter the day, for which no default is safe. */
    asksDay?: boolean;
  };

/** The changes to an entry. Absent fields stay as they are, and null empties a field. */
export type PlanEntryChanges = Partial<Pick<NewPlanEntry, 'start' | 'end' | 'title' | 'employeeId' | 'roomId'>>;

/** Only this entry, or this one and the later ones of its series. */
export type EntryScope = 'this' | 'following';

/** The unsaved changes that this tab has made to the plan. */
export interface UnsavedPlan {
  /** Entries as they will be once saved. */
  entries: readonly ReceivedAvailability[];
  /** Ids of entries that will be deleted. */
  removed: ReadonlySet<string>;
  /** Ids of entries with an unsaved change. */
  pending: ReadonlySet<string>;
}

/**
 * The actions that screens offer on the plan. Each entry is passed as the person sees it. Changes made in one call are
 * saved and undone together.
 */
export interface PlanActions {
  /**
   * Whether the person may change the plan and the practice system supports it; otherwise entries can only be opened.
   */
  canChange: boolean;
  /** Adds entries as one change. */
  create: (entries: readonly NewPlanEntry[]) => void;
  change: (entry: ReceivedAvailability, changes: PlanEntryChanges, scope: EntryScope) => void;
  /** Removes entries as one change. */
  remove: (entries: readonly ReceivedAvailability[], scope: EntryScope) => void;
  /** Removes entries and adds others as one change. */
  replace: (removed: readonly ReceivedAvailability[], entries: readonly NewPlanEntry[]) => void;
  /** Previews an entry after a move; null ends the preview. */
  preview: (entry: ReceivedAvailability | null) => void;
  /**
   * Opens the form for a new entry, prefilled with these values, for example when Block time is chosen. Without
   * `employeeId` and `roomId`, the person chooses what is blocked: a room or a whole store.
   */
  openNew: (entry: InitialEntryValues) => void;
  /** Opens an entry to change or delete it. */
  openEntry: (entry: ReceivedAvailability) => void;
  subscribe: (listener: () => void) => () => void;
  /** Returns the same object until the unsaved changes differ. */
  unsaved: () => UnsavedPlan;
}

/**
 * The hour that the form for blocking time suggests on a day (`YYYY-MM-DD`). It begins at the next quarter-hour,
 * in the local time of the zone.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function hourToBlock(zone: string, day: string, now: number): Pick<InitialEntryValues, 'start' | 'end'> {
  const start = findFirstInstant(zone, day, clockAt(zone, Math.ceil(now / QUARTER_HOUR_MS) * QUARTER_HOUR_MS));
  return { start: new Date(start).toISOString(), end: new Date(start + 4 * QUARTER_HOUR_MS).toISOString() };
}

/**
 * The actions on the plan, provided by `features/plan`; null if the practice system has no plan, and until the feature
 * is loaded.
 */
export const PlanChangesContext = createContext<PlanActions | null>(null);

/** The actions on the plan; null if there are none. */
export function usePlanActions(): PlanActions | null {
  return use(PlanChangesContext);
}

const NO_UNSAVED_CHANGES: UnsavedPlan = { entries: [], removed: new Set(), pending: new Set() };
const noUnsavedPlan = () => NO_UNSAVED_CHANGES;
const subscribeToNothing = () => () => undefined;

/** The unsaved changes to the plan. */
export function useUnsavedPlan(): UnsavedPlan {
  const changes = usePlanActions();
  return useSyncExternalStore(changes?.subscribe ?? subscribeToNothing, changes?.unsaved ?? noUnsavedPlan);
}
