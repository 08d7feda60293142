import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { messageQueries } from '#app/api/messages.ts';
import { Failure } from '#app/components/failure.tsx';
import { useAnswerInterval, useClientAnswers } from '#app/days/client-answers.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ClientAnswerSection } from './client-answer.tsx';
import { MessageRow } from './message-row.tsx';
import { SendMessage } from './send-message.tsx';

interface AppointmentMessagesProps {
  appointment: ReceivedAppointment;
  /** The name of the appointment's pet. */
  name: string;
  /**
   * The days that the page shows, which include the appointment. The clients' answers for these days are loaded in any case.
   */
  days: Interval;
  /** The IANA zone of the appointment's store. */
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** Whether no messages are sent about appointments of this visit type. */
  isTypeOff: boolean;
  /** Whether enough of the request budget is left to load the messages. */
  enabled: boolean;
}

/**
 * Shows which messages were sent to the client about an appointment, what the client answered, and what can be sent
 * now.
 */
export function AppointmentMessages(props: AppointmentMessagesProps) {
  const { appointment, name, days, zone, now, isTypeOff, enabled } = props;
  const { session, company } = useDesk();
  const { capabilities, canWrite } = session;
  const answers = useClientAnswers(days);
  const interval = useAnswerInterval();
  const messages = useQuery({
    ...messageQueries.ofAppointment(useApi(), { companyId: company.id, appointmentId: appointment.id }),
    enabled: enabled && capabilities.listMessages !== undefined,
    refetchInterval: interval,
  });
  const records = messages.data?.records ?? [];
  const { status, start } = appointment;
  const isAhead = instantOf(start) > now && (stageOf(appointment) === 'expected' || status === 'cancelled');
  const canSend =
    capabilities.listMessages !== undefined &&
    capabilities.previewMessage !== undefined &&
    capabilities.sendMessage?.idempotent === true &&
    canWrite !== false;
  const isEmpty = records.length === 0 && !messages.isError && answers.of(appointment) === null;
  // No message is sent about a past appointment, so there is nothing to show.
  if (isEmpty && !isAhead) return null;
  return (
    <section aria-label={messagesHeading()} className="flex flex-col gap-1.5 border-b border-line px-4 py-2.5">
      <h3 className="text-xs font-semibold text-muted">{messagesHeading()}</h3>
      <ClientAnswerSection {...{ appointment, name, zone, now }} answer={answers.of(appointment)} />
      {messages.isError ? (
        <Failure onRetry={() => void messages.refetch()}>{t`The messages couldn’t be loaded.`}</Failure>
      ) : null}
      {records.length === 0 ? null : (
        <ol aria-label={messagesHeading()}>
          {records.map((message) => (
            <MessageRow key={message.id} {...{ message, zone, now }} appointmentId={appointment.id} />
          ))}
        </ol>
      )}
      {messages.isPending && enabled && capabilities.listMessages ? (
        <p className="text-muted">{texts.loading}</p>
      ) : null}
      {isAhead && canSend ? <SendMessage key={appointment.id} {...{ appointment, isTypeOff, enabled }} /> : null}
    </section>
  );
}

export const messagesHeading = () => t({ message: 'Messages', comment: 'to the client of an appointment' });
