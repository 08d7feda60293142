import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { ServiceError } from '#contract/error.ts';
import { isLoopback } from '#gateway/access/addresses.ts';
import { CommandFailure, tell } from './messages.ts';

/**
 * Limits of the HTTP server (`node:http` options, milliseconds): a connection that sends its request too slowly is closed.
 * Responses may take as long as the gateway's own timeouts let them.
 */
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;

/**
 * The most open connections: the 5,000 event streams that a gateway serves, and the requests beside them. Further ones are closed at once,
 * so that whoever opens many cannot use up memory and file descriptors. All together and not by address, since behind a proxy all come
 * from one.
 */
const MAX_CONNECTIONS = 6_000;

/** How long requests under way may take to finish once the process is told to stop: as long as the slowest create. */
const GRACE_MS = 25_000;
/** How often connections whose last request is over are closed meanwhile. */
const SWEEP_MS = 100;

export interface Listening {
  port: number;
  /** The address that a browser on this machine opens, without a slash at its end. */
  url: string;
  /** Takes no new connection, lets requests under way finish (at most {@link GRACE_MS}), then drops what is left. */
  close(): Promise<void>;
}

/** An app: a request, and the connection it came on, to a response. */
export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Serves an app over HTTP. Throws a {@link CommandFailure} when the address cannot be had. */
export async function listen(options: {
  fetch: Fetch;
  host: string;
  port: number;
  maxConnections?: number;
}): Promise<Listening> {
  const { host, port, maxConnections = MAX_CONNECTIONS } = options;
  const listener = getRequestListener(
    (request, bindings) => {
      // The adaptor supports two kinds of connection; this server uses HTTP/1.1 only.
      const http = bindings as HttpBindings;
      const hosts = http.incoming.headersDistinct['host']?.length ?? 0;
      // Node takes the first of several, and a proxy in front perhaps another.
      return hosts > 1 ? badTargetResponse() : options.fetch(request, http);
    },
    {
      // HTTP/1.0 may leave the header Host out.
      hostname: 'localhost',
      // Apps handle their own errors, so that of an app is a last resort.
      errorHandler: (error) =>
        error instanceof RequestError ? badTargetResponse() : new Response(null, { status: 500 }),
    },
  );
  const server = createServer(SERVER_LIMITS, listener);
  server.maxConnections = maxConnections;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: addressesToOpen({ host, port: address.port, publicOrigin: null }).here,
    close: () =>
      new Promise((resolve) => {
        const drop = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        const sweep = setInterval(() => {
          server.closeIdleConnections();
          // Browsers open connections ahead of need; to Node one that has not sent anything is not idle.
          for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
        }, SWEEP_MS);
        server.close(() => {
          clearTimeout(drop);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new CommandFailure(`port ${port} on ${host} is in use; choose another one with PORT`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CommandFailure(`${host} is not an address of this machine; choose another one with HOST`);
  }
  if (error.code === 'EACCES')
    return new CommandFailure(`port ${port} may not be opened by this user; choose another one with PORT`);
  return error;
}

/** The response to a request whose Host or address is invalid, with the error body of section 7. */
function badTargetResponse(): Response {
  const problem = 'send one valid Host header and a well-formed address';
  const body = new ServiceError('invalid_input', problem).body(randomUUID());
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', Connection: 'close' };
  return Response.json(body, { status: 400, headers });
}

const EVERYWHERE: Record<string, 'IPv4' | 'both'> = { '0.0.0.0': 'IPv4', '::': 'both' };

/** Where browsers open what listens on a host and port, in sentences: on this machine first. */
export function addressesToOpen(
  { host, port, publicOrigin }: { host: string; port: number; publicOrigin: string | null },
  interfaces = interfacesHere(),
): { here: string; elsewhere: string | null; warning: string | null } {
  const families = EVERYWHERE[host];
  const here = urlOf(families === undefined ? host : 'localhost', port);
  if (isLoopback(host)) return { here, elsewhere: null, warning: null };
  const warning = publicOrigin?.startsWith('https:')
    ? null
    : 'Keys and appointments cross the network unencrypted, and everybody on it can read them. Put a reverse proxy with TLS in front: “TLS and a reverse proxy” in docs/deploy.md.';
  if (publicOrigin !== null) return { here, elsewhere: `Desks open ${publicOrigin}`, warning };
  if (families === undefined) return { here, elsewhere: null, warning };
  const urls = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    // Addresses of a single link work only with the name of an interface, which browsers do not take.
    .filter(
      ({ family, internal, address }) =>
        !internal && (families === 'both' || family === families) && !/^fe[89ab]/i.test(address),
    )
    .map(({ address }) => urlOf(address, port));
  return { here, elsewhere: urls.length === 0 ? null : `Other machines open ${urls.join(' or ')}`, warning };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** None where the system keeps them from this process, as a hardened service manager may. */
function interfacesHere(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/**
 * The longest time for stopping; then the process exits with whatever is still running. Answered requests are not
 * lost.
 */
const STOP_LIMIT_MS = 28_000;

/** Serves `fetch` until the process is stopped, then closes the server and what it needed. */
export async function serveUntilStopped(options: {
  name: string;
  at: { host: string; port: number; publicOrigin: string | null };
  fetch: Fetch;
  /** Told the address that a browser on this machine opens, once the person knows it. */
  onReady?(url: string): Promise<void>;
  /** Finishes work that must not be interrupted, before connections are closed. */
  drain?(): Promise<void>;
  close(): Promise<void>;
  stopLimitMs?: number;
}): Promise<void> {
  const { name, at, fetch, stopLimitMs = STOP_LIMIT_MS } = options;
  try {
    const stopped = untilStopped();
    const server = await listen({ fetch, host: at.host, port: at.port });
    const { here, elsewhere, warning } = addressesToOpen({ ...at, port: server.port });
    process.stdout.write(`${name} is ready at ${here}\n${elsewhere === null ? '' : `${elsewhere}\n`}`);
    if (warning !== null) tell(warning);
    await options.onReady?.(here);
    await stopped;
    endAtLast(stopLimitMs);
    await Promise.all([server.close(), options.drain?.()]);
  } finally {
    await options.close();
  }
}

/** Ends the process when stopping takes too long, so that a supervisor need not kill it. */
function endAtLast(ms: number): void {
  setTimeout(() => {
    process.stderr.write('frontdesk: something did not stop in time and was left; what was answered is kept\n');
    process.exit(1);
  }, ms).unref();
}

/**
 * Resolves when the process is told to stop (SIGINT, SIGTERM). A second signal ends it at once: the person who sends
 * it does not want to wait.
 */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    const stop = () => {
      if (isTold) process.exit(1);
      isTold = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
