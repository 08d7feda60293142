import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { PIN_TRIES, PIN_TRIES_WITHOUT_KEY } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { type SessionStore, type StoredSession, USE_PRECISION_MS } from '#gateway/access/keyring.ts';
import type { PinFilter, PinStore, StoredPin } from '#gateway/access/pin-store.ts';
import { hashSessionId } from '#gateway/access/session-store.ts';
import { runStatement } from './run-statement.ts';
import schema from './schema.sql?raw';

/** The state that gateways share through PostgreSQL. */
export interface SharedState {
  /** The secret for sealing cookies and hashing API keys, the same on all gateways; at least 32 characters. */
  readonly secret: string;
  readonly sessions: SessionStore;
  readonly pins: PinStore;
  close(): Promise<void>;
}

/** The PostgreSQL server that gateways share. */
interface SharedServer {
  /** The URL of the server, with user, password and database. */
  url: string;
  /** The driver's other options. */
  options?: Pick<postgres.Options<Record<string, never>>, 'idle_timeout' | 'backoff'>;
}

/** The statement timeout: shorter than the timeout of `runStatement`. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** An arbitrary advisory lock id, the same for every gateway. */
const SCHEMA_LOCK = 4_100_000_002;

/**
 * Connects to the PostgreSQL server that gateways share and creates the tables that are missing there; several gateways may
 * do so at once. Without a `sessionSecret`, the secret that the first gateway proposes (`proposeSecret`) is stored there
 * for all. Throws if the server cannot be reached.
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
    await installSchema(sql);
    return {
      secret: sessionSecret ?? (await readOrStoreSecret(sql, proposeSecret)),
      sessions: createSharedSessions(sql),
      pins: createSharedPins(sql),
      async close() {
        // No statement is running any more. The short timeout is for a lost connection, which may never report its end.
        await sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error;
  }
}

/** Ends the sessions and PINs of all gateways. Throws if the server cannot be reached. */
export async function endSharedSessions(server: SharedServer): Promise<void> {
  const sql = postgres(server.url, { ...server.options, max: 1, connect_timeout: 5, fetch_types: false });
  try {
    // A database of an earlier release has no PINs, and a new one has neither sessions nor PINs.
    const found = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = to_regnamespace('frontdesk_gateway') and relname in ('sessions', 'pins')`;
    for (const { name } of found) await sql`delete from ${sql(`frontdesk_gateway.${name}`)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates missing tables and columns. A user without permission to create anything can use an existing schema. */
async function installSchema(sql: postgres.Sql): Promise<void> {
  const [found] = await sql<{ isInstalled: boolean }[]>`
    select count(*) = 3 as "isInstalled" from pg_attribute
    where not attisdropped and (attrelid, attname) in (
      (to_regclass('frontdesk_gateway.secrets'), 'value'),
      (to_regclass('frontdesk_gateway.sessions'), 'used_at'),
      (to_regclass('frontdesk_gateway.pins'), 'lock_minutes')
    )`;
  if (found?.isInstalled === true) return;
  // Statements in one message form one transaction. A transaction of the driver would not survive the loss of its connection.
  // Reading the catalogue after the lock makes the server notice a schema that another gateway has installed in the meantime.
  await sql.unsafe(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${SCHEMA_LOCK});
    select from pg_namespace where nspname = 'frontdesk_gateway';
    ${schema}`);
}

async function readOrStoreSecret(sql: postgres.Sql, propose: () => Promise<string>): Promise<string> {
  const readSecret = () => sql<{ value: string }[]>`select value from frontdesk_gateway.secrets where name = 'session'`;
  const [stored] = await readSecret();
  if (stored !== undefined) return stored.value;
  const proposal = await propose();
  await sql`insert into frontdesk_gateway.secrets (name, value) values ('session', ${proposal}) on conflict do nothing`;
  return (await readSecret())[0]?.value ?? proposal;
}

/** The delay before a retry while the database is unavailable, in seconds. */
const RETRY_AFTER_S = 5;

/** Runs a statement. Throws a 503 if the database does not respond. */
async function runAccessStatement<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await runStatement(work);
  } catch (cause) {
    throw new ServiceError(
      'upstream_unavailable',
      'Who is signed in cannot be looked up now: the database is temporarily unavailable. Nothing was saved. Try again in a few seconds.',
      { retryAfterSeconds: RETRY_AFTER_S, cause },
    );
  }
}

/**
 * The sessions of all gateways. While they cannot be read, no one is signed out. Each change is a single statement, so that a
 * lost connection leaves nothing half done and no transaction open.
 */
function createSharedSessions(sql: postgres.Sql): SessionStore {
  async function closeByHash(idHash: string): Promise<void> {
    await runAccessStatement(() => sql`delete from frontdesk_gateway.sessions where id_hash = ${idHash}`);
  }

  /** The SQL condition that a session is open at a given time. */
  const isOpenAt = (now: number) => sql`
    (expires_at > ${isoTime(now)}::timestamptz
      and (lock_minutes is null or used_at + lock_minutes * interval '1 minute' > ${isoTime(now)}::timestamptz))`;

  return {
    async open({ id, keyHash, secret, expiresAt }, now) {
      await runAccessStatement(
        () => sql`
          with over as (delete from frontdesk_gateway.sessions where not ${isOpenAt(now)})
          insert into frontdesk_gateway.sessions (id_hash, key_hash, secret, used_at, expires_at)
          values (${hashSessionId(id)}, ${keyHash}, ${secret}, ${isoTime(now)}::timestamptz, ${isoTime(expiresAt)}::timestamptz)
          on conflict do nothing`,
      );
    },
    async use(id, now) {
      // Commits without waiting for a synchronous standby, so that desks can go on reading while it is unavailable. Losing
      // a `used_at` does no harm.
      const [row] = await runAccessStatement(
        () => sql<StoredSession[]>`
          with commit as materialized (select set_config('synchronous_commit', 'off', true)), used as (
            update frontdesk_gateway.sessions set used_at = ${isoTime(now)}::timestamptz
            where id_hash = ${hashSessionId(id)} and used_at <= ${isoTime(now - USE_PRECISION_MS)}::timestamptz and ${isOpenAt(now)}
          ), over as (delete from frontdesk_gateway.sessions where id_hash = ${hashSessionId(id)} and not ${isOpenAt(now)})
          select key_hash as "keyHash", secret, employee_id as "employeeId", lock_minutes as "lockMinutes"
          from frontdesk_gateway.sessions, commit where id_hash = ${hashSessionId(id)} and ${isOpenAt(now)}`,
      );
      return row ?? null;
    },
    async findOpen(sessions, now) {
      const byHash = new Map(sessions.map((session) => [hashSessionId(session.id), session]));
      const rows = await runAccessStatement(
        () => sql<{ id_hash: string; key_hash: string }[]>`
          select id_hash, key_hash from frontdesk_gateway.sessions
          where id_hash in ${sql([...byHash.keys()])} and ${isOpenAt(now)}`,
      );
      const hasSameKey = (row: { id_hash: string; key_hash: string }) =>
        byHash.get(row.id_hash)?.keyHash === row.key_hash;
      return new Set(rows.filter(hasSameKey).map((row) => byHash.get(row.id_hash)?.id ?? ''));
    },
    async update(id, { employeeId, lockMinutes }) {
      await runAccessStatement(
        () => sql`
          update frontdesk_gateway.sessions set employee_id = ${employeeId}, lock_minutes = ${lockMinutes}
          where id_hash = ${hashSessionId(id)}`,
      );
    },
    close: (id) => closeByHash(hashSessionId(id)),
    closeByHash,
    async closeAll(which) {
      const isTheirs = 'keyHash' in which ? sql`key_hash = ${which.keyHash}` : sql`employee_id = ${which.employeeId}`;
      await runAccessStatement(() => sql`delete from frontdesk_gateway.sessions where ${isTheirs}`);
    },
  };
}

const isoTime = (ms: number) => new Date(ms).toISOString();
const TIME_FIELDS: readonly string[] = ['createdAt', 'usedAt', 'deviceUsedAt'] satisfies (keyof StoredPin)[];

/** The values of a PIN, keyed by column name. */
const pinColumns = (pin: Partial<StoredPin>) =>
  Object.fromEntries(
    Object.entries(pin).map(([field, value]) => [
      postgres.fromCamel(field),
      typeof value === 'number' && TIME_FIELDS.includes(field) ? isoTime(value) : value,
    ]),
  );

/** The PINs of all gateways; each change is a single statement, as for sessions. */
function createSharedPins(sql: postgres.Sql): PinStore {
  const columns = sql`
    id, device_hash as "deviceHash", person, name, employee_id as "employeeId", key_hash as "keyHash", sealed, browser, attempts,
    earlier_attempts as "earlierAttempts", lock_minutes as "lockMinutes",
    (extract(epoch from created_at) * 1000)::float8 as "createdAt", (extract(epoch from used_at) * 1000)::float8 as "usedAt",
    (extract(epoch from device_used_at) * 1000)::float8 as "deviceUsedAt", session_hash as "sessionHash"`;

  const filterCondition = (which: PinFilter) => [
    sql`true`,
    ...Object.entries(pinColumns(which)).map(([column, value]) => sql`and ${sql(column)} = ${value}`),
  ];

  return {
    async set(pin) {
      const row = pinColumns({ ...pin, id: randomUUID(), attempts: 0 });
      await runAccessStatement(
        () => sql`
          insert into frontdesk_gateway.pins ${sql(row)} on conflict (device_hash, person) do update set ${sql(row)}`,
      );
    },
    async list(which, usedSince) {
      return await runAccessStatement(
        () => sql<StoredPin[]>`
          with unused as (delete from frontdesk_gateway.pins where device_used_at < ${isoTime(usedSince)}::timestamptz)
          select ${columns} from frontdesk_gateway.pins
          where ${filterCondition(which)} and device_used_at >= ${isoTime(usedSince)}::timestamptz`,
      );
    },
    async attempt(which) {
      const [tried] = await runAccessStatement(
        () => sql<StoredPin[]>`
          update frontdesk_gateway.pins set attempts = attempts + 1
          where ${filterCondition(which)} and attempts < ${PIN_TRIES} and earlier_attempts + attempts < ${PIN_TRIES_WITHOUT_KEY}
          returning ${columns}`,
      );
      return tried ?? null;
    },
    async change(which, changes) {
      await runAccessStatement(
        () => sql`update frontdesk_gateway.pins set ${sql(pinColumns(changes))} where ${filterCondition(which)}`,
      );
    },
    async recordSignIn(id, by, used) {
      const earlier = by === 'key' ? sql`0` : sql`earlier_attempts + attempts - 1`;
      const { count } = await runAccessStatement(
        () => sql`
          update frontdesk_gateway.pins set ${sql(pinColumns(used))}, earlier_attempts = ${earlier}, attempts = 0
          where id = ${id}`,
      );
      return count > 0;
    },
    async remove(which) {
      return await runAccessStatement(
        () => sql<StoredPin[]>`delete from frontdesk_gateway.pins where ${filterCondition(which)} returning ${columns}`,
      );
    },
  };
}
