import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { expect } from 'vitest';
import { createApiKey, hashApiKey } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { deriveImportedId } from '#service/db/practice-import/import-run.ts';
import { createTestService } from './service.ts';

// Databases of earlier versions with rows in each table, and the expected content in the current version.

/** Earlier versions with the number of their newest migration. */
export const earlierVersions = [
  { name: '1.0.0', newest: 4 },
  { name: 'the version before the plan became a value', newest: 10 },
  { name: '2.0.0', newest: 12 },
] as const;
type EarlierVersion = (typeof earlierVersions)[number];

/** The id of a row of the fixture. */
const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const ids = (...nths: number[]) => `{${nths.map(id).join()}}`;

const companyId = id(1);
/** The keys of the vet and of the receptionist (read-only), and a revoked key. */
const keys = { vet: createApiKey(companyId), desk: createApiKey(companyId), revoked: createApiKey(companyId) };
/** A create whose response was the appointment 81. */
const create = {
  companyId,
  storeIds: [id(11)],
  petId: id(71),
  visitTypeId: id(31),
  start: '2026-03-03T09:00:00Z',
  end: '2026-03-03T09:20:00Z',
};
const createdAt = '2026-03-02T07:30:00.000Z';
const source = 'Old program';
const importedClient = deriveImportedId({ companyId, source }, 'client', '7');

/** Rows that 1.0.0 could store; later versions have more columns, all with defaults. */
async function insertRows(sql: postgres.Sql): Promise<void> {
  await sql`insert into companies (company_id, name) values (${companyId}, 'Tom & Jerry Vets'), (${id(2)}, 'Other')`;
  await sql`
    insert into stores (company_id, id, name, time_zone, opening_hours, position) values
      (${companyId}, ${id(11)}, 'Main', 'Europe/Amsterdam', '[{"weekday": 1, "opens": "08:00", "closes": "18:00"}]', 0),
      (${companyId}, ${id(12)}, 'Annex', 'Europe/Amsterdam', '[]', 1), (${id(2)}, ${id(13)}, 'Elsewhere', 'UTC', '[]', 0)`;
  await sql`
    insert into rooms (company_id, id, store_id, name, position, categories) values
      (${companyId}, ${id(22)}, ${id(11)}, 'Room 2', 1, '{}'), (${companyId}, ${id(21)}, ${id(11)}, 'OP', 0, '{surgery}')`;
  await sql`
    insert into appointment_types (company_id, id, name, category, duration_minutes, is_active, sort_name, words) values
      (${companyId}, ${id(31)}, 'Check-up', 'consult', 20, true, 'check-up', array_to_tsvector('{check,up}')),
      (${companyId}, ${id(33)}, 'Farewell', 'euthanasia', 45, true, 'farewell', array_to_tsvector('{farewell}')),
      (${companyId}, ${id(32)}, 'Leeches', 'dental', 45, false, 'leeches', array_to_tsvector('{leeches}'))`;
  const all =
    '{appointments.read,appointments.write,clients.read,clients.write,pets.read,pets.write,employees.read,appointment_types.read}';
  await sql`
    insert into employees (company_id, id, store_ids, first_name, last_name, role, permissions, is_active, sort_name, words) values
      (${companyId}, ${id(41)}, ${ids(11, 12)}, 'Élodie', 'O’Malley', 'manager', ${all}, true, 'elodie o’malley', array_to_tsvector('{elodie,omalley}')),
      (${companyId}, ${id(42)}, ${ids(11)}, 'Kim', 'Lee', 'receptionist', '{appointments.read}', true, 'kim lee', array_to_tsvector('{kim,lee}')),
      (${companyId}, ${id(43)}, ${ids(12)}, 'Old', 'Hand', 'vet', ${all}, false, 'old hand', array_to_tsvector('{old,hand}'))`;
  const hash = (key: string) => Buffer.from(hashApiKey(key));
  await sql`
    insert into api_keys (company_id, id, employee_id, key_hash, access, created_at, revoked_at) values
      (${companyId}, ${id(51)}, ${id(41)}, ${hash(keys.vet)}, 'read_write', ${createdAt}, null),
      (${companyId}, ${id(52)}, ${id(42)}, ${hash(keys.desk)}, 'read_only', ${createdAt}, null),
      (${companyId}, ${id(53)}, ${id(41)}, ${hash(keys.revoked)}, 'read_write', ${createdAt}, ${createdAt})`;
  await sql`
    insert into request_windows (company_id, key_id, opened_at, used) values (${companyId}, ${id(51)}, ${createdAt}, 3)`;
  await sql`
    insert into clients (company_id, id, first_name, last_name, email, phone, created_at, updated_at, sort_name, words) values
      (${companyId}, ${id(61)}, 'Ann', 'Smith', 'Ann@Example.com', '+1 (212) 555', ${createdAt}, ${createdAt}, 'ann smith', array_to_tsvector('{ann,smith}')),
      (${companyId}, ${importedClient}, '', 'Oak Farm', null, null, ${createdAt}, ${createdAt}, ' oak farm', array_to_tsvector('{oak,farm}'))`;
  await sql`
    insert into pets (company_id, id, client_id, name, species, breed, sex, date_of_birth, created_at, updated_at, sort_name, words) values
      (${companyId}, ${id(71)}, ${id(61)}, 'Rex', 'dog', 'Beagle', 'male', '2020-02-29', ${createdAt}, ${createdAt}, 'rex', array_to_tsvector('{rex,ann,smith}')),
      (${companyId}, ${id(72)}, ${importedClient}, 'Mia', 'cat', null, null, null, ${createdAt}, ${createdAt}, 'mia', array_to_tsvector('{mia,oak,farm}'))`;
  await sql`
    insert into appointments (
      company_id, id, store_id, pet_id, client_id, title, start_at, end_at, notes, status, room_id, checked_in_at, created_from,
      visit_type_id, visit_type_name, visit_type_category, created_at, updated_at, employee_ids, main_employee_ids, title_words, raw
    )
    select ${companyId}, id, ${id(11)}, ${id(71)}, ${id(61)}, title, start_at, '2026-03-03T09:20Z', 'limps', status, ${id(21)}, null, 'app',
      ${id(31)}, 'Check-up', 'consult', ${createdAt}, ${createdAt}, ${ids(41, 43)}, ${ids(41)}, array_to_tsvector('{rex}'), raw
    from (values
      (${id(81)}::uuid, 'Rex – Check-up', '2026-03-03T09:00Z'::timestamptz, 'confirmed', null::jsonb), (${id(82)}, 'Rex – Check-up', '2026-03-03T09:00Z', 'cancelled', null),
      (${id(83)}, 'Rex', '2026-03-03T09:00Z', 'odd', null), (${id(84)}, null, '2026-03-03T09:00Z', 'confirmed', '{"title": 7}'), (${id(85)}, 'Rex', null, 'confirmed', null)
    ) as given (id, title, start_at, status, raw)`;
  await sql`
    insert into appointment_history (company_id, appointment_id, at, employee_id, changes) values
      (${companyId}, ${id(81)}, '2026-03-01T07:00Z', null, '[]'),
      (${companyId}, ${id(81)}, ${createdAt}, ${id(41)}, '[{"field": "status", "from": "requested", "to": "confirmed"}]')`;
  const hashed = createHash('sha256')
    .update(JSON.stringify(['POST', '/v1/appointments', sorted(create)]))
    .digest('hex');
  // The driver has always stored the text of these bytes.
  const request = Buffer.from(`\\x${hashed}`);
  await sql`
    insert into idempotency_keys (company_id, api_key_id, idempotency_key, request, created_id, created_at) values
      (${companyId}, ${id(51)}, 'sent-twice', ${request}, ${id(81)}, ${createdAt})`;
}

const sorted = (body: object) => Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Rows for tables that are newer than 1.0.0. */
async function insertLaterRows(sql: postgres.Sql): Promise<void> {
  await sql`update employees set permissions = permissions || '{practice.write,availability.write}' where id = ${id(41)}`;
  await sql`update api_keys set expires_at = '2026-12-31T23:00Z' where id = ${id(52)}`;
  await sql`
    insert into practice_history (company_id, at, id, employee_id, kind, record_id, name, action, changes, store_ids) values
      (${companyId}, ${createdAt}, ${id(91)}, ${id(41)}, 'room', ${id(21)}, 'OP', 'changed', '[{"field": "name", "from": "Room 1", "to": "OP"}]', ${ids(11)})`;
  await sql`
    insert into imported_records (company_id, id, source, kind, key, record_id, imported) values
      (${companyId}, ${importedClient}, ${source}, 'client', '7', ${importedClient}, '{"firstName": "", "lastName": "Oak Farm"}')`;
  await sql`
    insert into availability (company_id, id, kind, store_id, employee_id, room_id, start_at, end_at, title, series_id, created_at, updated_at) values
      (${companyId}, ${id(101)}, 'on_duty', ${id(11)}, ${id(41)}, null, '2026-03-03T07:00Z', '2026-03-03T16:00Z', null, ${id(100)}, ${createdAt}, ${createdAt}),
      (${companyId}, ${id(102)}, 'on_duty', ${id(11)}, ${id(41)}, null, '2026-03-10T07:00Z', '2026-03-10T16:00Z', null, ${id(100)}, ${createdAt}, ${createdAt}),
      (${companyId}, ${id(103)}, 'unavailable', null, ${id(42)}, null, '2026-03-03T00:00Z', '2026-03-06T00:00Z', 'Holiday', null, ${createdAt}, ${createdAt}),
      (${companyId}, ${id(104)}, 'unavailable', ${id(11)}, null, ${id(21)}, '2026-03-03T10:00Z', '2026-03-03T11:00Z', 'Cleaning', null, ${createdAt}, ${createdAt})`;
}

/** Rows for the tables and columns that 2.0.0 added. */
async function insertRowsOf2(sql: postgres.Sql): Promise<void> {
  await sql`update appointment_history set reason = 'Client' where employee_id = ${id(41)}`;
  await sql`
    insert into waiting_list (company_id, id, store_id, pet_id, client_id, visit_type_id, duration_minutes, from_date, until_date, weekdays, status, created_at, updated_at) values
      (${companyId}, ${id(111)}, ${id(11)}, ${id(71)}, ${id(61)}, ${id(31)}, 20, '2026-03-02', '2026-04-02', '[]', 'waiting', ${createdAt}, ${createdAt})`;
}

/** Turns an empty database into that of an earlier version, with rows in each of its tables. */
export async function makeEarlier(sql: postgres.Sql, { name, newest }: EarlierVersion): Promise<void> {
  const folder = new URL('../service/db/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) <= newest);
  await sql`create schema frontdesk`;
  await sql`create table frontdesk.migrations (name text not null, applied_at timestamptz not null default now(), version text)`;
  for (const file of files.sort()) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await sql.unsafe(statement);
    await sql`insert into frontdesk.migrations (name, version) values (${file}, ${name})`;
  }
  await insertRows(sql);
  if (newest > 4) await insertLaterRows(sql);
  if (newest > 10) await insertRowsOf2(sql);
  // A lost table without rows would not be noticed; this table is filled only by changes.
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'superseded_appointments'`;
  for (const table of tables)
    expect({ table, rows: await sql`select from ${sql(table.name)} limit 1` }).toMatchObject({ rows: [{}] });
}

/** Reads a database that {@link makeEarlier} made and the current version has opened, as its users do. */
export async function expectWhole(database: Database, { newest }: EarlierVersion): Promise<void> {
  const service = createTestService(database);
  const vet = service.client(keys.vet);
  const list = async (path: string, query: Record<string, string> = {}) => {
    const { status, body } = await vet.get(path, {
      ...(path !== '/v1/companies' && { companyId }),
      limit: '50',
      ...query,
    });
    expect({ path, query, status, body }).toMatchObject({ path, status: 200 });
    return (body as { data: Record<string, unknown>[] }).data;
  };

  expect((await vet.get('/v1/me', { companyId })).body).toMatchObject({
    employeeId: id(41),
    storeIds: [id(11), id(12)],
    permissions: expect.arrayContaining(['appointments.write', 'pets.write', 'practice.write', 'availability.write']),
    access: 'read_write',
  });
  const me = { companyId };
  expect((await service.client(keys.desk).get('/v1/me', me)).body).toMatchObject({
    employeeId: id(42),
    access: 'read_only',
  });
  expect((await service.client(keys.revoked).get('/v1/me', me)).status).toBe(401);

  const openingHours = [{ weekday: 1, opens: '08:00', closes: '18:00' }];
  const rooms = [
    { id: id(21), name: 'OP', categories: ['surgery'] },
    { id: id(22), name: 'Room 2', categories: [] },
  ];
  expect(await list('/v1/companies')).toMatchObject([
    {
      id: companyId,
      name: 'Tom & Jerry Vets',
      stores: [
        { id: id(11), name: 'Main', timeZone: 'Europe/Amsterdam', openingHours, rooms },
        {
          id: id(12),
          name: 'Annex',
          openingHours: [],
          rooms: [],
          phone: null,
          email: null,
          address: null,
          website: null,
        },
      ],
    },
  ]);
  expect(await database.sql`select name from companies order by company_id`).toEqual([
    { name: 'Tom & Jerry Vets' },
    { name: 'Other' },
  ]);
  // Every company has message settings, and nothing is sent before someone says so.
  expect((await vet.get('/v1/message-settings', me)).body).toMatchObject({ isOn: false, language: 'en', texts: [] });
  expect(await database.sql`select from message_settings`).toHaveLength(2);
  expect(await list('/v1/messages')).toEqual([]);
  expect(await list('/v1/appointment-types')).toMatchObject([
    { id: id(31), name: 'Check-up', category: 'consult', durationMinutes: 20, isActive: true, isMessaged: true },
    { id: id(33), name: 'Farewell', category: 'euthanasia', isMessaged: false, preparation: null },
    { id: id(32), name: 'Leeches', category: 'dental', durationMinutes: 45, isActive: false },
  ]);
  expect(await list('/v1/employees')).toMatchObject([
    { id: id(41), firstName: 'Élodie', lastName: 'O’Malley', role: 'manager', isActive: true },
    { id: id(42), firstName: 'Kim', storeIds: [id(11)], role: 'receptionist', isActive: true },
    { id: id(43), firstName: 'Old', role: 'vet', isActive: false },
  ]);
  const oakFarm = {
    ...{ id: importedClient, firstName: '', lastName: 'Oak Farm', email: null, phone: null },
    ...{ contactBy: null, language: null },
  };
  const ann = {
    id: id(61),
    firstName: 'Ann',
    lastName: 'Smith',
    email: 'Ann@Example.com',
    phone: '+1 (212) 555',
    createdAt,
  };
  expect(await list('/v1/clients')).toMatchObject([oakFarm, ann]);
  for (const query of ['smi', '+1 212 555', 'ann@example.com'])
    expect(await list('/v1/clients', { query })).toMatchObject([ann]);
  expect(await list('/v1/pets')).toMatchObject([
    {
      id: id(72),
      clientId: importedClient,
      clientName: 'Oak Farm',
      name: 'Mia',
      species: 'cat',
      breed: null,
      dateOfBirth: null,
    },
    {
      id: id(71),
      clientId: id(61),
      clientName: 'Ann Smith',
      name: 'Rex',
      breed: 'Beagle',
      sex: 'male',
      dateOfBirth: '2020-02-29',
    },
  ]);

  const booked = {
    ...{
      id: id(81),
      title: 'Rex – Check-up',
      start: '2026-03-03T09:00:00.000Z',
      end: '2026-03-03T09:20:00.000Z',
      notes: 'limps',
    },
    ...{
      storeId: id(11),
      petId: id(71),
      clientId: id(61),
      roomId: id(21),
      visitTypeId: id(31),
      visitTypeName: 'Check-up',
    },
    ...{ status: 'confirmed', createdFrom: 'app', createdAt, updatedAt: createdAt },
    employees: [
      { id: id(41), isMainEmployee: true },
      { id: id(43), isMainEmployee: false },
    ],
  };
  const appointments = await list('/v1/appointments');
  expect(appointments).toHaveLength(5);
  const byId = Object.fromEntries(appointments.map((one) => [one['id'], one]));
  expect(byId[id(81)]).toMatchObject(booked);
  expect(byId[id(82)]).toMatchObject({ ...booked, id: id(82), status: 'cancelled' });
  // These do not match the contract and are returned as their ids.
  for (const nth of [83, 84, 85]) expect(byId[id(nth)]).toEqual({ id: id(nth) });
  expect(
    await database.sql`select status, raw from appointments where id in (${id(83)}, ${id(84)}) order by id`,
  ).toEqual([
    { status: 'odd', raw: null },
    { status: 'confirmed', raw: { title: 7 } },
  ]);
  expect(await list(`/v1/appointments/${id(81)}/history`)).toEqual([
    {
      ...{ at: createdAt, employeeId: id(41) },
      changes: [{ field: 'status', from: 'requested', to: 'confirmed' }],
      // If nothing else was recorded, the author of the change gave the reason.
      ...(newest > 10 && { reason: 'Client', reasonAt: createdAt, reasonEmployeeId: id(41) }),
    },
    { at: '2026-03-01T07:00:00.000Z', employeeId: null, changes: [] },
  ]);
  const json = { 'Content-Type': 'application/json', 'Idempotency-Key': 'sent-twice' };
  expect(await vet.post('/v1/appointments', create, json)).toMatchObject({ status: 200, body: id(81) });
  if (newest === 4) return;

  const [, desk] =
    await database.sql`select expires_at::text from api_keys where company_id = ${companyId} order by id`;
  expect(desk).toEqual({ expires_at: '2026-12-31 23:00:00+00' });
  expect(await list('/v1/practice/history')).toMatchObject([
    {
      at: createdAt,
      employeeId: id(41),
      kind: 'room',
      recordId: id(21),
      name: 'OP',
      action: 'changed',
      changes: [{ field: 'name', from: 'Room 1', to: 'OP' }],
    },
  ]);
  const planned = await list('/v1/availability', { start: '2026-03-01T00:00Z', end: '2026-04-01T00:00Z' });
  const entry = (start: string, end: string) => ({ start: `2026-03-${start}:00.000Z`, end: `2026-03-${end}:00.000Z` });
  expect(planned).toHaveLength(4);
  expect(planned).toEqual(
    expect.arrayContaining(
      [
        { kind: 'on_duty', storeId: id(11), employeeId: id(41), ...entry('03T07:00', '03T16:00') },
        { kind: 'on_duty', storeId: id(11), employeeId: id(41), ...entry('10T07:00', '10T16:00') },
        { kind: 'unavailable', storeId: null, employeeId: id(42), title: 'Holiday', ...entry('03T00:00', '06T00:00') },
        { kind: 'unavailable', storeId: id(11), roomId: id(21), title: 'Cleaning', ...entry('03T10:00', '03T11:00') },
      ].map((fields) => expect.objectContaining(fields)),
    ),
  );
  if (newest > 10) {
    expect(await list('/v1/waiting-list')).toMatchObject([{ id: id(111), petId: id(71), status: 'waiting' }]);
  }
  // The record is found again by its id in the source.
  const lines = [{ kind: 'client', key: '7', firstName: '', lastName: 'Oak Farm' }];
  const imported = await vet.post('/v1/practice/import', { companyId, source, dryRun: true, lines });
  expect(imported).toMatchObject({ status: 200, body: { lines: [{ outcome: 'unchanged' }] } });
}
