import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { messageQueries, notSendableReason } from '#app/api/messages.ts';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { messageKindTexts } from '#app/text/message-kind-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { AppointmentMessageKind } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { MessageAddress, MessageTextBox } from './message-row.tsx';
import { notSentReasonText } from './message-texts.ts';
import { type SendAttempt as SendState, useSendAttempt } from './send-attempts.ts';

interface SendMessageProps {
  appointment: ReceivedAppointment;
  /** Whether no messages are sent about appointments of this visit type. */
  isTypeOff: boolean;
  /** Whether to find out at once whether a message can be sent. False while the request budget is low. */
  enabled: boolean;
}

/** The kinds of messages that fit the status of an appointment, the most likely one first. */
const kindsForStatus = ({ status }: ReceivedAppointment): readonly AppointmentMessageKind[] =>
  status === 'cancelled' ? ['cancellation'] : ['reminder', 'confirmation'];

/** Shows the text of a message, with a button that sends it, or says why no message can be sent. */
export function SendMessage({ appointment, isTypeOff, enabled }: SendMessageProps) {
  const { session, company } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const kinds = kindsForStatus(appointment);
  const [chosen, setChosen] = useState(kinds[0] ?? 'reminder');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'reminder');
  const { id: appointmentId, updatedAt } = appointment;
  const send = useSendAttempt(appointmentId, kind);
  const preview = useQuery({
    ...messageQueries.preview(useApi(), { companyId: company.id, appointmentId, kind }, updatedAt),
    enabled: enabled || isOpen,
  });
  const { data } = preview;
  const refusalText = (reason: string) => notSentReasonText(reason, { isDemo: session.demo, isTypeOff });
  if (!isOpen && data?.reason != null) return <p className="text-muted">{refusalText(data.reason)}</p>;
  if (!isOpen)
    return (
      <>
        <SendOutcome send={send.current} why={refusalText} onRetry={send.start} />
        {send.current?.state === 'unknown' || send.isRunning ? null : (
          <p>
            <Button compact aria-expanded={false} onClick={() => setOpen(true)}>
              <Send aria-hidden="true" size={13} className="rtl:-scale-x-100" />
              {t({ message: 'Send now…', comment: 'button: shows a message to a client before it is sent' })}
            </Button>
          </p>
        )}
      </>
    );
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line-strong px-2.5 py-2">
      {kinds.length < 2 ? null : (
        <RadioChoice
          look="chips"
          label={t({ message: 'Which message', comment: 'confirmation or reminder' })}
          labelHidden
          value={kind}
          options={kinds.map((value) => ({ value, label: messageKindTexts[value] }))}
          onChange={setChosen}
        />
      )}
      {preview.isError ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()}>
          {t`The text couldn’t be loaded.`}
        </Failure>
      ) : data === undefined ? (
        <p className="min-h-24 text-muted">{texts.loading}</p>
      ) : (
        <>
          {data.to === null ? null : (
            <p className="break-all">
              <MessageAddress preview={data} />
            </p>
          )}
          {data.body === null ? null : (
            <MessageTextBox
              preview={data}
              heading={t({ message: 'The client gets', comment: 'heads the text of a message' })}
            />
          )}
          {data.reason === null ? null : <p className="text-muted">{refusalText(data.reason)}</p>}
        </>
      )}
      <SendOutcome send={send.current} why={refusalText} onRetry={send.start} />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          compact
          disabled={data === undefined || data.reason !== null || preview.isError}
          onClick={() => {
            send.start();
            setOpen(false);
          }}
        >
          {sendButtonText(kind)}
        </Button>
        <Button compact onClick={() => setOpen(false)}>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

function sendButtonText(kind: AppointmentMessageKind): string {
  switch (kind) {
    case 'confirmation':
      return t`Send confirmation`;
    case 'reminder':
      return t`Send reminder`;
    case 'cancellation':
      return t`Send cancellation`;
  }
}

/** The outcome of a message that was sent by hand, shown until the message is in the list. */
function SendOutcome({
  send,
  why,
  onRetry,
}: {
  send: SendState | null;
  why: (reason: string) => string;
  onRetry: () => void;
}) {
  const reason = send && notSendableReason(send.error);
  return (
    <div role="status" className="empty:hidden">
      {send?.state === 'sending' ? (
        <p className="text-muted">{t({ message: 'Sending…', comment: 'a message to a client' })}</p>
      ) : null}
      {send?.state === 'looking' ? <p className="text-muted">{t`Checking whether it was sent…`}</p> : null}
      {send?.state === 'refused' && reason !== null ? <p>{why(reason)}</p> : null}
      {send?.state === 'refused' && reason === null ? (
        <Failure look="danger" error={send.error} onRetry={onRetry}>
          {t`Not sent.`}
        </Failure>
      ) : null}
      {send?.state === 'unknown' ? (
        <Failure look="danger" error={send.error} onRetry={onRetry}>
          {t`We couldn’t find out whether the message was sent. If you try again, the client still gets it only once.`}
        </Failure>
      ) : null}
    </div>
  );
}
