import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type postgres from 'postgres';

type WorkerMessage = { kind: 'open' | 'closed' } | { kind: 'data' | 'archive'; data: Uint8Array };

/** The embedded PostgreSQL, running in a worker thread so that no query ever blocks this one. */
export interface PgliteHost {
  /** A connection in the wire protocol, for a driver that takes a socket. One at a time. */
  connect(): Duplex;
  /** The whole data folder as a compressed archive. */
  archive(): Promise<Uint8Array>;
  /** Shuts the database down cleanly and ends the thread. */
  close(): Promise<void>;
}

/**
 * Opens (creates) the embedded database in `dataDir`, or in memory for `memory://`; `archive` fills an empty folder.
 * The caller holds the data folder's lock: two openings of one folder destroy it.
 */
export async function startPglite(options: { dataDir: string; archive?: Uint8Array }): Promise<PgliteHost> {
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { dataDir: options.dataDir, archive: options.archive ?? null },
  });
  let failure: Error | null = null;
  let socket: Duplex | null = null;
  const waiting = new Map<WorkerMessage['kind'], { resolve(data: Uint8Array): void; reject(error: Error): void }>();

  function fail(error: Error) {
    failure ??= error;
    socket?.destroy(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  }
  worker.on('error', (error) => fail(new Error('the embedded database stopped', { cause: error })));
  worker.on('exit', () => fail(new Error('the embedded database is closed')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'data') {
      const { buffer, byteOffset, byteLength } = message.data;
      socket?.push(Buffer.from(buffer, byteOffset, byteLength));
      return;
    }
    waiting.get(message.kind)?.resolve(message.kind === 'archive' ? message.data : new Uint8Array());
    waiting.delete(message.kind);
  });

  function reply(kind: WorkerMessage['kind']): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (failure === null) waiting.set(kind, { resolve, reject });
      else reject(failure);
    });
  }

  await reply('open');
  return {
    connect() {
      const connection = new Duplex({
        read() {},
        write(data: Buffer, _encoding, done) {
          worker.postMessage({ kind: 'data', data });
          done(failure);
        },
        final(done) {
          done();
          connection.destroy();
        },
      });
      socket = connection;
      // The driver checks this before it ends the connection.
      return Object.assign(connection, { readyState: 'open' });
    },
    archive() {
      const data = reply('archive');
      worker.postMessage({ kind: 'archive' });
      return data;
    },
    async close() {
      if (failure !== null) return;
      const closed = reply('closed');
      worker.postMessage({ kind: 'close' });
      await closed;
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
}

/** How often the embedded database is maintained. */
const MAINTENANCE_PERIOD_MS = 30_000;
/** The write-ahead log that may gather before a checkpoint, in bytes: opening after a crash replays it at some hundred MB a second. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Maintenance of the embedded database, which has none of the background processes of a server. */
export interface Maintenance {
  start(): void;
  /** Runs a last time, so that the database opens quickly and plans well. */
  stop(): Promise<void>;
}

/**
 * Vacuums and analyses tables that have changed by more than a tenth or so, as autovacuum would, and writes a checkpoint
 * when the log has grown. Each step is short; nothing is done while nothing changes.
 */
export function createMaintenance(sql: postgres.Sql): Maintenance {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    const tables = await sql<{ name: string }[]>`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
      where n_mod_since_analyze > 500 + n_live_tup / 10 or n_ins_since_vacuum > 1000 + n_live_tup / 5
        or n_dead_tup > 1000 + n_live_tup / 5`;
    for (const { name } of tables) await sql.unsafe(`vacuum (analyze) ${name}`);
    const [log] = await sql<{ grown: boolean }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${MAX_LOG_BYTES}::bigint as grown from pg_control_checkpoint()`;
    if (log?.grown) await sql`checkpoint`;
  }

  /** One run at a time. A failure is not reported: the next run tries again, and queries report a database that is gone. */
  function runInTurn(): Promise<void> {
    running = running.then(run).catch(() => undefined);
    return running;
  }

  return {
    start() {
      timer = setInterval(runInTurn, MAINTENANCE_PERIOD_MS);
      timer.unref();
    },
    async stop() {
      if (timer === null) return;
      clearInterval(timer);
      await runInTurn();
    },
  };
}
