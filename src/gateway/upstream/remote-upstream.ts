import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { maxBodyBytes, UnusableAnswer } from './read-answer.ts';
import { type Upstream, UpstreamFailure } from './upstream.ts';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Statuses whose response has no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A practice API elsewhere as an {@link Upstream}. `baseUrl` may have a path, which goes before the document's paths.
 * No redirect is followed. Throws {@link UpstreamFailure} with `sent: false` only when no connection could be opened.
 *
 * Reads share kept-alive connections. A create opens one of its own: on a kept one the other side may be hanging up at
 * that very moment, and then nobody could say whether the booking arrived.
 */
export function createRemoteUpstream(options: { baseUrl: string; connectTimeoutMs?: number }): Upstream {
  const { baseUrl, connectTimeoutMs = 3_000 } = options;
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const connect = tellingConnector(connectTimeoutMs);
  // The gateway's own time limits end every attempt, so those of the agent are off.
  const limits = { connect, headersTimeout: 0, bodyTimeout: 0 };
  const reads = new Agent({ ...limits, connections: 32 });
  const creates = new Agent({ ...limits, pipelining: 0 });

  return async function remoteUpstream(request) {
    const { method, signal, headers } = request;
    if (method !== 'GET' && method !== 'POST') throw new UpstreamFailure(`${method} is never sent`, { sent: false });
    const url = new URL(request.url);
    const create = method === 'POST' && url.pathname === '/v1/appointments';
    const sending = (create ? creates : reads).request({
      origin: base.origin,
      path: `${prefix}${url.pathname}${url.search}`,
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'gzip, br' },
      body: method === 'POST' ? Buffer.from(await request.arrayBuffer()) : null,
      signal,
    });
    const answer = await sending.catch((cause: unknown) => {
      throw new UpstreamFailure('the practice API could not be asked', {
        sent: !(cause instanceof NotConnected),
        cause,
      });
    });
    const status = answer.statusCode;
    if (Number(answer.headers['content-length']) > maxBodyBytes) {
      answer.body.destroy();
      throw new UnusableAnswer(status, 'a body that is too large');
    }
    const body = await collect(answer.body);
    const encoding = String(answer.headers['content-encoding'] ?? 'identity').toLowerCase();
    const plain = await decode(body, encoding, status);
    return new Response(WITHOUT_BODY.has(status) ? null : plain, { status, headers: plainHeaders(answer.headers) });
  };
}

/** No connection: whatever was to be sent was not. */
class NotConnected extends Error {}

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

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new UpstreamFailure('the answer broke off', { sent: true, cause });
  }
  if (size > maxBodyBytes) throw new UpstreamFailure('the answer is too large', { sent: true });
  return Buffer.concat(chunks);
}

async function decode(body: Buffer<ArrayBuffer>, encoding: string, status: number): Promise<Buffer<ArrayBuffer>> {
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined || body.length === 0) return body;
  try {
    return await decoder(body, { maxOutputLength: maxBodyBytes });
  } catch {
    throw new UnusableAnswer(status, `a body that is not ${encoding}`);
  }
}

/** The headers of the answer without those that describe how its body travelled. */
function plainHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    if (name === 'content-encoding' || name === 'content-length' || name === 'transfer-encoding') continue;
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) headers.append(name, one);
  }
  return headers;
}
