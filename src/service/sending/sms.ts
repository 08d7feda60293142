import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Logger } from 'pino';
import type { SendOutcome, SmsMessage, Transport } from './transport.ts';

/** The time limit of an attempt, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 60_000;

/**
 * Sends SMS through a webhook: a `POST` request with the body `{ id, to, text }`, signed as Standard Webhooks requires. The
 * `webhook-id` is the message's id at each attempt, so that the receiver can tell another attempt from another message. `clock`
 * returns epoch milliseconds.
 */
export function createSmsTransport(options: {
  url: string;
  /** The secret, as {@link parseWebhookKey} reads it. */
  key: Uint8Array;
  logger: Logger;
  clock?: (() => number) | undefined;
  attemptMs?: number;
}): Transport<SmsMessage> {
  const { url, key, logger, clock = Date.now, attemptMs = ATTEMPT_TIMEOUT_MS } = options;
  return {
    async send({ id, to, text }) {
      const number = normalizePhoneNumber(to);
      if (number === null) return { status: 'refused', reason: 'no_such_address' };
      const body = JSON.stringify({ id, to: number, text });
      const timestamp = String(Math.floor(clock() / 1000));
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
      };
      const { outcome, ...reason } = await post(new URL(url), { headers, body, attemptMs });
      if (outcome.status !== 'sent') logger.warn({ messageId: id, ...reason }, 'an SMS was not sent');
      return outcome;
    },
  };
}

/** The outcome of a `POST`, with the status of the response or the code of the error for the log. */
interface PostResult {
  outcome: SendOutcome;
  responseStatus?: number | undefined;
  code?: string | undefined;
}

/**
 * Sends a `POST` request. Each attempt has its own connection, so that it is certain whether anything was handed over if
 * the connection breaks.
 */
function post(
  url: URL,
  { headers, body, attemptMs }: { headers: Record<string, string>; body: string; attemptMs: number },
): Promise<PostResult> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve) => {
    let isConnected = false;
    const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(attemptMs) };
    const sent = (isHttps ? requestHttps : requestHttp)(url, options);
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ outcome: { status: isConnected ? 'unknown' : 'not_handed_over' }, code: error.code });
    sent.on('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      // A response counts once it is complete; its body is ignored.
      response.on('error', fail);
      response.on('end', () =>
        resolve({ outcome: toOutcome(response.statusCode), responseStatus: response.statusCode }),
      );
      response.resume();
    });
    sent.end(body);
  });
}

/**
 * The outcome of a response with this status. Redirects are not followed: like an error of the receiver, a redirect means that
 * the receiver did not accept the message.
 */
function toOutcome(status = 0): SendOutcome {
  if (status >= 200 && status < 300) return { status: 'sent' };
  if (status >= 400 && status < 500) return { status: 'refused', reason: 'refused' };
  return { status: 'not_handed_over' };
}

/**
 * A phone number without the punctuation that people write, and with the `+` of an international number in place of `00`;
 * null for text that is not exactly one number. The country of a national number is not guessed.
 */
export function normalizePhoneNumber(text: string): string | null {
  const international = /^\s*(?:\+|00)/.test(text);
  // Some write the trunk prefix within an international number: `+49 (0)171 …`.
  const written = international ? text.replace(/\(\s*0\s*\)/, '') : text;
  const number = written.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  return /^(?:\+[1-9]\d{2,14}|\d{3,15})$/.test(number) ? number : null;
}

/**
 * Reads the key in a secret in the format of Standard Webhooks: `whsec_` and base64. Null for any other text, and for a key
 * that is too short.
 */
export function parseWebhookKey(secret: string): Uint8Array | null {
  const [, base64 = ''] = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length >= MIN_KEY_BYTES ? key : null;
}

const MIN_KEY_BYTES = 16;
