import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { cacheReturnedAppointment, readAppointment } from '#app/api/appointments.ts';
import { refreshMessages } from '#app/api/messages.ts';
import {
  bookOnlineRequest,
  declineOnlineRequest,
  type OnlineRequestBooking,
  readAnswerRefusal,
  refreshOnlineRequests,
  removeOnlineRequest,
} from '#app/api/online-requests.ts';
import { invalidate } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { newId } from '#app/browser/new-id.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { isPending, type Outbox, type OutboxCommand } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';

/**
 * The parameters for booking a request: the client and the pet and, where they differ from the request, the time, vet,
 * place and type.
 */
export type RequestBooking = Omit<OnlineRequestBooking, 'id' | 'companyId' | 'expectedUpdatedAt'>;

/** An answer to a request from the web site. */
export type RequestAnswer =
  | { kind: 'book'; booking: RequestBooking; idempotencyKey: string }
  | { kind: 'decline'; reason: string | null };

interface RequestAnswerTask {
  request: ReceivedOnlineRequest;
  answer: RequestAnswer;
}

interface RequestAnswerResult {
  /** The new appointment; null if the request was declined. */
  appointment: Pick<ReceivedAppointment, 'id' | 'start' | 'storeId'> | null;
  /** The new appointment, read back; null if there is none, or it could not be read. */
  record: ReceivedAppointment | null;
}

export type RequestCommand = OutboxCommand<RequestAnswerTask, RequestAnswerResult, ReceivedOnlineRequest>;
export type OnlineRequestsLog = ReturnType<typeof createOnlineRequestsLog>;

/**
 * A group number that no group has. An answer added with it cannot be undone, because the client may already have
 * received the e-mail about it.
 */
const NO_GROUP = 0;

/** The log of answers to requests from the web site, one for each outbox. */
const onlineRequestsLogOf = memoizePerObject(createOnlineRequestsLog);

function createOnlineRequestsLog(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  const removeRequest = (id: string) => removeOnlineRequest(queryClient, api, companyId, id);

  async function readBookedAppointment(id: string, signal: AbortSignal): Promise<ReceivedAppointment | null> {
    if (!capabilitiesIn(queryClient).getAppointment) return null;
    // A failed read is no error: the request has certainly been booked.
    return readAppointment(api, { companyId, id }, signal).catch(() => null);
  }

  const { add, ...log } = outbox.open<RequestAnswerTask, RequestAnswerResult, ReceivedOnlineRequest>({
    prepare: (task) => Promise.resolve(task),
    async send({ request: { id, updatedAt, storeId, start }, answer }, signal) {
      const version = { companyId, id, expectedUpdatedAt: updatedAt ?? '' };
      if (answer.kind === 'decline') {
        await declineOnlineRequest(api, { ...version, reason: answer.reason }, { signal });
        return { appointment: null, record: null };
      }
      const { booking, idempotencyKey } = answer;
      const booked = await bookOnlineRequest(api, { ...version, ...booking }, { idempotencyKey, signal });
      const { appointmentId } = booked;
      return {
        appointment: { id: appointmentId, start: booking.start ?? start, storeId },
        record: await readBookedAppointment(appointmentId, signal),
      };
    },
    replaceTask: () => null,
    readConflict: (error) => readAnswerRefusal(error)?.current,
    rebaseTask: ({ request, answer }, now) =>
      now.status === 'open' && now.start === request.start && now.end === request.end
        ? // Nothing was booked with the earlier key, which belongs to another version.
          { request: now, answer: answer.kind === 'book' ? { ...answer, idempotencyKey: newId() } : answer }
        : null,
    read: null,
    findAnswer: () => null,
    buildsOn: () => false,
    undo: () => [],
    onAnswer({ request }, { appointment, record }) {
      if (appointment) cacheReturnedAppointment(queryClient, companyId, record);
      // The request is removed only once the appointment is loaded, so that the time never looks free in between.
      removeRequest(request.id);
      void refreshOnlineRequests(queryClient);
      void refreshMessages(queryClient);
      if (appointment) void invalidate(queryClient, calls.listClients, calls.listPets);
    },
    onNow({ request }, now) {
      if (now !== null && now.status !== 'open') removeRequest(request.id);
      void refreshOnlineRequests(queryClient);
    },
  });
  const addAnswer = (request: ReceivedOnlineRequest, answer: RequestAnswer) =>
    void add([{ keys: [`online request ${request.id}`], task: { request, answer } }], NO_GROUP);
  return {
    ...log,
    /** Books the appointment, and registers the client or the pet if they are new. */
    book: (request: ReceivedOnlineRequest, booking: RequestBooking) =>
      addAnswer(request, { kind: 'book', booking, idempotencyKey: newId() }),
    /** Declines a request; the e-mail to the client includes the reason. */
    decline: (request: ReceivedOnlineRequest, reason: string | null) => addAnswer(request, { kind: 'decline', reason }),
  };
}

/** This tab's log of answers to requests from the web site, with functions to answer them. */
export function useOnlineRequestsLog(): OnlineRequestsLog {
  const outbox = useOutbox();
  const { company } = useDesk();
  return onlineRequestsLogOf(outbox, company.id, useApi(), useQueryClient());
}

/** The answers that are saved or being sent, keyed by the ids of their requests. */
export function useGivenAnswers(): ReadonlyMap<string, RequestCommand> {
  const { subscribe, commands } = useOnlineRequestsLog();
  const log = useSyncExternalStore(subscribe, commands);
  const given = log.filter((command) => command.state === 'saved' || isPending(command));
  return new Map(given.map((command) => [command.task.request.id, command]));
}
