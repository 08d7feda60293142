import { randomUUID } from 'node:crypto';
import { createApiKey, hashApiKey } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';

/** One person's screen: its key, and the ids for its bookings and changes. */
export interface Desk {
  readonly key: string;
  readonly companyId: string;
  readonly storeId: string;
  readonly petId: string;
  readonly typeId: string;
}

/** The month of all appointments. */
export const MONTH = '2026-06';
const DAYS = 28;
const PETS = 100;
const ROOMS = 6;

export interface CompanySize {
  stores: number;
  /** The number of desks per store. */
  desks: number;
  /** The number of appointments per store and day, one after another in each of its rooms. */
  aDay: number;
}

const permissions =
  '{appointments.read,appointments.write,pets.read,clients.read,employees.read,appointment_types.read}';

/**
 * Adds a company with a month of appointments to a migrated database, and returns its desks. Each has its own key and
 * employee.
 */
export async function addCompany({ sql }: Database, { stores, desks, aDay }: CompanySize): Promise<Desk[]> {
  const companyId = randomUUID();
  const [clientId, typeId] = [randomUUID(), randomUUID()];
  const storeIds = Array.from({ length: stores }, () => randomUUID());
  const people = storeIds.flatMap((storeId) =>
    Array.from({ length: desks }, () => ({ storeId, key: createApiKey(companyId), employeeId: randomUUID() })),
  );
  const vet = people[0]?.employeeId ?? '';
  const petIds = await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`insert into companies (company_id, name) values (${companyId}, 'A practice')`;
    await tx`
      insert into stores (company_id, id, name, time_zone, position)
      select ${companyId}::uuid, id, 'Store ' || n, 'UTC', n from unnest(${`{${storeIds}}`}::text::uuid[]) with ordinality as s(id, n)`;
    await tx`
      insert into rooms (company_id, id, store_id, name, position)
      select ${companyId}::uuid, gen_random_uuid(), id, 'Room ' || n, n
      from unnest(${`{${storeIds}}`}::text::uuid[]) id, generate_series(0, ${ROOMS - 1}::int) n`;
    await tx`
      insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, sort_name, words)
      select ${companyId}::uuid, id, ${`{${storeIds}}`}::text::uuid[], 'Kim', 'Lee', 'vet', ${permissions}::text::text[], 'kim lee', array_to_tsvector('{kim,lee}')
      from unnest(${`{${people.map(({ employeeId }) => employeeId)}}`}::text::uuid[]) id`;
    await tx`
      insert into api_keys (company_id, id, employee_id, key_hash, access, created_at)
      select ${companyId}::uuid, gen_random_uuid(), employee, decode(hash, 'hex'), 'read_write', now()
      from unnest(${`{${people.map(({ employeeId }) => employeeId)}}`}::text::uuid[],
                  ${`{${people.map(({ key }) => hashApiKey(key).toString('hex'))}}`}::text::text[]) as k(employee, hash)`;
    await tx`
      insert into appointment_types (company_id, id, name, category, duration_minutes, sort_name, words)
      values (${companyId}, ${typeId}, 'Check', 'consult', 30, 'check', array_to_tsvector('{check}'))`;
    await tx`
      insert into clients (company_id, id, first_name, last_name, created_at, updated_at, sort_name, words)
      values (${companyId}, ${clientId}, 'Ann', 'Smith', now(), now(), 'ann smith', array_to_tsvector('{ann,smith}'))`;
    const pets = await tx<{ id: string }[]>`
      insert into pets (company_id, id, client_id, name, species, created_at, updated_at, sort_name, words)
      select ${companyId}::uuid, gen_random_uuid(), ${clientId}::uuid, 'Pet ' || n, 'dog', now(), now(), 'pet ' || n,
             array_to_tsvector(array['pet', n::text])
      from generate_series(1, ${PETS}::int) n returning id`;
    await tx`
      insert into appointments (company_id, id, store_id, room_id, pet_id, client_id, title, start_at, end_at, status, created_from,
        visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids, main_employee_ids, title_words)
      select ${companyId}::uuid, gen_random_uuid(), store, (select id from rooms where company_id = ${companyId}::uuid and store_id = store and position = n % ${ROOMS}::int), (${`{${pets.map(({ id }) => id)}}`}::text::uuid[])[1 + n % ${PETS}::int],
        ${clientId}::uuid, 'Pet ' || n % ${PETS}::int || ' – Check', at, at + interval '30 minutes', 'confirmed', 'app',
        ${typeId}::uuid, 'Check', 'consult', '2026-05-01Z', '2026-05-01Z', array[${vet}::uuid], array[${vet}::uuid],
        array_to_tsvector(array['pet', 'check', (n % ${PETS}::int)::text])
      from unnest(${`{${storeIds}}`}::text::uuid[]) store, generate_series(0, ${aDay * DAYS - 1}::int) n,
        lateral (select ${`${MONTH}-01T08:00:00Z`}::timestamptz + n / ${aDay}::int * interval '1 day' + n % ${aDay}::int / ${ROOMS}::int * interval '30 minutes' as at) as began`;
    return pets.map(({ id }) => id);
  });
  return people.map(({ key, storeId }) => ({ key, companyId, storeId, typeId, petId: petIds[0] ?? '' }));
}
