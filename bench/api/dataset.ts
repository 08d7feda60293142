import type postgres from 'postgres';

/** The number of appointments per day in five stores together: a million in five years. */
const A_DAY = 548;

export interface Dataset {
  readonly companyId: string;
  readonly storeIds: readonly string[];
  /** An employee of all stores with every permission. */
  readonly employeeId: string;
  readonly petIds: readonly string[];
  readonly typeIds: readonly string[];
  readonly appointments: number;
  /** Upcoming appointments in their current version. */
  readonly changeable: readonly { readonly id: string; readonly updatedAt: string; readonly status: string }[];
  /** The first and the last day with appointments, in epoch days. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The last day, however many days there are: 2026-12-31. */
const LAST_DAY = Date.UTC(2026, 11, 31) / 86_400_000;

const petNames =
  'Abby,Apollo,Bailey,Bandit,Bear,Bella,Benji,Biscuit,Bruno,Buddy,Charlie,Chloe,Cleo,Coco,Cooper,Daisy,Dexter,Duke,Ella,Felix,Finn,Ginger,Gizmo,Gus,Hazel,Henry,Honey,Hunter,Ivy,Jack,Jasper,Kiki,Leo,Lola,Louie,Lucky,Lucy,Luna,Maggie,Max,Mia,Millie,Milo,Misty,Mocha,Molly,Moose,Nala,Nova,Oliver,Oreo,Oscar,Otis,Peanut,Penny,Pepper,Pixie,Poppy,Rex,Riley,Rocky,Rosie,Ruby,Sadie,Sam,Scout,Shadow,Simba,Sophie,Stella,Sunny,Teddy,Theo,Tiger,Toby,Tucker,Willow,Winnie,Zeus,Ziggy';
const types: readonly (readonly [name: string, category: string, minutes: number])[] = [
  ['Consultation', 'consult', 30],
  ['Vaccination', 'vaccination', 15],
  ['Annual health check', 'health', 30],
  ['Nail trim', 'nurse', 15],
  ['Dental cleaning', 'dental', 60],
  ['X-ray (urgent)', 'diagnostics', 45],
  ['Spay / neuter surgery', 'surgical', 120],
  ['Bath & brush', 'grooming', 60],
];

/** SQL for a UUID of version 4 that is derived from a text. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`;
const company = uuidOf("'bench'");

const practice = `
insert into companies (company_id, name) values (${company}, 'Bench');
insert into stores (company_id, id, name, time_zone, position)
  select ${company}, ${uuidOf("'store' || n")}, 'Store ' || n, 'America/New_York', n from generate_series(0, 4) n;
insert into rooms (company_id, id, store_id, name, position)
  select ${company}, ${uuidOf("'room' || s || '/' || n")}, ${uuidOf("'store' || s")}, 'Room ' || n, n
  from generate_series(0, 4) s, generate_series(0, 9) n;
insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, sort_name, words)
  select ${company}, ${uuidOf("'employee' || n")}, (select array_agg(id order by position) from stores where company_id = ${company}),
         'Vet', n::text, 'vet', '{appointments.read,appointments.write,pets.read,clients.read,employees.read,appointment_types.read}',
         'vet ' || n, array_to_tsvector(array['vet', n::text])
  from generate_series(0, 39) n;
insert into clients (company_id, id, first_name, last_name, created_at, updated_at, sort_name, words)
  select ${company}, ${uuidOf("'client' || n")}, 'Client', n::text, '2015-01-01Z', '2015-01-01Z', 'client ' || n,
         array_to_tsvector(array['client', n::text])
  from generate_series(0, 14999) n;
insert into appointment_types (company_id, id, name, category, duration_minutes, sort_name, words)
  select ${company}, ${uuidOf("'type' || n")}, name, category, minutes, lower(name), array_to_tsvector(string_to_array(lower(name), ' '))
  from unnest($types$) with ordinality as t(name, category, minutes, n);
insert into pets (company_id, id, client_id, name, species, created_at, updated_at, sort_name, words)
  select ${company}, ${uuidOf("'pet' || n")}, ${uuidOf("'client' || n % 15000")}, name, 'Dog', '2015-01-01Z', '2015-01-01Z',
         lower(name), array_to_tsvector(array[lower(name)])
  from (select n, (string_to_array('${petNames}', ','))[1 + n % 80] as name from generate_series(0, 19999) n) p`;

/*
 * Row i: its day, store and time derive from i, everything else from hashes of i. Nearly one in a hundred stays overnight; 7
 * % are cancelled; appointments in the last two months are upcoming.
 */
const appointmentRows = `
insert into appointments (
  company_id, id, store_id, pet_id, client_id, billing_context_id, title, start_at, end_at, notes, status, room_id, checked_in_at,
  created_from, visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids,
  main_employee_ids, title_words)
select ${company}, ${uuidOf("'appointment' || i")}, ${uuidOf("'store' || store")}, pet.id, pet.client_id,
       case when status = 'completed' then ${uuidOf("'bill' || i")} end,
       pet.name || ' – ' || type.name, start_at, start_at + minutes * interval '1 minute',
       case when h2 % 4 = 0 then 'Note ' || h3 || ' of the desk, kept as it was typed.' end,
       status, case when h2 % 20 > 0 then ${uuidOf("'room' || store || '/' || h1 % 10")} end,
       case when status = 'completed' then start_at - interval '4 minutes' end,
       (array['app','app','app','plugin','work','external_api'])[1 + h3 % 6], type.id, type.name, type.category,
       booked_at, greatest(booked_at, least(start_at, booked_at + interval '40 days')),
       employee_ids, employee_ids[1:1],
       array_to_tsvector(string_to_array(lower(pet.name || ' – ' || type.name), ' '))
from (
  select i, day, k % 5 as store, h1, h2, h3,
         (date '1970-01-01' + day)::timestamp at time zone 'America/New_York' + interval '8 hours' + (k / 5) * interval '5 minutes' as start_at,
         case when h3 % 100 = 0 then 14 * 60 else (array[15,30,30,45,60])[1 + h2 % 5] end as minutes,
         case when h1 % 100 < 7 then 'cancelled' when h1 % 100 < 10 then 'no_show'
              when day > ${LAST_DAY} - 60 then (array['confirmed','confirmed','requested'])[1 + h2 % 3] else 'completed' end as status,
         case when h2 % 16 = 0 then '{}' when h2 % 7 = 0 then array[${uuidOf("'employee' || h1 % 40")}, ${uuidOf("'employee' || (h1 + 1) % 40")}]
              else array[${uuidOf("'employee' || h1 % 40")}] end as employee_ids
  from (select i, i % ${A_DAY} as k, ${LAST_DAY} - i / ${A_DAY} as day,
               abs(hashint4(i)::bigint) as h1, abs(hashint4(i + 500000009)::bigint) as h2, abs(hashint4(i + 1000000007)::bigint) as h3
        from generate_series($from$, $to$) i) numbered
) laid
join lateral (select laid.start_at - (1 + h3 % (30 * 24 * 60)) * interval '1 minute' + (h1 % 1000) * interval '1 millisecond' as booked_at) made on true
join pets pet on pet.company_id = ${company} and pet.id = ${uuidOf("'pet' || h2 % 20000")}
join appointment_types type on type.company_id = ${company} and type.id = ${uuidOf("'type' || (1 + h3 % 8)")}
order by i desc`;

/** The availability entries per week: 280 shifts, 70 lunches, 45 blocked rooms and five absences of five days. */
const A_WEEK = 400;

/** As many weeks as that number of entries makes, half of them before the last day of the appointments. */
const planRows = `
insert into availability (company_id, id, kind, store_id, employee_id, room_id, start_at, end_at, title, created_at, updated_at)
select ${company}, ${uuidOf("'plan' || i")}, case when nth < 56 then 'on_duty' else 'unavailable' end, ${uuidOf("'store' || store")},
       case when nth not between 70 and 78 then ${uuidOf("'employee' || store * 8 + nth % 8")} end,
       case when nth between 70 and 78 then ${uuidOf("'room' || store || '/' || nth - 69")} end,
       start_at, start_at + lasting, case when nth >= 56 then 'Lunch' end, start_at, start_at
from (
  select *, (date '1970-01-01' + ${LAST_DAY})::timestamptz + week * interval '7 days' + nth % 7 * interval '1 day'
           + case when nth < 56 then interval '13 hours' else interval '17 hours' end as start_at,
         case when nth < 56 then interval '8 hours' when nth < 70 then interval '30 minutes' when nth < 79 then interval '2 hours'
           else interval '5 days' end as lasting
  from (select i, i / ${A_WEEK} - $entries$ / ${2 * A_WEEK} as week, i % 5 as store, i % ${A_WEEK} / 5 as nth
        from generate_series(0, $entries$ - 1) i) numbered
) timed`;

const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\$(\w+)\$/g, (_, name: string) => String(values[name]));

/**
 * Fills an empty, migrated database with `appointments` appointments of one company with five stores, 548 per day up to the
 * end of 2026, and as many availability entries. Drops the indexes first, recreates them from their own definitions, and then
 * vacuums everything.
 */
export async function createDataset(sql: postgres.Sql, appointments: number): Promise<Dataset> {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const columns = [0, 1, 2].map((column) => types.map((type) => type[column] ?? ''));
  const typeArrays = columns
    .map((values, column) =>
      column === 2 ? `array[${values.join(',')}]` : `array[${values.map((value) => literal(String(value))).join(',')}]`,
    )
    .join(', ');
  await sql.unsafe('set synchronous_commit = off; set statement_timeout = 0');
  await sql.unsafe(fill(practice, { types: typeArrays }));
  await sql.unsafe('analyze pets; analyze appointment_types');

  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes where tablename = 'appointments' and indexname not like '%pkey%' and indexname not like '%_pk'`;
  for (const { indexname } of indexes) await sql.unsafe(`drop index ${indexname}`);
  const batch = 100_000;
  for (let from = 0; from < appointments; from += batch) {
    await sql.unsafe(fill(appointmentRows, { from, to: Math.min(appointments, from + batch) - 1 }));
  }
  await sql.unsafe(fill(planRows, { entries: appointments }));
  for (const { indexdef } of indexes) await sql.unsafe(indexdef);
  // As long as commits are not on disk, their pages cannot be marked as all-visible.
  await sql.unsafe('checkpoint');
  await sql.unsafe('vacuum analyze');

  const ids = async (table: string, order: string, limit: number) => {
    const rows = await sql.unsafe<{ id: string }[]>(`select id from ${table} order by ${order} limit ${limit}`);
    return rows.map(({ id }) => id);
  };
  const [row] = await sql<{ company_id: string }[]>`select company_id from companies`;
  const changeable = await sql<Dataset['changeable'][number][]>`
    select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt", status
    from appointments where status = 'confirmed' order by id limit 20`;
  const [employeeId = ''] = await ids('employees', 'id', 1);
  return {
    companyId: row?.company_id ?? '',
    storeIds: await ids('stores', 'position', 5),
    employeeId,
    petIds: await ids('pets', 'id', 200),
    typeIds: await ids('appointment_types', 'id', 8),
    appointments,
    changeable,
    firstDay: LAST_DAY - Math.floor((appointments - 1) / A_DAY),
    lastDay: LAST_DAY,
  };
}
