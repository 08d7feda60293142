import postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import type { SessionStore } from '#gateway/access/keyring.ts';
import { hashOf } from '#gateway/access/session-store.ts';
import { runStatement } from './run-statement.ts';
import schema from './schema.sql?raw';

/** The state that gateways share through PostgreSQL. */
export interface SharedState {
  /** Seals the cookies and keys the hashes of keys, the same on all gateways: at least 32 characters. */
  readonly secret: string;
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/** The PostgreSQL that gateways share. */
interface SharedServer {
  /** Its address, with user, password and database. */
  url: string;
  /** The driver's options besides the address. */
  options?: Pick<postgres.Options<Record<string, never>>, 'idle_timeout' | 'backoff'>;
}

/** The statement timeout. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** An arbitrary advisory lock id, the same for every gateway. */
const SCHEMA_LOCK = 4_100_000_002;

/**
 * Connects to the PostgreSQL that gateways share and creates there what it lacks; several may do so together. Without a
 * `sessionSecret`, the first gateway's `proposeSecret` is stored there for all. Throws when the server cannot be reached.
 */
export async function openSharedState(options: {
  server: SharedServer;
  sessionSecret?: string | null;
  proposeSecret: () => Promise<string>;
  connections?: number;
}): Promise<SharedState> {
  const { server, sessionSecret = null, proposeSecret, connections = 10 } = options;
  const sql = postgres(server.url, {
    ...server.options,
    max: connections,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: 'frontdesk-gateway',
      TimeZone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT_MS,
    },
  });
  try {
    await install(sql);
    return {
      secret: sessionSecret ?? (await commonSecret(sql, proposeSecret)),
      sessions: createSharedSessions(sql),
      async close() {
        // No statement is running; a connection that was lost may never report its end.
        await sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error;
  }
}

/** Ends the sessions of all gateways. Throws when the server cannot be reached. */
export async function endSharedSessions(server: SharedServer): Promise<void> {
  const sql = postgres(server.url, { ...server.options, max: 1, connect_timeout: 5, fetch_types: false });
  try {
    const [found] = await sql<
      { name: string | null }[]
    >`select to_regclass('frontdesk_gateway.sessions')::text as name`;
    if (found?.name != null) await sql`delete from frontdesk_gateway.sessions`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates what is missing. A user who may not create anything can use a schema that is there. */
async function install(sql: postgres.Sql): Promise<void> {
  const [found] = await sql<{ isInstalled: boolean }[]>`
    select to_regclass('frontdesk_gateway.secrets') is not null and to_regclass('frontdesk_gateway.sessions') is not null as "isInstalled"`;
  if (found?.isInstalled === true) return;
  // Statements in one message are one transaction. The driver's own would not survive the loss of its connection. Reading the catalogue
  // after the lock has the server forget that the schema was missing, since another gateway may have installed it meanwhile.
  await sql.unsafe(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${SCHEMA_LOCK});
    select from pg_namespace where nspname = 'frontdesk_gateway';
    ${schema}`);
}

async function commonSecret(sql: postgres.Sql, propose: () => Promise<string>): Promise<string> {
  const read = () => sql<{ value: string }[]>`select value from frontdesk_gateway.secrets where name = 'session'`;
  const [stored] = await read();
  if (stored !== undefined) return stored.value;
  const proposal = await propose();
  await sql`insert into frontdesk_gateway.secrets (name, value) values ('session', ${proposal}) on conflict do nothing`;
  return (await read())[0]?.value ?? proposal;
}

/** When to ask again while the database is away, in seconds. */
const AWAY_S = 5;

/** The result of a statement; throws a 503 where the database does not answer. */
async function answered<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await runStatement(work);
  } catch (cause) {
    throw new ServiceError(
      'upstream_unavailable',
      'Who is signed in cannot be looked up now: the database does not answer and is being waited for. Nothing was saved. Try again in a few seconds.',
      { retryAfterSeconds: AWAY_S, cause },
    );
  }
}

/**
 * Sessions of all gateways. When they cannot be read nobody is signed out. Each change is a single statement, so that
 * a lost connection leaves nothing half done, and no transaction to be ended by the driver.
 */
function createSharedSessions(sql: postgres.Sql): SessionStore {
  return {
    async open({ id, keyHash, expiresAt }) {
      await answered(
        () => sql`
          with over as (delete from frontdesk_gateway.sessions where expires_at < now())
          insert into frontdesk_gateway.sessions (id_hash, key_hash, expires_at)
          values (${hashOf(id)}, ${keyHash}, ${new Date(expiresAt).toISOString()}::timestamptz)
          on conflict do nothing`,
      );
    },
    async openAmong(sessions, now) {
      const byHash = new Map(sessions.map((session) => [hashOf(session.id), session]));
      const rows = await answered(
        () => sql<{ id_hash: string; key_hash: string }[]>`
          select id_hash, key_hash from frontdesk_gateway.sessions
          where id_hash in ${sql([...byHash.keys()])} and expires_at > ${new Date(now).toISOString()}::timestamptz`,
      );
      const isTheirs = (row: { id_hash: string; key_hash: string }) =>
        byHash.get(row.id_hash)?.keyHash === row.key_hash;
      return new Set(rows.filter(isTheirs).map((row) => byHash.get(row.id_hash)?.id ?? ''));
    },
    async isOpen(session, now) {
      return (await this.openAmong([session], now)).has(session.id);
    },
    async close(id) {
      await answered(() => sql`delete from frontdesk_gateway.sessions where id_hash = ${hashOf(id)}`);
    },
    async closeAll(keyHash) {
      await answered(() => sql`delete from frontdesk_gateway.sessions where key_hash = ${keyHash}`);
    },
  };
}
