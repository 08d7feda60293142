import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { messageQueries } from '#app/api/messages.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantOf } from '#contract/date-time.ts';
import type { Interval } from '#contract/interval.ts';
import { livePolling } from '#contract/live-polling.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedMessage } from '#contract/received-messages.ts';
import { findLatestMessage, isForStart, isUndelivered, type MessageStates } from '#scheduling/message-mark.ts';
import { useClientAnswers } from './client-answers.ts';

/** The maximum number of appointments whose messages are read one by one, since all desks share the request budget. */
const MAX_APPOINTMENTS = 12;

interface MessageStatesReaderProps {
  /** The shown days, in milliseconds since 1970. */
  span: Interval;
  /** The appointments of these days. */
  appointments: readonly ReceivedAppointment[];
  /** Called with the answers and messages that were read, whenever they change. */
  onResults: (results: MessageStates) => void;
}

/** Reads the clients' answers and the undelivered messages for the shown days. It is rendered once the day is drawn. */
export function MessageStatesReader({ span, appointments, onResults }: MessageStatesReaderProps) {
  const answers = useClientAnswers(span);
  const undeliveredKinds = useUndeliveredMessageKinds(appointments);
  const results: MessageStates = {
    answers: Object.fromEntries(
      answers.all.map(({ appointmentId, answer, forStart }) => [appointmentId, { answer, forStart }]),
    ),
    undeliveredKinds: undeliveredKinds,
  };
  const publish = useEffectEvent(() => onResults(results));
  const content = JSON.stringify(results);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content says when the results have changed.
  useEffect(publish, [content]);
  return null;
}

/**
 * The kind of the latest message about each upcoming appointment, if that message was not delivered, keyed by the id of
 * the appointment.
 */
export function useUndeliveredMessageKinds(appointments: readonly ReceivedAppointment[]): Record<string, string> {
  const { session, company } = useDesk();
  const api = useApi();
  const now = useMinute();
  const isThere = session.capabilities.listMessages !== undefined;
  const undeliveredQuery = (status: 'failed' | 'unknown') => ({
    ...messageQueries.undelivered(api, company.id, status),
    enabled: isThere,
    refetchInterval: livePolling.streamEveryMs,
  });
  const failed = useQuery(undeliveredQuery('failed')).data ?? [];
  const unknown = useQuery(undeliveredQuery('unknown')).data ?? [];
  const messages = [...failed, ...unknown].filter((message) => isUndelivered(message, now));
  const concerned = upcomingAppointmentsOf(messages, appointments, now);
  // All messages of each appointment are read, since a later one may have been delivered.
  const later = useMessagesOfAppointments(api, company.id, concerned.slice(0, MAX_APPOINTMENTS));
  return Object.fromEntries(
    concerned.flatMap((appointment, nth) => {
      const all = nth < MAX_APPOINTMENTS ? later[nth] : messages;
      const latest = all && findLatestMessage(all, appointment);
      return latest && isUndelivered(latest, now) ? [[appointment.id, latest.kind]] : [];
    }),
  );
}

/** The upcoming appointments that the messages are about, soonest first. */
function upcomingAppointmentsOf(
  messages: readonly ReceivedMessage[],
  appointments: readonly ReceivedAppointment[],
  now: number,
): ReceivedAppointment[] {
  const byAppointment = new Map<string, ReceivedMessage[]>();
  for (const message of messages)
    for (const id of message.appointmentIds) byAppointment.set(id, [...(byAppointment.get(id) ?? []), message]);
  return appointments
    .filter((one) => instantOf(one.start) > now)
    .filter((one) => byAppointment.get(one.id)?.some((message) => isForStart(message, one)))
    .sort((one, other) => instantOf(one.start) - instantOf(other.start));
}

/** The messages of some appointments, in the order of the appointments; undefined until they are loaded. */
function useMessagesOfAppointments(api: ApiClient, companyId: string, appointments: readonly ReceivedAppointment[]) {
  const results = useQueries({
    queries: appointments.map(({ id }) => messageQueries.ofAppointment(api, { companyId, appointmentId: id })),
  });
  return results.map(({ data }) => data?.records);
}
