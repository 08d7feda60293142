import { sql } from 'drizzle-orm';
import { type CreateAppointment, defaultAppointmentStatus } from '#contract/appointment.ts';
import { visitTypeCategorySchema } from '#contract/enums.ts';
import { invalidInput } from '#contract/error.ts';
import { wordsOf } from '#service/domain/title-words.ts';
import { createUuid } from '#service/domain/uuid.ts';
import { startsForEndsAfter } from './appointment-where.ts';
import { arrayLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { instantLiteral } from './instants.ts';
import { runQuery } from './run-query.ts';
import { inTransaction } from './transaction.ts';

/** A create that has passed its checks of shape and reach; `start` and `end` are epoch milliseconds, in order. */
export interface NewAppointment
  extends Pick<CreateAppointment, 'companyId' | 'petId' | 'visitTypeId' | 'employeeId' | 'notes' | 'status'> {
  storeId: string;
  start: number;
  end: number;
}

interface NamedParts {
  pet_name: string | null;
  client_id: string | null;
  type_name: string | null;
  category: string | null;
  type_is_active: boolean | null;
  employee_is_active: boolean | null;
}

/**
 * Adds an appointment and gives its id once it is committed. Creates of one store wait for one another, so that two at
 * once never get the same room. Throws 400 for a pet, visit type or employee that the company does not have or that is
 * inactive. `now` is epoch milliseconds.
 */
export async function createAppointment(database: Database, wanted: NewAppointment, now: number): Promise<string> {
  const id = createUuid(now);
  await inTransaction(database.sql, async (transaction) => {
    const [named] = await runQuery<NamedParts>(transaction, partsToName(wanted));
    const { petName, typeName } = checkParts(wanted, named);
    const title = `${petName} – ${typeName}`;
    const status = wanted.status ?? defaultAppointmentStatus;
    const moment = instantLiteral(now);
    const employees = arrayLiteral(wanted.employeeId === undefined ? [] : [wanted.employeeId]);
    await runQuery(
      transaction,
      sql`insert into appointments (
        company_id, id, store_id, pet_id, client_id, title, start_at, end_at, notes, status, room_id, checked_in_at,
        created_from, visit_type_id, visit_type_name, visit_type_category, created_at, updated_at,
        employee_ids, main_employee_ids, title_words
      ) values (
        ${wanted.companyId}::uuid, ${id}::uuid, ${wanted.storeId}::uuid, ${wanted.petId}::uuid,
        ${named?.client_id ?? null}::uuid, ${title}, ${instantLiteral(wanted.start)}::timestamptz,
        ${instantLiteral(wanted.end)}::timestamptz, ${wanted.notes ?? null}::text, ${status}, (${firstFreeRoom(wanted)}),
        ${status === 'checked_in' ? moment : null}::timestamptz, 'external_api', ${wanted.visitTypeId}::uuid,
        ${typeName}, ${named?.category ?? null}, ${moment}::timestamptz, ${moment}::timestamptz,
        ${employees}::uuid[], ${employees}::uuid[], array_to_tsvector(${arrayLiteral(wordsOf(title))}::text[])
      )`,
    );
  });
  return id;
}

/** Takes the store's turn, and reads what the new appointment is named after. */
function partsToName({ companyId, storeId, petId, visitTypeId, employeeId }: NewAppointment) {
  return sql`
    select pg_advisory_xact_lock(hashtextextended(${`${companyId}/${storeId}`}::text, 0)),
           p.name as pet_name, p.client_id, t.name as type_name, t.category, t.is_active as type_is_active,
           e.is_active as employee_is_active
    from companies c
    left join pets p on p.company_id = c.company_id and p.id = ${petId}::uuid
    left join appointment_types t on t.company_id = c.company_id and t.id = ${visitTypeId}::uuid
    left join employees e on e.company_id = c.company_id and e.id = ${employeeId ?? null}::uuid
    where c.company_id = ${companyId}::uuid`;
}

function checkParts({ employeeId }: NewAppointment, named: NamedParts | undefined) {
  const petName = named?.pet_name ?? null;
  const typeName = named?.type_name ?? null;
  if (petName === null) throw invalidInput('petId', 'the company has no such pet');
  if (typeName === null) throw invalidInput('visitTypeId', 'the company has no such appointment type');
  if (named?.type_is_active !== true) throw invalidInput('visitTypeId', 'the appointment type is inactive');
  if (!visitTypeCategorySchema.safeParse(named.category).success) {
    throw invalidInput('visitTypeId', 'the appointment type has a category that no appointment can have');
  }
  if (employeeId !== undefined && named.employee_is_active !== true) {
    const problem = named.employee_is_active === null ? 'the company has no such employee' : 'the employee is inactive';
    throw invalidInput('employeeId', problem);
  }
  return { petName, typeName };
}

/** The store's first room, by its order, that nothing occupies at any time from start to end; cancelled and no-show occupy none. */
function firstFreeRoom({ companyId, storeId, start, end }: NewAppointment) {
  return sql`
    select r.id from rooms r
    where r.company_id = ${companyId}::uuid and r.store_id = ${storeId}::uuid and r.id not in (
      select room_id from appointments
      where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid and room_id is not null
        and start_at < ${instantLiteral(end)}::timestamptz and end_at > ${instantLiteral(start)}::timestamptz
        and ${startsForEndsAfter(start)} and coalesce(status, '') not in ('cancelled', 'no_show')
    )
    order by r.position, r.id limit 1`;
}
