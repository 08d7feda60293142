import { sql } from 'drizzle-orm';
import { bookableMinutesSchema } from '#contract/clients-pets-staff.ts';
import type { WaitingStatus } from '#contract/enums.ts';
import { invalidInput } from '#contract/error.ts';
import { findWaitingTimesProblem, type WaitingListEntry } from '#contract/waiting-list.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { arrayLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import type { VersionedKind } from './manage/versioned-record.ts';
import { appointmentByIdCondition } from './read-appointment.ts';
import { parseFields, readRows, selectFields } from './read-rows.ts';
import { runQuery } from './run-query.ts';
import { appointments, appointmentTypes, employees, pets, waitingList } from './schema.ts';
import type { RecordFields } from './write-records.ts';

/** The fields of an entry, in the order of the response. */
const entryFields = [
  ...(['id', 'companyId', 'storeId', 'petId', 'clientId', 'visitTypeId', 'employeeId', 'durationMinutes'] as const),
  ...(['from', 'until', 'weekdays', 'earliest', 'latest', 'notes', 'status', 'appointmentId'] as const),
  ...(['createdAt', 'updatedAt'] as const),
];

/** The fields that people can set. */
const fields = [
  ...(['storeId', 'petId', 'visitTypeId', 'employeeId', 'durationMinutes', 'from', 'until', 'weekdays'] as const),
  ...(['earliest', 'latest', 'notes', 'status', 'appointmentId'] as const),
];
type WaitingListRow = RecordFields<typeof waitingList, (typeof fields)[number]>;

/** A page of the entries of some stores, oldest first; null means any status or pet. */
export async function findWaitingList(
  { sql: executor }: Database,
  query: { companyId: string; storeIds: readonly string[]; status: WaitingStatus | null; petId: string | null },
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<WaitingListEntry>> {
  const { companyId, storeIds, status, petId } = query;
  const conditions = [sql`company_id = ${companyId}::uuid and store_id = any(${arrayLiteral(storeIds)}::uuid[])`];
  if (status !== null) conditions.push(sql`status = ${status}`);
  if (petId !== null) conditions.push(sql`pet_id = ${petId}::uuid`);
  const where = sql.join(conditions, sql` and `);
  const [after, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`and (created_at, id) > (${after}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from waiting_list where ${where}) as total
      left join (
        select ${selectFields(waitingList, entryFields)} from waiting_list where ${where} ${rest}
        order by created_at, id limit ${limit + 1}::int
      ) as page on true
      order by page."createdAt", page.id`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => parseFields(waitingList, row) as unknown as WaitingListEntry,
    position: ({ createdAt, id: last }) => `${createdAt}/${last}`,
  });
}

/**
 * Creates the description of the waiting list entries of these stores. A new entry gets the client of its pet and, if no
 * duration is given, the duration of its visit type. Visit type and employee must be active when they are set; if they become
 * inactive later, the entry stays as it is.
 */
export const waitingListKind = (storeIds: readonly string[]): VersionedKind<WaitingListRow, WaitingListEntry> => ({
  label: 'entry of the waiting list',
  table: waitingList,
  fields,
  async read(executor, { companyId, id }) {
    const isEntry = sql`company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const isAccessible = sql`store_id = any(${arrayLiteral(storeIds)}::uuid[])`;
    const [entry] = await readRows(executor, waitingList, entryFields, sql`where ${isEntry} and ${isAccessible}`);
    return entry ?? null;
  },
  async check({ transaction }, { companyId, before, after, isChanged }) {
    const { petId, visitTypeId, employeeId, appointmentId } = after;
    const whereId = (id: string) => sql`where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const none: readonly never[] = [];
    const isStaffed = isChanged('employeeId') && employeeId !== null;
    const isBooked = isChanged('appointmentId') && appointmentId !== null;
    const [[pet], [type], [employee], [appointment]] = await Promise.all([
      // Pet and appointment are locked: until the entry is written, the pet must not move to another client, and the
      // appointment must not be deleted.
      before === null ? readRows(transaction, pets, ['clientId'], sql`${whereId(petId)} for share`) : none,
      isChanged('visitTypeId')
        ? readRows(transaction, appointmentTypes, ['durationMinutes', 'isActive'], whereId(visitTypeId))
        : none,
      isStaffed ? readRows(transaction, employees, ['isActive'], whereId(employeeId)) : none,
      isBooked
        ? readRows(
            transaction,
            appointments,
            ['id'],
            sql`where ${appointmentByIdCondition({ companyId, id: appointmentId, storeIds })} for key share`,
          )
        : none,
    ]);
    if (before === null && pet === undefined) throw invalidInput('petId', 'the company has no such pet');
    if (isChanged('visitTypeId')) requireActiveRecord(type, 'visitTypeId', 'appointment type');
    if (isStaffed) requireActiveRecord(employee, 'employeeId', 'employee');
    if (isBooked && appointment === undefined)
      throw invalidInput('appointmentId', 'no such appointment, or this key cannot access it');
    if (after.status === 'booked' && appointmentId === null)
      throw invalidInput('appointmentId', 'must name the appointment of what is booked');
    const columns = before === null ? { clientId: pet?.clientId, durationMinutes: type?.durationMinutes } : {};
    const { durationMinutes, ...others } = { ...columns, ...after };
    // Restored visit types may take longer than a day.
    if (!bookableMinutesSchema.safeParse(durationMinutes).success)
      throw invalidInput('durationMinutes', 'must be named, since that of the appointment type is more than a day');
    const times = findWaitingTimesProblem({ durationMinutes, ...others });
    if (times !== null) throw invalidInput(times.field, times.problem);
    return columns;
  },
});

/** Throws 400 for a record that does not exist in the company or is inactive. */
function requireActiveRecord(record: { isActive: boolean } | undefined, field: string, label: string): void {
  if (record === undefined) throw invalidInput(field, `the company has no such ${label}`);
  if (!record.isActive) throw invalidInput(field, `the ${label} is inactive`);
}
