import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { collectAnswer, NotConnected } from './collect-answer.ts';
import {
  type Exchange,
  maxBodyBytes,
  type PlainAnswer,
  UnusableAnswer,
  type Upstream,
  UpstreamFailure,
} from './upstream.ts';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Servers close an idle connection after five seconds at the earliest. */
const CREATE_IDLE_MS = 1_000;

/** Statuses whose response has no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A practice API elsewhere as an {@link Upstream}. `baseUrl` may have a path, which goes before the document's paths.
 * No redirect is followed. Throws {@link UpstreamFailure} with `sent: false` only when no connection could be opened.
 *
 * Reads share kept-alive connections. Creates have connections of their own, kept for a second only: on one that has been
 * idle for longer the other side may be hanging up at that very moment, and then nobody could say whether the booking
 * arrived.
 */
export function createRemoteUpstream(options: { baseUrl: string; connectTimeoutMs?: number }): Upstream {
  const { baseUrl, connectTimeoutMs = 3_000 } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const connect = tellingConnector(connectTimeoutMs);
  // The gateway's own time limits end every attempt, so those of the agent are off.
  const limits = { connect, headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxBodyBytes };
  const reads = new Agent({ ...limits, connections: 32 });
  const creates = new Agent({ ...limits, keepAliveTimeout: CREATE_IDLE_MS, keepAliveMaxTimeout: CREATE_IDLE_MS });

  const exchange: Exchange = async ({ method, target, headers, body }, onGivenUp) => {
    const create = method === 'POST' && target.split('?')[0] === '/v1/appointments';
    const answer = await collectAnswer(
      create ? creates : reads,
      { origin, path: `${prefix}${target}`, method, headers: { ...headers, 'accept-encoding': 'gzip, br' }, body },
      onGivenUp,
    );
    const encoding = answer.header('content-encoding');
    return encoding === null ? answer : { ...answer, body: await decode(answer, encoding.toLowerCase()) };
  };

  async function fetchRemote(request: Request): Promise<Response> {
    const { method, headers, signal } = request;
    if (method !== 'GET' && method !== 'POST') throw new UpstreamFailure(`${method} is never sent`, { sent: false });
    const { pathname: path, search } = new URL(request.url);
    const body = method === 'POST' ? new Uint8Array(await request.arrayBuffer()) : null;
    const plain = { method, target: `${path}${search}`, headers: Object.fromEntries(headers), body } as const;
    const answer = await exchange(plain, (act) => signal.addEventListener('abort', act, { once: true }));
    const type = answer.header('content-type') ?? 'application/octet-stream';
    const empty = WITHOUT_BODY.has(answer.status);
    return new Response(empty ? null : answer.body, { status: answer.status, headers: { 'content-type': type } });
  }

  return Object.assign(fetchRemote, { exchange });
}

function tellingConnector(timeout: number): buildConnector.connector {
  const connector = buildConnector({ timeout });
  return function connect(options, callback) {
    connector(options, (...result) => {
      const [error] = result;
      if (error === null) callback(...result);
      else callback(new NotConnected(error.message, { cause: error }), null);
    });
  };
}

async function decode({ status, body }: PlainAnswer, encoding: string): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined || body.length === 0) return body;
  try {
    return await decoder(body, { maxOutputLength: maxBodyBytes });
  } catch {
    throw new UnusableAnswer(status, `a body that is not ${encoding}`);
  }
}
