import { Socket } from 'node:net';
import postgres from 'postgres';

/** The settings with which a driver connects to PostgreSQL, so that a silent server never blocks anyone indefinitely. */
export interface PostgresSocket {
  /** The URL of the first server. Its user, password, database and settings apply to all servers. */
  readonly url: string;
  /** Additional options for the driver. */
  readonly options: postgres.Options<Record<string, never>>;
  /** Runs work during which a server may be silent for longer, such as a migration, without closing its connection. */
  withoutTimeout<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The driver closes a connection that has been idle for this long, in seconds. */
const IDLE_S = 15;
/**
 * A connection that has had no traffic for this long, in milliseconds, is waiting for a silent server. If it were idle, the
 * driver would have closed it ({@link IDLE_S}); on a running server, its statements would have timed out.
 */
const SILENCE_MS = 20_000;
/** The number of times that a connection is checked within the permitted silence. */
const CHECKS_PER_SILENCE = 10;
/**
 * The delay in seconds before a lost connection is replaced. The driver's default counts all lost connections together, and
 * waits up to 20 s.
 */
const RECONNECT_DELAY_S = 0.1;
/** If there are several servers, one that takes longer than this to respond, in seconds, is not used for a new connection. */
const RESPONSE_TIMEOUT_S = 2;

/**
 * The error for statements on a connection that was closed because its server was silent. It has the code of a lost connection.
 */
class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'ECONNRESET';
}

/** The argument of the driver's function that creates sockets. */
interface SocketTarget {
  host: readonly string[];
  port: readonly number[];
  path: string | false | undefined;
}

/**
 * A connection that calls `onSilence` if nothing was received for `silenceMs` after something was sent. Sending more in the
 * meantime extends this time at most once. The events `error` and `close` are emitted together, because between them the
 * driver would still consider the connection good: a statement sent between them would wait forever, or end with the empty
 * result of the statement with which the driver opens its next connection.
 */
class ServerSocket extends Socket {
  /** The host name against which the driver verifies certificates. */
  host: string | undefined;
  readonly #looks: NodeJS.Timeout;
  #read = 0;
  #written = 0;
  #isWaiting = false;
  #since = performance.now();
  #failure: unknown;

  constructor(silenceMs: number, onSilence: (socket: ServerSocket) => void) {
    super();
    this.#looks = setInterval(() => {
      if (this.#hears()) return;
      if (performance.now() - this.#since >= silenceMs) onSilence(this);
    }, silenceMs / CHECKS_PER_SILENCE).unref();
  }

  /** Whether anything was received since the last check, or something was sent while no response was awaited. */
  #hears(): boolean {
    const { bytesRead, bytesWritten } = this;
    const hasReceived = bytesRead !== this.#read;
    const isFirst = !this.#isWaiting && bytesWritten !== this.#written;
    if (hasReceived || isFirst) this.#since = performance.now();
    this.#isWaiting = !hasReceived && (this.#isWaiting || isFirst);
    this.#read = bytesRead;
    this.#written = bytesWritten;
    return hasReceived || isFirst;
  }

  /** Restarts the silence timer. */
  wait(): void {
    this.#since = performance.now();
  }

  // Overrides `emit` instead of adding listeners: with TLS, the driver removes all listeners from this socket, and the TLS
  // socket reports its end.
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error') {
      this.#failure = values[0];
      return true;
    }
    if (event === 'close') {
      clearInterval(this.#looks);
      if (this.#failure !== undefined && this.listenerCount('error') > 0) super.emit('error', this.#failure);
    }
    return super.emit(event, ...values);
  }
}

/**
 * Connects to the PostgreSQL server of a URL. If the URL has several hosts, each new connection uses the one that accepts
 * writes. A connection on which the server is silent for `silenceMs` is closed: the machine is gone or stopped, since a running
 * server would have responded within the statement timeout.
 */
export function createPostgresSocket(url: string, { silenceMs = SILENCE_MS } = {}): PostgresSocket {
  const servers = splitHosts(url);
  let unlimited = 0;

  function endSilentSocket(socket: ServerSocket) {
    const { bytesRead } = socket;
    // Checks again in the next turn of the event loop: if this process itself was delayed, Node has not yet read what the
    // server sent.
    setImmediate(() => {
      if (unlimited > 0) socket.wait();
      else if (socket.bytesRead === bytesRead) {
        socket.destroy(new SilentServerError(`PostgreSQL has been silent for ${silenceMs / 1_000} s`));
      }
    });
  }

  async function connect({ host, port, path }: SocketTarget): Promise<Socket> {
    const server = servers.length > 1 ? await findPrimary(servers) : undefined;
    const socket = new ServerSocket(silenceMs, endSilentSocket);
    if (server === undefined && path) return socket.connect({ path });
    const name = server?.hostname ?? host[0];
    socket.host = name;
    return socket.connect({ host: name, port: Number(server === undefined ? port[0] : server.port || 5432) });
  }

  const options = {
    socket: connect,
    idle_timeout: IDLE_S,
    // There must be no limit. If the `begin` of a transaction is the first statement beyond the limit, it is sent but never
    // answered: the driver reports UNSAFE_TRANSACTION, and later statements on the connection run inside the open
    // transaction.
    max_pipeline: Number.POSITIVE_INFINITY,
    backoff: () => RECONNECT_DELAY_S,
    ...(servers.length > 1 && { target_session_attrs: 'primary' as const }),
  };
  return {
    url: servers[0]?.href ?? url,
    options,
    async withoutTimeout(work) {
      unlimited += 1;
      try {
        return await work();
      } finally {
        unlimited -= 1;
      }
    },
  };
}

/**
 * Splits a PostgreSQL URL with several hosts into one URL per host, in the same order. Throws if the URL is invalid.
 */
export function splitHosts(url: string): URL[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => {
    const server = new URL(`${before}${host}${after}`);
    if (!hosts.includes(',')) return server;
    if (server.hostname === '') throw new Error('a host of the address is empty');
    // Removes a libpq parameter that asks for what this code does for every URL anyway.
    server.searchParams.delete('target_session_attrs');
    return server;
  });
}

/**
 * Finds the first server that reports that it accepts writes. The driver has the same check, but not across a list of
 * hosts: while no server accepts writes, its statements would wait without limit, and run when they are no longer awaited.
 * If no server reports this in time, the result is the first one, on which the driver then fails.
 */
async function findPrimary(servers: readonly URL[]): Promise<URL | undefined> {
  const checks = servers.map(async (server) => {
    const sql = postgres(server.href, {
      max: 1,
      fetch_types: false,
      connect_timeout: RESPONSE_TIMEOUT_S,
      target_session_attrs: 'primary',
      onnotice: () => {},
      connection: { application_name: 'frontdesk-probe' },
    });
    const end = () => void sql.end({ timeout: 0 });
    const limit = setTimeout(end, RESPONSE_TIMEOUT_S * 1_000);
    try {
      await sql`select 1`;
      return server;
    } finally {
      clearTimeout(limit);
      end();
    }
  });
  return Promise.any(checks).catch(() => servers[0]);
}
