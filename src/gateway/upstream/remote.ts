import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type HttpResponse, type Upstream, UpstreamError, upstreamTimeouts } from './connection.ts';

/** The maximum size of a body. Five hundred records with the longest texts are far smaller. */
const DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * How long an idle connection for writes stays open. The gateway closes it before the server does, because a write on a closed
 * connection would be lost; servers wait at least five seconds.
 */
const WRITE_IDLE_MS = 1_000;

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The practice API at `baseUrl`, which may have a path as prefix. Redirects are not followed. An {@link UpstreamError} has
 * the reason `not_sent` only if no connection could be opened.
 *
 * Reads share connections that stay open. Writes have separate connections that stay open for only a second: a server may
 * close a connection that was idle for longer at any moment, and then it would be unknown whether the booking arrived.
 * Streaming responses have separate connections, too, without a limit on their number.
 */
export function createRemoteUpstream(options: { baseUrl: string; maxBodyBytes?: number }): Upstream {
  const { baseUrl, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  // The gateway has its own time limits, so the agents' limits are off.
  const common = {
    connect: createConnector(),
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxBodyBytes,
  };
  const reads = new Agent({ ...common, connections: 32 });
  const writes = new Agent({ ...common, keepAliveTimeout: WRITE_IDLE_MS, keepAliveMaxTimeout: WRITE_IDLE_MS });

  const streams = new Agent({ ...common, maxResponseSize: -1 });

  return {
    async send({ method, target, headers, body, isWrite }, signal) {
      const response = await sendRequest(isWrite ? writes : reads, {
        ...{ origin, path: `${prefix}${target}`, method, body, signal },
        headers: { ...headers, 'accept-encoding': 'gzip, br' },
      });
      const bytes = await response.body.arrayBuffer().catch((cause: unknown) => {
        throw requestError(cause);
      });
      const whole = { ...response, body: new Uint8Array(bytes) };
      const encoding = response.header('content-encoding');
      return encoding === null ? whole : { ...whole, body: await decompress(whole, encoding, maxBodyBytes) };
    },
    async open({ method, target, headers }, signal) {
      const response = await sendRequest(streams, { origin, path: `${prefix}${target}`, method, headers, signal });
      // Readers receive the error from the iterator; this handler only prevents an uncaught 'error' event.
      response.body.on('error', () => undefined);
      return response;
    },
  };
}

/** The error if no connection could be opened, and therefore nothing was sent. */
class ConnectError extends Error {}

function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: upstreamTimeouts.connectMs });
  return (options, callback) => {
    connect(options, (...result) => {
      const [error] = result;
      if (error === null) callback(...result);
      else callback(new ConnectError(error.message, { cause: error }), null);
    });
  };
}

async function sendRequest(agent: Agent, request: Dispatcher.RequestOptions) {
  try {
    const { statusCode, headers, body } = await agent.request(request);
    return { status: statusCode, header: (name: string) => readHeader(headers, name), body };
  } catch (cause) {
    throw requestError(cause);
  }
}

type ReceivedHeaders = Record<string, string | string[] | undefined>;

function readHeader(headers: ReceivedHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
}

function requestError(cause: unknown): UpstreamError {
  const reason = cause instanceof ConnectError ? 'not_sent' : 'lost';
  return new UpstreamError(reason, 'the request to the practice API failed', { cause });
}

async function decompress(
  { status, body }: HttpResponse,
  encoding: string,
  maxOutputLength: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = DECODERS.get(encoding.toLowerCase());
  if (decoder === undefined || body.length === 0) return body;
  try {
    return await decoder(body, { maxOutputLength });
  } catch (cause) {
    const message = `the practice API answered ${status} with a body that is not ${encoding}, or too large`;
    throw new UpstreamError('unusable', message, { cause });
  }
}
