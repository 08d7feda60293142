import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { ServiceError } from '#contract/error.ts';
import { isLoopback } from '#gateway/access/addresses.ts';
import { CommandError, printError } from './messages.ts';

/**
 * Limits of the HTTP server (`node:http` options, in milliseconds). A connection that sends its request too slowly is
 * closed. Responses are limited only by the gateway's own timeouts.
 */
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;

/** The responses to requests that Node cannot parse, keyed by error code. For any other code, the request is malformed. */
const UNPARSED_REQUEST_STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * The maximum number of open connections: the 5,000 event streams that a gateway serves, and other requests.
 * Further connections are closed at once, so that no one can exhaust memory and file descriptors.
 */
const MAX_CONNECTIONS = 6_000;
/**
 * The maximum number of open connections from one address, so that no one takes all of them: far more than the browsers
 * of a computer open. It does not apply behind a proxy, from which all connections come.
 */
const MAX_CONNECTIONS_PER_ADDRESS = 200;

/**
 * The time, in milliseconds, that requests in progress have to finish once the process is told to stop. It is as long as the
 * slowest create takes.
 */
const GRACE_MS = 25_000;
/** The interval at which idle connections are closed while the server stops, in milliseconds. */
const SWEEP_MS = 100;

export interface HttpListener {
  port: number;
  /** The address for browsers on this machine, without a trailing slash. */
  url: string;
  /** Refuses new connections, gives requests in progress {@link GRACE_MS} to finish, then closes all connections. */
  close(): Promise<void>;
}

/** An app: returns the response to a request, given the connection of the request. */
export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Serves an app over HTTP. Throws a {@link CommandError} if it cannot listen on the address. */
export async function listen(options: {
  fetch: Fetch;
  host: string;
  port: number;
  maxConnections?: number;
  /** Whether browsers connect directly, without a proxy. */
  isDirect?: boolean;
  /** The names of the environment variables that set host and port, for error messages. */
  variables?: { host: string; port: string };
}): Promise<HttpListener> {
  const { host, port, maxConnections = MAX_CONNECTIONS, isDirect = false } = options;
  const { variables = { host: 'HOST', port: 'PORT' } } = options;
  const listener = getRequestListener(
    (request, bindings) => {
      // The adapter's type also covers HTTP/2, but this server uses only HTTP/1.1.
      const http = bindings as HttpBindings;
      const hosts = http.incoming.headersDistinct['host']?.length ?? 0;
      // Two Host headers are refused, because Node uses the first one, while a reverse proxy may use another.
      const isMissing = hosts === 0 && http.incoming.httpVersion !== '1.0';
      return hosts > 1 || isMissing ? badTargetResponse() : options.fetch(request, http);
    },
    {
      // Requests of HTTP/1.0 may have no Host header.
      hostname: 'localhost',
      // Apps handle their own errors; the status 500 is a last resort.
      errorHandler: (error) =>
        error instanceof RequestError ? badTargetResponse() : new Response(null, { status: 500 }),
    },
  );
  // Node's own check of the Host header is off, because it would refuse a request without sending the error body.
  const server = createServer({ ...SERVER_LIMITS, requireHostHeader: false }, listener);
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    const response = responses.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) socket.destroy();
    else socket.end(malformedRequestResponse(UNPARSED_REQUEST_STATUSES[error.code ?? '']), () => socket.destroy());
  });
  server.maxConnections = maxConnections;
  const connections = new Set<Socket>();
  const connectionCounts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (connectionCounts.get(address) ?? 0) + 1;
    connections.add(socket);
    connectionCounts.set(address, count);
    socket.once('close', () => {
      connections.delete(socket);
      const left = (connectionCounts.get(address) ?? 1) - 1;
      if (left === 0) connectionCounts.delete(address);
      else connectionCounts.set(address, left);
    });
    if (isDirect && count > MAX_CONNECTIONS_PER_ADDRESS) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, { host, port, variables })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: describeAddresses({ host, port: address.port, publicOrigin: null }).here,
    close: () =>
      new Promise((resolve) => {
        const drop = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        const sweep = setInterval(() => {
          server.closeIdleConnections();
          // Browsers open connections in advance. Node does not count a connection as idle before its first request.
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

function toListenError(
  error: NodeJS.ErrnoException,
  { host, port, variables }: { host: string; port: number; variables: { host: string; port: string } },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new CommandError(`port ${port} on ${host} is in use; choose another one with ${variables.port}`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CommandError(`${host} is not an address of this machine; choose another one with ${variables.host}`);
  }
  if (error.code === 'EACCES')
    return new CommandError(`port ${port} may not be opened by this user; choose another one with ${variables.port}`);
  return error;
}

const refusalHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', Connection: 'close' };

/**
 * The response to a request with an invalid Host header or address, with the error body of section 7 of the
 * specification.
 */
function badTargetResponse(): Response {
  const problem = 'send one valid Host header and a well-formed address';
  const body = new ServiceError('invalid_input', problem).body(randomUUID());
  return Response.json(body, { status: 400, headers: refusalHeaders });
}

/**
 * The bytes of the response to a request that Node could not parse: the given status or, without one, 400 with the
 * error body of section 7 of the specification.
 */
function malformedRequestResponse(status: string | undefined): string {
  if (status !== undefined) return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`;
  const body = JSON.stringify(new ServiceError('invalid_input', 'send a well-formed request').body(randomUUID()));
  const headers = { ...refusalHeaders, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`;
}

const WILDCARD_HOSTS: Record<string, 'IPv4' | 'both'> = { '0.0.0.0': 'IPv4', '::': 'both' };

/** The settings that determine at which addresses browsers open the app or the practice API. */
export interface AddressSettings {
  host: string;
  /** The port that the server listens on, even if the configuration asks for any free one. */
  port: number;
  publicOrigin: string | null;
  /** Additional host names for this machine. */
  hosts?: readonly string[];
}

/**
 * The addresses that the terminal shows: the one for this machine, and a sentence about those for other machines (null
 * if there are none). `warning` says that requests from other machines are not encrypted; null if they are.
 */
export function describeAddresses(
  at: AddressSettings,
  interfaces = readNetworkInterfaces(),
): { here: string; elsewhere: string | null; warning: string | null } {
  const { host, port, publicOrigin } = at;
  const here = formatUrl(host in WILDCARD_HOSTS ? 'localhost' : host, port);
  if (isLoopback(host)) return { here, elsewhere: null, warning: null };
  const warning = publicOrigin?.startsWith('https:')
    ? null
    : 'Keys and appointments cross the network unencrypted, and everyone on it can read them. Put a reverse proxy with TLS in front: “TLS and a reverse proxy” in docs/deploy.md.';
  if (publicOrigin !== null) return { here, elsewhere: `Desks open ${publicOrigin}`, warning };
  const urls = (listNetworkOrigins(at, interfaces) ?? []).filter((url) => url !== here);
  return { here, elsewhere: urls.length === 0 ? null : `Other machines open ${urls.join(' or ')}`, warning };
}

/**
 * The origins at which other machines open the app, the best one first: only `PUBLIC_ORIGIN` if it is set, else host
 * names, then IPv4 addresses, then IPv6 addresses. Empty if only this machine can open it; null if the addresses of
 * this machine are unknown.
 */
export function listNetworkOrigins(
  at: AddressSettings,
  interfaces = readNetworkInterfaces(),
): readonly string[] | null {
  const { host, port, publicOrigin, hosts = [] } = at;
  if (publicOrigin !== null) {
    const { hostname, origin } = new URL(publicOrigin);
    if (!isLoopback(hostname)) return [origin];
  }
  if (isLoopback(host)) return [];
  const families = WILDCARD_HOSTS[host];
  const addresses = families === undefined ? [host] : machineAddresses(families, interfaces);
  const urls = [...hosts.filter((name) => !isLoopback(name)), ...addresses].map((name) => formatUrl(name, port));
  return urls.length === 0 ? null : [...new Set(urls)];
}

/** Interfaces that connect this machine with its own containers and virtual machines. */
const VIRTUAL_INTERFACE = /^(?:docker|br-|veth|virbr|vmnet|vboxnet)/i;

/** IPv4 addresses that a machine assigns to itself when there is no DHCP server (RFC 3927). */
const SELF_ASSIGNED_ADDRESS = /^169\.254\./;

/** The addresses of this machine: IPv4 before IPv6, and last those that other machines can rarely access. */
function machineAddresses(families: 'IPv4' | 'both', interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const rankAddress = (name: string, { family, address }: NetworkInterfaceInfo) =>
    VIRTUAL_INTERFACE.test(name) || SELF_ASSIGNED_ADDRESS.test(address) ? 2 : family === 'IPv4' ? 0 : 1;
  return (
    Object.entries(interfaces)
      .flatMap(([name, infos]) => (infos ?? []).map((info) => ({ ...info, rank: rankAddress(name, info) })))
      // Link-local IPv6 addresses need the name of an interface, which browsers do not accept.
      .filter(
        ({ family, internal, address }) =>
          !internal && (families === 'both' || family === families) && !/^fe[89ab]/i.test(address),
      )
      .sort((one, other) => one.rank - other.rank)
      .map(({ address }) => address)
  );
}

function formatUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The network interfaces; none if the system hides them from this process, as a hardened service manager may. */
function readNetworkInterfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/**
 * The maximum time for stopping, after which the process exits even if work is still running. Acknowledged writes are
 * not lost.
 */
const STOP_LIMIT_MS = 28_000;

/** The public door: a second listener, for clients, next to the listener for desks or gateways. */
export interface PublicDoor {
  fetch: Fetch;
  host: string;
  port: number;
  /** The address that clients open; null if there is none. */
  publicUrl: string | null;
}

/** The maximum number of open connections of the public door, which must not take those of the desks. */
const MAX_DOOR_CONNECTIONS = 1_000;

/** Opens the public door, and prints its address. */
export async function openPublicDoor({ fetch, host, port, publicUrl }: PublicDoor): Promise<HttpListener> {
  const listener = await listen({
    ...{ fetch, host, port, maxConnections: MAX_DOOR_CONNECTIONS },
    // On a loopback address, clients connect through a reverse proxy on this machine.
    isDirect: !isLoopback(host),
    variables: { host: 'PUBLIC_HOST', port: 'PUBLIC_PORT' },
  });
  const clients = publicUrl === null ? 'without PUBLIC_URL messages have no links' : `clients open ${publicUrl}`;
  process.stdout.write(`The public door is ready at ${listener.url}; ${clients}\n`);
  return listener;
}

/** Serves `fetch` until the process is stopped, then closes the server and its resources. */
export async function serveUntilStopped(options: {
  name: string;
  at: AddressSettings;
  /** Whether browsers connect directly, without a proxy or a gateway in between. */
  isDirect: boolean;
  fetch: Fetch;
  door: PublicDoor | null;
  /** Called with the port of the server, after its address was printed. */
  onReady?(port: number): Promise<void>;
  /** Finishes work that must not be interrupted, while the connections are still open. */
  drain?(): Promise<unknown>;
  close(): Promise<void>;
  stopLimitMs?: number;
}): Promise<void> {
  const { name, at, isDirect, fetch, stopLimitMs = STOP_LIMIT_MS } = options;
  const listeners: HttpListener[] = [];
  const closeListeners = () => Promise.all(listeners.splice(0).map((listener) => listener.close()));
  try {
    const stopped = waitForStopSignal();
    const server = await listen({ fetch, host: at.host, port: at.port, isDirect });
    listeners.push(server);
    const { here, elsewhere, warning } = describeAddresses({ ...at, port: server.port });
    process.stdout.write(`${name} is ready at ${here}\n${elsewhere === null ? '' : `${elsewhere}\n`}`);
    if (warning !== null) printError(warning);
    if (options.door !== null) listeners.push(await openPublicDoor(options.door));
    await options.onReady?.(server.port);
    await stopped;
    exitAfter(stopLimitMs);
    await Promise.all([closeListeners(), options.drain?.()]);
  } finally {
    await closeListeners();
    await options.close();
  }
}

/** Exits if stopping takes too long, so that a process supervisor does not have to kill the process. */
function exitAfter(ms: number): void {
  setTimeout(() => {
    process.stderr.write(
      'frontdesk: stopping took too long, so the process exits now; all answered requests are saved\n',
    );
    process.exit(1);
  }, ms).unref();
}

/**
 * Resolves when the process receives SIGINT or SIGTERM. A second signal makes it exit at once, because the sender does
 * not want to wait.
 */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const handleSignal = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on('SIGINT', handleSignal);
    process.on('SIGTERM', handleSignal);
  });
}
