import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';

/** The address of one server for each host that a PostgreSQL address names, in its order. Throws for what is no such address. */
export function serversOf(url: string): URL[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => {
    const server = new URL(`${before}${host}${after}`);
    if (!hosts.includes(',')) return server;
    if (server.hostname === '') throw new Error('a host of the address is empty');
    // libpq's word for what `followPrimary` does.
    server.searchParams.delete('target_session_attrs');
    return server;
  });
}

/** Of several servers, the one that can be written to. */
export interface Primary {
  /** A connection to it, for a driver that takes a socket; one that is destroyed with the reason where there is none to be found. */
  connect(): Promise<Socket>;
  close(): Promise<void>;
}

/** No server can be written to: until one can, whoever asks is told after {@link SEARCH_MS}. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = 'CONNECT_TIMEOUT';
}

/** To whoever waits for an answer, the connection was lost. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  readonly code = 'ECONNRESET';
}

/** How often all servers are asked what they are. */
const INTERVAL_MS = 2_000;
/** A server that takes longer to say what it is counts as gone. */
const ANSWER_MS = 2_000;
/** How long whoever asks waits for a server that can be written to. */
const SEARCH_MS = 8_000;
const BETWEEN_SEARCHES_MS = 200;

/**
 * Follows the primary of several PostgreSQL servers. Each is asked what it is every two seconds, so that one that was promoted is
 * found even where the old one went silent without ending its connections; connections to any other server are then ended. Of
 * two that say they can be written to, the one that was promoted last is meant.
 */
export function followPrimary(servers: readonly URL[]): Primary {
  const probes = servers.map((server) => createProbe(server));
  const sockets = new Map<Socket, URL>();
  let known: URL | null = null;
  let underWay: Promise<URL | null> | null = null;
  let isClosed = false;

  async function ask(): Promise<URL | null> {
    const timelines = await Promise.all(probes.map((probe) => probe.timeline()));
    const latest = Math.max(...timelines);
    known = latest > 0 ? (servers[timelines.indexOf(latest)] ?? null) : null;
    if (known !== null) {
      for (const [socket, server] of sockets) {
        if (server !== known) socket.destroy(new NotPrimary(`${server.host} is no longer the server to write to`));
      }
    }
    return known;
  }

  function askOnce(): Promise<URL | null> {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function find(): Promise<URL | null> {
    const end = performance.now() + SEARCH_MS;
    for (;;) {
      const found = await askOnce();
      if (found !== null || isClosed || performance.now() > end) return found;
      await pause(BETWEEN_SEARCHES_MS);
    }
  }

  const timer = setInterval(() => void askOnce(), INTERVAL_MS).unref();
  return {
    async connect() {
      const server = known ?? (await find());
      if (server === null) {
        const socket = new Socket();
        // The driver must hold it before it is told.
        setImmediate(() => socket.destroy(new NoPrimary('none of the PostgreSQL servers can be written to')));
        return socket;
      }
      const { hostname: host, port } = server;
      const socket = connect({ host, port: Number(port || 5432), keepAlive: true });
      sockets.set(socket, server);
      socket.once('close', () => {
        sockets.delete(socket);
        if (known === server) known = null;
      });
      // The driver checks certificates against this name.
      return Object.assign(socket, { host });
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await underWay;
      await Promise.all(probes.map((probe) => probe.close()));
    },
  };
}

/** Asks one server what it is, over a connection of its own. */
function createProbe(server: URL) {
  let sql: postgres.Sql | null = null;

  async function close() {
    const closing = sql;
    sql = null;
    await closing?.end({ timeout: 0 });
  }

  return {
    close,
    /** The timeline that it writes, which grows with each promotion; 0 where it cannot be written to, or does not answer. */
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
