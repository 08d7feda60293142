import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { listKeys } from './administration.ts';
import { authenticate, createApiKey, hashApiKey, isKeyAccepted } from './authentication.ts';
import { connectPostgres } from './database.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('a database of an earlier release gets the new values for all its rows, and nothing else changes', async () => {
  const url = await createPostgresDatabase();
  const old = postgres(url, { max: 1, onnotice: () => {} });
  await old.unsafe(
    'create schema frontdesk; create table frontdesk.migrations (name text not null, applied_at timestamptz default now())',
  );
  for (const name of ['0000_initial.sql', '0001_totals_by_store.sql']) {
    const text = readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await old.unsafe(statement);
    await old`insert into frontdesk.migrations (name) values (${name})`;
  }
  await old`insert into companies (company_id, name) values (${id(0)}::uuid, 'Old')`;
  await old`
    insert into appointments (
      company_id, id, store_id, pet_id, client_id, title, start_at, end_at, status, created_from, visit_type_category,
      created_at, updated_at, employee_ids, main_employee_ids, title_words
    )
    select ${id(0)}::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id(1)}::uuid, ${id(2)}::uuid, ${id(3)}::uuid,
           'Rex – “Check”', '2026-03-02T09:00Z', '2026-03-02T09:20Z', case when n = 7 then 'odd' else 'confirmed' end, 'app', 'consult',
           '2026-02-01T12:00:00.5Z', '2026-02-01T12:00Z', array[${id(4)}::uuid], array[${id(4)}::uuid], array_to_tsvector('{rex,–,“check”}')
    from generate_series(1, 20) n`;
  for (const [nth, permissions] of ['{appointments.read,appointments.write}', '{appointments.read}'].entries()) {
    await old`
      insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, sort_name, words)
      values (${id(0)}::uuid, ${id(4 + nth)}::uuid, '{}', 'Kim', 'Lee', 'vet', ${permissions}::text[], 'kim lee', '')`;
  }
  // The practice is managed by its managers, or if none is active, by those who book in all its stores.
  for (const n of [1, 2]) await old`insert into companies (company_id, name) values (${id(n)}::uuid, 'Other')`;
  for (const n of [1, 2]) {
    await old`insert into stores (company_id, id, name, time_zone) values (${id(2)}::uuid, ${id(n)}::uuid, 'Store', 'UTC')`;
  }
  const one = `{${id(1)}}`;
  const both = `{${id(2)},${id(1)}}`;
  const people: [company: number, role: string, permissions: string, stores: string, isActive: boolean][] = [
    [1, 'manager', '{}', '{}', true],
    [1, 'manager', '{}', '{}', false],
    [1, 'vet', '{appointments.write}', both, true],
    [2, 'manager', '{appointments.write}', one, false],
    [2, 'vet', '{appointments.write}', both, true],
    [2, 'vet', '{appointments.read}', both, true],
    [2, 'vet', '{appointments.write}', one, true],
  ];
  for (const [nth, [company, role, permissions, stores, isActive]] of people.entries()) {
    await old`
      insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, is_active, sort_name, words)
      values (${id(company)}::uuid, ${id(10 + nth)}::uuid, ${stores}::uuid[], 'Mo', 'Lee', ${role}, ${permissions}::text[], ${isActive}, '', '')`;
  }
  await old`
    insert into clients (company_id, id, first_name, last_name, email, phone, created_at, updated_at, sort_name, words)
    values (${id(0)}::uuid, ${id(3)}::uuid, 'Ann', 'Lee', 'Ann@Example.com', '+1 (212) 555', now(), now(), 'ann lee', '')`;
  const key = createApiKey(id(0));
  await old`
    insert into api_keys (company_id, id, employee_id, key_hash, access, created_at)
    values (${id(0)}::uuid, ${id(6)}::uuid, ${id(4)}::uuid, ${hashApiKey(key)}::bytea, 'read_write', now())`;
  await old.end();

  const database = await connectPostgres({ url, max: 1 });
  const [counted] = await database.sql`
    select appointments_epoch as epoch, (select sum(held)::int from appointment_totals) as held from companies`;
  expect(counted).toEqual({ epoch: 0, held: 20 });
  const existing = await database.sql<
    { id: string; record: string }[]
  >`select id, record from appointments order by id`;
  for (const row of existing) {
    const record: unknown = JSON.parse(row.record);
    if (row.id === id(7)) expect(record).toEqual({ id: id(7) });
    else
      expect(appointmentSchema.parse(record)).toMatchObject({
        id: row.id,
        title: 'Rex – “Check”',
        createdAt: '2026-02-01T12:00:00.500Z',
        employees: [{ id: id(4), isMainEmployee: true }],
      });
  }
  expect(existing.length).toBe(20);
  // Everyone who could write appointments may also register clients and pets, and existing records can be found with the new
  // searches.
  const granted = await database.sql`
    select array_to_string(permissions, ' ') as permissions from employees where company_id = ${id(0)}::uuid order by id`;
  expect(granted.map((row) => row['permissions'])).toEqual([
    'appointments.read appointments.write clients.write pets.write practice.write availability.write',
    'appointments.read',
  ]);
  const managing = await database.sql<{ id: string }[]>`
    select id from employees where company_id <> ${id(0)}::uuid and 'practice.write' = any(permissions) order by id`;
  expect(managing.map((row) => row.id)).toEqual([id(10), id(14)]);
  expect(await database.sql`select * from practice_history`).toEqual([]);
  expect(await database.sql`select phone_key, email_key from clients`).toEqual([
    { phone_key: '5552121', email_key: 'ann@example.com' },
  ]);
  expect(await database.sql`select alert, is_active from clients`).toEqual([{ alert: null, is_active: true }]);
  // An existing key does not expire.
  expect(await listKeys(database)).toMatchObject([{ id: id(6), expiresAt: null, revokedAt: null }]);
  expect(await isKeyAccepted(database, key)).toBe(true);
  const found = await authenticate(database, { key, now: Date.now() });
  expect(found?.caller).toMatchObject({ keyId: id(6), employeeId: id(4) });
  await database.close();
});

test('a database that a newer version has migrated is refused with the required version, and stays unchanged', async () => {
  const url = await createPostgresDatabase();
  const database = await connectPostgres({ url, max: 1 });
  await database.sql`insert into frontdesk.migrations (name, version) values ('9999_of_the_future.sql', '7.1.0')`;
  await database.close();
  for (const _again of [1, 2]) {
    await expect(connectPostgres({ url, max: 1 })).rejects.toThrow(
      'this database needs Frontdesk 7.1.0 or later (it has the change 9999_of_the_future.sql)',
    );
  }
});
