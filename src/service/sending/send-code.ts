import { allClientTexts } from '#client-texts/all-client-texts.ts';
import type { ClientLanguage } from '#contract/enums.ts';
import { fillPlaceholders } from '#contract/message-placeholders.ts';
import { isolate, renderHtml } from './safe-text.ts';
import type { EmailMessage, SendOutcome, Transport } from './transport.ts';

/**
 * Sends the code for a request from the web site, in one attempt. Nothing in the e-mail comes from the visitor, who has not
 * yet proved that the address is theirs. Like every attempt, this never rejects and ends within `maxAttemptMs`.
 */
export function sendCode(
  transport: Transport<EmailMessage>,
  {
    id,
    to,
    code,
    practiceName,
    storeName,
    replyTo,
    language,
  }: {
    /** The id of the stored code, which becomes the Message-ID. */
    id: string;
    to: string;
    code: string;
    practiceName: string;
    storeName: string;
    /** The e-mail address of the store; null if it has none. */
    replyTo: string | null;
    language: ClientLanguage;
  },
): Promise<SendOutcome> {
  const { code: texts, direction } = allClientTexts[language];
  const names = [...new Set([practiceName, storeName])].map((name) => name.replaceAll(/\s+/g, ' '));
  const values = { practice: isolate(names.join(', '), direction), code };
  const subject = fillPlaceholders(texts.subject, values);
  const text = fillPlaceholders(texts.body, values);
  const html = renderHtml(text, { subject, link: null, language, direction });
  return transport.send({ id, to, subject, text, html, replyTo, calendar: null });
}
