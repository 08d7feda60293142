import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { createMaintenance, type PgliteHost, startPglite } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import * as schema from './schema.ts';

/** A migrated database, embedded or PostgreSQL: the same driver, dialect and statements for both. */
export interface Database {
  /** The driver. Instants and dates come as the text that PostgreSQL writes, in UTC. */
  readonly sql: postgres.Sql;
  readonly db: PostgresJsDatabase<typeof schema>;
  readonly kind: 'embedded' | 'postgres';
  /** The embedded database as one compressed archive; PostgreSQL has its own tools. */
  archive(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The default statement timeout: no request may hold a connection for longer. */
const STATEMENT_TIMEOUT_MS = 15_000;

const shared = {
  // The types of columns are known; reading them from the catalogue on every connection would cost a round trip.
  fetch_types: false,
  onnotice: () => {},
};

/**
 * Opens the embedded database in a folder of its own (created if need be), or in memory for `memory://`, and brings
 * it up to date. `archive` is what {@link Database.archive} gave, for an empty folder. The caller holds the data folder's lock.
 */
export async function openEmbeddedDatabase(options: { dataDir: string; archive?: Uint8Array }): Promise<Database> {
  const host = await startPglite(options);
  const connection = {
    ...shared,
    socket: () => host.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
  };
  return opened(postgres(connection), 'embedded', host);
}

/**
 * Connects to PostgreSQL 15 or later and brings the schema up to date; several instances may do so together.
 * Throws when the server cannot be reached or the migrations fail.
 */
export async function connectPostgres(options: {
  url: string;
  max?: number;
  statementTimeoutMs?: number;
}): Promise<Database> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const sql = postgres(options.url, {
    ...shared,
    max: options.max ?? 10,
    connect_timeout: 10,
    connection: {
      application_name: 'frontdesk',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      // The right plan depends on the values: one store's day and ten years of all stores are the same statement.
      plan_cache_mode: 'force_custom_plan',
      jit: false,
    },
  });
  return opened(sql, 'postgres', null);
}

async function opened(sql: postgres.Sql, kind: Database['kind'], host: PgliteHost | null): Promise<Database> {
  const maintenance = host === null ? null : createMaintenance(sql);
  const close = async () => {
    await maintenance?.stop();
    await sql.end({ timeout: 5 });
    await host?.close();
  };
  try {
    const db = drizzle(sql, { schema });
    await migrate(sql);
    maintenance?.start();
    return {
      sql,
      db,
      kind,
      archive: async () => {
        if (host === null) throw new Error('only the embedded database is archived here; PostgreSQL has pg_dump');
        return host.archive();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
