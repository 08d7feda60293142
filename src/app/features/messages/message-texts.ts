import { t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { NotSendableReason } from '#contract/messages.ts';
import type { ReceivedMessage } from '#contract/received-messages.ts';

/** The outcome of a message, in words. */
export function messageOutcomeText({ status, reason }: Pick<ReceivedMessage, 'status' | 'reason'>): string {
  switch (status) {
    case 'sending':
      return t({ message: 'Sending…', comment: 'a message to a client' });
    case 'sent':
      return t({ message: 'Sent', comment: 'a message to a client: the mail server or SMS service took it' });
    case 'unknown':
      return t({ message: 'May not have been delivered: the connection was lost', comment: 'a message to a client' });
    case 'failed':
      return failureText(reason);
  }
}

function failureText(reason: string | null): string {
  switch (reason) {
    case 'no_such_address':
      return t({ message: 'Not delivered: no such address', comment: 'a message to a client' });
    case 'refused':
      return t({ message: 'Not delivered: refused', comment: 'a message to a client: the mail server refused it' });
    case 'no_connection':
      return t({ message: 'Not delivered: no connection', comment: 'a message to a client' });
    default:
      return t({ message: 'Not delivered', comment: 'a message to a client' });
  }
}

const notSendableTexts: Readonly<Record<NotSendableReason, string>> = translateOnRead({
  off: () => t`Nothing is sent: messages are off.`,
  no_channel: () => t`Nothing is sent: there is no e-mail address or phone number to write to.`,
  opted_out: () => t`Nothing is sent: the client opted out of messages.`,
  pet_is_dead: () => t`Nothing is sent: the pet has died.`,
  inactive: () => t`Nothing is sent: the client or the pet is inactive.`,
  begun: () => t`Nothing is sent: the appointment has begun or is over.`,
  cancelled: () => t`Nothing is sent: the appointment is cancelled.`,
});

const isNotSendableReason = (reason: string): reason is NotSendableReason => Object.hasOwn(notSendableTexts, reason);

/** Says why no message is sent about an appointment. */
export function notSentReasonText(
  reason: string,
  { isDemo, isTypeOff }: { isDemo: boolean; isTypeOff: boolean },
): string {
  if (isDemo) return t`Nothing is sent: this is a demo.`;
  if (reason === 'off' && isTypeOff) return t`Nothing is sent: messages are off for this visit type.`;
  return isNotSendableReason(reason)
    ? notSendableTexts[reason]
    : t`Nothing is sent: the practice system doesn’t allow it.`;
}
