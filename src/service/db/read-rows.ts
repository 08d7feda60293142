import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Executor, runQuery } from './run-query.ts';

/** Some fields of the rows of a table. */
export type RowFields<Table extends PgTable, Field extends keyof Table['$inferSelect']> = Pick<
  Table['$inferSelect'],
  Field
>;

/** The columns of fields, under their names in the schema, for a `select` in which the table has no alias. */
export function selectFields(table: PgTable, fields: readonly string[]): SQL {
  const columns = getTableColumns(table);
  const list = fields.map((field) => sql`${columns[field]} as ${sql.identifier(field)}`);
  return sql.join(list, sql`, `);
}

/** Converts a row of {@link selectFields} to the values of the schema's column types; other values stay unchanged. */
export function parseFields(table: PgTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns = getTableColumns(table);
  // A loop is faster here than `Object.fromEntries`, and lists have hundreds of rows.
  const parsed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    const column = columns[field];
    parsed[field] = value === null || column === undefined ? value : column.mapFromDriverValue(value);
  }
  return parsed;
}

/**
 * Reads fields of a table's rows; instants are ISO 8601.
 *
 * @param tail what follows `from table`
 */
export async function readRows<Table extends PgTable, const Field extends keyof Table['$inferSelect'] & string>(
  executor: Executor,
  table: Table,
  fields: readonly Field[],
  tail: SQL,
): Promise<RowFields<Table, Field>[]> {
  const rows = await runQuery(executor, sql`select ${selectFields(table, fields)} from ${table} ${tail}`);
  return rows.map((row) => parseFields(table, row) as RowFields<Table, Field>);
}
