import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
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

/** What decides where browsers open what this process serves. */
export interface ServedAt {
  host: string;
  /** The one that is listened on, even if any free one was asked for. */
  port: number;
  publicOrigin: string | null;
  /** Further names by which browsers may call this machine. */
  hosts?: readonly string[];
}

/** Where browsers open what is served, in sentences: on this machine first. */
export function addressesToOpen(
  at: ServedAt,
  interfaces = interfacesHere(),
): { here: string; elsewhere: string | null; warning: string | null } {
  const { host, port, publicOrigin } = at;
  const here = urlOf(host in EVERYWHERE ? 'localhost' : host, port);
  if (isLoopback(host)) return { here, elsewhere: null, warning: null };
  const warning = publicOrigin?.startsWith('https:')
    ? null
    : 'Keys and appointments cross the network unencrypted, and everybody on it can read them. Put a reverse proxy with TLS in front: “TLS and a reverse proxy” in docs/deploy.md.';
  if (publicOrigin !== null) return { here, elsewhere: `Desks open ${publicOrigin}`, warning };
  const urls = (addressesElsewhere(at, interfaces) ?? []).filter((url) => url !== here);
  return { here, elsewhere: urls.length === 0 ? null : `Other machines open ${urls.join(' or ')}`, warning };
}

/**
 * The origins at which other machines open what is served, the best first: the public one alone, else names, then IPv4
 * addresses. Empty where only this machine can open it; null where the system does not say by which addresses.
 */
export function addressesElsewhere(at: ServedAt, interfaces = interfacesHere()): readonly string[] | null {
  const { host, port, publicOrigin, hosts = [] } = at;
  if (publicOrigin !== null) {
    const { hostname, origin } = new URL(publicOrigin);
    if (!isLoopback(hostname)) return [origin];
  }
  if (isLoopback(host)) return [];
  const families = EVERYWHERE[host];
  const addresses = families === undefined ? [host] : machineAddresses(families, interfaces);
  const urls = [...hosts.filter((name) => !isLoopback(name)), ...addresses].map((name) => urlOf(name, port));
  return urls.length === 0 ? null : [...new Set(urls)];
}

/** Names of interfaces that lead to containers and virtual machines on this machine. */
const VIRTUAL_INTERFACE = /^(?:docker|br-|veth|virbr|vmnet|vboxnet)/i;

/** An address that a machine gives itself when its network gives it none. */
const SELF_ASSIGNED = /^169\.254\./;

/** The addresses of this machine: IPv4 before IPv6, and last those by which other machines seldom reach it. */
function machineAddresses(families: 'IPv4' | 'both', interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const rank = (name: string, { family, address }: NetworkInterfaceInfo) =>
    VIRTUAL_INTERFACE.test(name) || SELF_ASSIGNED.test(address) ? 2 : family === 'IPv4' ? 0 : 1;
  return (
    Object.entries(interfaces)
      .flatMap(([name, infos]) => (infos ?? []).map((info) => ({ ...info, rank: rank(name, info) })))
      // Addresses of a single link work only with the name of an interface, which browsers do not take.
      .filter(
        ({ family, internal, address }) =>
          !internal && (families === 'both' || family === families) && !/^fe[89ab]/i.test(address),
      )
      .sort((one, other) => one.rank - other.rank)
      .map(({ address }) => address)
  );
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
  at: ServedAt;
  fetch: Fetch;
  /** Called with the port that is listened on, once the person has been told the address. */
  onReady?(port: number): Promise<void>;
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
    await options.onReady?.(server.port);
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
