import type postgres from 'postgres';

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** Any number, as long as every instance takes the same one. */
const MIGRATION_LOCK = 4_100_000_001;

/**
 * Brings the schema up to date in one transaction. Instances that start together wait for one another on an advisory
 * lock, so each migration runs once. Which were applied is recorded in a schema of its own, in a table without keys or indexes.
 */
export async function migrate(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    await transaction`create schema if not exists frontdesk`;
    await transaction`create table if not exists frontdesk.migrations (name text not null, applied_at timestamptz not null default now())`;
    const applied = await transaction<{ name: string }[]>`select name from frontdesk.migrations`;
    const done = new Set(applied.map((row) => row.name));
    for (const [path, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (done.has(name)) continue;
      for (const statement of text.split('--> statement-breakpoint')) await transaction.unsafe(statement);
      await transaction`insert into frontdesk.migrations (name) values (${name})`;
    }
    await adoptForeignRows(transaction);
  });
}

/**
 * Rows that were restored from a dump of another server have its transaction ids, which may lie in the future of this
 * one and would be counted twice when it gets there: they get the oldest id there is.
 */
async function adoptForeignRows(transaction: postgres.TransactionSql): Promise<void> {
  const companies = await transaction<{ company_id: string }[]>`
    select c.company_id from companies c
    where (
      select a.added_by from appointments a where a.company_id = c.company_id order by a.added_by desc limit 1
    ) >= pg_snapshot_xmax(pg_current_snapshot())`;
  for (const { company_id } of companies) {
    await transaction`update appointments set added_by = '3' where company_id = ${company_id}::uuid`;
    await transaction`delete from superseded_appointments where company_id = ${company_id}::uuid`;
  }
}
