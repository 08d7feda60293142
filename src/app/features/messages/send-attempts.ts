import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { createOnce, type PendingCreate } from '#app/api/create-once.ts';
import { refreshMessages, sendMessage } from '#app/api/messages.ts';
import { invalidate } from '#app/api/queries.ts';
import { createStore, useStore } from '#app/browser/create-store.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { AppointmentMessageKind } from '#contract/enums.ts';
import { messageCalls } from '#contract/message-calls.ts';

/** An attempt to send a message by hand. It is removed once it has succeeded. */
export interface SendAttempt {
  /** `looking`: the response was lost, and the outcome is being looked up. */
  state: 'sending' | 'looking' | 'refused' | 'unknown';
  /** Why the message was refused, or why its outcome is unknown. */
  error: unknown;
  /** The request that was sent, by which its outcome can be looked up again; null if no request was sent. */
  sent: PendingCreate | null;
}

interface SendRequest {
  companyId: string;
  appointmentId: string;
  kind: AppointmentMessageKind;
}

/**
 * The messages that this tab is sending, keyed by appointment and kind. They are kept when the panel closes, so that no
 * message is sent twice.
 */
const sendAttemptsOf = memoizePerObject((queryClient: QueryClient, api: ApiClient) => {
  const store = createStore<ReadonlyMap<string, SendAttempt>>(new Map());
  function setSend(key: string, send: SendAttempt | null): void {
    const next = new Map(store.get());
    if (send === null) next.delete(key);
    else next.set(key, send);
    store.set(next);
  }
  return {
    store,
    /** Sends a message, or looks up the one whose outcome is unknown. */
    async send({ companyId, appointmentId, kind }: SendRequest, person: string | null): Promise<void> {
      const key = attemptKey(appointmentId, kind);
      const before = store.get().get(key);
      if (before?.state === 'sending' || before?.state === 'looking') return;
      let sent = before?.state === 'unknown' ? before.sent : null;
      setSend(key, { state: sent === null ? 'sending' : 'looking', error: null, sent });
      const result = await createOnce(
        (idempotencyKey) =>
          sendMessage(api, { companyId, appointmentId, kind }, { idempotencyKey: idempotencyKey ?? '', person }),
        {
          sent,
          save: (next) => {
            sent = next;
          },
          newKey: newId,
          onFailure: (error) => setSend(key, { state: 'looking', error, sent }),
          signal: new AbortController().signal,
          clock: Date.now,
          sleep: sleepUntilOnline,
        },
      );
      if (result.kind === 'created') setSend(key, null);
      else setSend(key, { state: result.kind === 'refused' ? 'refused' : 'unknown', error: result.error, sent });
      // A refusal means that the preview is out of date, so it is loaded again.
      if (result.kind === 'refused') void invalidate(queryClient, messageCalls.previewMessage);
      await refreshMessages(queryClient);
    },
  };
});

const attemptKey = (appointmentId: string, kind: AppointmentMessageKind) => `${appointmentId} ${kind}`;

/** The state of sending this kind of message about an appointment, and a function that sends it. */
export function useSendAttempt(appointmentId: string, kind: AppointmentMessageKind) {
  const { session, company } = useDesk();
  const sends = sendAttemptsOf(useQueryClient(), useApi());
  const send = useStore(sends.store).get(attemptKey(appointmentId, kind)) ?? null;
  return {
    current: send,
    isRunning: send?.state === 'sending' || send?.state === 'looking',
    start: () => void sends.send({ companyId: company.id, appointmentId, kind }, session.person),
  };
}
