import {
  type Exchange,
  maxBodyBytes,
  UnusableAnswer,
  type Upstream,
  UpstreamFailure,
  upstreamOrigin,
} from './upstream.ts';

/** Codes of failures to open a connection: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** An upstream function as an {@link Exchange}. */
export function exchangeByFetch(upstream: Upstream): Exchange {
  return async function exchange({ method, target, headers, body }, onGivenUp) {
    const controller = new AbortController();
    onGivenUp(() => controller.abort());
    const { signal } = controller;
    const request = new Request(`${upstreamOrigin}${target}`, { method, headers, body, signal, redirect: 'manual' });
    let response: Response;
    try {
      response = await upstream(request);
    } catch (cause) {
      throw new UpstreamFailure('the practice API could not be asked', { sent: !refusedToConnect(cause), cause });
    }
    return { status: response.status, header: (name) => response.headers.get(name), body: await bodyOf(response) };
  };
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('content-length')) > maxBodyBytes) {
    await response.body?.cancel();
    throw new UnusableAnswer(response.status, 'a body that is too large');
  }
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new UpstreamFailure('the answer broke off', { sent: true, cause });
  }
}

function refusedToConnect(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && NOT_SENT.has(cause.code);
}
