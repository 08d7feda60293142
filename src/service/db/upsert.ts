import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { runQuery } from './run-query.ts';

/** How many rows a write touched. */
export interface Counts {
  added: number;
  changed: number;
}

/**
 * Adds rows, or brings those that are there to the same values; rows that are the same already stay untouched.
 * The rows are given by column name, others are passed over: instants in ISO 8601, words and ids as lists. No id may appear twice.
 */
export async function upsertRows(
  executor: Pick<postgres.ISql, 'unsafe'>,
  table: PgTable,
  rows: readonly object[],
): Promise<Counts> {
  const [first] = rows;
  if (first === undefined) return { added: 0, changed: 0 };
  const types = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column.getSQLType()]));
  const names = Object.keys(first).filter((name) => types.has(name));
  const isKey = (name: string) => name === 'company_id' || name === 'id';
  const key = sql.raw(names.filter(isKey).join(', '));
  const settable = names.filter((name) => !isKey(name));
  const into = sql.identifier(getTableName(table));
  const list = (prefix: string) => sql.raw(settable.map((name) => `${prefix}.${name}`).join(', '));
  const received = sql.raw(names.map((name) => `${name} ${arrivingType(types.get(name) ?? '')}`).join(', '));
  const values = names.map((name) => (types.get(name) === 'tsvector' ? `array_to_tsvector(${name})` : name));
  const written = await runQuery<{ added: boolean }>(
    executor,
    sql`insert into ${into} as kept (${sql.raw(names.join(', '))})
      select ${sql.raw(values.join(', '))} from json_to_recordset(${JSON.stringify(rows)}::json) as given(${received})
      on conflict (${key}) do update set (${sql.raw(settable.join(', '))}) = row(${list('excluded')})
      where (${list('kept')}) is distinct from (${list('excluded')})
      returning (xmax = 0) as added`,
  );
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added };
}

/** The type in which a value arrives: words as a list, the rest as the column has it. */
function arrivingType(type: string): string {
  return type === 'tsvector' ? 'text[]' : type.replace(' collate "C"', '');
}
