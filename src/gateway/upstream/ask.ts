import type { Answer } from './answer.ts';
import { readAnswer, UnusableAnswer } from './read-answer.ts';
import { type Upstream, UpstreamFailure, upstreamOrigin } from './upstream.ts';

/** One request to the practice API, ready to be sent once or several times. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly key: string;
}

/** Codes of failures to open a connection: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends a request once and reads the whole answer within `timeoutMs`. Throws {@link UpstreamFailure} when no whole
 * answer came, and `UnusableAnswer` when one came that cannot be used. The browser going away does not cancel it:
 * others may share the answer, and a create must not be cut in the middle.
 */
export async function ask(
  upstream: Upstream,
  request: UpstreamRequest,
  options: { timeoutMs: number; clock: () => number },
): Promise<Answer> {
  const { timeoutMs, clock } = options;
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
}

async function exchange(
  upstream: Upstream,
  request: UpstreamRequest,
  signal: AbortSignal,
  clock: () => number,
): Promise<Answer> {
  const { method, target, headers, body, key } = request;
  const sent = new Request(new URL(target, upstreamOrigin), { method, headers, body, signal, redirect: 'manual' });
  let response: Response;
  try {
    response = await upstream(sent);
  } catch (cause) {
    if (cause instanceof UpstreamFailure || cause instanceof UnusableAnswer) throw cause;
    throw new UpstreamFailure('the practice API could not be asked', { sent: !refusedToConnect(cause), cause });
  }
  return await readAnswer(response, { key, clock });
}

function refusedToConnect(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && NOT_SENT.has(cause.code);
}
