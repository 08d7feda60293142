import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ApiClient, type CallInput, type CallOptions, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError, createConflictReader } from '#app/api/api-error.ts';
import { PAGE_LIMIT } from '#app/api/pages.ts';
import { endpointQuery, fullListQuery, invalidate, pagedListQuery, queryKeyOf } from '#app/api/queries.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { messageCalls as calls } from '#contract/message-calls.ts';
import { type ReceivedClientAnswer, receivedMessageSettingsSchema } from '#contract/received-messages.ts';

// Messages to clients and their answers. Each of the queries and commands is offered only if the session's capabilities
// have its operation.

/** How long messages and answers count as current if no event says otherwise, in milliseconds. */
const STALE_MS = 30_000;

interface AppointmentReference {
  companyId: string;
  appointmentId: string;
}

export const messageQueries = {
  /** The settings of messages: when and how clients are written to. */
  settings: (api: ApiClient, companyId: string) => endpointQuery(api, calls.getMessageSettings, { companyId }),
  /** Everything that was sent about an appointment, newest first. */
  ofAppointment: (api: ApiClient, { companyId, appointmentId }: AppointmentReference) => ({
    ...fullListQuery(api, calls.listMessages, { companyId, appointmentId }),
    staleTime: STALE_MS,
  }),
  /** Everything that was sent to a client, newest first, page by page. */
  ofClient: (api: ApiClient, companyId: string, clientId: string) => ({
    ...pagedListQuery(api, calls.listMessages, { companyId, clientId, limit: 50 }),
    staleTime: STALE_MS,
  }),
  /** The newest messages that were not delivered, or may not have been; read with low priority. */
  undelivered: (api: ApiClient, companyId: string, status: 'failed' | 'unknown') =>
    queryOptions({
      queryKey: queryKeyOf(calls.listMessages, 'undelivered', { companyId, status }),
      queryFn: async ({ signal }) => {
        const input = { companyId, status, limit: PAGE_LIMIT };
        return (await api.call(calls.listMessages, input, { signal, purpose: 'poll' })).records;
      },
      staleTime: STALE_MS,
    }),
  /**
   * The message that a client would get, or why it cannot be sent. The channel and the language are the client's unless
   * `message` sets others. With another `version` of the appointment, the preview is read again.
   */
  preview: (api: ApiClient, message: CallInput<typeof calls.previewMessage>, version: string | null = null) =>
    queryOptions({
      queryKey: [...queryKeyOf(calls.previewMessage, 'whole', message), version],
      queryFn: ({ signal }) => api.call(calls.previewMessage, message, { signal }),
      // A preview is never reused, because it also depends on the client and the settings. It is only read when someone
      // looks at it.
      staleTime: 0,
    }),
  /** The number of messages that would be sent until an instant. */
  due: (api: ApiClient, companyId: string, until: string) =>
    endpointQuery(api, calls.countMessagesDue, { companyId, until }),
};

export const clientAnswerQueries = {
  /** The answers for the appointments that start at or after `start` and before `end`, two instants in UTC. */
  between: (api: ApiClient, span: { companyId: string; start: string; end: string }) => ({
    ...fullListQuery(api, calls.listClientAnswers, span, { purpose: 'poll' }),
    staleTime: STALE_MS,
  }),
};

const spanSchema = z.object({ start: z.string(), end: z.string() });
interface AnswerList {
  records: ReceivedClientAnswer[];
  unresolvedIds: string[];
}

/**
 * Puts the answer for an appointment into the loaded lists that include its start, so that the previous answer does not
 * reappear before they are reloaded.
 */
export function cacheClientAnswer(
  queryClient: QueryClient,
  { start }: { start: string },
  answer: ReceivedClientAnswer,
) {
  const at = instantOf(start);
  const queryKey = queryKeyOf(calls.listClientAnswers);
  for (const [key, list] of queryClient.getQueriesData<AnswerList>({ queryKey })) {
    const span = spanSchema.safeParse(key.at(-1)).data;
    if (!list || !span || at < instantOf(span.start) || at >= instantOf(span.end)) continue;
    const others = list.records.filter(({ appointmentId }) => appointmentId !== answer.appointmentId);
    queryClient.setQueryData<AnswerList>(key, { ...list, records: [...others, answer] });
  }
}

/** Reloads messages and answers, and how many messages are due. */
export function refreshMessages(queryClient: QueryClient): Promise<unknown> {
  return invalidate(queryClient, calls.listMessages, calls.listClientAnswers, calls.countMessagesDue);
}

/**
 * Sends a message about an appointment now. The idempotency key makes it safe to repeat.
 *
 * @returns the id of the message
 * @throws ApiError; see {@link notSendableReason}
 */
export function sendMessage(
  api: ApiClient,
  message: CallInput<typeof calls.sendMessage>,
  { idempotencyKey, person }: Required<Pick<CallOptions, 'idempotencyKey' | 'person'>>,
): Promise<string> {
  const signal = AbortSignal.timeout(CREATE_TIMEOUT_MS);
  return api.call(calls.sendMessage, message, { idempotencyKey, person, signal });
}

const notSendableSchema = z.object({ data: z.object({ reason: z.string() }) });

/** The reason why a message cannot be sent, from the error; empty if it gives no reason, null for any other error. */
export function notSendableReason(error: unknown): string | null {
  const { messageKey, body } = asApiError(error) ?? {};
  if (messageKey !== ('not_sendable' satisfies ErrorMessageKey)) return null;
  return notSendableSchema.safeParse(body).data?.data.reason ?? '';
}

/**
 * Records what a client answered by telephone; `id` is the id of the appointment. It is safe to repeat, because the same
 * answer again changes nothing.
 *
 * @throws ApiError
 */
export function recordClientAnswer(api: ApiClient, answer: CallInput<typeof calls.giveClientAnswer>) {
  return api.call(calls.giveClientAnswer, answer, { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) });
}

/**
 * Stores all of the settings, and returns them. It is safe to repeat.
 *
 * @throws ApiError; after a colleague's change, it includes the current settings ({@link readCurrentSettings})
 */
export function putMessageSettings(api: ApiClient, settings: CallInput<typeof calls.putMessageSettings>) {
  return api.call(calls.putMessageSettings, settings, { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) });
}

/** The settings in a colleague's version, from the error of a refused change. */
export const readCurrentSettings = createConflictReader(receivedMessageSettingsSchema);
