import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type EmailMessage, maxAttemptMs, type SendOutcome, type Transport } from './transport.ts';

/** The time limits of an attempt in milliseconds; `totalMs` is for the whole attempt. */
export interface EmailLimits {
  readonly connectionMs: number;
  readonly silenceMs: number;
  readonly totalMs: number;
}

const emailLimits: EmailLimits = { connectionMs: 20_000, silenceMs: 60_000, totalMs: maxAttemptMs - 10_000 };

/** The name and the address from which e-mails are sent. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** Sends e-mails through an SMTP server. Each attempt has its own connection, so that its outcome is certain. */
export function createEmailTransport(options: {
  /**
   * The URL of the server, `smtp://` or `smtps://`, with user, password and nodemailer's options, which take precedence over
   * `requiresTls`.
   */
  url: string;
  /** Whether a server that offers no TLS is refused. */
  requiresTls?: boolean;
  from: MailAddress;
  logger: Logger;
  limits?: EmailLimits;
}): Transport<EmailMessage> {
  const { url, requiresTls = false, from, logger, limits = emailLimits } = options;
  const { connectionMs, silenceMs, totalMs } = limits;
  const server = {
    url,
    requireTLS: requiresTls,
    connectionTimeout: connectionMs,
    greetingTimeout: connectionMs,
    dnsTimeout: connectionMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const senderDomain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return {
    async send(message) {
      if (!isDeliverable(message.to)) return { status: 'refused', reason: 'no_such_address' };
      const { id, subject, text, html, calendar, unsubscribeUrl = null } = message;
      const replyTo = message.replyTo !== null && isDeliverable(message.replyTo) ? message.replyTo : null;
      const transporter = createTransport(server);
      let isHandedOver = false;
      transporter.use('stream', (mail, done) => {
        mail.message.processFunc((content) =>
          Readable.from(
            reportStart(content, () => {
              isHandedOver = true;
            }),
          ),
        );
        done();
      });
      const data = {
        messageId: `<${id}@${senderDomain}>`,
        from: { ...from },
        to: { name: '', address: message.to },
        ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
        subject: subject.replaceAll(/[\r\n\u2028\u2029]+/g, ' '),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== null && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        text,
        html,
        attachments:
          calendar === null
            ? []
            : [
                {
                  filename: 'appointment.ics',
                  content: calendar,
                  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
                },
              ],
        signal: AbortSignal.timeout(totalMs),
      };
      try {
        await transporter.sendMail(data);
        return { status: 'sent' };
      } catch (error) {
        const { code, command, responseCode } = toSmtpError(error);
        // The server's message often contains the address, which must not be logged.
        logger.warn({ messageId: id, code, command, responseCode }, 'an e-mail was not sent');
        // If a server offers no TLS, its response refuses TLS, not the message.
        return toOutcome({ command, responseCode: code === 'ETLS' ? null : responseCode, isHandedOver });
      } finally {
        transporter.close();
      }
    },
  };
}

/** Passes the content on and calls `onFirst` when its first part is read, which is after the server accepted DATA. */
async function* reportStart(content: Readable, onFirst: () => void): AsyncGenerator<unknown> {
  onFirst();
  yield* content;
}

interface SmtpError {
  code: string | null;
  command: string | null;
  responseCode: number | null;
}

function toSmtpError(error: unknown): SmtpError {
  const readField = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const [code, command, responseCode] = [readField('code'), readField('command'), readField('responseCode')];
  return {
    code: typeof code === 'string' ? code : null,
    command: typeof command === 'string' ? command : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  };
}

/**
 * The outcome of an attempt that ended in an error. A server that responded with a refusal has not accepted the
 * message.
 */
function toOutcome(failure: Omit<SmtpError, 'code'> & { isHandedOver: boolean }): SendOutcome {
  const { command, responseCode, isHandedOver } = failure;
  if (responseCode !== null && responseCode >= 500)
    return { status: 'refused', reason: command === 'RCPT TO' ? 'no_such_address' : 'refused' };
  if (responseCode !== null && responseCode >= 400) return { status: 'not_handed_over' };
  return { status: isHandedOver ? 'unknown' : 'not_handed_over' };
}

const SPECIAL_CHARACTERS = '\\s\\p{Cc}\\p{Cf}<>()\\[\\],;:"\\\\@';
const MAILBOX = new RegExp(
  `^(?:[^${SPECIAL_CHARACTERS}]+|"(?:[^"\\\\\\p{Cc}\\p{Cf}<>])+")@[^${SPECIAL_CHARACTERS}]+$`,
  'u',
);

/** Whether an address can stand between `<` and `>` in the commands of SMTP (RFC 5321, section 4.1.2). */
export const isDeliverable = (address: string) => MAILBOX.test(address);
