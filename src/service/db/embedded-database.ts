import { existsSync } from 'node:fs';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type postgres from 'postgres';
import { hasFreeSpace } from './data-folder.ts';

/** The embedded PostgreSQL, running in a worker thread so that no query blocks the main thread. */
export interface PgliteHost {
  /**
   * A connection in the wire protocol, for a driver that accepts a socket; only one at a time. Reopens a stopped database.
   */
  connect(): Duplex;
  /**
   * Copies the data folder to a new path, one copy at a time. Queries wait until the copy is complete, however long it takes.
   */
  copy(to: string): Promise<void>;
  /** Runs `work` without the statement timeout. */
  withoutTimeout<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Shuts the database down cleanly if it still responds, and ends the thread. */
  close(): Promise<void>;
}

export interface PgliteOptions {
  /** The data folder, or `memory://`. The caller must hold the folder's lock, because opening a folder twice destroys it. */
  dataDir: string;
  /** An archive of a data folder, for a database in memory or a new folder. */
  archive?: string;
  /**
   * The size of the page cache in MB, allocated in full at the start; by default 16, which is enough if little is
   * read twice.
   */
  cacheMb?: number | undefined;
  /** The time after which a statement that is still running stops the database, which is then reopened. */
  statementTimeoutMs?: number;
  /** Called when the database has stopped unexpectedly, with the reason and what to do. */
  onStop?: ((error: Error) => void) | undefined;
}

const STATEMENT_LIMIT_MS = 30_000;
/** The timeout for opening, which replays the log after a crash, and for work in {@link PgliteHost.withoutTimeout}. */
const LONG_LIMIT_MS = 30 * 60_000;
/** The timeout for shutting down, which writes a checkpoint. */
const CLOSE_LIMIT_MS = 10_000;
/** The minimum interval between attempts to reopen the database. */
const PAUSE_BETWEEN_OPENINGS_MS = 1_000;

/**
 * The embedded database has stopped or cannot be opened. The error has the code of a lost connection, so that the driver and
 * its callers treat it like one.
 */
class DatabaseStoppedError extends Error {
  override readonly name = 'DatabaseStoppedError';
  readonly code = 'CONNECTION_CLOSED';
}

/** Creates the error that says why the database stopped or cannot be opened, and what to do. */
function createStoppedError(dataDir: string, cause: unknown, { wasOpen }: { wasOpen: boolean }): DatabaseStoppedError {
  const [what, consequence] = wasOpen
    ? ['stopped', ' It is opened again at the next request.']
    : ['cannot be opened', ''];
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseStoppedError(
    `the embedded database ${what}: ${reason}. ${getOpeningAdvice(dataDir, cause)}${consequence}`,
    {
      cause,
    },
  );
}

function getOpeningAdvice(dataDir: string, cause: unknown): string {
  const diskFullAdvice = `Make room on the disk that holds ${dataDir}.`;
  switch (cause instanceof Error && 'code' in cause ? cause.code : '') {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFullAdvice;
    case 'EIO':
      return `The disk that holds ${dataDir} reports errors: check it and have a backup.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user must own ${dataDir} and be able to write there.`;
    default:
      // PGlite does not report a full disk when it opens, so the disk is checked here.
      if (existsSync(dataDir) && !hasFreeSpace(dataDir)) return diskFullAdvice;
      return `If this happens again, restore a backup of ${dataDir}.`;
  }
}

type WorkerMessage =
  | { kind: 'open' | 'closed' }
  | { kind: 'done'; data: Uint8Array }
  | { kind: 'copied'; problem: string | null };

interface WorkerThread {
  send(data: Uint8Array): void;
  copy(to: string): Promise<void>;
  /** Sets the timeout of each message from now on. */
  limit(ms: number): void;
  close(): Promise<void>;
}

/**
 * Starts a worker and resolves once the database is open. `onEnd` is called once with the reason when the worker ends, unless
 * it was closed.
 */
async function startThread(
  { dataDir, archive, cacheMb = 16, statementTimeoutMs = STATEMENT_LIMIT_MS }: PgliteOptions,
  { onData, onEnd }: { onData(data: Uint8Array): void; onEnd(cause: unknown): void },
): Promise<WorkerThread> {
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { dataDir, archive: archive ?? null, cacheMb },
    // The worker's data is short-lived. By default, the heap would grow by 48 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
  const pendingReplies = new Map<WorkerMessage['kind'], { resolve(): void; reject(cause: unknown): void }>();
  let limitMs = statementTimeoutMs;
  let unansweredCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function end(cause: unknown) {
    clearTimeout(timer);
    if (ended) return;
    ended = true;
    void worker.terminate();
    for (const { reject } of pendingReplies.values()) reject(cause);
    pendingReplies.clear();
    onEnd(cause);
  }
  /**
   * Ends the worker after `ms`. A busy worker does not respond, not even to a request to stop, so only a timeout in
   * this thread can end it.
   */
  function startWatchdog(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error(`no answer within ${ms / 1_000} s`)), ms);
    timer.unref();
  }
  function waitForReply(kind: WorkerMessage['kind'], ms: number): Promise<void> {
    startWatchdog(ms);
    return new Promise((resolve, reject) => pendingReplies.set(kind, { resolve, reject }));
  }

  worker.on('error', end);
  worker.on('exit', () => end(new Error('its thread ended')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'done') {
      unansweredCount -= 1;
      if (unansweredCount > 0) startWatchdog(limitMs);
      else clearTimeout(timer);
      if (message.data.length > 0) onData(message.data);
      return;
    }
    clearTimeout(timer);
    if (unansweredCount > 0) startWatchdog(limitMs);
    const pendingReply = pendingReplies.get(message.kind);
    pendingReplies.delete(message.kind);
    if (message.kind === 'copied' && message.problem !== null) pendingReply?.reject(new Error(message.problem));
    else pendingReply?.resolve();
  });

  await waitForReply('open', LONG_LIMIT_MS);
  return {
    send(data) {
      if (ended) return;
      unansweredCount += 1;
      if (unansweredCount === 1) startWatchdog(limitMs);
      worker.postMessage({ kind: 'data', data });
    },
    copy(to) {
      worker.postMessage({ kind: 'copy', to });
      return waitForReply('copied', LONG_LIMIT_MS);
    },
    limit(ms) {
      limitMs = ms;
      if (unansweredCount > 0) startWatchdog(ms);
    },
    async close() {
      if (ended) return;
      worker.postMessage({ kind: 'close' });
      // Terminating the worker loses nothing: acknowledged changes are in the log.
      await waitForReply('closed', CLOSE_LIMIT_MS).catch(() => undefined);
      ended = true;
      await worker.terminate();
    },
  };
}

/**
 * Opens the embedded database in a complete data folder or in memory. If it stops unexpectedly because the disk is full or
 * failed, waiting statements receive the reason, and the next connection reopens it.
 */
export async function startPglite(options: PgliteOptions): Promise<PgliteHost> {
  const { dataDir, statementTimeoutMs = STATEMENT_LIMIT_MS, onStop } = options;
  let runningThread: WorkerThread | null = null;
  let opening: Promise<WorkerThread> | null = null;
  let lastFailure: { error: DatabaseStoppedError; at: number } | null = null;
  let socket: Duplex | null = null;
  let unlimitedWorkCount = 0;
  let closing = false;

  async function open(): Promise<WorkerThread> {
    const opened = await startThread(options, {
      onData: (data) => socket?.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
      onEnd(cause) {
        const wasOpen = runningThread !== null;
        runningThread = null;
        const error = createStoppedError(dataDir, cause, { wasOpen });
        lastFailure = { error, at: Date.now() };
        const lost = socket;
        // The socket is destroyed only later: if it closes between a write and its flush, which is a `setImmediate`, the
        // driver never writes again.
        setTimeout(() => lost?.destroy(error), 0);
        // A failure to open is not reported here, because the callers who wait for it receive the error.
        if (!closing && wasOpen) onStop?.(error);
      },
    });
    if (unlimitedWorkCount > 0) opened.limit(LONG_LIMIT_MS);
    runningThread = opened;
    return opened;
  }

  /** Returns the running thread. A stopped thread is started again first. */
  async function getThread(): Promise<WorkerThread> {
    if (runningThread !== null) return runningThread;
    if (closing) throw new DatabaseStoppedError('the embedded database is closed');
    // The data of a database in memory is lost with its thread, so it cannot be reopened.
    const cannotReopen = dataDir.startsWith('memory://') && lastFailure !== null;
    if (lastFailure !== null && (cannotReopen || Date.now() - lastFailure.at < PAUSE_BETWEEN_OPENINGS_MS))
      throw lastFailure.error;
    opening ??= open()
      .catch((cause: unknown) => {
        throw createStoppedError(dataDir, cause, { wasOpen: false });
      })
      .finally(() => {
        opening = null;
      });
    return opening;
  }

  async function withoutTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
    unlimitedWorkCount += 1;
    runningThread?.limit(LONG_LIMIT_MS);
    try {
      return await work();
    } finally {
      unlimitedWorkCount -= 1;
      if (unlimitedWorkCount === 0) runningThread?.limit(statementTimeoutMs);
    }
  }

  await getThread();
  return {
    connect() {
      const ready = getThread();
      const connection = new Duplex({
        read() {},
        write(data: Buffer, _encoding, done) {
          ready.then((current) => {
            current.send(data);
            done();
          }, done);
        },
        final(done) {
          done();
          connection.destroy();
        },
      });
      // The error is reported at the first write, because the driver must not lose a socket before that (see `onEnd`).
      ready.catch(() => undefined);
      socket = connection;
      // The driver checks `readyState` before it ends the connection.
      return Object.assign(connection, { readyState: 'open' });
    },
    async copy(to) {
      const current = await getThread();
      // Queries that arrive during the copy wait until it is complete, so their time must not be limited.
      await withoutTimeout(() => current.copy(to));
    },
    withoutTimeout,
    async close() {
      closing = true;
      await runningThread?.close();
      runningThread = null;
    },
  };
}

const MAINTENANCE_PERIOD_MS = 30_000;
/**
 * The size of the write-ahead log in bytes that triggers a checkpoint. Opening after a crash replays a few hundred MB
 * per second.
 */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/**
 * Maintenance of the embedded database, which lacks the background processes of a server. Vacuums and analyses tables in
 * which more than about a tenth has changed, as autovacuum would, and writes a checkpoint when the log has grown. Each step
 * is short, and nothing runs while nothing changes.
 */
export function createMaintenance(
  sql: postgres.Sql,
  { withoutTimeout, hasSpace }: Pick<PgliteHost, 'withoutTimeout'> & { hasSpace(): boolean },
) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function runMaintenance(): Promise<void> {
    // Maintenance itself writes to the log. It is better to delay maintenance than to fill the disk, which would stop the
    // database.
    if (!hasSpace()) return;
    const tables = await sql<{ name: string }[]>`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
      where n_mod_since_analyze > 500 + n_live_tup / 10 or n_ins_since_vacuum > 1000 + n_live_tup / 5
        or n_dead_tup > 1000 + n_live_tup / 5`;
    for (const { name } of tables) await sql.unsafe(`vacuum (analyze) ${name}`);
    const [log] = await sql<{ grown: boolean }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${MAX_LOG_BYTES}::bigint as grown from pg_control_checkpoint()`;
    if (log?.grown) await sql`checkpoint`;
  }

  /**
   * Runs the maintenance, only once at a time. A failure is not reported: the next run tries again, and queries report that the
   * database is unavailable.
   */
  function runInTurn(): Promise<void> {
    running = running.then(() => withoutTimeout(runMaintenance)).catch(() => undefined);
    return running;
  }

  return {
    start(): void {
      timer = setInterval(runInTurn, MAINTENANCE_PERIOD_MS);
      timer.unref();
    },
    /** Runs the maintenance a last time, so that the database opens quickly and has good statistics. */
    async stop(): Promise<void> {
      if (timer === null) return;
      clearInterval(timer);
      await runInTurn();
    },
  };
}
