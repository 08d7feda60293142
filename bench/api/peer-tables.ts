import type postgres from 'postgres';

/**
 * The same appointments in tables as most teams would make them: one key column each, the assigned staff in a table of
 * their own, and the indexes that the questions of the benchmark ask for. They stand in a schema `peers` beside the
 * product's, so that all contenders use one server and one cache.
 */
const statements = `
create schema peers;
create table peers.appointments as
  select id, company_id, store_id, pet_id, client_id, store_invoice_id, billing_context_id, title, start_at as start,
         end_at as "end", notes, booking_notes, client_notes, status, location, room_id, checked_in_at, created_from,
         visit_type_id, visit_type_name, visit_type_category, created_at, updated_at
  from public.appointments order by start_at;
alter table peers.appointments
  add primary key (id), alter id set default gen_random_uuid(),
  alter created_at set default now(), alter updated_at set default now();
create table peers.appointment_employees (
  id serial primary key,
  appointment_id uuid not null,
  employee_id uuid not null,
  is_main_employee boolean not null
);
insert into peers.appointment_employees (appointment_id, employee_id, is_main_employee)
  select a.id, e, e = any(a.main_employee_ids) from public.appointments a, unnest(a.employee_ids) e;
alter table peers.appointment_employees
  add constraint appointment_employees_appointment_id_foreign foreign key (appointment_id) references peers.appointments (id);
create index on peers.appointment_employees (appointment_id);
create index on peers.appointments (store_id, start);
create index on peers.appointments (created_at, id);
create index on peers.appointments (status, created_at);
create table peers.pets as select id, client_id, name from public.pets;
alter table peers.pets add primary key (id);
create table peers.appointment_types as select id, name, category from public.appointment_types;
alter table peers.appointment_types add primary key (id);
checkpoint;
vacuum analyze peers.appointments;
vacuum analyze peers.appointment_employees;
analyze peers.pets;
analyze peers.appointment_types`;

/** Copies the product's appointments into the peers' tables. */
export async function createPeerTables(sql: postgres.Sql): Promise<void> {
  for (const statement of statements.split(';\n')) await sql.unsafe(statement);
}
