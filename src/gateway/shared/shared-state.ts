import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ServiceError } from '#contract/error.ts';
import type { SessionStore } from '#gateway/access/keyring.ts';
import { hashOf } from '#gateway/access/session-store.ts';
import { type WrongKeyCounters, wrongKeyLimits } from '#gateway/access/wrong-keys.ts';
import type { RequestLimit } from '#gateway/upstream/request-budget.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { runStatement } from './run-statement.ts';
import schema from './schema.sql?raw';
import { createSharedBudgets, type SharedBudgets } from './shared-budgets.ts';

/** The state that gateways share through PostgreSQL: sessions, counters of wrong keys, request budgets, and notifications. */
export interface SharedState {
  /** Seals the cookies and keys the hashes of keys, the same on all gateways: at least 32 characters. */
  readonly secret: string;
  readonly sessions: SessionStore;
  readonly wrongKeys: WrongKeyCounters;
  budgets(options: {
    clock: () => number;
    limit?: RequestLimit | undefined;
    logger?: Logger | undefined;
  }): SharedBudgets;
  /** What gateways tell each other on a channel, the same object for each. */
  notifications(channel: string, logger?: Logger): Notifications;
  /** Ends the connections once every request is settled. */
  close(): Promise<void>;
}

/** The PostgreSQL that gateways share. */
interface SharedServer {
  /** Its address, with user, password and database. */
  url: string;
  /** The driver's options besides the address. */
  options?: Pick<postgres.Options<Record<string, never>>, 'idle_timeout' | 'backoff'>;
  close?(): Promise<void>;
}

/** The statement timeout. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** An arbitrary advisory lock id, the same for every gateway. */
const SCHEMA_LOCK = 4_100_000_002;

/**
 * Connects to the PostgreSQL that gateways share and makes there what it lacks; several may do so together. Where no
 * `sessionSecret` is given, the first gateway's `proposeSecret` is kept there for all. Throws when the server cannot be
 * reached.
 */
export async function openSharedState(options: {
  server: SharedServer;
  /** The same past a pooler, for the one session that listens; where there is none that is a session of `server`. */
  listenServer?: SharedServer | undefined;
  sessionSecret?: string | null;
  proposeSecret: () => Promise<string>;
  connections?: number;
}): Promise<SharedState> {
  const { server, listenServer = server, sessionSecret = null, proposeSecret, connections = 10 } = options;
  const connect = (to: SharedServer, max: number) =>
    postgres(to.url, {
      ...to.options,
      max,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => {},
      connection: {
        application_name: 'frontdesk-gateway',
        TimeZone: 'UTC',
        statement_timeout: STATEMENT_TIMEOUT_MS,
      },
    });
  const sql = connect(server, connections);
  const closeServers = () => Promise.all([...new Set([server, listenServer])].map((one) => one.close?.()));
  try {
    await install(sql);
    // Deletes rows of keys that are no longer used, such as the one that each start of the product issues to its desks.
    await sql`delete 
      from frontdesk_gateway.counted where (counted->>'lastNow')::float8 < extract(epoch from now() - interval '1 day') * 1000`;
    const secret = sessionSecret ?? (await commonSecret(sql, proposeSecret));
    const everyBudgets: SharedBudgets[] = [];
    const channels = new Map<string, ReturnType<typeof createNotifications>>();
    return {
      secret,
      sessions: createSharedSessions(sql),
      wrongKeys: createSharedCounters(sql),
      budgets(of) {
        const budgets = createSharedBudgets({ sql, ...of });
        everyBudgets.push(budgets);
        return budgets;
      },
      notifications(channel, logger) {
        const known = channels.get(channel);
        if (known !== undefined) return known;
        const notifications = createNotifications({ sql, connect: () => connect(listenServer, 1), channel, logger });
        channels.set(channel, notifications);
        return notifications;
      },
      async close() {
        await Promise.all([...channels.values()].map((notifications) => notifications.close()));
        await Promise.all(everyBudgets.map((budgets) => budgets.settled()));
        // No statement is running; a connection that was lost may never report its end.
        await sql.end({ timeout: 1 });
        await closeServers();
      },
    };
  } catch (error) {
    await sql.end({ timeout: 5 });
    await closeServers();
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
    await server.close?.();
  }
}

/** Installs the schema where another version, or none, is installed. */
async function install(sql: postgres.Sql): Promise<void> {
  const version = createHash('sha256').update(schema).digest('hex').slice(0, 16);
  const [installed] = await sql<{ version: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = 'frontdesk_gateway'`;
  if (installed?.version === version) return;
  // Statements in one message are one transaction. The driver's own would not survive the loss of its connection. Another gateway
  // may have installed it meanwhile; reading the catalogue also has the server forget that there was no such schema.
  await sql.unsafe(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${SCHEMA_LOCK});
    do $install$ begin
      if (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = 'frontdesk_gateway')
        is distinct from '${version}' then
        execute $schema$${schema}$schema$;
        comment on schema frontdesk_gateway is '${version}';
      end if;
    end $install$`);
}

async function commonSecret(sql: postgres.Sql, propose: () => Promise<string>): Promise<string> {
  const read = () => sql<{ value: string }[]>`select value from frontdesk_gateway.secrets where name = 'session'`;
  const [kept] = await read();
  if (kept !== undefined) return kept.value;
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
    async openAmong(asked, now) {
      const byHash = new Map(asked.map((session) => [hashOf(session.id), session]));
      const rows = await answered(
        () => sql<{ id_hash: string; key_hash: string }[]>`
          select id_hash, key_hash from frontdesk_gateway.sessions
          where id_hash in ${sql([...byHash.keys()])} and expires_at > ${new Date(now).toISOString()}::timestamptz`,
      );
      const isTheirs = (row: { id_hash: string; key_hash: string }) =>
        byHash.get(row.id_hash)?.keyHash === row.key_hash;
      return new Set(rows.filter(isTheirs).map((row) => byHash.get(row.id_hash)?.id ?? ''));
    },
    async isOpen({ id, keyHash }, now) {
      const rows = await answered(
        () => sql`
          select 1 from frontdesk_gateway.sessions
          where id_hash = ${hashOf(id)} and key_hash = ${keyHash} and expires_at > ${new Date(now).toISOString()}::timestamptz`,
      );
      return rows.length > 0;
    },
    async close(id) {
      await answered(() => sql`delete from frontdesk_gateway.sessions where id_hash = ${hashOf(id)}`);
    },
    async closeAll(keyHash) {
      await answered(() => sql`delete from frontdesk_gateway.sessions where key_hash = ${keyHash}`);
    },
  };
}

/** Wrong keys counted for all gateways. */
function createSharedCounters(sql: postgres.Sql): WrongKeyCounters {
  // The library expects the interface of node-postgres.
  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number | null)[] }) {
      const rows = await answered(() =>
        sql.unsafe<{ points: number; expire: string | null }[]>(text, values, { prepare: true }),
      );
      return { rowCount: rows.length, rows: rows.map((row) => ({ ...row, expire: row.expire && Number(row.expire) })) };
    },
  };
  const counter = (limit: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      ...limit,
      storeClient,
      storeType: 'client',
      schemaName: 'frontdesk_gateway',
      tableName: 'wrong_keys',
      tableCreated: true,
    });
  return { perAddress: counter(wrongKeyLimits.perAddress), together: counter(wrongKeyLimits.together) };
}
