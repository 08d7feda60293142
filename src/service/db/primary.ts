import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';

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

/** Of several servers, the one that can be written to. */
interface Primary {
  /** Null where none is found within {@link SEARCH_MS}. */
  find(): Promise<URL | null>;
  /** Called when a connection to it has ended, so that it is checked before the next one. */
  doubt(server: URL): void;
  close(): Promise<void>;
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
export function followPrimary(servers: readonly URL[], onFound: (server: URL) => void): Primary {
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
    async find() {
      if (known !== null) return known;
      const end = performance.now() + SEARCH_MS;
      for (;;) {
        const found = await askOnce();
        if (found !== null || isClosed || performance.now() > end) return found;
        await pause(BETWEEN_SEARCHES_MS);
      }
    },
    doubt(server) {
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
