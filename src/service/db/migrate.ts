import type postgres from 'postgres';
import { version } from '#service/version.ts';

// There is no type argument here, because it would hide from Vitest's module cache that this module depends on other files.
const files: Record<string, string> = import.meta.glob('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The number of retained backups that were made before updates. */
export const RETAINED_UPDATE_BACKUPS = 3;

/** An arbitrary id for an advisory lock, the same for every instance. */
const MIGRATION_LOCK = 4_100_000_001;

const migrations = Object.entries(files)
  .map(([path, text]) => ({ name: path.slice(path.lastIndexOf('/') + 1), text }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Thrown if a newer version has migrated the database. Only that version or a later one can open it. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

interface AppliedMigration {
  name: string;
  /** The version of Frontdesk that applied the migration; null if it was applied before versions were recorded. */
  version: string | null;
}

/**
 * Migrates the schema in one transaction. Instances that start together wait for one another on an advisory lock, so each
 * migration runs once. The applied migrations, and the versions that applied them, are recorded in a separate schema, in a
 * table without keys or indexes. Throws {@link NewerDatabaseError} for a database of a newer version.
 */
export async function migrate(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    await transaction`create schema if not exists frontdesk`;
    await transaction`create table if not exists frontdesk.migrations (name text not null, applied_at timestamptz not null default now())`;
    await transaction`alter table frontdesk.migrations add column if not exists version text`;
    const applied = await transaction<AppliedMigration[]>`select name, version from frontdesk.migrations order by name`;
    refuseNewerDatabase(applied);
    const done = new Set(applied.map((row) => row.name));
    for (const { name, text } of migrations) {
      if (done.has(name)) continue;
      for (const statement of text.split('--> statement-breakpoint')) await transaction.unsafe(statement);
      await transaction`insert into frontdesk.migrations (name, version) values (${name}, ${version})`;
    }
    await adoptForeignRows(transaction);
  });
}

/** Whether {@link migrate} would change a non-empty database. Throws {@link NewerDatabaseError} as that function does. */
export async function needsUpdate(sql: postgres.Sql): Promise<boolean> {
  const [recorded] = await sql<{ columns: string[] | null }[]>`
    select array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'frontdesk' and table_name = 'migrations'`;
  if (recorded?.columns == null) return false;
  const applied = recorded.columns.includes('version')
    ? await sql<AppliedMigration[]>`select name, version from frontdesk.migrations order by name`
    : await sql<AppliedMigration[]>`select name, null as version from frontdesk.migrations order by name`;
  refuseNewerDatabase(applied);
  return applied.length < migrations.length;
}

function refuseNewerDatabase(applied: readonly AppliedMigration[]): void {
  const unknown = applied.filter(({ name }) => !migrations.some((own) => own.name === name)).at(-1);
  if (unknown === undefined) return;
  const needed = unknown.version === null ? 'a newer version of Frontdesk' : `Frontdesk ${unknown.version} or later`;
  throw new NewerDatabaseError(
    `this database needs ${needed} (it has the change ${unknown.name}), and this is ${version}. Start that version, or restore a backup from before the update.`,
  );
}

/**
 * Gives rows that were restored from a dump of another server the lowest possible transaction id. Their ids come from that
 * server: they may be in the future of this one, and the rows would be counted twice once it reaches them.
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
