import { randomUUID } from 'node:crypto';
import type { Database } from '#service/db/database.ts';
import { createApiKey, hashApiKey } from '#service/domain/api-key.ts';

/** Somebody's screen: its key, and what it books. */
export interface Desk {
  readonly key: string;
  readonly companyId: string;
  readonly storeId: string;
  readonly petId: string;
  readonly typeId: string;
}

/** A hundred companies: most have one store, a few have many. Each store has three desks, and so many appointments a day in June 2026. */
const sizes: readonly { companies: number; stores: number; aDay: number }[] = [
  { companies: 70, stores: 1, aDay: 20 },
  { companies: 25, stores: 3, aDay: 25 },
  { companies: 5, stores: 12, aDay: 30 },
];
const DESKS_A_STORE = 3;
const PETS = 100;

const permissions =
  '{appointments.read,appointments.write,pets.read,clients.read,employees.read,appointment_types.read}';

/** Adds the companies to an empty, migrated database, and gives their desks, one of each company after the other. */
export async function addGroup({ sql }: Database): Promise<Desk[]> {
  const desks: Desk[][] = [];
  for (const size of sizes) {
    for (let nth = 0; nth < size.companies; nth += 1) desks.push(await addCompany(sql, size));
  }
  await sql`vacuum analyze`;
  const longest = Math.max(...desks.map((of) => of.length));
  return Array.from({ length: longest }, (_, nth) => desks.flatMap((of) => of.slice(nth, nth + 1))).flat();
}

async function addCompany(sql: Database['sql'], { stores, aDay }: { stores: number; aDay: number }): Promise<Desk[]> {
  const companyId = randomUUID();
  const [employeeId, clientId, typeId] = [randomUUID(), randomUUID(), randomUUID()];
  const storeIds = Array.from({ length: stores }, () => randomUUID());
  const keys = storeIds.flatMap((storeId) =>
    Array.from({ length: DESKS_A_STORE }, () => ({ storeId, key: createApiKey(companyId) })),
  );
  const hashes = keys.map(({ key }) => Buffer.from(hashApiKey(key)).toString('hex'));
  const pets = await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`insert into companies (company_id, name) values (${companyId}, 'A practice')`;
    await tx`
      insert into stores (company_id, id, name, time_zone) select ${companyId}::uuid, id, 'Store', 'UTC'
      from unnest(${`{${storeIds}}`}::text::uuid[]) id`;
    await tx`
      insert into rooms (company_id, id, store_id, name, position)
      select ${companyId}::uuid, gen_random_uuid(), id, 'Room', n
      from unnest(${`{${storeIds}}`}::text::uuid[]) id, generate_series(1, 6) n`;
    await tx`
      insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, sort_name, words)
      values (${companyId}, ${employeeId}, ${`{${storeIds}}`}::text::uuid[], 'Kim', 'Lee', 'vet', ${permissions}::text::text[], 'kim lee', array_to_tsvector('{kim,lee}'))`;
    await tx`
      insert into api_keys (company_id, id, employee_id, key_hash, access, created_at)
      select ${companyId}::uuid, gen_random_uuid(), ${employeeId}::uuid, decode(hash, 'hex'), 'read_write', now()
      from unnest(${`{${hashes}}`}::text::text[]) hash`;
    await tx`
      insert into appointment_types (company_id, id, name, category, duration_minutes, sort_name, words)
      values (${companyId}, ${typeId}, 'Check', 'consult', 30, 'check', array_to_tsvector('{check}'))`;
    await tx`
      insert into clients (company_id, id, first_name, last_name, created_at, updated_at, sort_name, words)
      values (${companyId}, ${clientId}, 'Ann', 'Smith', now(), now(), 'ann smith', array_to_tsvector('{ann,smith}'))`;
    const added = await tx<{ id: string }[]>`
      insert into pets (company_id, id, client_id, name, species, created_at, updated_at, sort_name, words)
      select ${companyId}::uuid, gen_random_uuid(), ${clientId}::uuid, 'Pet ' || n, 'dog', now(), now(), 'pet ' || n,
             array_to_tsvector(array['pet', n::text])
      from generate_series(1, ${PETS}::int) n returning id`;
    await tx`
      insert into appointments (company_id, id, store_id, pet_id, client_id, title, start_at, end_at, status, created_from,
        visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids, main_employee_ids, title_words)
      select ${companyId}::uuid, gen_random_uuid(), store, (${`{${added.map(({ id }) => id)}}`}::text::uuid[])[1 + n % ${PETS}::int],
        ${clientId}::uuid, 'Pet ' || n % ${PETS}::int || ' – Check', at, at + interval '30 minutes', 'confirmed', 'app',
        ${typeId}::uuid, 'Check', 'consult', '2026-05-01Z', '2026-05-01Z', array[${employeeId}::uuid], array[${employeeId}::uuid],
        array_to_tsvector(array['pet', 'check', (n % ${PETS}::int)::text])
      from unnest(${`{${storeIds}}`}::text::uuid[]) store, generate_series(0, ${aDay * 28 - 1}::int) n,
        lateral (select timestamptz '2026-06-01 08:00Z' + n / ${aDay}::int * interval '1 day' + n % ${aDay}::int * interval '20 minutes' as at) as began`;
    return added;
  });
  return keys.map(({ key, storeId }) => ({ key, companyId, storeId, typeId, petId: pets[0]?.id ?? '' }));
}
