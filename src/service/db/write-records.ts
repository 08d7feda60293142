import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import type { ManagedKind, PracticeChange } from '#contract/practice-management.ts';
import { type FieldChange, findFieldChanges } from '#service/domain/record-changes.ts';
import type { Caller } from './authentication.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral } from './column-types.ts';
import { parseFields, type RowFields, selectFields } from './read-rows.ts';
import { type Executor, runQuery } from './run-query.ts';
import { laterVersion, toColumnRow, writeRows } from './write-rows.ts';

/** The author of changes to records, and the transaction. */
export interface Writer {
  transaction: postgres.TransactionSql;
  /** The caller; null for the command line on the server, which may do everything. */
  actor: Caller | null;
  /** The current time in epoch milliseconds. */
  now: number;
}

type Columns = Readonly<Record<string, unknown>>;

/**
 * Describes a kind of record, and what follows from a change to it. Each field has the same name in the API, the schema and
 * the history.
 */
export interface RecordKind<Row extends object> {
  readonly table: PgTable;
  /** The fields that people can set. */
  readonly fields: readonly string[];
  /** What a record of the kind is called in error messages, such as `store`. */
  readonly label: string;
  /** Derives columns from the fields, such as searchable words. */
  derived?(row: Row): Columns;
  /** Returns a function that derives further columns from other records. It has already read those that these rows need. */
  derivedFromOthers?(by: Writer, companyId: string, rows: readonly Row[]): Promise<(row: Row) => Columns>;
  /** Applies the consequences of changes that have been written, such as other records that contain a name. */
  applyConsequences?(by: Writer, companyId: string, changes: readonly RecordChange<Row>[]): Promise<void>;
  /** The way in which changes are recorded in the history of the practice. If this is absent, they are not recorded. */
  readonly history?: {
    /** The name of the kind in the history. */
    readonly kind: ManagedKind;
    nameOf(row: Row): string;
    /** The stores that a record concerns. If this is absent, records concern the whole company. */
    storesOf?(row: Row, id: string): readonly string[];
  };
}

/** A change to a record: `before` is null for a new one, `after` for one that is removed. */
export interface RecordChange<Row> {
  id: string;
  before: Row | null;
  after: Row | null;
  /** Columns that are not fields, such as the position of a new record. */
  columns?: Columns | undefined;
}

/** A record with some of the fields of a table. */
export type RecordFields<Table extends PgTable, Field extends keyof Table['$inferSelect'] & string> = RowFields<
  Table,
  Field
>;

/** The ids that identify a record. */
export interface RecordId {
  companyId: string;
  id: string;
}

/** The condition for one record. The record of a company has no id other than its company id. */
export function recordCondition(table: PgTable, { companyId, id }: RecordId): SQL {
  const { companyId: ofCompany, id: ofRecord = ofCompany } = getTableColumns(table);
  return sql`${ofCompany} = ${companyId}::uuid and ${ofRecord} = ${id}::uuid`;
}

/** The stored fields of a record; null if it does not exist. */
export async function readRecord<Row extends object>(
  executor: Executor,
  { table, fields }: RecordKind<Row>,
  key: RecordId,
): Promise<Row | null> {
  const [row] = await runQuery(
    executor,
    sql`select ${selectFields(table, fields)} from ${table} where ${recordCondition(table, key)}`,
  );
  return row === undefined ? null : (parseFields(table, row) as Row);
}

/** Some fields of a record. A field that is undefined does not change. */
export type PartialRow<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** The fields of a kind that `values` has, in the order of the kind. */
export function pickFields<Row extends object>({ fields }: RecordKind<Row>, values: object): Partial<Row> {
  const given = fields.map((field) => [field, Reflect.get(values, field)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<Row>;
}

/**
 * Writes changes to records of a kind with everything that follows from them: derived columns, a later `updatedAt`, the
 * consequences of the kind, and the history. Every change to a record goes through here, so that none of these is
 * forgotten. The records must be locked, and the caller must be allowed to change them. All new records must have the same
 * fields. In existing records, each field that differs in any of them is written in all of them.
 */
export async function writeChanges<Row extends object>(
  by: Writer,
  kind: RecordKind<Row>,
  companyId: string,
  changes: readonly RecordChange<Row>[],
): Promise<void> {
  if (changes.length === 0) return;
  const { transaction, now } = by;
  const { table } = kind;
  const isVersioned = 'updatedAt' in getTableColumns(table);
  const existing = changes.filter(({ before, after }) => before !== null && after !== null);
  const written = new Set(
    existing.flatMap(({ before, after }) => findFieldChanges({ ...before }, { ...after }).map(({ field }) => field)),
  );
  const versions = changes.flatMap(({ after }) => after ?? []);
  const derivedFromOthers = await kind.derivedFromOthers?.(by, companyId, versions);
  const toRows = ({ id, before, after, columns }: RecordChange<Row>): Record<string, unknown>[] => {
    if (after === null) return [];
    const values = Object.entries(pickFields(kind, after)).filter(([field]) => before === null || written.has(field));
    const derived = { ...kind.derived?.(after), ...derivedFromOthers?.(after) };
    const times =
      before === null && isVersioned ? { createdAt: instantLiteral(now), updatedAt: instantLiteral(now) } : {};
    const row = { companyId, id, ...times, ...columns, ...Object.fromEntries(values), ...derived };
    return [toColumnRow<PgTable, object>(table, row)];
  };
  await writeRows(transaction, table, {
    added: changes.filter(({ before }) => before === null).flatMap(toRows),
    changed: existing.flatMap(toRows),
    further: isVersioned ? [sql`updated_at = ${laterVersion(now)}`] : [],
  });
  const removed = changes.filter(({ after }) => after === null).map(({ id }) => id);
  if (removed.length > 0) {
    const areRemoved = sql`company_id = ${companyId}::uuid and id = any(${arrayLiteral(removed)}::uuid[])`;
    await runQuery(transaction, sql`delete from ${table} where ${areRemoved}`);
  }
  await kind.applyConsequences?.(by, companyId, changes);
  for (const change of changes) await recordInHistory(by, kind, companyId, change);
}

/** Records a change in the history of the practice, if the kind is part of it and anything changed. */
async function recordInHistory<Row extends object>(
  by: Writer,
  { history }: RecordKind<Row>,
  companyId: string,
  { id, before, after }: RecordChange<Row>,
): Promise<void> {
  const named = before ?? after;
  if (history === undefined || named === null) return;
  const changes = findFieldChanges({ ...before }, { ...after });
  if (changes.length === 0) return;
  const storeIdsIn = (row: Row | null) => (row === null ? [] : (history.storesOf?.(row, id) ?? []));
  const [previous, since] = [storeIdsIn(before), storeIdsIn(after)];
  const all = [...new Set([...previous, ...since])];
  // If only the stores change, the entry concerns only the stores that were added or removed.
  const onlyMoves = before !== null && changes.every(({ field }) => field === 'storeIds');
  const action = before === null ? 'created' : after === null ? 'removed' : 'changed';
  await addHistoryEntry(by, {
    ...{ companyId, kind: history.kind, recordId: id, name: history.nameOf(named), action, changes },
    storeIds: onlyMoves ? all.filter((store) => previous.includes(store) !== since.includes(store)) : all,
  });
}

interface PracticeHistoryEntry {
  companyId: string;
  kind: ManagedKind;
  recordId: string;
  name: string;
  action: PracticeChange['action'];
  changes: readonly FieldChange[];
  /** The stores that the entry concerns; empty if it concerns the whole company. */
  storeIds: readonly string[];
}

/** Adds an entry to the history of a locked practice. */
export async function addHistoryEntry({ transaction, actor, now }: Writer, entry: PracticeHistoryEntry): Promise<void> {
  const { companyId, kind, recordId, name, action, changes, storeIds } = entry;
  await runQuery(
    transaction,
    sql`insert into practice_history (company_id, at, id, employee_id, kind, record_id, name, action, changes, store_ids)
      select ${companyId}::uuid, greatest(${instantLiteral(now)}::timestamptz, max(h.at) + interval '1 millisecond'),
        ${createOrderedUuid(now)}::uuid, ${actor?.employeeId ?? null}::uuid, ${kind}, ${recordId}::uuid, ${name}, ${action},
        ${JSON.stringify(changes)}::text::jsonb, ${arrayLiteral(storeIds)}::uuid[]
      from practice_history h where h.company_id = ${companyId}::uuid`,
  );
}
