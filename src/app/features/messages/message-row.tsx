import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, Clock, Mail, MailX, MessageSquare } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { messageQueries } from '#app/api/messages.ts';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { messageKindText } from '#app/text/message-kind-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import { appointmentMessageKinds, messageChannels } from '#contract/enums.ts';
import type { ReceivedMessage, ReceivedMessagePreview } from '#contract/received-messages.ts';
import { messageOutcomeText } from './message-texts.ts';

const icons = { sending: Clock, sent: CircleCheck, failed: MailX, unknown: CircleHelp } as const;
const tones = { sending: 'text-muted', sent: 'text-ok', failed: 'text-warn', unknown: 'text-warn' } as const;

interface MessageRowProps {
  message: ReceivedMessage;
  /**
   * The id of the appointment that the message is about; null if there is none, in which case the text cannot be
   * written anew.
   */
  appointmentId: string | null;
  /** The IANA zone in which the message's times are shown. */
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** Whether the row is as wide as a page, so that it fits on one line. */
  isWide?: boolean;
  /** Links to the appointments that the message is about. They are shown on a client's page. */
  children?: ReactNode;
}

/** A message: when it was sent, by which channel and to whom, its outcome, and its text on demand. */
export function MessageRow({ message, appointmentId, zone, now, isWide = false, children }: MessageRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { session } = useDesk();
  const Icon = icons[message.status];
  const Way = message.channel === 'sms' ? MessageSquare : Mail;
  const canRead =
    session.capabilities.previewMessage !== undefined &&
    appointmentId !== null &&
    appointmentMessageKind(message) !== undefined;
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 border-t border-line py-1.5 first:border-t-0 ${isWide ? 'md:grid-cols-[16rem_minmax(0,1fr)_15rem_auto]' : ''}`}
    >
      <p className="flex flex-wrap gap-x-2">
        <span className="font-medium">{messageKindText(message.kind)}</span>
        <span className="text-muted tabular-nums">{instantInYearText(zone, instantOf(message.createdAt), now)}</span>
      </p>
      {canRead ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={`min-h-6 text-xs text-accent underline ${isWide ? 'md:order-1' : ''}`}
        >
          {isOpen
            ? t({ message: 'Hide text', comment: 'of a message' })
            : t({ message: 'Show text', comment: 'of a message' })}
        </button>
      ) : (
        <span className={isWide ? 'md:order-1' : ''} />
      )}
      <p className={`flex min-w-0 flex-wrap gap-x-3 ${isWide ? 'max-md:col-span-2' : 'col-span-2'}`}>
        <span className={`flex items-center gap-1.5 ${tones[message.status]}`}>
          <Icon aria-hidden="true" size={13} className="shrink-0" />
          {messageOutcomeText(message)}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-muted">
          <Way aria-hidden="true" size={13} className="shrink-0" />
          <span className="sr-only">{channelText(message.channel)}</span>
          <bdi className="min-w-0 break-words">{message.to}</bdi>
        </span>
      </p>
      {isWide ? <div className="flex flex-col max-md:col-span-2">{children}</div> : null}
      <div id={id} className="order-2 col-span-full empty:hidden">
        {isOpen && appointmentId !== null ? <RecreatedMessageText {...{ message, appointmentId }} /> : null}
      </div>
    </li>
  );
}

export const channelText = (channel: string | null): string =>
  channel === 'sms'
    ? t({ message: 'SMS', comment: 'the way of a message' })
    : t({ message: 'E-mail', comment: 'the way of a message' });

/** The kind of a message about an appointment; undefined for any other message, whose text cannot be shown. */
const appointmentMessageKind = ({ kind }: ReceivedMessage) => appointmentMessageKinds.find((one) => one === kind);

/** The text of a message, written anew from current data, since the text that was sent is not stored. */
function RecreatedMessageText({ message, appointmentId }: { message: ReceivedMessage; appointmentId: string }) {
  const { company } = useDesk();
  const kind = appointmentMessageKind(message);
  const channel = messageChannels.find((one) => one === message.channel);
  const preview = useQuery({
    ...messageQueries.preview(useApi(), {
      ...{ companyId: company.id, appointmentId, kind: kind ?? '' },
      ...{ channel: channel ?? null, language: message.language },
    }),
    enabled: kind !== undefined,
  });
  if (kind === undefined) return null;
  if (preview.isError)
    return (
      <Failure error={preview.error} onRetry={() => void preview.refetch()}>
        {t`The text couldn’t be loaded.`}
      </Failure>
    );
  if (preview.data === undefined) return <p className="text-muted">{texts.loading}</p>;
  return (
    <MessageTextBox
      preview={preview.data}
      heading={t({
        message: 'How this message would read now',
        comment: 'above the text of a message that was sent earlier',
      })}
    />
  );
}

/** The text of a message, below a heading. */
export function MessageTextBox({ preview, heading }: { preview: ReceivedMessagePreview; heading: string }) {
  const { subject, body, language } = preview;
  return (
    <figure className="mt-1 rounded-md border border-line bg-sunken px-2.5 py-1.5">
      <figcaption className="text-xs text-muted">{heading}</figcaption>
      {body === null ? (
        <p className="text-muted">{t`The text of this message is no longer stored.`}</p>
      ) : (
        <div
          lang={language ?? undefined}
          dir="auto"
          className="max-h-60 overflow-y-auto break-words whitespace-pre-line"
        >
          {subject === null ? null : <p className="font-semibold">{subject}</p>}
          <p>{body}</p>
        </div>
      )}
    </figure>
  );
}

/** The channel of a message, and the address or number that it goes to. */
export function MessageAddress({ preview }: { preview: ReceivedMessagePreview }) {
  return <InlineTexts of={[channelText(preview.channel), preview.to]} />;
}
