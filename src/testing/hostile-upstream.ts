import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { gzipSync } from 'node:zlib';

/** Failures of an upstream server. The first three happen before the request is carried out. */
export type Fault =
  | 'reset-before'
  | 'stall-before'
  | 'rate-limit'
  | 'rate-limit-bare'
  | 'reset-after'
  | 'stall-after'
  | 'html-error'
  | 'html-page'
  | 'truncated'
  | 'broken-json'
  | 'empty'
  | 'redirect'
  | 'gzip'
  | 'broken-gzip';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server on a free loopback port that carries requests out and then fails in a given way. */
export interface HostileUpstream {
  readonly url: string;
  /** Every request that arrived, in order. */
  readonly seen: readonly SeenRequest[];
  /** The number of requests that were carried out, by `METHOD /path`; a create that counts here has taken effect. */
  carriedOut(request: string): number;
  /** Injects faults into the next requests to `METHOD /path`, one each; later ones are answered normally. */
  next(request: string, ...faults: Fault[]): void;
  /** Refuses connections until {@link accept}, and closes open ones. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a hostile upstream in front of a practice API, or of a stub that answers every request with an empty page. */
export async function createHostileUpstream(
  options: {
    service?: (request: Request) => Response | Promise<Response>;
    /** Called when a request will never be answered, so that a test need not wait for it. */
    onStalled?: () => void;
  } = {},
): Promise<HostileUpstream> {
  const { service = emptyPractice, onStalled = () => {} } = options;
  const seen: SeenRequest[] = [];
  const done: string[] = [];
  const faults = new Map<string, Fault[]>();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    const name = `${method} ${path.split('?')[0]}`;
    const body = await bodyOf(incoming);
    seen.push({ method, path, headers: incoming.headers, body: body.toString('utf8') });
    const fault = faults.get(name)?.shift();
    if (fault !== undefined && beforehand(fault, incoming, outgoing))
      return fault === 'stall-before' ? onStalled() : undefined;
    const answer = await service(
      new Request(`http://practice.test${path}`, {
        method,
        headers: Object.entries(incoming.headers).map(([key, value]): [string, string] => [key, String(value)]),
        ...(body.length > 0 && { body }),
      }),
    );
    done.push(name);
    if (fault === undefined && answer.body !== null && answer.headers.get('content-type') === 'text/event-stream') {
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
      // A reader that disconnects ends it.
      await pipeline(Readable.fromWeb(answer.body as NodeStream<Uint8Array>), outgoing).catch(() => undefined);
      return;
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fault !== undefined && afterwards(fault, incoming, outgoing, bytes))
      return fault === 'stall-after' ? onStalled() : undefined;
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    carriedOut: (request) => done.filter((name) => name === request).length,
    next: (request, ...more) => faults.set(request, [...(faults.get(request) ?? []), ...more]),
    refuse: stop,
    accept: () => listen(port),
    close: async () => {
      if (server.listening) await stop();
    },
  };
}

const json = { 'content-type': 'application/json' };

function beforehand(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  switch (fault) {
    case 'reset-before':
      incoming.socket.resetAndDestroy();
      return true;
    case 'stall-before':
      return true;
    case 'rate-limit':
      outgoing
        .writeHead(429, { ...json, 'retry-after': '7', ratelimit: '"default";r=0;t=7' })
        .end('{"type":"SERVICE_ERROR","message":"rate_limit_exceeded","data":{"httpStatus":429}}');
      return true;
    case 'rate-limit-bare':
      outgoing.writeHead(429).end();
      return true;
    default:
      return false;
  }
}

function afterwards(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse, bytes: Buffer): boolean {
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  switch (fault) {
    case 'reset-after':
      incoming.socket.resetAndDestroy();
      return true;
    case 'stall-after':
      return true;
    case 'html-error':
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad gateway</h1></html>');
      return true;
    case 'html-page':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Under maintenance</h1></html>');
      return true;
    case 'truncated':
      outgoing.writeHead(200, { ...json, 'content-length': String(bytes.length) });
      outgoing.write(half, () => incoming.socket.destroy());
      return true;
    case 'broken-json':
      outgoing.writeHead(200, { ...json, 'content-length': String(half.length) }).end(half);
      return true;
    case 'empty':
      outgoing.writeHead(200, json).end();
      return true;
    case 'redirect':
      outgoing.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end();
      return true;
    case 'gzip':
      outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
      return true;
    case 'broken-gzip':
      outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(bytes).subarray(0, -9));
      return true;
    default:
      return false;
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function emptyPractice(request: Request): Response {
  if (request.method === 'POST' && new URL(request.url).pathname === '/v1/appointments') {
    return Response.json('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
  }
  return Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });
}
