import { type ChangedEvent, eventLimits } from '#contract/events.ts';

/** The ids of records, or true where they are too many to name. */
export type Ids = readonly string[] | true;

/**
 * What a transaction changed: appointments of a store, the plan of stores (null: of no store), the waiting list of stores (null: of
 * any), clients, pets, the practice itself, or anything.
 */
export type Change =
  | { readonly storeId: string; readonly appointments: readonly string[] }
  | { readonly availability: readonly (string | null)[] }
  | { readonly waitingList: readonly (string | null)[] }
  | { readonly clients: Ids }
  | { readonly pets: Ids }
  | { readonly practice: true }
  | { readonly everything: true };

/** What a stream reports. */
export interface Reach {
  readonly storeIds: ReadonlySet<string>;
  readonly clients: boolean;
  readonly pets: boolean;
}

/** The last changes of a company, each with a number one higher than the one before. Times are epoch milliseconds. */
export function createChangeLog({
  retainedMs,
  retainedChanges,
}: {
  retainedMs: number;
  retainedChanges: number;
} = eventLimits) {
  const retained: { at: number; change: Change }[] = [];
  let latest = 0;
  let size = 0;

  return {
    /** The number of the last change. */
    latest: () => latest,
    add(change: Change, at: number): void {
      retained.push({ at, change });
      latest += 1;
      size += sizeOf(change);
      const isTooMuch = (oldest: number) => size > retainedChanges || at - oldest > retainedMs;
      for (let [first] = retained; first !== undefined && isTooMuch(first.at); [first] = retained) {
        size -= sizeOf(first.change);
        retained.shift();
      }
    },
    /**
     * What changed within reach after the change of a number, as an event has it, but for appointments, of which there may be
     * more than fit into one; null where that is not known.
     */
    since(number: number, reach: Reach): ChangedEvent | null {
      const from = number - (latest - retained.length);
      if (from < 0 || number > latest) return null;
      const changes = retained.slice(from).map(({ change }) => change);
      if (changes.some((change) => 'everything' in change)) return null;
      const appointments = changes.flatMap((change) =>
        'appointments' in change && reach.storeIds.has(change.storeId) ? change.appointments : [],
      );
      const isInReach = (storeId: string | null) => storeId === null || reach.storeIds.has(storeId);
      const availability = changes.some((change) => 'availability' in change && change.availability.some(isInReach));
      const waitingList = changes.some((change) => 'waitingList' in change && change.waitingList.some(isInReach));
      const clients =
        reach.clients && together(changes.flatMap((change) => ('clients' in change ? [change.clients] : [])));
      const pets = reach.pets && together(changes.flatMap((change) => ('pets' in change ? [change.pets] : [])));
      return {
        ...(appointments.length > 0 && { appointments: [...new Set(appointments)] }),
        ...(availability && { availability }),
        ...(waitingList && { waitingList }),
        ...(changes.some((change) => 'practice' in change) && { practice: true }),
        ...(clients && { clients }),
        ...(pets && { pets }),
      };
    },
  };
}
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The ids of several changes, true where they are too many for one event, null where there are none. */
function together(parts: readonly Ids[]): string[] | true | null {
  const ids = new Set<string>();
  for (const part of parts) {
    if (part === true) return true;
    for (const id of part) ids.add(id);
  }
  if (ids.size > eventLimits.ids) return true;
  return ids.size === 0 ? null : [...ids];
}

function sizeOf(change: Change): number {
  return Math.max(...Object.values(change).map((value) => (Array.isArray(value) ? value.length : 1)));
}
