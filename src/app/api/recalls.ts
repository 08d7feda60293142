import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient, CallInput, CallOptions } from '#app/api/api-client.ts';
import { createConflictReader } from '#app/api/api-error.ts';
import { fullListQuery, invalidate, pagedListQuery, queryKeyOf, readAll } from '#app/api/queries.ts';
import type { RecallStatus } from '#contract/enums.ts';
import { messageCalls as calls } from '#contract/message-calls.ts';
import type { ChangeRecall } from '#contract/recalls.ts';
import type { ReceivedPage } from '#contract/received.ts';
import { type ReceivedRecall, receivedRecallSchema } from '#contract/received-waiting-list.ts';

// Recalls: pets that are due again. Each of the queries and commands is offered only if the session's capabilities have
// its operation.

const STALE_MS = 30_000;

/** The recalls to list; `from` and `until`, both inclusive, are dates of `dueOn`. */
interface RecallFilter {
  companyId: string;
  from?: string | undefined;
  until: string;
  status: RecallStatus;
}

export const recallQueries = {
  /** The recalls of a status that are due within a span, by due date, page by page. */
  between: (api: ApiClient, span: RecallFilter) => ({
    ...pagedListQuery(api, calls.listRecalls, { ...span, limit: 100 }),
    staleTime: STALE_MS,
  }),
  /** All recalls of a pet, by due date. */
  ofPet: (api: ApiClient, companyId: string, petId: string) => ({
    ...fullListQuery(api, calls.listRecalls, { companyId, petId }),
    staleTime: STALE_MS,
  }),
};

export function refreshRecalls(queryClient: QueryClient): Promise<unknown> {
  return invalidate(queryClient, calls.listRecalls);
}

type RecallPage = Pick<ReceivedPage<ReceivedRecall>, 'records'>;

/** Changes a recall in the loaded lists, so that its previous state does not reappear before they are reloaded. */
export function updateRecall(
  queryClient: QueryClient,
  id: string,
  change: (recall: ReceivedRecall) => ReceivedRecall,
): void {
  const changed = <Page extends RecallPage>(page: Page): Page => ({
    ...page,
    records: page.records.map((one) => (one.id === id ? change(one) : one)),
  });
  queryClient.setQueriesData<RecallPage | { pages: RecallPage[] }>(
    { queryKey: queryKeyOf(calls.listRecalls) },
    (list) => list && ('pages' in list ? { ...list, pages: list.pages.map(changed) } : changed(list)),
  );
}

/**
 * The recall in the error of a refused change: the colleague's version, or the open recall for the same pet and visit
 * type.
 */
export const readCurrentRecall = createConflictReader(receivedRecallSchema, ['changed_meanwhile', 'already_due']);

export type RecallChanges = Omit<ChangeRecall, 'companyId' | 'expectedUpdatedAt'>;

interface RecallChange {
  companyId: string;
  /** The recall as the person saw it. */
  recall: Pick<ReceivedRecall, 'id' | 'updatedAt'>;
  changes: RecallChanges;
}

/**
 * Changes a recall. A request whose response was lost can be repeated: a change that is already saved has no further
 * effect.
 *
 * @throws ApiError; after a colleague's change, it includes the current recall ({@link readCurrentRecall})
 */
export function changeRecall(api: ApiClient, { companyId, recall, changes }: RecallChange, signal: AbortSignal) {
  const { id, updatedAt } = recall;
  return api.call(calls.changeRecall, { companyId, id, expectedUpdatedAt: updatedAt ?? '', ...changes }, { signal });
}

type CreateOptions = Required<Pick<CallOptions, 'idempotencyKey' | 'signal'>>;

/**
 * Creates a recall, so that the pet is due for a visit type. The idempotency key makes it safe to repeat.
 *
 * @returns the recall; null if it could not be read back
 * @throws ApiError; if the pet is already due for the type, it includes that recall ({@link readCurrentRecall})
 */
export async function createRecall(
  api: ApiClient,
  recall: CallInput<typeof calls.createRecall>,
  options: CreateOptions,
): Promise<ReceivedRecall | null> {
  const { companyId, petId } = recall;
  const id = await api.call(calls.createRecall, recall, options);
  // A failed read is no error: the recall has certainly been created.
  const list = await readAll(api, calls.listRecalls, { companyId, petId }, { signal: options.signal }).catch(
    () => null,
  );
  return list?.records.find((one) => one.id === id) ?? null;
}

/**
 * Records an attempt to reach the client about a recall; `id` is the id of the recall. The idempotency key makes it safe
 * to repeat.
 *
 * @throws ApiError
 */
export function createRecallAttempt(
  api: ApiClient,
  attempt: CallInput<typeof calls.createRecallAttempt>,
  options: CreateOptions,
) {
  return api.call(calls.createRecallAttempt, attempt, options);
}
