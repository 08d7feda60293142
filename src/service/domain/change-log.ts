import { type ChangedEvent, eventLimits } from '#contract/events.ts';

/** The ids of records, or true if there are too many to list. */
export type ChangedIds = readonly string[] | true;

/**
 * A change by a transaction: to the appointments of a store, the availability of stores (null: entries without a store), the
 * waiting lists of stores (null: of any store), the messages and answers for stores (null: for any), the requests from the
 * web site, recalls, clients, pets, the practice itself, or anything.
 */
export type Change =
  | { readonly storeId: string; readonly appointments: readonly string[] }
  | { readonly availability: readonly (string | null)[] }
  | { readonly waitingList: readonly (string | null)[] }
  | { readonly messages: readonly (string | null)[] }
  | { readonly answers: readonly (string | null)[] }
  | { readonly onlineRequests: readonly (string | null)[] }
  | { readonly recalls: true }
  | { readonly clients: ChangedIds }
  | { readonly pets: ChangedIds }
  | { readonly practice: true }
  | { readonly everything: true };

/** The records that a stream may report. */
export interface StreamAccess {
  readonly storeIds: ReadonlySet<string>;
  readonly clients: boolean;
  readonly pets: boolean;
}

/**
 * Creates a log of the latest changes to a company's records, numbered consecutively. Times are epoch milliseconds. The oldest
 * changes are dropped if they are older than `retainedMs` or the log has more than `retainedChanges` changed records.
 */
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
    /** The number of the latest change. */
    latest: () => latest,
    add(change: Change, at: number): void {
      retained.push({ at, change });
      latest += 1;
      size += countIds(change);
      const exceedsLimits = (oldest: number) => size > retainedChanges || at - oldest > retainedMs;
      for (let [first] = retained; first !== undefined && exceedsLimits(first.at); [first] = retained) {
        size -= countIds(first.change);
        retained.shift();
      }
    },
    /**
     * Merges the accessible changes after the change with a number into one event. The event may have more appointments
     * than can be sent in one. Null if the log does not have all of these changes, or if anything may have changed.
     */
    since(number: number, access: StreamAccess): ChangedEvent | null {
      const from = number - (latest - retained.length);
      if (from < 0 || number > latest) return null;
      const changes = retained.slice(from).map(({ change }) => change);
      if (changes.some((change) => 'everything' in change)) return null;
      const appointments = changes.flatMap((change) =>
        'appointments' in change && access.storeIds.has(change.storeId) ? change.appointments : [],
      );
      const isAccessible = (storeId: string | null) => storeId === null || access.storeIds.has(storeId);
      const availability = changes.some((change) => 'availability' in change && change.availability.some(isAccessible));
      const waitingList = changes.some((change) => 'waitingList' in change && change.waitingList.some(isAccessible));
      const messages = changes.some(
        (change) =>
          (access.clients && 'messages' in change && change.messages.some(isAccessible)) ||
          ('answers' in change && change.answers.some(isAccessible)),
      );
      const onlineRequests =
        access.clients &&
        changes.some((change) => 'onlineRequests' in change && change.onlineRequests.some(isAccessible));
      const clients =
        access.clients && mergeIds(changes.flatMap((change) => ('clients' in change ? [change.clients] : [])));
      const pets = access.pets && mergeIds(changes.flatMap((change) => ('pets' in change ? [change.pets] : [])));
      return {
        ...(appointments.length > 0 && { appointments: [...new Set(appointments)] }),
        ...(availability && { availability }),
        ...(waitingList && { waitingList }),
        ...(messages && { messages }),
        ...(onlineRequests && { onlineRequests }),
        ...(changes.some((change) => 'recalls' in change) && { recalls: true }),
        ...(changes.some((change) => 'practice' in change) && { practice: true }),
        ...(clients && { clients }),
        ...(pets && { pets }),
      };
    },
  };
}
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The combined ids of several changes: true if there are too many for one event, null if there are none. */
function mergeIds(parts: readonly ChangedIds[]): string[] | true | null {
  const ids = new Set<string>();
  for (const part of parts) {
    if (part === true) return true;
    for (const id of part) ids.add(id);
  }
  if (ids.size > eventLimits.ids) return true;
  return ids.size === 0 ? null : [...ids];
}

function countIds(change: Change): number {
  return Math.max(...Object.values(change).map((value) => (Array.isArray(value) ? value.length : 1)));
}
