import * as z from 'zod/mini';
import { type ApiClient, type CreateOptions, sendCreate } from '#app/api/api-client.ts';
import { type ApiError, asApiError } from '#app/api/api-error.ts';
import type { EntryChanges, EntryScope, NewEntry } from '#app/api/plan-changes.ts';
import { receivedPageSchema } from '#contract/received.ts';
import { type ReceivedAvailability, receivedAvailabilitySchema } from '#contract/received-availability.ts';

// The requests for the plan and their answers, loaded only where the practice system has a plan.

/** A page of entries of the plan. */
export const availabilityPageSchema = receivedPageSchema(receivedAvailabilitySchema);

const path = '/api/v1/availability';

/** Adds an entry, or several with `repeat`, and returns the id of the first; see {@link sendCreate}. */
export function createEntry(api: ApiClient, companyId: string, entry: NewEntry, options: CreateOptions) {
  return sendCreate(api, path, { companyId, ...entry }, options);
}

interface EntryRequest {
  companyId: string;
  id: string;
  /** The `updatedAt` of the entry that the person saw, exactly as received. */
  expectedUpdatedAt: string;
  scope: EntryScope;
}

/**
 * Changes an entry and returns it. The request may be repeated where its answer was lost.
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export function changeEntry(
  api: ApiClient,
  { id, changes, ...body }: EntryRequest & { changes: EntryChanges },
  signal: AbortSignal,
): Promise<ReceivedAvailability> {
  return api.patch(`${path}/${encodeURIComponent(id)}`, { ...body, ...changes }, receivedAvailabilitySchema, {
    signal,
  });
}

/** Deletes an entry. Repeated where its answer was lost, it finds nothing (404). */
export function removeEntry(api: ApiClient, { id, ...query }: EntryRequest, signal: AbortSignal): Promise<void> {
  return api.delete(`${path}/${encodeURIComponent(id)}`, { query: { ...query }, signal });
}

const meanwhileSchema = z.object({ data: z.object({ current: receivedAvailabilitySchema }) });

/**
 * The current entry from an error that says that somebody else was first: null where it is not included, undefined for any other
 * error.
 */
export function entryMeanwhileOf(error: ApiError): ReceivedAvailability | null | undefined {
  const refused = asApiError(error);
  if (refused?.status !== 409 || refused.messageKey !== 'changed_meanwhile') return undefined;
  return meanwhileSchema.safeParse(refused.body).data?.data.current ?? null;
}
