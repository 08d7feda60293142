import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Executor, runQuery } from './run-query.ts';

/** Some fields of the rows of a table. */
export type FieldsOf<Table extends PgTable, Field extends keyof Table['$inferSelect']> = Pick<
  Table['$inferSelect'],
  Field
>;

/** The columns of fields by the names of the schema, for a `select` in which the table has its own name. */
export function selectFields(table: PgTable, fields: readonly string[]): SQL {
  const columns = getTableColumns(table);
  const list = fields.map((field) => sql`${columns[field]} as ${sql.identifier(field)}`);
  return sql.join(list, sql`, `);
}

/** A row of {@link selectFields} with the values that the schema gives its columns; other values stay as they are. */
export function parseFields(table: PgTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns = getTableColumns(table);
  // A loop, since lists have hundreds of rows.
  const parsed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    const column = columns[field];
    parsed[field] = value === null || column === undefined ? value : column.mapFromDriverValue(value);
  }
  return parsed;
}

/**
 * Reads fields of rows of a table; instants in ISO 8601.
 *
 * @param tail what follows on `from table`
 */
export async function readRows<Table extends PgTable, const Field extends keyof Table['$inferSelect'] & string>(
  executor: Executor,
  table: Table,
  fields: readonly Field[],
  tail: SQL,
): Promise<FieldsOf<Table, Field>[]> {
  const rows = await runQuery(executor, sql`select ${selectFields(table, fields)} from ${table} ${tail}`);
  return rows.map((row) => parseFields(table, row) as FieldsOf<Table, Field>);
}
