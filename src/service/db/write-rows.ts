import { getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { instantLiteral } from './column-types.ts';
import { type Executor, runQuery } from './run-query.ts';

const COLLATION = ' collate "C"';

/** Upserts rows; rows that are already equal are not written. For the format of the rows see {@link insertRows}. */
export async function upsertRows(executor: Executor, table: PgTable, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const key = columnNames(table, first).filter(isKeyColumn);
  const names = columnNames(table, first).filter((name) => !isKeyColumn(name));
  const columnList = (prefix: string) => sql.raw(names.map((name) => `${prefix}.${name}`).join(', '));
  await runQuery(
    executor,
    sql`${insertRows(table, rows)}
      on conflict (${sql.raw(key.join(', '))}) do update set (${sql.raw(names.join(', '))}) = row(${columnList('excluded')})
      where (${columnList('present')}) is distinct from (${columnList('excluded')})`,
  );
}

/** A statement that inserts rows and leaves existing ones unchanged. For the format of the rows see {@link insertRows}. */
export function insertNewRows(table: PgTable, rows: readonly object[]): SQL {
  return sql`${insertRows(table, rows)} on conflict do nothing`;
}

/**
 * Adds rows, and updates the rows with the same company and id. For the format of the rows see {@link insertRows}.
 *
 * @param further assignments that are the same for all changed rows
 */
export async function writeRows(
  executor: Executor,
  table: PgTable,
  {
    added = [],
    changed = [],
    further,
  }: Partial<Record<'added' | 'changed', readonly Record<string, unknown>[]>> & { further?: SQL[] },
): Promise<void> {
  if (added.length > 0) await runQuery(executor, insertRows(table, added));
  if (changed.length > 0) await runQuery(executor, updateRows(table, changed, further));
}

/**
 * The `updatedAt` of changed rows. It is later than the previous one, even if a row changed while the caller waited for it.
 */
export function laterVersion(now: number): SQL {
  return sql`greatest(${instantLiteral(now)}::timestamptz, updated_at + interval '1 millisecond')`;
}

function updateRows(table: PgTable, rows: readonly Record<string, unknown>[], further: SQL[] = []): SQL {
  const columns = columnNames(table, rows[0] ?? {});
  const names = columns.filter((name) => !isKeyColumn(name));
  const isSame = columns.filter(isKeyColumn).map((name) => sql.raw(`present.${name} = given.${name}`));
  return sql`update ${sql.identifier(getTableName(table))} as present
    set ${sql.join([sql`(${sql.raw(names.join(', '))}) = row(${columnValues(table, names)})`, ...further], sql`, `)}
    from ${rowsAsTable(table, rows)} where ${sql.join(isSame, sql` and `)}`;
}

/**
 * A statement that inserts rows. The rows are objects keyed by column name, all with the columns of the first: instants in
 * ISO 8601, words and ids as lists. Properties that are not columns are ignored. All rows are one JSON parameter: bound one
 * by one, a million rows would be twenty-six million parameters.
 */
function insertRows(table: PgTable, rows: readonly object[]): SQL {
  const names = columnNames(table, rows[0] ?? {});
  return sql`insert into ${sql.identifier(getTableName(table))} as present (${sql.raw(names.join(', '))})
    select ${columnValues(table, names)} from ${rowsAsTable(table, rows)}`;
}

/** The rows as a table `given`, for the clause `from`. For the format of the rows see {@link insertRows}. */
export function rowsAsTable(table: PgTable, rows: readonly object[]): SQL {
  const types = columnTypes(table);
  const record = columnNames(table, rows[0] ?? {}).map((name) => `${name} ${jsonType(types.get(name) ?? '')}`);
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as given(${sql.raw(record.join(', '))})`;
}

/** Values, keyed by their names in the schema. A name that the table lacks is a type error. */
type ColumnValues<Table extends PgTable, Values> = Values & {
  [Name in Exclude<keyof Values, keyof Table['$inferInsert']>]: never;
};

/** Converts values, keyed by their names in the schema, to a row keyed by column name. */
export function toColumnRow<Table extends PgTable, Values extends Partial<Table['$inferInsert']>>(
  table: Table,
  values: ColumnValues<Table, Values>,
): Record<string, unknown> {
  return Object.fromEntries(findColumns(table, values).map(([column, value]) => [column.name, value]));
}

/** Values, keyed by their names in the schema; they may be expressions. */
type SqlValues<Values> = { [Name in keyof Values]: Values[Name] | SQL };

/** A statement that inserts one row. */
export function insertRow<Table extends PgTable>(table: Table, values: SqlValues<Table['$inferInsert']>): SQL {
  const given = castValues(table, values);
  const names = given.map(({ name }) => name);
  return sql`insert into ${table} (${sql.raw(names.join(', '))})
    values (${sql.join(
      given.map(({ value }) => value),
      sql`, `,
    )})`;
}

/** The assignments after `set` in an update. */
export function assignments<Table extends PgTable>(
  table: Table,
  values: Partial<SqlValues<Table['$inferInsert']>>,
): SQL {
  const set = castValues(table, values).map(({ name, value }) => sql`${sql.identifier(name)} = ${value}`);
  return sql.join(set, sql`, `);
}

/** The values, each with the type of its column. */
function castValues(table: PgTable, values: object): { name: string; value: SQL }[] {
  return findColumns(table, values).flatMap(([column, value]) => {
    if (value === undefined) return [];
    const given = value === null || is(value, SQL) ? value : column.mapToDriverValue(value);
    // The value is sent as text, because the driver would write values of some types in its own format.
    const type = sql.raw(column.getSQLType().replace(COLLATION, ''));
    return [{ name: column.name, value: is(given, SQL) ? sql`(${given})` : sql`${given}::text::${type}` }];
  });
}

/** The column of each value, found by its name in the schema. */
function findColumns(table: PgTable, values: object): [PgColumn, unknown][] {
  const columns = new Map(Object.entries(getTableColumns(table)));
  return Object.entries(values).flatMap(([name, value]) => {
    const column = columns.get(name);
    return column === undefined ? [] : [[column, value] satisfies [PgColumn, unknown]];
  });
}

function columnValues(table: PgTable, names: readonly string[]): SQL {
  const types = columnTypes(table);
  const values = names.map((name) =>
    types.get(name) === 'tsvector' ? `array_to_tsvector(given.${name})` : `given.${name}`,
  );
  return sql.raw(values.join(', '));
}

const isKeyColumn = (name: string) => name === 'company_id' || name === 'id';

function columnTypes(table: PgTable): Map<string, string> {
  return new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column.getSQLType()]));
}

function columnNames(table: PgTable, row: object): string[] {
  const types = columnTypes(table);
  return Object.keys(row).filter((name) => types.has(name));
}

/** The type of a column in the JSON parameter: words are a list, everything else has the column's type. */
function jsonType(type: string): string {
  return type === 'tsvector' ? 'text[]' : type.replace(COLLATION, '');
}
