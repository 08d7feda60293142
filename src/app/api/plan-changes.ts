import { createContext, use, useSyncExternalStore } from 'react';
import type { Repetition } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** What a new entry of the plan says; instants are ISO 8601 in UTC. */
export interface NewEntry
  extends Pick<ReceivedAvailability, 'kind' | 'storeId' | 'employeeId' | 'roomId' | 'start' | 'end' | 'title'> {
  /** Of all entries that belong together; none where it is left out. */
  seriesId?: string | null;
}

/** The changes of an entry; absent fields stay, null empties one. */
export type EntryChanges = Partial<Pick<NewEntry, 'start' | 'end' | 'title' | 'employeeId' | 'roomId'>>;

/** This entry alone, or it and the later ones of its series. */
export type EntryScope = 'this' | 'following';

/** The plan as this tab has changed it and nobody has confirmed yet. */
export interface UnsavedPlan {
  /** Entries as they will be once saved. */
  entries: readonly ReceivedAvailability[];
  /** Ids of entries that will be gone. */
  removed: ReadonlySet<string>;
  /** Ids of entries with a change that is not saved yet. */
  pending: ReadonlySet<string>;
}

/** What the screens do with the plan, each entry as the person sees it. What is done at once is saved and undone as a whole. */
export interface PlanChanges {
  /** Whether the person may change the plan, and the practice system can: else entries can only be opened. */
  canChange: boolean;
  /** Adds entries as one change. `repeat` is what a form made several of them of, to open it again where they are refused. */
  create: (entries: readonly NewEntry[], repeat?: Repetition | null) => void;
  change: (entry: ReceivedAvailability, changes: EntryChanges, scope: EntryScope) => void;
  /** Removes entries as one change. */
  remove: (entries: readonly ReceivedAvailability[], scope: EntryScope) => void;
  /** Removes entries and adds others as one change. */
  replace: (removed: readonly ReceivedAvailability[], entries: readonly NewEntry[]) => void;
  /** Shows an entry as it would be after a move; null ends that. */
  preview: (entry: ReceivedAvailability | null) => void;
  /** Opens the form for a new entry, filled in as far as it is known, such as by Block this time. */
  openNew: (entry: Pick<NewEntry, 'kind' | 'start' | 'end'> & Partial<NewEntry>) => void;
  /** Opens an entry to be changed or removed. */
  openEntry: (entry: ReceivedAvailability) => void;
  subscribe: (listener: () => void) => () => void;
  /** The same object until something else is unsaved. */
  unsaved: () => UnsavedPlan;
}

/** Set by what makes the changes (`features/plan`); null where the practice system has no plan, and until it is loaded. */
export const PlanChangesContext = createContext<PlanChanges | null>(null);

/** The changes of the plan; null where there are none to be made. */
export function usePlanChanges(): PlanChanges | null {
  return use(PlanChangesContext);
}

const NOTHING: UnsavedPlan = { entries: [], removed: new Set(), pending: new Set() };
const nothing = () => NOTHING;
const never = () => () => undefined;

/** The changes of the plan that are not saved yet. */
export function useUnsavedPlan(): UnsavedPlan {
  const changes = usePlanChanges();
  return useSyncExternalStore(changes?.subscribe ?? never, changes?.unsaved ?? nothing);
}
