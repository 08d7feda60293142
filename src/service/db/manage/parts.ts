import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { ServiceError } from '#contract/error.ts';
import type { ManagedKind } from '#contract/practice-management.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { orderedUuid } from '#service/db/column-types.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import {
  fieldsIn,
  type Given,
  insertRecord,
  isRecord,
  type Kind,
  type RecordId,
  readRecord,
  requireSound,
  updateRecord,
} from './kind.ts';
import { type LockedPractice, lockPractice, type Managing, notFound, requireAllStores } from './managing.ts';
import { changesBetween, includesField, recordChange } from './practice-history.ts';

interface Named {
  id: string;
  name: string;
}

/** A change to a part of a practice; `before` is null for a new one. */
export interface Step<Row> {
  practice: LockedPractice;
  id: string;
  before: Row | null;
  after: Row;
  isChanged(...fields: readonly (keyof Row)[]): boolean;
}

/** A kind of record that a practice consists of. Changes wait for one another and are recorded in the practice's history. */
export interface Part<Row extends object> extends Kind<Row> {
  /** The name of the kind in the history. */
  readonly name: Exclude<ManagedKind, 'key'>;
  nameOf(row: Row): string;
  /**
   * The stores that a record concerns. Without it, records belong to the whole company and require access to all its stores.
   */
  storesOf?(row: Row, id: string): readonly string[];
  /** The condition for the records among which names are unique. */
  siblings?(row: Row): SQL;
  /** The values that the contract allows. */
  readonly schema?: z.ZodMiniType;
  /** Converts a stored record to the API's form; `place` is its position among its siblings. */
  fromStored?(row: Row, place: number): Row;
  /** Converts a changed record to its stored form. */
  toStored?(row: Row, siblings: readonly Named[]): Row;
  /** Throws if the caller may not make this change, or the record would become invalid. */
  check?(by: Managing, step: Step<Row>): void | Promise<void>;
  /** Applies the consequences of the change. */
  written?(by: Managing, step: Step<Row>, siblings: readonly Named[]): Promise<void>;
}

/** Declares a part, with the types of its table's columns. */
export const declarePart = <Row extends object>(part: Part<Row> & { fields: readonly (keyof Row)[] }): Part<Row> =>
  part;

/** The fields of a part. */
export type RowOfPart<Of> = Of extends Part<infer Row> ? Row : never;

/** Another record already has a name that must be unique. */
export class NameTaken extends ServiceError {}

/** The records among which a record's name must be unique, including the record itself, in order. */
async function siblingsOf<Row extends object>(
  { transaction }: Managing,
  { table, siblings }: Part<Row>,
  companyId: string,
  row: Row,
): Promise<Named[]> {
  if (siblings === undefined) return [];
  const { id, position = id } = getTableColumns(table);
  return runQuery(
    transaction,
    sql`select id, name from ${table} where company_id = ${companyId}::uuid and ${siblings(row)} order by ${position}, id`,
  );
}

/** Throws 400 if another record has the same name. */
function requireOwnName(name: string, siblings: readonly Named[], { id, label }: { id: string; label: string }): void {
  if (siblings.some((other) => other.id !== id && nameKey(other.name) === nameKey(name))) {
    throw new NameTaken('invalid_input', `name: another ${label} has this name already`);
  }
}

/**
 * Adds a part of a practice and returns its id, a new one unless it brings its own. Throws like {@link lockPractice}, and if
 * the part's rules are violated.
 */
export async function create<Row extends object>(
  by: Managing,
  part: Part<Row>,
  { companyId, ...given }: { companyId: string } & Given<Row>,
  id = orderedUuid(by.now),
): Promise<string> {
  const practice = await lockPractice(by, companyId);
  if (part.storesOf === undefined) requireAllStores(practice);
  const values = fieldsIn(part, given);
  const after = values as Row;
  const step = { practice, id, before: null, after, isChanged: () => true };
  await part.check?.(by, step);
  const siblings = await siblingsOf(by, part, companyId, after);
  if (part.siblings !== undefined) requireOwnName(part.nameOf(after), siblings, { id, label: part.label });
  const { position } = getTableColumns(part.table);
  const last = sql`select coalesce(max(position) + 1, 0) from ${part.table} where company_id = ${companyId}::uuid`;
  await insertRecord(by.transaction, part, after, {
    ...{ companyId, id },
    ...(position !== undefined && { position: sql`${last} and ${part.siblings?.(after)}` }),
  });
  await part.written?.(by, step, siblings);
  await recordPartChange(by, part, { companyId, ...step });
  return id;
}

/** The stored records of a part that has a `sort_name`, by name. */
export async function listParts<Row extends object>(
  executor: Executor,
  { table, fields }: Part<Row>,
  companyId: string,
): Promise<(Row & { id: string })[]> {
  const rows = await runQuery(
    executor,
    sql`select ${selectFields(table, ['id', ...fields])} from ${table}
      where company_id = ${companyId}::uuid order by sort_name, id`,
  );
  return rows.map((row) => parseFields(table, row) as Row & { id: string });
}

/** A part within the caller's reach; null if there is none. */
export async function findPart<Row extends object>(
  by: Managing,
  part: Part<Row>,
  { companyId, storeIds }: LockedPractice,
  id: string,
): Promise<Row | null> {
  const row = await readRecord(by.transaction, part, { companyId, id });
  const isInReach = (store: string) => storeIds.includes(store);
  // The command line also reaches records whose stores no longer exist.
  if (row === null || by.actor === null || part.storesOf === undefined) return row;
  return part.storesOf(row, id).some(isInReach) ? row : null;
}

/** The 404 for a record that does not exist or is out of reach. */
export const notFoundError = ({ label }: { label: string }) => notFound(`id: there is no such ${label} in reach`);

/** Reads a part within reach, in the API's form, with its siblings. Throws 404 if there is none. */
async function requirePart<Row extends object>(by: Managing, part: Part<Row>, practice: LockedPractice, id: string) {
  const row = await findPart(by, part, practice, id);
  if (row === null) throw notFoundError(part);
  const siblings = await siblingsOf(by, part, practice.companyId, row);
  const place = siblings.findIndex((one) => one.id === id);
  return { before: part.fromStored?.(row, place) ?? row, siblings };
}

/** Changes a part of a practice and returns the result. Throws like {@link create}, and 404 if there is none within reach. */
export async function change<Row extends object>(
  by: Managing,
  part: Part<Row>,
  { companyId, id, ...given }: RecordId & Given<Row>,
): Promise<Row & RecordId> {
  const practice = await lockPractice(by, companyId);
  if (part.storesOf === undefined) requireAllStores(practice);
  const { before, siblings } = await requirePart(by, part, practice, id);
  const requested = { ...before, ...fieldsIn(part, given) };
  const after = part.toStored?.(requested, siblings) ?? requested;
  const record = { companyId, id, ...after };
  if (part.schema !== undefined) requireSound(part.schema, record);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return record;
  const isChanged = includesField<Row>(changes);
  const step = { practice, id, before, after, isChanged };
  await part.check?.(by, step);
  const name = part.nameOf(after);
  if (name !== part.nameOf(before)) requireOwnName(name, siblings, { id, label: part.label });
  await updateRecord(by.transaction, part, { key: { companyId, id }, after, changes });
  await part.written?.(by, step, siblings);
  await recordPartChange(by, part, { companyId, ...step });
  return record;
}

/** Removes a part of a practice unless `prepare` throws. Throws like {@link change}. */
export async function remove<Row extends object>(
  by: Managing,
  part: Part<Row>,
  { companyId, id }: RecordId,
  prepare: (row: Row) => Promise<void>,
): Promise<void> {
  const practice = await lockPractice(by, companyId);
  const { before } = await requirePart(by, part, practice, id);
  await prepare(before);
  await runQuery(by.transaction, sql`delete from ${part.table} where ${isRecord(part.table, { companyId, id })}`);
  await recordPartChange(by, part, { companyId, id, before, after: null });
}

/**
 * Records a change to a part in the history; `before` is null for a new part and `after` for a removed one. Nothing is
 * recorded if nothing changed.
 */
export async function recordPartChange<Row extends object>(
  by: Managing,
  part: Part<Row>,
  { companyId, id, before, after }: RecordId & { before: Row | null; after: Row | null },
): Promise<void> {
  const changes = changesBetween({ ...before }, { ...after });
  const named = before ?? after;
  if (named === null || changes.length === 0) return;
  const storesIn = (row: Row | null) => (row === null ? [] : (part.storesOf?.(row, id) ?? []));
  const [previous, since] = [storesIn(before), storesIn(after)];
  const all = [...new Set([...previous, ...since])];
  // If only the stores change, the entry concerns only the stores that were added or removed.
  const onlyMoves = before !== null && changes.every(({ field }) => field === 'storeIds');
  const action = before === null ? 'created' : after === null ? 'removed' : 'changed';
  await recordChange(by, {
    ...{ companyId, kind: part.name, recordId: id, name: part.nameOf(named), action, changes },
    storeIds: onlyMoves ? all.filter((store) => previous.includes(store) !== since.includes(store)) : all,
  });
}
