import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { conflictOf } from '#app/api/api-error.ts';
import { listOf } from '#app/api/queries.ts';
import { extensions } from '#contract/endpoints.ts';
import { type ReceivedWaitingListEntry, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';
import type { ChangeWaitingListEntry } from '#contract/waiting-list.ts';

export const waitingListQueries = {
  /** Every entry of the company that waits, in the order of the practice system. */
  waiting: (api: ApiClient, companyId: string) => ({
    ...listOf(api, extensions.listWaitingList, { companyId, status: 'waiting' }),
    staleTime: 30_000,
  }),
};

/** The entry as a colleague has changed it: what a refused change is answered. */
export const currentEntryInConflict = conflictOf(receivedWaitingListEntrySchema);

/** What of an entry is changed. */
export type EntryChanges = Omit<ChangeWaitingListEntry, 'companyId' | 'expectedUpdatedAt'>;

interface EntryChange {
  companyId: string;
  /** The entry as the person has seen it. */
  entry: Pick<ReceivedWaitingListEntry, 'id' | 'updatedAt'>;
  changes: EntryChanges;
}

/**
 * Changes an entry. A request whose answer was lost can be repeated: what is there already is not changed again.
 *
 * @throws ApiError; that of a colleague's change has the current entry ({@link currentEntryInConflict})
 */
export function changeEntry(api: ApiClient, { companyId, entry, changes }: EntryChange, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(CREATE_TIMEOUT_MS);
  const { id, updatedAt } = entry;
  return api.call(
    extensions.changeWaitingListEntry,
    { companyId, id, expectedUpdatedAt: updatedAt, ...changes },
    { signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
  );
}
