import { eventLimits } from '#contract/events.ts';

/** What a transaction changed: appointments of a store, the plan of stores (null: of no store), the practice itself, or who knows what. */
export type Change =
  | { readonly storeId: string; readonly appointments: readonly string[] }
  | { readonly availability: readonly (string | null)[] }
  | { readonly practice: true }
  | { readonly everything: true };

/** What changed within reach. */
export interface Missed {
  readonly appointments: readonly string[];
  readonly availability: boolean;
  readonly practice: boolean;
}

/** The last changes of a company, each with a number one higher than the one before. Times are epoch milliseconds. */
export function createChangeLog({ keptMs, keptChanges }: { keptMs: number; keptChanges: number } = eventLimits) {
  const kept: { at: number; change: Change }[] = [];
  let latest = 0;
  let held = 0;

  return {
    /** The number of the last change. */
    latest: () => latest,
    add(change: Change, at: number): void {
      kept.push({ at, change });
      latest += 1;
      held += sizeOf(change);
      for (let [first] = kept; first !== undefined && (held > keptChanges || at - first.at > keptMs); [first] = kept) {
        held -= sizeOf(first.change);
        kept.shift();
      }
    },
    /** What of these stores changed after the change of a number; null where that is not known. */
    since(number: number, storeIds: ReadonlySet<string>): Missed | null {
      const from = number - (latest - kept.length);
      if (from < 0 || number > latest) return null;
      const appointments = new Set<string>();
      let availability = false;
      let practice = false;
      for (const { change } of kept.slice(from)) {
        if ('everything' in change) return null;
        if ('practice' in change) practice = true;
        else if ('availability' in change)
          availability ||= change.availability.some((storeId) => storeId === null || storeIds.has(storeId));
        else if (storeIds.has(change.storeId)) for (const id of change.appointments) appointments.add(id);
      }
      return { appointments: [...appointments], availability, practice };
    },
  };
}
export type ChangeLog = ReturnType<typeof createChangeLog>;

function sizeOf(change: Change): number {
  return 'appointments' in change ? change.appointments.length : 1;
}
