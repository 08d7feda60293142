import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { undoBookingMs } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { ServiceError } from '#contract/error.ts';
import type { RecordKey } from './authentication.ts';
import { changedMeanwhileError } from './change-appointment.ts';
import { isoInstant } from './column-types.ts';
import { appointmentByIdCondition, appointmentNotFoundError } from './read-appointment.ts';
import { runQuery } from './run-query.ts';

/** A deletion whose input is valid and authorized. */
interface AppointmentDeletion extends RecordKey {
  expectedUpdatedAt: string;
  /** The employee who uses the key. */
  deletedBy: string;
}

/**
 * Undoes a booking: deletes the appointment with its history and the client's answer, and sets the waiting list entries that
 * were booked with it back to waiting. Throws 404 if the appointment does not exist, 409 `changed_meanwhile` with the record if
 * its `updatedAt` is not the expected one, and 409 `not_removable` if it is older than {@link undoBookingMs} by the database's
 * clock, was not booked by this employee, or was changed by anyone else.
 */
export async function deleteAppointment(
  transaction: postgres.TransactionSql,
  { expectedUpdatedAt, deletedBy, ...key }: AppointmentDeletion,
): Promise<void> {
  const { companyId, id } = key;
  // Records without a history were not booked by a request; otherwise the author of the oldest entry booked the appointment.
  const [row] = await runQuery<{ record: string; updated_at: string; is_removable: boolean | null }>(
    transaction,
    sql`select record, updated_at,
          created_from = 'external_api' and record::json ->> 'status' is not null
            and created_at >= clock_timestamp() - ${undoBookingMs}::int * interval '1 ms'
            and (select bool_and(h.employee_id is not distinct from ${deletedBy}::uuid) from appointment_history h
                 where h.company_id = ${companyId}::uuid and h.appointment_id = ${id}::uuid) as is_removable
        from appointments where ${appointmentByIdCondition(key)} for update`,
  );
  if (row === undefined) throw appointmentNotFoundError();
  if (instantOf(expectedUpdatedAt) !== instantOf(isoInstant(row.updated_at))) throw changedMeanwhileError(row.record);
  if (row.is_removable !== true) {
    const suggestion =
      'cancel the appointment instead: a booking can be undone only within 10 minutes, by the person who booked it, and only if no one else has changed it';
    throw new ServiceError('not_removable', suggestion);
  }
  await runQuery(
    transaction,
    sql`with history as (
        delete from appointment_history where company_id = ${companyId}::uuid and appointment_id = ${id}::uuid
      ), answers as (
        delete from client_answers where company_id = ${companyId}::uuid and appointment_id = ${id}::uuid
      ), waiting as (
        update waiting_list set status = 'waiting', appointment_id = null,
          updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
        where company_id = ${companyId}::uuid and appointment_id = ${id}::uuid
      )
      delete from appointments where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
}
