import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { z } from 'zod';
import type { createAppointmentSchema } from '#contract/appointment.ts';
import { emptyHistoryValues, findDifferences } from '#contract/appointment-change.ts';
import { composeTitle, findSuitableRooms, initialCheckInTime } from '#contract/appointment-rules.ts';
import { instantOf, toUtcDateTime } from '#contract/date-time.ts';
import { type AppointmentOrigin, apiOrigin, visitTypeCategorySchema } from '#contract/enums.ts';
import { invalidInput } from '#contract/error.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import { endsAfterCondition, occupiesRoomCondition } from './appointment-filter.ts';
import { overlapsTime } from './availability.ts';
import { arrayLiteral, createOrderedUuid } from './column-types.ts';
import { runQuery } from './run-query.ts';
import { type AppointmentColumns, appointments } from './schema.ts';
import { insertRow } from './write-rows.ts';

/** A request to create an appointment, whose input is valid and authorized. */
interface NewAppointment extends Omit<z.output<typeof createAppointmentSchema>, 'storeIds'> {
  storeId: string;
  /** The id of the employee with whose API key the request was sent. */
  createdBy: string;
  /** The id of the appointment; generated if absent. */
  id?: string | undefined;
  /** A room of the store; the store must be locked. If absent, the first suitable room that is free is chosen. */
  roomId?: string | undefined;
  createdFrom?: AppointmentOrigin;
  clientNotes?: string | null;
  seriesId?: string;
}

/** The pet and the visit type of an appointment; null if they do not exist in the company. */
export interface PetAndType {
  pet_name: string | null;
  type_name: string | null;
  category: string | null;
  type_is_active: boolean | null;
}

/** The records that a new appointment refers to; null if they do not exist in the company. */
interface References extends PetAndType {
  client_id: string | null;
  employee_is_active: boolean | null;
  /** The rooms of the store, in order. */
  rooms: { id: string; categories: string[] }[];
}

/**
 * Adds an appointment and returns its id. Create requests in one store wait for one another until the end of the
 * transaction, so that two concurrent ones never get the same room. Throws 400 for a pet that does not exist in the
 * company, and for a visit type or an employee that does not exist or is inactive. `now` is epoch milliseconds.
 */
export async function createAppointment(
  transaction: postgres.TransactionSql,
  appointment: NewAppointment,
  now: number,
): Promise<string> {
  const { id = createOrderedUuid(now), seriesId, clientNotes = null, createdFrom = apiOrigin } = appointment;
  const [references] = await runQuery<References>(transaction, lockStoreAndReadReferences(appointment));
  const { petName, visitType, rooms } = checkReferences(appointment, references);
  const title = composeTitle(petName, visitType.name);
  const { status, employeeId = null, notes = null, visitTypeId } = appointment;
  const [start, end] = [toUtcDateTime(appointment.start), toUtcDateTime(appointment.end)];
  const creationTime = new Date(now).toISOString();
  const checkedInAt = initialCheckInTime(status, creationTime);
  const employeeIds = employeeId === null ? [] : [employeeId];
  const row = {
    ...{ companyId: appointment.companyId, id, storeId: appointment.storeId, petId: appointment.petId },
    clientId: references?.client_id ?? null,
    storeInvoiceId: null,
    billingContextId: null,
    title,
    start,
    end,
    notes,
    bookingNotes: null,
    clientNotes,
    status,
    location: null,
    roomId: appointment.roomId ?? selectFirstFreeRoom(findSuitableRooms(rooms, visitType.category), appointment),
    checkedInAt,
    createdFrom,
    visitTypeId,
    visitTypeName: visitType.name,
    visitTypeCategory: visitType.category,
    createdAt: creationTime,
    updatedAt: creationTime,
    employeeIds,
    mainEmployeeIds: employeeIds,
    titleWords: wordsOf(title),
  } satisfies Record<keyof AppointmentColumns, unknown>;
  const changes = findDifferences(emptyHistoryValues, {
    ...emptyHistoryValues,
    status,
    start,
    end,
    employeeId,
    notes,
    visitTypeId,
    checkedInAt,
  });
  await runQuery(
    transaction,
    sql`with created as (${insertRow(appointments, { ...row, seriesId })} returning room_id)
      insert into appointment_history (company_id, appointment_id, at, employee_id, changes)
      select ${appointment.companyId}::uuid, ${id}::uuid, ${creationTime}::timestamptz, ${appointment.createdBy}::uuid,
             ${JSON.stringify(changes)}::text::jsonb || case when room_id is null then '[]' else
               jsonb_build_array(jsonb_build_object('field', 'roomId', 'from', null, 'to', room_id)) end
      from created`,
  );
  return id;
}

/**
 * Makes create requests in one store, and anything else that uses its rooms, wait for one another until the end of the
 * transaction.
 */
export function lockStoreForRooms({ companyId, storeId }: { companyId: string; storeId: string }) {
  return sql`select ${storeLock({ companyId, storeId })}`;
}

function storeLock({ companyId, storeId }: { companyId: string; storeId: string }) {
  return sql`pg_advisory_xact_lock(hashtextextended(${`${companyId}/${storeId}`}::text, 0))`;
}

/**
 * Locks the store for create requests, and reads the records that the new appointment refers to. The pet cannot be renamed
 * before the appointment is written.
 */
function lockStoreAndReadReferences({ companyId, storeId, petId, visitTypeId, employeeId }: NewAppointment) {
  return sql`
    select ${storeLock({ companyId, storeId })},
           p.name as pet_name, p.client_id, t.name as type_name, t.category, t.is_active as type_is_active,
           e.is_active as employee_is_active,
           (select coalesce(json_agg(json_build_object('id', r.id, 'categories', r.categories) order by r.position, r.id), '[]')
            from rooms r where r.company_id = c.company_id and r.store_id = ${storeId}::uuid) as rooms
    from companies c
    left join lateral (
      select pets.name, pets.client_id from pets
      where pets.company_id = c.company_id and pets.id = ${petId}::uuid for key share
    ) p on true
    left join appointment_types t on t.company_id = c.company_id and t.id = ${visitTypeId}::uuid
    left join employees e on e.company_id = c.company_id and e.id = ${employeeId ?? null}::uuid
    where c.company_id = ${companyId}::uuid`;
}

function checkReferences({ employeeId }: NewAppointment, references: References | undefined) {
  if (references === undefined || references.pet_name === null)
    throw invalidInput('petId', 'the company has no such pet');
  const visitType = checkVisitType(references);
  if (employeeId !== undefined && references.employee_is_active !== true) {
    const problem =
      references.employee_is_active === null ? 'the company has no such employee' : 'the employee is inactive';
    throw invalidInput('employeeId', problem);
  }
  return { petName: references.pet_name, visitType, rooms: references.rooms };
}

/** The visit type of an appointment. Throws 400 for a type that does not exist in the company or cannot be booked. */
export function checkVisitType({ type_name: name, category, type_is_active: isActive }: PetAndType) {
  if (name === null) throw invalidInput('visitTypeId', 'the company has no such appointment type');
  if (isActive !== true) throw invalidInput('visitTypeId', 'the appointment type is inactive');
  const parsed = visitTypeCategorySchema.safeParse(category);
  if (!parsed.success)
    throw invalidInput('visitTypeId', 'the appointment type has a category that no appointment can have');
  return { name, category: parsed.data };
}

/**
 * Selects the first of the rooms that no appointment occupies between start and end, and that is not blocked at that time.
 * Selects none if the store is blocked. Called-off appointments occupy no room. A room that was removed since it was read
 * is never selected.
 */
function selectFirstFreeRoom(rooms: readonly { id: string }[], { companyId, storeId, start, end }: NewAppointment) {
  const time = { start: instantOf(start), end: instantOf(end) };
  return sql`
    with blocked as materialized (
      select a.room_id from availability a
      where a.company_id = ${companyId}::uuid and a.store_id = ${storeId}::uuid and a.kind = 'unavailable'
        and (a.room_id is not null or a.employee_id is null) and ${overlapsTime(time)}
    )
    select r.id from unnest(${arrayLiteral(rooms.map(({ id }) => id))}::uuid[]) with ordinality as r(id, nth)
    join rooms still on still.company_id = ${companyId}::uuid and still.id = r.id
    where r.id not in (
      select room_id from appointments
      where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid and room_id is not null
        and start_at < ${toUtcDateTime(end)}::timestamptz and end_at > ${toUtcDateTime(start)}::timestamptz
        and ${endsAfterCondition(time.start)} and ${occupiesRoomCondition()}
    )
    -- An entry without a room blocks the whole store.
    and not exists (select from blocked where room_id is null or room_id = r.id)
    order by r.nth limit 1`;
}
