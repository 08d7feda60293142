import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import type * as z from 'zod/mini';
import { invalidInput } from '#contract/error.ts';
import { type FieldsOf, parseFields, selectFields } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { assignments, insertRow } from '#service/db/write-rows.ts';

type Transaction = postgres.TransactionSql;

/** A kind of record that people manage. Each field has the same name in the API, the schema and the history. */
export interface Kind<Row extends object> {
  readonly table: PgTable;
  /** The fields that people can set. */
  readonly fields: readonly string[];
  /** The name of a record in messages, such as `store`. */
  readonly label: string;
  /** Columns derived from the fields, such as searchable words. */
  derived?(row: Row): Readonly<Record<string, unknown>>;
}

/** The fields of a record of a table. */
export type RowOf<Table extends PgTable, Field extends keyof Table['$inferSelect'] & string> = FieldsOf<Table, Field>;

/** A record of a company. */
export interface RecordId {
  companyId: string;
  id: string;
}

/** The condition for one record. A company's own id is its company id. */
export function isRecord(table: PgTable, { companyId, id }: RecordId): SQL {
  const { companyId: ofCompany, id: ofRecord = ofCompany } = getTableColumns(table);
  return sql`${ofCompany} = ${companyId}::uuid and ${ofRecord} = ${id}::uuid`;
}

/** A record by its id, with additional fields; null if it does not exist. */
export async function readRecord<Row extends object, const Field extends string = never>(
  executor: Executor,
  { table, fields }: Kind<Row>,
  key: RecordId,
  { more = [], lock = sql`` }: { more?: readonly Field[]; lock?: SQL } = {},
): Promise<(Row & Record<Field, string>) | null> {
  const [row] = await runQuery(
    executor,
    sql`select ${selectFields(table, [...fields, ...more])} from ${table} where ${isRecord(table, key)} ${lock}`,
  );
  return row === undefined ? null : (parseFields(table, row) as Row & Record<Field, string>);
}

/** Adds a record, with additional columns. */
export async function insertRecord<Row extends object>(
  transaction: Transaction,
  kind: Kind<Row>,
  row: Row,
  columns: RecordId & Readonly<Record<string, unknown>>,
): Promise<void> {
  await runQuery(transaction, insertRow(kind.table, { ...columns, ...row, ...kind.derived?.(row) }));
}

/** Writes the changed fields of a record, the columns derived from them, and additional columns. */
export async function updateRecord<Row extends object>(
  transaction: Transaction,
  kind: Kind<Row>,
  {
    key,
    after,
    changes,
    columns,
  }: { key: RecordId; after: Row; changes: readonly { field: string }[]; columns?: object },
): Promise<void> {
  const changed = changes.map(({ field }) => [field, Reflect.get(after, field)]);
  const set = assignments(kind.table, { ...Object.fromEntries(changed), ...kind.derived?.(after), ...columns });
  await runQuery(transaction, sql`update ${kind.table} set ${set} where ${isRecord(kind.table, key)}`);
}

/** Some fields of a record. A field that is undefined does not change. */
export type Given<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** The fields of a kind that `values` has, in its order. */
export function fieldsIn<Row extends object>({ fields }: Kind<Row>, values: object): Partial<Row> {
  const given = fields.map((field) => [field, Reflect.get(values, field)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<Row>;
}

/** Throws 400 for a record with an invalid stored value that the change does not replace. */
export function requireSound(schema: z.ZodMiniType, record: unknown): void {
  const parsed = schema.safeParse(record);
  if (parsed.success) return;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidInput(field, 'what is stored is not allowed: send a new value with this change');
}
