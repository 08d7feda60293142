import { sql } from 'drizzle-orm';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import { createOrderedUuid } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import {
  type PartialRow,
  pickFields,
  type RecordId,
  type RecordKind,
  recordCondition,
  type Writer,
  writeChanges,
} from '#service/db/write-records.ts';
import { findFieldChanges, includesField } from '#service/domain/record-changes.ts';
import { notFoundError } from './lock-practice.ts';

/**
 * The author of a change and the transaction. `clock` returns epoch milliseconds. The time of a change is read from it after
 * the record is locked.
 */
export type WriterWithClock = Omit<Writer, 'now'> & { clock: () => number };

const toWriter = ({ clock, ...by }: WriterWithClock): Writer => ({ ...by, now: clock() });

/** A record before the change (null for a new one) and after it. */
interface VersionedEdit<Row> {
  companyId: string;
  before: Row | null;
  after: Row;
  isChanged(...fields: readonly (keyof Row)[]): boolean;
}

/** A versioned kind of record: each change names the `updatedAt` of the version that it is based on, and sets a later one. */
export interface VersionedKind<Row extends object, Item extends Row & { updatedAt: string }> extends RecordKind<Row> {
  /** Reads a record in the API's form. Returns only the id if the record is unresolved, and null if it does not exist. */
  read(executor: Executor, key: RecordId): Promise<Item | UnresolvedRecord | null>;
  /** Locks what must be locked before the record itself. Throws if the request is invalid regardless of the record. */
  open?(by: Writer, request: { companyId: string; id: string | null; given: PartialRow<Row> }): Promise<void>;
  /** Throws if the result would be invalid, and returns columns that are derived only once, when the record is created. */
  check?(by: Writer, version: VersionedEdit<Row>): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Adds a record and returns its id, which is generated if absent. Throws 400 if the kind's rules are violated. */
export async function createVersionedRecord<Row extends object, Item extends Row & { updatedAt: string }>(
  by: Writer,
  kind: VersionedKind<Row, Item>,
  { companyId, id = createOrderedUuid(by.now), ...given }: { companyId: string; id?: string } & PartialRow<Row>,
): Promise<string> {
  const after = pickFields(kind, given) as Row;
  await kind.open?.(by, { companyId, id: null, given: after });
  const columns = await kind.check?.(by, { companyId, before: null, after, isChanged: () => true });
  await writeChanges(by, kind, companyId, [{ id, before: null, after, columns }]);
  return id;
}

/** A record in the API's form, or its id if it is unresolved. Throws 404 if it does not exist in the company. */
export async function requireVersionedRecord<Row extends object, Item extends Row & { updatedAt: string }>(
  executor: Executor,
  kind: VersionedKind<Row, Item>,
  key: RecordId,
): Promise<Item | UnresolvedRecord> {
  const record = await kind.read(executor, key);
  if (record === null) throw notFoundError(`id: the company has no such ${kind.label}`);
  return record;
}

/**
 * Changes a record and returns the result. Of two concurrent changes with the same `expectedUpdatedAt` only one succeeds;
 * setting the current values is not a change. Throws 404 if the record does not exist, 409 with the record if its `updatedAt`
 * is not the expected one, and 400 for an unresolved record or a violated rule of the kind.
 */
export async function changeVersionedRecord<Row extends object, Item extends Row & { updatedAt: string }>(
  by: WriterWithClock,
  kind: VersionedKind<Row, Item>,
  { companyId, id, expectedUpdatedAt, ...given }: RecordId & { expectedUpdatedAt: string } & PartialRow<Row>,
): Promise<Item> {
  const key = { companyId, id };
  const values = pickFields(kind, given);
  await kind.open?.(toWriter(by), { companyId, id, given: values });
  await runQuery(by.transaction, sql`select from ${kind.table} where ${recordCondition(kind.table, key)} for update`);
  const current = await requireResolved(by, kind, key);
  const after: Row = { ...current, ...values };
  const changes = findFieldChanges(current, after);
  if (changes.length === 0) return current;
  if (instantOf(expectedUpdatedAt) !== instantOf(current.updatedAt)) {
    const suggestion = `the ${kind.label} has been changed in the meantime: check its current version, and decide again`;
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  const writer = toWriter(by);
  await kind.check?.(writer, { companyId, before: current, after, isChanged: includesField<Row>(changes) });
  await writeChanges(writer, kind, companyId, [{ id, before: current, after }]);
  return requireResolved(by, kind, key);
}

async function requireResolved<Row extends object, Item extends Row & { updatedAt: string }>(
  { transaction }: Pick<Writer, 'transaction'>,
  kind: VersionedKind<Row, Item>,
  key: RecordId,
): Promise<Item> {
  const record = await requireVersionedRecord(transaction, kind, key);
  if ('updatedAt' in record) return record;
  throw invalidInput('id', `the ${kind.label} is unresolved: its record must be corrected first`);
}
