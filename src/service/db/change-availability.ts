import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type * as z from 'zod/mini';
import type {
  Availability,
  ChangedAvailability,
  changeAvailabilitySchema,
  putAvailabilitySchema,
} from '#contract/availability.ts';
import { instantOf, nextUpdatedAt, toUtcDateTime } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { type Caller, requireStores } from './authentication.ts';
import { availabilityFields } from './availability.ts';
import { arrayLiteral, instantLiteral } from './column-types.ts';
import { readRows } from './read-rows.ts';
import { runQuery } from './run-query.ts';
import { availability, employees, rooms } from './schema.ts';
import type { Writer } from './write-records.ts';
import { laterVersion, toColumnRow, upsertRows } from './write-rows.ts';

/** A change whose input is valid and authorized, with the stores of the company and those that the caller can access. */
type AvailabilityChange = z.output<typeof changeAvailabilitySchema> & Pick<Caller, 'storeIds' | 'companyStoreIds'>;
type EntryValues = Pick<Availability, (typeof entryFields)[number]>;

/** The fields of an entry that a caller provides. */
const entryFields = ['kind', 'storeId', 'employeeId', 'roomId', 'start', 'end', 'title', 'seriesId'] as const;

function toEntryValues({ start, end, ...put }: z.output<typeof putAvailabilitySchema>): EntryValues {
  const { kind, storeId = null, employeeId = null, roomId = null, title = null, seriesId = null } = put;
  return { kind, storeId, employeeId, roomId, start: toUtcDateTime(start), end: toUtcDateTime(end), title, seriesId };
}

const hasSameValues = (one: EntryValues, other: EntryValues) =>
  entryFields.every((field) => one[field] === other[field]);

/**
 * Applies a change to the plan, completely or not at all, and returns the result. Changes to a company's plan wait for one
 * another and for changes to its rooms and people, because all take the same lock; so no order of entries can cause a
 * deadlock. Entries that already have the requested values are not written, so a repeated request is harmless. The id of a
 * removed entry is free, so that a removal can be undone: a repeated request that arrives after someone else removed the
 * entry creates it again.
 *
 * `clock` returns epoch milliseconds; it is read once the lock is acquired.
 *
 * @throws ServiceError 403 for a store that is not accessible, 404 for a store that does not exist in the company and for an
 * entry that is not accessible, 409 with the conflicting entries, and 400 for a room or an employee that does not fit, in this
 * order and each with its position, such as `put[3].roomId`
 */
export async function changeAvailability(
  transaction: postgres.TransactionSql,
  { companyId, storeIds, companyStoreIds, ...change }: AvailabilityChange,
  clock: () => number,
): Promise<ChangedAvailability> {
  const [puts, removals] = [change.put ?? [], change.remove ?? []];
  const named = puts.flatMap(({ storeId: id }, nth) => (id == null ? [] : { field: `put[${nth}].storeId`, id }));
  requireStores({ storeIds, companyStoreIds }, named);

  await runQuery(transaction, sql`select from companies where company_id = ${companyId}::uuid for update`);
  const ids = [...puts, ...removals].map(({ id }) => id);
  const [rows, references] = await Promise.all([
    readRows(
      transaction,
      availability,
      availabilityFields,
      sql`where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])`,
    ),
    readReferences(transaction, companyId, puts),
  ]);
  const existing = new Map(rows.map((row): [string, Availability] => [row.id, row]));
  const isAccessible = (storeId: string | null | undefined) => storeId == null || storeIds.includes(storeId);
  for (const [list, entries] of Object.entries({ put: puts, remove: removals })) {
    const hiddenIndex = entries.findIndex(({ id }) => !isAccessible(existing.get(id)?.storeId));
    if (hiddenIndex >= 0)
      throw new ServiceError('not_found', `${list}[${hiddenIndex}].id: no such entry, or this key cannot access it`);
  }

  const requested = puts.map((put) => ({ ...put, before: existing.get(put.id) ?? null, values: toEntryValues(put) }));
  const differentEntries = requested.filter(({ before, values }) => before === null || !hasSameValues(before, values));
  const isExpectedVersion = (entry: Availability, expected: string | null | undefined) =>
    expected != null && instantOf(expected) === instantOf(entry.updatedAt);
  const conflicts = [
    ...differentEntries.filter(({ before, expectedUpdatedAt }) =>
      before === null ? expectedUpdatedAt != null : !isExpectedVersion(before, expectedUpdatedAt),
    ),
    ...removals.filter(({ id, expectedUpdatedAt }) => {
      const entry = existing.get(id);
      return entry !== undefined && !isExpectedVersion(entry, expectedUpdatedAt);
    }),
  ];
  if (conflicts.length > 0) {
    const suggestion = 'entries have been changed in the meantime: check their current versions, and decide again';
    const current = conflicts.map(({ id }) => ({ id, entry: existing.get(id) ?? null }));
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  for (const [nth, { before, values }] of requested.entries())
    checkReferences(references, `put[${nth}]`, before, values);

  const now = clock();
  const writtenEntries = differentEntries.map(({ id, before, values }): Availability => {
    const updatedAt = toIso(before === null ? now : nextUpdatedAt(now, before.updatedAt));
    return { id, companyId, ...values, createdAt: before?.createdAt ?? updatedAt, updatedAt };
  });
  await upsertRows(
    transaction,
    availability,
    writtenEntries.map((entry) => toColumnRow(availability, entry)),
  );
  if (removals.length > 0) await runQuery(transaction, deleteEntries(companyId, removals));
  for (const entry of writtenEntries) existing.set(entry.id, entry);
  return { put: puts.flatMap(({ id }) => existing.get(id) ?? []), removed: removals.map(({ id }) => id) };
}

const toIso = (epochMs: number) => new Date(epochMs).toISOString();

function deleteEntries(companyId: string, entries: readonly { id: string }[]) {
  const ids = arrayLiteral(entries.map(({ id }) => id));
  return sql`delete from availability where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`;
}

/** The records that entries refer to: the store of each room, and whether each employee is active. */
interface References {
  storeOfRoom: ReadonlyMap<string, string>;
  employeeIsActive: ReadonlyMap<string, boolean>;
}

async function readReferences(
  transaction: postgres.TransactionSql,
  companyId: string,
  puts: readonly z.output<typeof putAvailabilitySchema>[],
): Promise<References> {
  const whereReferenced = (field: 'roomId' | 'employeeId') => {
    const ids = arrayLiteral(puts.flatMap((put) => put[field] ?? []));
    return sql`where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`;
  };
  const [roomRows, employeeRows] = await Promise.all([
    readRows(transaction, rooms, ['id', 'storeId'], whereReferenced('roomId')),
    readRows(transaction, employees, ['id', 'isActive'], whereReferenced('employeeId')),
  ]);
  return {
    storeOfRoom: new Map(roomRows.map(({ id, storeId }) => [id, storeId])),
    employeeIsActive: new Map(employeeRows.map(({ id, isActive }) => [id, isActive])),
  };
}

/**
 * Throws 400 for a room that does not belong to the store, and for an employee who is not active. Unchanged references are
 * accepted.
 */
function checkReferences(
  { storeOfRoom, employeeIsActive }: References,
  place: string,
  before: EntryValues | null,
  { storeId, roomId, employeeId }: EntryValues,
): void {
  const isNewRoom = roomId !== null && (roomId !== before?.roomId || storeId !== before.storeId);
  if (isNewRoom && storeOfRoom.get(roomId) !== storeId) {
    throw invalidInput(`${place}.roomId`, 'the store has no such room');
  }
  if (employeeId === null || employeeId === before?.employeeId || employeeIsActive.get(employeeId) === true) return;
  const isKnown = employeeIsActive.has(employeeId);
  throw invalidInput(`${place}.employeeId`, isKnown ? 'the employee is inactive' : 'the company has no such employee');
}

/** Deletes the entries of a room. The practice must be locked. */
export async function deleteAvailabilityOfRoom(
  transaction: postgres.TransactionSql,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  await runQuery(
    transaction,
    sql`delete from availability where company_id = ${companyId}::uuid and room_id = ${id}::uuid`,
  );
}

/**
 * Ends the shifts of the given employees who are inactive: entries that begin at `now` or later are deleted, and current
 * entries end at `now`. The practice must be locked.
 */
export async function endShiftsOfInactiveEmployees(
  { transaction, now }: Pick<Writer, 'transaction' | 'now'>,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  const at = sql`${instantLiteral(now)}::timestamptz`;
  const isShiftOfInactiveEmployee = sql`company_id = ${companyId}::uuid and kind = 'on_duty' and employee_id in (
    select id from employees
    where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[]) and not is_active
  )`;
  await runQuery(transaction, sql`delete from availability where start_at >= ${at} and ${isShiftOfInactiveEmployee}`);
  await runQuery(
    transaction,
    sql`update availability set end_at = ${at}, updated_at = ${laterVersion(now)}
      where start_at < ${at} and end_at > ${at} and ${isShiftOfInactiveEmployee}`,
  );
}
