import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { createOrderedUuid } from '#service/db/column-types.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import {
  type PartialRow,
  pickFields,
  type RecordId,
  type RecordKind,
  readRecord,
  type Writer,
  writeChanges,
} from '#service/db/write-records.ts';
import { findFieldChanges, includesField } from '#service/domain/record-changes.ts';
import { type LockedPractice, lockPractice, notFoundError, requireAllStores } from './lock-practice.ts';

interface Sibling {
  id: string;
  name: string;
  position: number | null;
}

/** An edit of a record of a practice; `before` is null for a new one. */
export interface RecordEdit<Row> {
  practice: LockedPractice;
  id: string;
  before: Row | null;
  after: Row;
  isChanged(...fields: readonly (keyof Row)[]): boolean;
}

/**
 * A kind of record that makes up a practice, such as rooms or employees. Edits wait for one another and are recorded in the
 * practice's history. Records that concern no stores belong to the whole company and require access to all its stores.
 */
export interface PracticeRecordKind<Row extends object> extends RecordKind<Row> {
  readonly history: NonNullable<RecordKind<Row>['history']>;
  /** The condition for the records among which names are unique. If this is absent, names may occur several times. */
  siblings?(row: Row): SQL;
  /** The schema of the record's values in the contract. */
  readonly schema?: z.ZodMiniType;
  /** Adds the fields that follow from the fields of a request; `before` is null for a new record. */
  complete?(given: Partial<Row>, before: Row | null): Partial<Row>;
  /** Converts a stored record to the API's form; `position` is its place among its siblings. */
  fromStored?(row: Row, position: number): Row;
  /** Converts an edited record to its stored form. */
  toStored?(row: Row, siblings: readonly Sibling[]): Row;
  /** Throws if the caller may not make this edit, or the record would become invalid. */
  check?(by: Writer, edit: RecordEdit<Row>): void | Promise<void>;
}

/** Returns the description of a kind of record unchanged. TypeScript then requires its `fields` to be fields of `Row`. */
export const definePracticeRecordKind = <Row extends object>(
  kind: PracticeRecordKind<Row> & { fields: readonly (keyof Row)[] },
): PracticeRecordKind<Row> => kind;

/** The row type of a kind that was declared with {@link definePracticeRecordKind}. */
export type KindRow<Kind> = Kind extends PracticeRecordKind<infer Row> ? Row : never;

/** Thrown if another record already has a name that must be unique. */
export class NameTakenError extends ServiceError {}

/** The records among which a record's name must be unique, including the record itself, in order. */
async function readSiblings<Row extends object>(
  { transaction }: Writer,
  { table, siblings }: PracticeRecordKind<Row>,
  companyId: string,
  row: Row,
): Promise<Sibling[]> {
  if (siblings === undefined) return [];
  const { position = sql`null::int` } = getTableColumns(table);
  return runQuery<Sibling & Record<string, unknown>>(
    transaction,
    sql`select id, name, ${position} as position from ${table}
      where company_id = ${companyId}::uuid and ${siblings(row)} order by position, id`,
  );
}

/** Throws 400 if another record has the same name. */
function requireUniqueName(
  name: string,
  siblings: readonly Sibling[],
  { id, label }: { id: string; label: string },
): void {
  if (siblings.some((other) => other.id !== id && nameKey(other.name) === nameKey(name))) {
    throw new NameTakenError('invalid_input', `name: another ${label} has this name already`);
  }
}

/** The values that a request sets, including the fields that follow from them. */
function resolveRequestedFields<Row extends object>(kind: PracticeRecordKind<Row>, given: object, before: Row | null) {
  const fields = pickFields(kind, given);
  return kind.complete?.(fields, before) ?? fields;
}

/**
 * Adds a record to a practice and returns its id, which is generated unless one is given. Throws like {@link lockPractice},
 * and if the rules of the record's kind are violated.
 */
export async function createRecord<Row extends object>(
  by: Writer,
  kind: PracticeRecordKind<Row>,
  { companyId, ...given }: { companyId: string } & PartialRow<Row>,
  id = createOrderedUuid(by.now),
): Promise<string> {
  const practice = await lockPractice(by, companyId);
  if (kind.history.storesOf === undefined) requireAllStores(practice);
  const after = resolveRequestedFields(kind, given, null) as Row;
  await kind.check?.(by, { practice, id, before: null, after, isChanged: () => true });
  const siblings = await readSiblings(by, kind, companyId, after);
  if (kind.siblings !== undefined) requireUniqueName(kind.history.nameOf(after), siblings, { id, label: kind.label });
  const last = Math.max(-1, ...siblings.map(({ position }) => position ?? -1));
  await writeChanges(by, kind, companyId, [{ id, before: null, after, columns: { position: last + 1 } }]);
  return id;
}

/** Reads all records of a kind in their stored form, ordered by name. The table must have a column `sort_name`. */
export async function listRecords<Row extends object>(
  executor: Executor,
  { table, fields }: PracticeRecordKind<Row>,
  companyId: string,
): Promise<(Row & { id: string })[]> {
  const rows = await runQuery(
    executor,
    sql`select ${selectFields(table, ['id', ...fields])} from ${table}
      where company_id = ${companyId}::uuid order by sort_name, id`,
  );
  return rows.map((row) => parseFields(table, row) as Row & { id: string });
}

/** A record that the caller can access; null if there is none. */
export async function findRecord<Row extends object>(
  by: Writer,
  kind: PracticeRecordKind<Row>,
  { companyId, storeIds }: LockedPractice,
  id: string,
): Promise<Row | null> {
  const row = await readRecord(by.transaction, kind, { companyId, id });
  const { storesOf } = kind.history;
  // The command line also has access to records whose stores no longer exist.
  if (row === null || by.actor === null || storesOf === undefined) return row;
  return storesOf(row, id).some((store) => storeIds.includes(store)) ? row : null;
}

/** The 404 for a record that does not exist or is not accessible. */
export const recordNotFoundError = ({ label }: { label: string }) =>
  notFoundError(`id: no such ${label}, or this key cannot access it`);

/** Reads an accessible record in the API's form, with its siblings. Throws 404 if there is none. */
async function requireRecord<Row extends object>(
  by: Writer,
  kind: PracticeRecordKind<Row>,
  practice: LockedPractice,
  id: string,
) {
  const row = await findRecord(by, kind, practice, id);
  if (row === null) throw recordNotFoundError(kind);
  const siblings = await readSiblings(by, kind, practice.companyId, row);
  const position = siblings.findIndex((one) => one.id === id);
  return { before: kind.fromStored?.(row, position) ?? row, siblings };
}

/** Changes a record of a practice and returns the result. Throws like {@link createRecord}, and 404 if it is not accessible. */
export async function changeRecord<Row extends object>(
  by: Writer,
  kind: PracticeRecordKind<Row>,
  { companyId, id, ...given }: RecordId & PartialRow<Row>,
): Promise<Row & RecordId> {
  const practice = await lockPractice(by, companyId);
  if (kind.history.storesOf === undefined) requireAllStores(practice);
  const { before, siblings } = await requireRecord(by, kind, practice, id);
  const requested = { ...before, ...resolveRequestedFields(kind, given, before) };
  const after = kind.toStored?.(requested, siblings) ?? requested;
  const record = { companyId, id, ...after };
  if (kind.schema !== undefined) requireValidRecord(kind.schema, record);
  const changes = findFieldChanges(before, after);
  if (changes.length === 0) return record;
  await kind.check?.(by, { practice, id, before, after, isChanged: includesField<Row>(changes) });
  const name = kind.history.nameOf(after);
  if (name !== kind.history.nameOf(before)) requireUniqueName(name, siblings, { id, label: kind.label });
  await writeChanges(by, kind, companyId, [{ id, before, after }]);
  return record;
}

/** Throws 400 for a record with an invalid stored value that the change does not replace. */
function requireValidRecord(schema: z.ZodMiniType, record: unknown): void {
  const parsed = schema.safeParse(record);
  if (parsed.success) return;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidInput(field, 'the stored value is not allowed: send a new value with this change');
}

/** Removes a record of a practice unless `prepare` throws. Throws like {@link changeRecord}. */
export async function removeRecord<Row extends object>(
  by: Writer,
  kind: PracticeRecordKind<Row>,
  { companyId, id }: RecordId,
  prepare: (row: Row) => Promise<void>,
): Promise<void> {
  const practice = await lockPractice(by, companyId);
  const { before } = await requireRecord(by, kind, practice, id);
  await prepare(before);
  await writeChanges(by, kind, companyId, [{ id, before, after: null }]);
}
