import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Appointment } from '#contract/appointment.ts';
import { type ChangeAppointment, findDifferences, historyValuesOf } from '#contract/appointment-change.ts';
import { applyChange, withVisitType } from '#contract/appointment-rules.ts';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import type { RecordKey } from './authentication.ts';
import { instantLiteral } from './column-types.ts';
import { checkVisitType, type PetAndType } from './create-appointment.ts';
import type { Database } from './database.ts';
import { appointmentByIdCondition, appointmentNotFoundError } from './read-appointment.ts';
import { type Executor, inTransactionEndingWith, runQuery } from './run-query.ts';
import { appointments, type HistoryColumn } from './schema.ts';
import { assignments } from './write-rows.ts';

/**
 * A stored record that matches the contract. The database has already checked this: for a record that does not match,
 * it returns only the id. Validating all of it again would take longer than reading it.
 */
const resolvedSchema = z.custom<Appointment>(
  (record) => typeof record === 'object' && record !== null && 'status' in record,
);

/** Parses the JSON of a stored record; undefined if it is unresolved. */
function parseResolvedRecord(json: string): Appointment | undefined {
  return resolvedSchema.safeParse(JSON.parse(json)).data;
}

/** The 409 error for an outdated `expectedUpdatedAt`. It includes the record, given as JSON, unless it is unresolved. */
export function changedMeanwhileError(json: string): ServiceError {
  const suggestion = 'the appointment has been changed in the meantime: check its current version, and decide again';
  return new ServiceError('changed_meanwhile', suggestion, { current: parseResolvedRecord(json) });
}

/** A change whose input is valid and authorized. */
interface AppointmentChange extends RecordKey {
  change: ChangeAppointment;
  /** The employee who uses the key; null for a client who uses a link. */
  changedBy: string | null;
}

/** The row and the records that the change refers to; instants in PostgreSQL's format. */
interface LockedRow extends PetAndType {
  record: string;
  has_history: boolean;
  room_is_known: boolean;
  employee_is_active: boolean | null;
}

/**
 * Changes an appointment, records the change in its history, and returns the new record as JSON after the commit. Changes
 * to one appointment run one after another, so that only one of two with the same `expectedUpdatedAt` succeeds. Throws 404
 * if the appointment does not exist, 409 with the record if its `updatedAt` is not the expected one, and 400 for an
 * unresolved record or an invalid change. `clock` returns epoch milliseconds; it is read after the row is locked, so that
 * `updatedAt` is only moments older than the commit.
 */
export async function changeAppointment(
  database: Database,
  request: AppointmentChange,
  clock: () => number,
): Promise<string> {
  return inTransactionEndingWith(database.sql, (transaction) => changeInTransaction(transaction, request, clock));
}

/**
 * Runs {@link changeAppointment} within a transaction. `last` resolves with the new record as JSON, once the last statement of
 * the transaction has run.
 */
export async function changeInTransaction(
  transaction: Executor,
  request: AppointmentChange,
  clock: () => number,
): Promise<{ last: Promise<string> }> {
  const [row] = await runQuery<LockedRow>(transaction, lockAndReadReferences(request));
  if (row === undefined) throw appointmentNotFoundError();
  const record = parseResolvedRecord(row.record);
  if (record === undefined) throw unresolvedError();
  const now = clock();
  const changed = applyChange(record, request.change, new Date(now).toISOString());
  if (changed === record) return { last: Promise.resolve(row.record) };
  if (instantOf(request.change.expectedUpdatedAt) !== instantOf(record.updatedAt))
    throw changedMeanwhileError(row.record);
  const checked = checkChange(record, changed, row);
  const updatedAt = nextUpdatedAt(now, record.updatedAt);
  const statement = writeChange(request, { record, changed: checked, updatedAt, isFirst: !row.has_history });
  return { last: runQuery<{ record: string }>(transaction, statement).then(getWrittenRecord) };
}

/** The 400 error for an appointment whose record does not match the contract. */
export function unresolvedError(): ServiceError {
  return invalidInput('id', 'the appointment is unresolved: its record must be corrected first');
}

function getWrittenRecord([written]: readonly { record: string }[]): string {
  if (written === undefined) throw new Error('the appointment has been changed behind its lock');
  return written.record;
}

/**
 * Locks the row, and reads it with the records that the change refers to. The room cannot be removed before the change is
 * written.
 */
function lockAndReadReferences({ change: { roomId, employeeId, visitTypeId }, ...key }: AppointmentChange) {
  return sql`
    select a.record,
           exists (select from appointment_history h
            where h.company_id = a.company_id and h.appointment_id = a.id) as has_history,
           exists (select from rooms r
            where r.company_id = a.company_id and r.store_id = a.store_id and r.id = ${roomId ?? null}::uuid
            for key share) as room_is_known,
           (select e.is_active from employees e
            where e.company_id = a.company_id and e.id = ${employeeId ?? null}::uuid) as employee_is_active,
           (select p.name from pets p where p.company_id = a.company_id and p.id = a.pet_id) as pet_name,
           t.name as type_name, t.category, t.is_active as type_is_active
    from (select * from appointments where ${appointmentByIdCondition(key)} for update) as a
    left join appointment_types t on t.company_id = a.company_id and t.id = ${visitTypeId ?? null}::uuid`;
}

/** The record after a change, including the effects of a new visit type. Throws 400 if the change breaks a rule. */
function checkChange(before: Appointment, after: Appointment, row: LockedRow): Appointment {
  const { start, end, roomId, employees } = after;
  const hasNewEnd = end !== before.end;
  if ((hasNewEnd || start !== before.start) && instantOf(end) <= instantOf(start)) {
    throw invalidInput(hasNewEnd ? 'end' : 'start', 'the end must be after the start');
  }
  if (roomId !== before.roomId && roomId !== null && !row.room_is_known) {
    throw invalidInput('roomId', 'the store of the appointment has no such room');
  }
  const isStaffed = employees !== before.employees && employees.some(({ isMainEmployee }) => isMainEmployee);
  if (isStaffed && row.employee_is_active !== true) {
    const isKnown = row.employee_is_active !== null;
    throw invalidInput('employeeId', isKnown ? 'the employee is inactive' : 'the company has no such employee');
  }
  return after.visitTypeId === before.visitTypeId ? after : withVisitType(after, checkVisitType(row), row.pet_name);
}

/**
 * Writes the row and its history in one statement, which does nothing if the row no longer has this version of the record.
 * If the appointment has no history yet, its first entry is written with the previous values.
 */
function writeChange(
  { companyId, id, changedBy, change: { reason = null } }: AppointmentChange,
  {
    record,
    changed,
    updatedAt,
    isFirst,
  }: { record: Appointment; changed: Appointment; updatedAt: number; isFirst: boolean },
) {
  const mainEmployees = changed.employees.filter(({ isMainEmployee }) => isMainEmployee);
  const employeeIds = (employees: Appointment['employees']) => employees.map((employee) => employee.id);
  const { status, start, end, roomId, notes, visitTypeId, checkedInAt } = changed;
  const values = {
    ...{ status, start, end, roomId, notes, visitTypeId, checkedInAt },
    employeeIds: employeeIds(changed.employees),
    mainEmployeeIds: employeeIds(mainEmployees),
  } satisfies Record<HistoryColumn, unknown>;
  const { title, visitTypeName, visitTypeCategory } = changed;
  const typeValues =
    visitTypeId === record.visitTypeId ? {} : { title, visitTypeName, visitTypeCategory, titleWords: wordsOf(title) };
  const at = instantLiteral(updatedAt);
  const changes = findDifferences(historyValuesOf(record), historyValuesOf(changed));
  const before = instantLiteral(Math.min(instantOf(record.createdAt), updatedAt - 1));
  const initialEntry = isFirst
    ? sql`, begun as (
        insert into appointment_history (company_id, appointment_id, at, changes)
        select ${companyId}::uuid, ${id}::uuid, ${before}::timestamptz, '[]' from changed on conflict do nothing
      )`
    : sql``;
  return sql`with changed as (
      update appointments set
        ${assignments(appointments, { ...values, ...typeValues, updatedAt: at, addedBy: sql`pg_current_xact_id()` })}
      where company_id = ${companyId}::uuid and id = ${id}::uuid and updated_at = ${record.updatedAt}::timestamptz
      returning record
    ), noted as (
      insert into appointment_history (company_id, appointment_id, at, employee_id, changes, reason)
      select ${companyId}::uuid, ${id}::uuid, ${at}::timestamptz, ${changedBy}::uuid, ${JSON.stringify(changes)}::text::jsonb,
             ${reason}::text
      from changed
    )${initialEntry}
    select record from changed`;
}
