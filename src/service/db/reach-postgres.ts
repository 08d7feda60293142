import { Socket } from 'node:net';
import postgres from 'postgres';

/** How a driver connects to the PostgreSQL of an address, so that a silent server blocks nobody for ever. */
export interface PostgresReach {
  /** The address of the first server: user, password, database and settings are those of all. */
  readonly url: string;
  /** To be spread into the options of the driver. */
  readonly options: postgres.Options<Record<string, never>>;
  /** Runs what may keep a server silent for longer, such as a migration, without ending its connection. */
  withoutTimeout<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The driver closes a connection that was idle for this long, in seconds … */
const IDLE_S = 15;
/** … so a connection without traffic for longer is waiting for a silent server; its statements would have timed out. */
const SILENCE_MS = 20_000;
/** How often each connection is looked at within that time. */
const LOOKS = 10;
/**
 * The delay in seconds before a lost connection is replaced. The driver's default counts all that are lost at once,
 * and waits up to 20 s.
 */
const PAUSE_S = 0.1;
/** Of several servers, one that takes longer than this to answer is not used for a new connection, in seconds. */
const ANSWER_S = 2;

/** The error of statements on a connection that was given up; its code is that of a lost connection. */
class ServerSilent extends Error {
  override readonly name = 'ServerSilent';
  readonly code = 'ECONNRESET';
}

/** The argument of the driver's function that creates sockets. */
interface Target {
  host: readonly string[];
  port: readonly number[];
  path: string | false | undefined;
}

/**
 * A connection that calls `onSilence` when nothing was received for `silenceMs` though something was sent; what is sent meanwhile
 * does not put that off more than once. Between the events `error` and `close` the driver still takes a connection for a good one, and
 * a statement that comes then would wait for ever, or be given the empty result of the next connection: so both come at once.
 */
class ServerSocket extends Socket {
  /** The driver verifies certificates against this name. */
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
    }, silenceMs / LOOKS).unref();
  }

  /** Whether something was received, or sent first, since the last look. */
  #hears(): boolean {
    const { bytesRead, bytesWritten } = this;
    const isHeard = bytesRead !== this.#read;
    const isFirst = !this.#isWaiting && bytesWritten !== this.#written;
    if (isHeard || isFirst) this.#since = performance.now();
    this.#isWaiting = !isHeard && (this.#isWaiting || isFirst);
    this.#read = bytesRead;
    this.#written = bytesWritten;
    return isHeard || isFirst;
  }

  /** Counts the silence anew. */
  wait(): void {
    this.#since = performance.now();
  }

  // No listeners: with TLS the driver removes all of them, and the TLS layer reports the end.
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
 * Reaches the PostgreSQL of an address. Of several hosts, each new connection takes the one that can be written to. A connection
 * on which the server is silent for `silenceMs` is ended: it answers nothing within the time that statements have, be its machine
 * gone or stopped.
 */
export function reachPostgres(url: string, { silenceMs = SILENCE_MS } = {}): PostgresReach {
  const servers = serversOf(url);
  let unlimited = 0;

  function endSilent(socket: ServerSocket) {
    const { bytesRead } = socket;
    // Not at once: where this process was held up itself, Node has not read yet what the server sent.
    setImmediate(() => {
      if (unlimited > 0) socket.wait();
      else if (socket.bytesRead === bytesRead) {
        socket.destroy(new ServerSilent(`PostgreSQL has been silent for ${silenceMs / 1_000} s`));
      }
    });
  }

  async function connect({ host, port, path }: Target): Promise<Socket> {
    const server = servers.length > 1 ? await findPrimary(servers) : undefined;
    const socket = new ServerSocket(silenceMs, endSilent);
    if (server === undefined && path) return socket.connect({ path });
    const name = server?.hostname ?? host[0];
    socket.host = name;
    return socket.connect({ host: name, port: Number(server === undefined ? port[0] : server.port || 5432) });
  }

  const options = {
    socket: connect,
    idle_timeout: IDLE_S,
    // With a limit, the begin of a transaction that is the first statement beyond it is sent, but not answered: the driver reports
    // UNSAFE_TRANSACTION, and later statements on the connection run in the open transaction.
    max_pipeline: Number.POSITIVE_INFINITY,
    backoff: () => PAUSE_S,
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

/** The address of one server for each host that a PostgreSQL address names, in its order. Throws for what is no such address. */
export function serversOf(url: string): URL[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => {
    const server = new URL(`${before}${host}${after}`);
    if (!hosts.includes(',')) return server;
    if (server.hostname === '') throw new Error('a host of the address is empty');
    // libpq's parameter for what is always done here.
    server.searchParams.delete('target_session_attrs');
    return server;
  });
}

/**
 * The first of several servers to answer that it accepts writes. The driver checks that, but not over a list of hosts: while none
 * does, its statements would wait without end, and be carried out when nobody waits for them any more. Where none answers so it is
 * the first one, on which the driver then fails.
 */
async function findPrimary(servers: readonly URL[]): Promise<URL | undefined> {
  const checks = servers.map(async (server) => {
    const sql = postgres(server.href, {
      max: 1,
      fetch_types: false,
      connect_timeout: ANSWER_S,
      target_session_attrs: 'primary',
      onnotice: () => {},
      connection: { application_name: 'frontdesk-probe' },
    });
    const end = () => void sql.end({ timeout: 0 });
    const limit = setTimeout(end, ANSWER_S * 1_000);
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
