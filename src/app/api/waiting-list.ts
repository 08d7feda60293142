import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { conflictOf } from '#app/api/api-error.ts';
import { listOf } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { type ReceivedWaitingListEntry, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';
import type { ChangeWaitingListEntry } from '#contract/waiting-list.ts';

export const waitingListQueries = {
  /** Every waiting entry of the company, in the order of the practice system. */
  waiting: (api: ApiClient, companyId: string) => ({
    ...listOf(api, calls.listWaitingList, { companyId, status: 'waiting' }),
    staleTime: 30_000,
  }),
};

/** The entry in a colleague's version, from the error of a refused change. */
export const currentEntryInConflict = conflictOf(receivedWaitingListEntrySchema);

/** The changes to an entry. */
export type EntryChanges = Omit<ChangeWaitingListEntry, 'companyId' | 'expectedUpdatedAt'>;

interface EntryChange {
  companyId: string;
  /** The entry as the person saw it. */
  entry: Pick<ReceivedWaitingListEntry, 'id' | 'updatedAt'>;
  changes: EntryChanges;
}

/**
 * Changes an entry. A request whose response was lost can be repeated: a change that is already saved has no further
 * effect.
 *
 * @throws ApiError; after a colleague's change it has the current entry ({@link currentEntryInConflict})
 */
export function changeEntry(api: ApiClient, { companyId, entry, changes }: EntryChange, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(CREATE_TIMEOUT_MS);
  const { id, updatedAt } = entry;
  return api.call(
    calls.changeWaitingListEntry,
    { companyId, id, expectedUpdatedAt: updatedAt, ...changes },
    { signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
  );
}
