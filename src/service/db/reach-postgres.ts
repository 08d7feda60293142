import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';

/** How a driver connects to the PostgreSQL of an address, so that a silent server blocks nobody for ever. */
export interface PostgresReach {
  /** The address of one of its servers: user, password, database and settings are those of all. */
  readonly url: string;
  /** To be spread into the options of the driver. */
  readonly options: Pick<postgres.Options<Record<string, never>>, 'idle_timeout' | 'backoff'>;
  /** Runs what may keep a server silent for longer, such as a migration, without ending its connection. */
  lowPriority<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The driver closes a connection that was idle for this long, in seconds … */
const IDLE_S = 15;
/** … so a connection without traffic for longer is waiting for a silent server; its statements would have timed out. */
const SILENCE_MS = 20_000;
const LOOKS_PER_SILENCE = 4;
/**
 * The delay in seconds before a lost connection is replaced. The driver's default counts all that are lost at once,
 * and waits up to 20 s.
 */
const PAUSE_S = 0.1;

/** The error while no server accepts writes. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = 'CONNECT_TIMEOUT';
}

/** The error of statements on a connection that was given up; its code is that of a lost connection. */
class ServerGivenUp extends Error {
  override readonly name = 'ServerGivenUp';
  readonly code = 'ECONNRESET';
}

/** The argument of the driver's function that creates sockets. */
interface Target {
  host: readonly string[];
  port: readonly number[];
  path: string | false | undefined;
}

/**
 * A connection. The driver still takes it for a good one between the events `error` and `close`, and a statement that comes then
 * would wait for ever, or be given the empty result of the next connection: so both come at once.
 */
class ServerSocket extends Socket {
  /** The driver verifies certificates against this name. */
  host: string | undefined;
  readonly #onEnd: () => void;
  #failure: unknown;

  constructor(onEnd: () => void) {
    super();
    this.#onEnd = onEnd;
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error') {
      this.#failure = values[0];
      return true;
    }
    if (event === 'close') {
      this.#onEnd();
      // With TLS the driver removes its listeners: the TLS layer reports the end.
      if (this.#failure !== undefined && this.listenerCount('error') > 0) super.emit('error', this.#failure);
    }
    return super.emit(event, ...values);
  }
}

/**
 * Returned in place of a connection that cannot be opened. The error is reported when the driver writes: earlier it
 * would never write again.
 */
function lostConnection(): Duplex {
  const connection = new Duplex({
    read() {},
    write(_data, _encoding, done) {
      done(new NoPrimary('none of the PostgreSQL servers can be written to'));
    },
  });
  // The driver checks this before it ends the connection.
  return Object.assign(connection, { readyState: 'open' });
}

/**
 * Reaches the PostgreSQL of an address. Of several hosts the one is used that can be written to, also after another has become
 * it; connections to the others are ended. A connection on which the server is silent for `silenceMs` is ended, too: it answers
 * nothing within the time that statements have, be its machine gone or stopped.
 */
export function reachPostgres(url: string, { silenceMs = SILENCE_MS } = {}): PostgresReach {
  const servers = serversOf(url);
  const sockets = new Map<ServerSocket, URL | null>();
  const primary = servers.length > 1 ? followPrimary(servers, endOthers) : null;
  let lowPriority = 0;

  function endOthers(found: URL) {
    for (const [socket, server] of sockets) {
      if (server === null || server === found) continue;
      socket.destroy(new ServerGivenUp(`${server.host} is no longer the server to write to`));
    }
  }

  /** The bytes sent and received on each connection, and since when they have not changed. */
  const seen = new WeakMap<ServerSocket, { bytes: number; since: number }>();
  const everyMs = silenceMs / LOOKS_PER_SILENCE;
  let looked = performance.now();
  function endSilent() {
    const now = performance.now();
    // A look that comes late: this process was held up itself, and has not read what the server may have sent.
    const late = now - looked > 2 * everyMs;
    looked = now;
    for (const socket of sockets.keys()) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      const before = seen.get(socket);
      if (before?.bytes !== bytes || lowPriority > 0 || late) seen.set(socket, { bytes, since: now });
      else if (now - before.since >= silenceMs) {
        socket.destroy(new ServerGivenUp(`PostgreSQL has been silent for ${silenceMs / 1_000} s`));
      }
    }
  }

  async function connect({ host, port, path }: Target): Promise<Duplex> {
    const server = (await primary?.find()) ?? null;
    if (primary !== null && server === null) return lostConnection();
    const socket = new ServerSocket(() => {
      sockets.delete(socket);
      if (server !== null) primary?.doubt(server);
    });
    sockets.set(socket, server);
    if (server === null && path) return socket.connect({ path });
    const name = server?.hostname ?? host[0];
    socket.host = name;
    return socket.connect({ host: name, port: Number(server === null ? port[0] : server.port || 5432) });
  }

  const looks = setInterval(endSilent, everyMs).unref();
  const options = { socket: connect, idle_timeout: IDLE_S, backoff: () => PAUSE_S };
  return {
    url: servers[0]?.href ?? url,
    options,
    async lowPriority(work) {
      lowPriority += 1;
      try {
        return await work();
      } finally {
        lowPriority -= 1;
      }
    },
    async close() {
      clearInterval(looks);
      await primary?.close();
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
    // libpq's parameter for what `followPrimary` does.
    server.searchParams.delete('target_session_attrs');
    return server;
  });
}

/** The interval at which all servers are checked. */
const INTERVAL_MS = 2_000;
/** A server that takes longer to answer counts as unavailable. */
const ANSWER_MS = 2_000;
/** How long a caller waits for a server that accepts writes. */
const SEARCH_MS = 8_000;
const BETWEEN_SEARCHES_MS = 200;

/**
 * Follows the primary of several PostgreSQL servers. Each is checked every two seconds, so that a promoted one is
 * found even where the old one went silent without closing its connections; `onFound` is called with it. Of two that
 * accept writes, the one that was promoted last is used.
 */
function followPrimary(servers: readonly URL[], onFound: (server: URL) => void) {
  const probes = servers.map((server) => createProbe(server));
  let known: URL | null = null;
  let underWay: Promise<URL | null> | null = null;
  let isClosed = false;

  async function ask(): Promise<URL | null> {
    const timelines = await Promise.all(probes.map((probe) => probe.timeline()));
    const latest = Math.max(...timelines);
    known = latest > 0 ? (servers[timelines.indexOf(latest)] ?? null) : null;
    if (known !== null) onFound(known);
    return known;
  }

  function askOnce(): Promise<URL | null> {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  const timer = setInterval(() => void askOnce(), INTERVAL_MS).unref();
  return {
    /** The one that can be written to; null where none is found within {@link SEARCH_MS}. */
    async find(): Promise<URL | null> {
      if (known !== null) return known;
      const end = performance.now() + SEARCH_MS;
      for (;;) {
        const found = await askOnce();
        if (found !== null || isClosed || performance.now() > end) return found;
        await pause(BETWEEN_SEARCHES_MS);
      }
    },
    /** Called when a connection to it has ended, so that it is checked before the next one. */
    doubt(server: URL): void {
      if (known === server) known = null;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await underWay;
      await Promise.all(probes.map((probe) => probe.close()));
    },
  };
}

/** Checks one server over a separate connection. */
function createProbe(server: URL) {
  let sql: postgres.Sql | null = null;

  async function close() {
    const closing = sql;
    sql = null;
    await closing?.end({ timeout: 0 });
  }

  return {
    close,
    /** Its timeline, which grows with each promotion; 0 where it does not accept writes, or does not answer. */
    async timeline(): Promise<number> {
      sql ??= postgres(server.href, {
        max: 1,
        fetch_types: false,
        connect_timeout: ANSWER_MS / 1_000,
        onnotice: () => {},
        connection: { application_name: 'frontdesk-probe' },
      });
      const answer = sql<{ file: string | null }[]>`
        select case when not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)
          then pg_walfile_name(pg_current_wal_lsn()) end as file`;
      const none = new AbortController();
      try {
        const [row] = await Promise.race([answer, pause(ANSWER_MS, [], { signal: none.signal, ref: false })]);
        if (row === undefined) await close();
        // The first eight digits of a log file's name are the timeline.
        return row?.file == null ? 0 : Number.parseInt(row.file.slice(0, 8), 16);
      } catch {
        await close();
        return 0;
      } finally {
        none.abort();
        answer.catch(() => undefined);
      }
    },
  };
}
