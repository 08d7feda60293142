import type { Answer } from './answer.ts';
import { upstreamRequestHeaders } from './headers.ts';
import { readAnswer, UnusableAnswer } from './read-answer.ts';
import type { UpstreamRequest } from './send.ts';
import { type Upstream, UpstreamFailure, upstreamOrigin } from './upstream.ts';

/** Codes of failures to open a connection: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** How long one attempt may take, in milliseconds. */
export interface UpstreamTimeouts {
  readonly readMs: number;
  readonly createMs: number;
}

export const defaultTimeouts: UpstreamTimeouts = { readMs: 10_000, createMs: 20_000 };

/**
 * Sends a request once and reads the whole answer in time. Throws {@link UpstreamFailure} when no whole answer came, and
 * {@link UnusableAnswer} when one came that cannot be used. The browser going away does not cancel it: others may share
 * the answer, and a create must not be cut in the middle.
 */
export function asking(options: { upstream: Upstream; timeouts: UpstreamTimeouts; clock: () => number }) {
  const { upstream, timeouts, clock } = options;

  return async function ask(request: UpstreamRequest): Promise<Answer> {
    const timeoutMs = request.kind === 'create' ? timeouts.createMs : timeouts.readMs;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new UpstreamFailure(`no answer within ${timeoutMs} ms`, { sent: true, timedOut: true }));
        controller.abort();
      }, timeoutMs);
    });
    try {
      return await Promise.race([exchange(upstream, request, controller.signal, clock), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function exchange(
  upstream: Upstream,
  request: UpstreamRequest,
  signal: AbortSignal,
  clock: () => number,
): Promise<Answer> {
  const { method, target, body, credential } = request;
  const sentAt = clock();
  const headers = upstreamRequestHeaders(request);
  const sent = new Request(`${upstreamOrigin}${target}`, { method, headers, body, signal, redirect: 'manual' });
  let response: Response;
  try {
    response = await upstream(sent);
  } catch (cause) {
    if (cause instanceof UpstreamFailure || cause instanceof UnusableAnswer) throw cause;
    throw new UpstreamFailure('the practice API could not be asked', { sent: !refusedToConnect(cause), cause });
  }
  return await readAnswer(response, { key: credential.key, sentAt, clock });
}

function refusedToConnect(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && NOT_SENT.has(cause.code);
}
