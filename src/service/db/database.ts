import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import {
  backupFolder,
  backupName,
  deleteOldBackups,
  hasFreeSpace,
  makeCopyFolder,
  makeDraft,
  moveDraftIntoPlace,
  pack,
  prepareDataFolder,
  removeCopies,
  unpack,
} from './data-folder.ts';
import { createMaintenance, type PgliteHost, type PgliteOptions, startPglite } from './embedded-database.ts';
import { migrate, NewerDatabaseError, needsUpdate, RETAINED_UPDATE_BACKUPS } from './migrate.ts';
import { createPostgresSocket, type PostgresSocket } from './postgres-socket.ts';
import { withSafeTransactions } from './run-query.ts';
import * as schema from './schema.ts';

/** A migrated database, embedded or PostgreSQL, with the same driver, dialect and statements. */
export interface Database {
  /** The driver. Returns instants and dates as text in PostgreSQL's format, in UTC. */
  readonly sql: postgres.Sql;
  readonly db: PostgresJsDatabase<typeof schema>;
  readonly kind: 'embedded' | 'postgres';
  /**
   * Throws a `ServiceError` if the disk is too full for changes. Must be called before each change. For PostgreSQL it does
   * nothing.
   */
  checkFreeSpace(): void;
  /**
   * Writes the embedded database to a compressed archive, which appears only when it is complete. Rejects for
   * PostgreSQL, which has its own tools, and for a database in memory.
   */
  backup(file: string): Promise<void>;
  /**
   * Listens to the notifications of triggers, which arrive after the commit and in the order of commits, until the session is
   * lost. Rejects like a statement if there is no connection.
   */
  listen(handlers: NotificationHandlers): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

interface NotificationHandlers {
  /** Called with the payload of each notification. */
  onNotification(payload: string): void;
  /** Called once, when the session has ended. */
  onEnd(): void;
}

/** The channel on which triggers report changes. */
export const changesChannel = 'frontdesk_changes';

/**
 * The timeout for connecting, in seconds. It is shorter than the time for which the gateway waits for a read, so that
 * the gateway receives the reason.
 */
const CONNECT_TIMEOUT_S = 8;
/** The default statement timeout. No request may hold a connection for longer. */
const STATEMENT_TIMEOUT_MS = 15_000;

const sharedOptions = {
  // The types are not read from the catalogue, which would cost a round trip for every connection.
  fetch_types: false,
  onnotice: () => {},
};

interface EmbeddedOptions extends PgliteOptions {
  /** Called for slow steps, such as a backup before a migration. */
  onProgress?: (text: string) => void;
  /**
   * Whether a database that a newer version has changed may be opened without migrating, to read what both versions support.
   */
  mayBeNewer?: boolean;
}

/**
 * Opens the embedded database in a folder, or in memory for `memory://`, and migrates it. A missing folder is created under a
 * temporary name and renamed when it is complete. Throws `DataFolderError` for an incomplete folder.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  const { dataDir, archive, ...others } = options;
  if (dataDir.startsWith('memory://')) return openInWorker(options);
  if (prepareDataFolder(dataDir) === 'absent') {
    if (archive === undefined) await makeDatabase({ dataDir });
    else await unpack(archive, makeDraft(dataDir));
    moveDraftIntoPlace(dataDir);
  } else if (archive !== undefined) {
    throw new Error(`${dataDir} holds a database already`);
  }
  return openInWorker({ dataDir, ...others });
}

/** Creates a database in a draft folder, new or from an archive, migrates it, runs `complete` on it, and closes it. */
export async function makeDatabase(
  { dataDir, archive }: Pick<EmbeddedOptions, 'dataDir' | 'archive'>,
  complete: (database: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const draft = makeDraft(dataDir);
  try {
    if (archive !== undefined) await unpack(archive, draft);
    const created = await openInWorker({ dataDir: draft });
    try {
      await complete(created);
    } finally {
      await created.close();
    }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

async function openInWorker(options: EmbeddedOptions): Promise<Database> {
  if (!options.dataDir.startsWith('memory://')) removeCopies(options.dataDir);
  const host = await startPglite(options);
  const notifications = createNotifications();
  const connection = {
    ...sharedOptions,
    ...notifications.options,
    socket: () => host.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
  };
  const sql = postgres(connection);
  return buildDatabase(
    sql,
    { ...host, listen: (handlers) => notifications.listen(sql, handlers) },
    { ...options, host },
  );
}

/** Forwards the notifications of a connection to its listeners. `options` are for the connection's driver. */
function createNotifications() {
  const activeHandlers = new Set<NotificationHandlers>();
  return {
    options: {
      onnotify: (_channel: string, payload: string) => {
        for (const { onNotification } of activeHandlers) onNotification(payload);
      },
      onclose: () => {
        const lost = [...activeHandlers];
        activeHandlers.clear();
        for (const { onEnd } of lost) onEnd();
      },
    },
    async listen(sql: postgres.Sql, handlers: NotificationHandlers) {
      activeHandlers.add(handlers);
      try {
        await sql.unsafe(`listen ${changesChannel}`);
      } catch (error) {
        activeHandlers.delete(handlers);
        throw error;
      }
      return {
        async close() {
          activeHandlers.delete(handlers);
        },
      };
    },
  };
}

/** Listens in dedicated sessions, which are not replaced when they are lost. */
function createListeners(socket: PostgresSocket) {
  const openSessions = new Set<postgres.Sql>();

  function end(sql: postgres.Sql): Promise<void> {
    openSessions.delete(sql);
    return sql.end({ timeout: 1 });
  }

  return {
    async listen(handlers: NotificationHandlers) {
      const notifications = createNotifications();
      const sql = postgres(socket.url, {
        ...sharedOptions,
        ...socket.options,
        ...notifications.options,
        connect_timeout: CONNECT_TIMEOUT_S,
        idle_timeout: 0,
        max: 1,
        max_lifetime: null,
        connection: { application_name: 'frontdesk-events' },
      });
      openSessions.add(sql);
      const onEnd = () => {
        void end(sql);
        handlers.onEnd();
      };
      try {
        const listening = await notifications.listen(sql, { ...handlers, onEnd });
        return { close: () => listening.close().then(() => end(sql)) };
      } catch (error) {
        await end(sql);
        throw error;
      }
    },
    async close() {
      await Promise.all([...openSessions].map(end));
    },
  };
}

/**
 * Connects to PostgreSQL 15 or later and migrates the schema, which several instances may do concurrently. If the URL has
 * several hosts, uses the writable one, also after another host was promoted. Throws if no connection can be opened or the
 * migrations fail.
 */
export async function connectPostgres(options: {
  url: string;
  /** The URL for dedicated sessions. Needed if `url` is that of a pooler in transaction mode, which offers no such sessions. */
  listenUrl?: string | undefined;
  max?: number;
  statementTimeoutMs?: number;
}): Promise<Database> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const socket = createPostgresSocket(options.url);
  const sql = postgres(socket.url, {
    ...sharedOptions,
    ...socket.options,
    max: options.max ?? 10,
    connect_timeout: CONNECT_TIMEOUT_S,
    connection: {
      application_name: 'frontdesk',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      // The best plan depends on the parameters, because the same statement may read one day of a store or ten years of all
      // stores. So each execution is planned anew.
      plan_cache_mode: 'force_custom_plan',
      jit: false,
    },
  });
  const listeners = createListeners(options.listenUrl === undefined ? socket : createPostgresSocket(options.listenUrl));
  const server = { withoutTimeout: socket.withoutTimeout, listen: listeners.listen, close: listeners.close };
  return buildDatabase(sql, server, null);
}

/** The error for a disk that is too full for changes. */
export function diskFullError(cause?: unknown): ServiceError {
  const suggestion =
    'the disk that holds the appointments is full, so nothing was saved; ask the administrator to free disk space, then try again';
  return new ServiceError('storage_full', suggestion, { cause });
}

async function buildDatabase(
  driver: postgres.Sql,
  server: Pick<PgliteHost, 'withoutTimeout' | 'close'> & Pick<Database, 'listen'>,
  embedded: (EmbeddedOptions & { host: PgliteHost }) | null,
): Promise<Database> {
  const sql = withSafeTransactions(driver);
  const maintenance =
    embedded === null
      ? null
      : createMaintenance(sql, { withoutTimeout: server.withoutTimeout, hasSpace: hasSpaceForChanges });
  const databaseOnDisk = embedded !== null && !embedded.dataDir.startsWith('memory://') ? embedded : null;

  function hasSpaceForChanges(): boolean {
    return databaseOnDisk === null || hasFreeSpace(databaseOnDisk.dataDir);
  }

  let backups: Promise<unknown> = Promise.resolve();

  const close = async () => {
    // The time for ending connections is limited, because a database that no longer responds must not keep the process
    // alive.
    await maintenance?.stop();
    await sql.end({ timeout: 5 });
    await server.close();
  };

  async function backup(file: string) {
    if (databaseOnDisk === null)
      throw new Error('only an embedded database on disk is backed up here; PostgreSQL has pg_dump');
    const { dataDir, host } = databaseOnDisk;
    // Backups are written one at a time: the database can make only one copy at a time, and a second copy would need as much
    // disk space again.
    const backup = backups.then(() => writeBackup(dataDir, host, file));
    backups = backup.catch(() => undefined);
    await backup;
  }

  async function writeBackup(dataDir: string, host: PgliteHost, file: string) {
    // Each copy has its own folder, because the thread that wrote an earlier copy may have failed and may still be writing.
    const copy = await makeCopyFolder(dataDir);
    try {
      await host.withoutTimeout(() => sql`checkpoint`);
      await host.copy(copy);
      await pack(copy, file);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  async function backupBeforeUpdate() {
    if (databaseOnDisk === null || !(await needsUpdate(sql))) return;
    const folder = backupFolder(databaseOnDisk.dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, backupName('before-update', new Date()));
    databaseOnDisk.onProgress?.(`The database is brought up to date; a backup of it as it was goes to ${file}.`);
    await backup(file);
    await deleteOldBackups(folder, 'before-update', RETAINED_UPDATE_BACKUPS);
  }

  async function update() {
    try {
      await backupBeforeUpdate();
      await migrate(sql);
    } catch (error) {
      if (!(error instanceof NewerDatabaseError && embedded?.mayBeNewer)) throw error;
    }
  }

  try {
    const db = drizzle(sql, { schema });
    await server.withoutTimeout(update);
    maintenance?.start();
    return {
      sql,
      db,
      kind: embedded === null ? 'postgres' : 'embedded',
      checkFreeSpace() {
        if (hasSpaceForChanges()) return;
        throw diskFullError();
      },
      backup,
      listen: server.listen,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
