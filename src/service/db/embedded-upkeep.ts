import type postgres from 'postgres';

/** How often the embedded database is looked after. */
const PERIOD_MS = 30_000;
/** The log that may gather before a checkpoint, in bytes: opening after a crash replays it at some hundred MB a second. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Looks after the embedded database, which has none of the processes that do so in a server. */
export interface Upkeep {
  start(): void;
  /** Tends it a last time, so that it opens quickly and plans well. */
  end(): Promise<void>;
}

/**
 * Vacuums and analyses tables that have changed by more than a tenth or so, as autovacuum would, and writes a checkpoint
 * when the log has grown. Each step is short; nothing is done while nothing changes.
 */
export function createUpkeep(sql: postgres.Sql): Upkeep {
  let timer: NodeJS.Timeout | null = null;
  let tending: Promise<void> = Promise.resolve();

  async function tend(): Promise<void> {
    const tables = await sql<{ name: string }[]>`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
      where n_mod_since_analyze > 500 + n_live_tup / 10 or n_ins_since_vacuum > 1000 + n_live_tup / 5
        or n_dead_tup > 1000 + n_live_tup / 5`;
    for (const { name } of tables) await sql.unsafe(`vacuum (analyze) ${name}`);
    const [log] = await sql<{ grown: boolean }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${MAX_LOG_BYTES}::bigint as grown from pg_control_checkpoint()`;
    if (log?.grown) await sql`checkpoint`;
  }

  /** One at a time; what fails now is tried again, and a database that is gone says so to those who ask it. */
  function tendInTurn(): Promise<void> {
    tending = tending.then(tend).catch(() => undefined);
    return tending;
  }

  return {
    start() {
      timer = setInterval(tendInTurn, PERIOD_MS);
      timer.unref();
    },
    async end() {
      if (timer === null) return;
      clearInterval(timer);
      await tendInTurn();
    },
  };
}
