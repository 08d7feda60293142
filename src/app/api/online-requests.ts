import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ApiClient, CallInput, CallOptions } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { fullListQuery, invalidate } from '#app/api/queries.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { messageCalls as calls } from '#contract/message-calls.ts';
import { type ReceivedOnlineRequest, receivedOnlineRequestSchema } from '#contract/received-online-booking.ts';

// Requests from the web site. Each of the queries and commands is offered only if the session's capabilities have its
// operation.

export const onlineRequestQueries = {
  /**
   * All open requests that the person can access, in the order of their start times. They include requests that have
   * expired since they were loaded: see `requestStatusAt`.
   */
  open: (api: ApiClient, companyId: string) => ({
    ...fullListQuery(api, calls.listOnlineRequests, { companyId, status: 'open' }, { purpose: 'poll' }),
    staleTime: 30_000,
  }),
};

/** Reloads the requests from the web site. */
export function refreshOnlineRequests(queryClient: QueryClient): Promise<unknown> {
  return invalidate(queryClient, calls.listOnlineRequests);
}

/** Removes an answered request from the loaded lists, so that its time is free before they are reloaded. */
export function removeOnlineRequest(queryClient: QueryClient, api: ApiClient, companyId: string, id: string): void {
  queryClient.setQueryData(
    onlineRequestQueries.open(api, companyId).queryKey,
    (list) => list && { ...list, records: list.records.filter((one) => one.id !== id) },
  );
}

/** The input for booking a request from the web site; `id` is the id of the request. */
export type OnlineRequestBooking = CallInput<typeof calls.bookOnlineRequest>;

/**
 * Books the appointment and registers a new client and pet: either everything is created or nothing. The idempotency key
 * makes it safe to repeat.
 *
 * @throws ApiError; see {@link readAnswerRefusal}
 */
export function bookOnlineRequest(
  api: ApiClient,
  request: OnlineRequestBooking,
  options: Required<Pick<CallOptions, 'idempotencyKey' | 'signal'>>,
) {
  return api.call(calls.bookOnlineRequest, request, options);
}

/**
 * Declines a request. It is safe to repeat after the response was lost: if the first call was carried out, the second
 * is refused as `not_open`.
 *
 * @throws ApiError; see {@link readAnswerRefusal}
 */
export function declineOnlineRequest(
  api: ApiClient,
  answer: CallInput<typeof calls.declineOnlineRequest>,
  options: Required<Pick<CallOptions, 'signal'>>,
) {
  return api.call(calls.declineOnlineRequest, answer, options);
}

const conflictSchema = z.object({ data: z.object({ current: receivedOnlineRequestSchema }) });

/**
 * The reason why an answer was refused: a colleague answered the request or it has expired, or it was changed in the
 * meantime.
 */
export interface AnswerRefusal {
  kind: 'not_open' | 'changed_meanwhile';
  /** The request in its current version; null if the error does not include it. */
  current: ReceivedOnlineRequest | null;
}

/** The refusal in an error; null for any other error. */
export function readAnswerRefusal(error: unknown): AnswerRefusal | null {
  const { messageKey, body } = asApiError(error) ?? {};
  const kind = refusalKinds.find((one) => one === messageKey);
  return kind === undefined ? null : { kind, current: conflictSchema.safeParse(body).data?.data.current ?? null };
}

const refusalKinds = ['not_open', 'changed_meanwhile'] as const satisfies readonly ErrorMessageKey[];
