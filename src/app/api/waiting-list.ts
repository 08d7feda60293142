import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { createConflictReader } from '#app/api/api-error.ts';
import { fullListQuery } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { type ReceivedWaitingListEntry, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';
import type { ChangeWaitingListEntry } from '#contract/waiting-list.ts';

export const waitingListQueries = {
  /** Every waiting entry of the company, in the order of the practice system. */
  waiting: (api: ApiClient, companyId: string) => ({
    ...fullListQuery(api, calls.listWaitingList, { companyId, status: 'waiting' }),
    staleTime: 30_000,
  }),
};

/** The entry in a colleague's version, from the error of a refused change. */
export const readCurrentEntry = createConflictReader(receivedWaitingListEntrySchema);

export type WaitingEntryChanges = Omit<ChangeWaitingListEntry, 'companyId' | 'expectedUpdatedAt'>;

interface WaitingEntryChange {
  companyId: string;
  /** The entry as the person saw it. */
  entry: Pick<ReceivedWaitingListEntry, 'id' | 'updatedAt'>;
  changes: WaitingEntryChanges;
}

/**
 * Changes an entry. A request whose response was lost can be repeated: a change that is already saved has no further
 * effect.
 *
 * @throws ApiError; after a colleague's change, it includes the current entry ({@link readCurrentEntry})
 */
export function changeWaitingEntry(
  api: ApiClient,
  { companyId, entry, changes }: WaitingEntryChange,
  signal?: AbortSignal,
) {
  const timeout = AbortSignal.timeout(CREATE_TIMEOUT_MS);
  const { id, updatedAt } = entry;
  return api.call(
    calls.changeWaitingListEntry,
    { companyId, id, expectedUpdatedAt: updatedAt, ...changes },
    { signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
  );
}
