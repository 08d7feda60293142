import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pageSchema } from '#contract/page.ts';
import { practiceHistoryPageSchema } from '#contract/practice-management.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { importRecords } from './write-batches.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
});
afterAll(() => database.close());

function record(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    petId: practice.pet,
    clientId: practice.client,
    storeId: practice.stores[0],
    companyId: practice.companyId,
    storeInvoiceId: null,
    billingContextId: null,
    title: 'Rex – X-ray (urgent) \'now\' \\ "then"',
    start: '2026-03-02T09:00+01:00',
    end: '2026-03-02T09:30:00.5+01:00',
    notes: 'line\nbreak',
    bookingNotes: null,
    clientNotes: null,
    status: 'completed',
    location: null,
    roomId: null,
    checkedInAt: null,
    createdFrom: 'migration',
    visitTypeId: null,
    visitTypeName: null,
    visitTypeCategory: 'diagnostics',
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: '2025-01-01T00:00:00Z',
    employees: [{ id: practice.vet, isMainEmployee: true }],
    ...changes,
  };
}

const lines = (...records: unknown[]) => records.map((value) => JSON.stringify(value));

async function served() {
  const client = createTestService(database).client(await keyOf(database, practice.vet));
  const answer = await client.get('/v1/appointments', { companyId: practice.companyId, limit: '500' });
  return pageSchema(z.record(z.string(), z.unknown())).parse(answer.body);
}

test('takes appointments as they are, and a second run changes nothing', async () => {
  const sound = record();
  const odd = [
    record({ status: 'teleported' }),
    record({ title: null }),
    record({ petId: 'rex' }),
    record({ start: 'yesterday' }),
    record({ end: '2026-02-30T10:00:00Z' }),
    record({ storeId: randomUUID() }),
    record({ visitTypeCategory: 'x'.repeat(5000) }),
    record({ createdFrom: 7 }),
    record({ notes: 'NUL \u0000' }),
    record({ location: 'half \ud83d' }),
    record({ employees: [{ id: practice.vet }] }),
    record({ createdAt: null }),
    record({ id: 'APPT-1' }),
    record({ clientId: '00000000-0000-9000-8000-000000000000' }),
  ];
  const warnings: [number, string][] = [];
  const progress: number[] = [];
  const onWarning = (line: number, warning: string) => void warnings.push([line, warning]);
  const onProgress = (done: number) => void progress.push(done);
  const input = [...lines(sound, ...odd), '', 'not json', '[]', '{"id":1}'];
  const result = await importRecords(database, input, { onWarning, onProgress });
  expect(result).toEqual({ lines: 19, added: 15, changed: 0, unchanged: 0, refused: 3, flawed: 14 });
  expect(warnings.map(([line]) => line).sort((a, b) => a - b)).toEqual(
    [...Array(14).keys()].map((n) => n + 2).concat(17, 18, 19),
  );
  expect(progress).toEqual([19]);

  const page = await served();
  expect(page.totalCount).toBe(15);
  expect(page.data.filter((item) => Object.keys(item).length > 1)).toEqual([
    {
      ...sound,
      start: '2026-03-02T08:00:00.000Z',
      end: '2026-03-02T08:30:00.500Z',
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    },
  ]);
  const ids = page.data.map((item) => item['id']);
  expect(ids.sort()).toEqual([sound, ...odd].map((item) => item['id']).sort());

  const again = await importRecords(database, input);
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 15, refused: 3 });
  const mended = await importRecords(database, lines({ ...odd[0], status: 'completed' }));
  expect(mended).toMatchObject({ added: 0, changed: 1, flawed: 0 });
  expect((await served()).totalCount).toBe(15);
});

test('what an import changes of an appointment is later than what was there, and stands in its history', async () => {
  const { companyId, rooms, vet, near } = practice;
  const client = createTestService(database).client(await keyOf(database, vet));
  const mine = record();
  const { id } = mine;
  const read = async (path = '') => (await client.get(`/v1/appointments/${id}${path}`, { companyId })).body;
  const importAt = (time: string, changes: Record<string, unknown>) =>
    importRecords(database, lines({ ...mine, ...changes }), { clock: () => Date.parse(time) });
  await importAt('2026-03-01T10:00Z', {});
  const begun = { at: '2025-01-01T00:00:00.000Z', employeeId: null, changes: [] };
  expect(await read('/history')).toMatchObject({ data: [begun] });

  const moved = {
    roomId: rooms[0][1],
    employees: [
      { id: vet, isMainEmployee: false },
      { id: near, isMainEmployee: true },
    ],
  };
  expect(await importAt('2026-03-01T11:00Z', moved)).toMatchObject({ changed: 1 });
  const entry = {
    at: '2026-03-01T11:00:00.000Z',
    employeeId: null,
    changes: [
      { field: 'roomId', from: null, to: rooms[0][1] },
      { field: 'employeeId', from: vet, to: near },
    ],
  };
  expect(await read()).toMatchObject({ ...moved, updatedAt: entry.at });
  expect(await read('/history')).toMatchObject({ data: [entry, begun], totalCount: 2 });

  // The file's own updatedAt is older than the change by now.
  expect(await importAt('2026-03-01T12:00Z', moved)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await read()).toMatchObject({ updatedAt: entry.at });
  // Of what the history does not tell, and by a clock that is behind.
  const retitled = { ...moved, title: 'Rex – Recheck' };
  expect(await importAt('2026-03-01T10:30Z', retitled)).toMatchObject({ changed: 1 });
  expect(await read()).toMatchObject({ title: 'Rex – Recheck', updatedAt: '2026-03-01T11:00:00.001Z' });
  expect(await read('/history')).toMatchObject({ data: [entry, begun] });
  // By a file that is newer than everything.
  const odd = { ...retitled, status: 'teleported', start: null, updatedAt: '2026-03-01T13:00:00.000Z' };
  await importAt('2026-03-01T12:30Z', odd);
  expect(await read('/history')).toMatchObject({
    data: [
      {
        at: '2026-03-01T13:00:00.000Z',
        changes: [
          { field: 'status', from: 'completed', to: 'teleported' },
          { field: 'start', from: '2026-03-02T08:00:00.000Z', to: null },
        ],
      },
      entry,
      begun,
    ],
  });
});

test('takes a whole practice, in any order, with its people', async () => {
  const companyId = randomUUID();
  const storeId = randomUUID();
  const clientId = randomUUID();
  const input = lines(
    {
      ...{ kind: 'pets', id: randomUUID(), companyId, clientId, name: 'Bello', species: 'dog' },
      ...{ dateOfBirth: '2019-02-30', deceasedOn: '2026-02-28', alert: 'bites', isActive: false },
    },
    { client: { id: clientId, companyId, firstName: 'Zoë', lastName: 'Ünal', email: null, phone: null } },
    {
      id: randomUUID(),
      companyId,
      firstName: 'Kim',
      lastName: 'Lee',
      role: 'vet',
      storeIds: [storeId],
      isActive: true,
    },
    { id: randomUUID(), companyId, name: 'Check', category: 'consult', durationMinutes: 20, isActive: true },
    {
      id: companyId,
      name: 'Migrated',
      stores: [
        {
          id: storeId,
          name: 'Main',
          timeZone: 'Europe/Paris',
          openingHours: [],
          rooms: [
            { id: randomUUID(), name: 'One' },
            { id: randomUUID(), name: 'Two', categories: ['surgical', 'dental', 'surgical'] },
          ],
        },
      ],
    },
  );
  expect(await importRecords(database, input)).toMatchObject({ lines: 5, added: 8, refused: 0 });
  expect(await importRecords(database, input)).toMatchObject({ added: 0, changed: 0, unchanged: 8 });
  const [employee] = await database.sql`select id from employees where company_id = ${companyId}::uuid`;
  const client = createTestService(database).client(await keyOf(database, String(employee?.['id'])));
  expect(await client.get('/v1/pets', { companyId, query: 'bel ün' })).toMatchObject({
    status: 200,
    body: {
      totalCount: 1,
      data: [
        {
          name: 'Bello',
          clientName: 'Zoë Ünal',
          dateOfBirth: null,
          deceasedOn: '2026-02-28',
          alert: 'bites',
          isActive: false,
        },
      ],
    },
  });
  const rooms = [
    { name: 'One', categories: [] },
    { name: 'Two', categories: ['dental', 'surgical'] },
  ];
  expect(await client.get('/v1/companies')).toMatchObject({
    body: { data: [{ name: 'Migrated', stores: [{ timeZone: 'Europe/Paris', rooms }] }] },
  });
  await importRecords(database, lines({ client: { id: clientId, companyId, firstName: 'Zoë', lastName: 'Kaya' } }));
  expect(await client.get('/v1/pets', { companyId, query: 'kaya' })).toMatchObject({ body: { totalCount: 1 } });
});

test('of the categories of a room, keeps those that are known, makes none a room for all, and says which is not', async () => {
  const warnings: [number, string][] = [];
  const room = {
    kind: 'room',
    id: randomUUID(),
    companyId: practice.companyId,
    storeId: practice.stores[1],
    name: 'Spa',
  };
  const input = lines(
    { ...room, categories: ['grooming', 'massage'] },
    { ...room, id: randomUUID(), categories: 'grooming' },
    { ...room, id: randomUUID(), categories: ['massage'] },
  );
  const result = await importRecords(database, input, {
    onWarning: (line, warning) => void warnings.push([line, warning]),
  });
  expect(result).toMatchObject({ added: 3, flawed: 3 });
  expect(warnings).toEqual([
    [1, 'categories has "massage", which is not a known value: no visit is of it'],
    [2, 'categories is not of the expected form: left out'],
    [3, 'categories has "massage", which is not a known value: no visit is of it'],
  ]);
  const kept = await database.sql`
    select categories::text from rooms where company_id = ${practice.companyId}::uuid and name = 'Spa' order by 1`;
  expect(kept.map((row) => row['categories'])).toEqual(['{grooming}', '{massage}', '{}']);
});

test('notes by nobody what it makes and changes of a practice, and leaves it somebody who manages it', async () => {
  const companyId = randomUUID();
  const [storeId, boss, other] = [randomUUID(), randomUUID(), randomUUID()];
  const person = (id: string, changes: object) => ({
    ...{ companyId, id, firstName: 'Kim', lastName: 'Lee', role: 'manager', storeIds: [storeId], isActive: true },
    ...changes,
  });
  const hours = { timeZone: 'UTC', openingHours: [], rooms: [{ id: randomUUID(), name: 'Lab' }] };
  const company = { id: companyId, name: 'New', stores: [{ id: storeId, companyId, name: 'Main', ...hours }] };
  await importRecords(database, lines(company, person(boss, {}), person(other, { firstName: 'Bo' })));
  const told: [number, string][] = [];
  const options = { onWarning: (line: number, text: string) => told.push([line, text]) };
  const leaving = lines(person(other, { firstName: 'Bo', permissions: [] }), person(boss, { isActive: false }));
  const result = await importRecords(database, leaving, options);
  expect(result).toMatchObject({ changed: 1, unchanged: 1, flawed: 1 });
  expect(told.filter(([, text]) => text.includes('last who'))).toEqual([[2, expect.stringContaining('may manage')]]);
  await importRecords(
    database,
    lines({ ...company, name: 'Newer' }, person(boss, { firstName: 'Jo', permissions: [] })),
  );
  const client = createTestService(database).client(await keyOf(database, boss));
  const history = await client.get('/v1/practice/history', { companyId });
  const { data } = practiceHistoryPageSchema.parse(history.body);
  const inShort = data.map(({ kind, name, action, employeeId, changes }) => [
    ...[kind, name, action, employeeId, changes.map(({ field }) => field).join(' ')],
  ]);
  expect(inShort.filter(([kind]) => kind !== 'key')).toEqual([
    ['employee', 'Kim Lee', 'changed', null, 'firstName'],
    ['company', 'New', 'changed', null, 'name'],
    ['employee', 'Bo Lee', 'changed', null, 'permissions'],
    ['employee', 'Bo Lee', 'created', null, 'firstName lastName role storeIds permissions isActive'],
    ['employee', 'Kim Lee', 'created', null, 'firstName lastName role storeIds permissions isActive'],
    ['room', 'Lab', 'created', null, 'storeId name categories'],
    ['store', 'Main', 'created', null, 'name timeZone openingHours'],
    ['company', 'New', 'created', null, 'name'],
  ]);
});

test('keeps every time zone that has a name, also one that engines list under another, and says where there is none', async () => {
  const companyId = randomUUID();
  const zones = ['Europe/Kyiv', 'Asia/Kolkata', 'US/Eastern', 'Europe/Atlantis'];
  const stores = zones.map((timeZone) => ({ id: randomUUID(), name: timeZone, timeZone, openingHours: [], rooms: [] }));
  const told: string[] = [];
  const onWarning = (_line: number, warning: string) => void told.push(warning);
  await importRecords(database, lines({ id: companyId, name: 'Zones', stores }), { onWarning });
  const kept = await database.sql`
    select time_zone from stores where company_id = ${companyId}::uuid order by position`;
  expect(kept.map((row) => row['time_zone'])).toEqual(['Europe/Kyiv', 'Asia/Kolkata', 'US/Eastern', 'UTC']);
  expect(told.filter((warning) => warning.includes('timeZone'))).toEqual(['timeZone is no IANA zone: UTC is kept']);
});

test('takes the plan as it is, known by its own kind, and refuses what could not be in one', async () => {
  const own = await addPractice(database);
  const entry = (changes: Record<string, unknown> = {}) => ({
    ...{ id: randomUUID(), companyId: own.companyId, kind: 'on_duty', storeId: own.stores[0], employeeId: own.vet },
    ...{ roomId: null, start: '2026-03-02T08:00+01:00', end: '2026-03-02T17:00+01:00', title: null, seriesId: null },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    ...changes,
  });
  const holiday = entry({ kind: 'unavailable', storeId: null, title: ' Holiday ' });
  const wrong = [
    entry({ storeId: randomUUID() }),
    entry({ employeeId: null }),
    entry({ end: '2026-03-02T07:00Z' }),
    entry({ start: 'soon' }),
  ];
  const all = lines(entry(), { availability: holiday }, ...wrong);
  const told: string[] = [];
  const onWarning = (line: number, warning: string) => void told.push(`${line} ${warning}`);
  expect(await importRecords(database, all, { onWarning })).toMatchObject({ added: 2, refused: 4 });
  expect(told.map((text) => text.slice(0, 2)).sort()).toEqual(['3 ', '4 ', '5 ', '6 ']);
  expect(told.join()).toContain('no store of the company');
  expect(await importRecords(database, all)).toMatchObject({ added: 0, changed: 0, unchanged: 2, refused: 4 });

  const client = createTestService(database).client(await keyOf(database, own.vet));
  const window = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  const answer = await client.get('/v1/availability', { companyId: own.companyId, ...window });
  const { data } = pageSchema(z.record(z.string(), z.unknown())).parse(answer.body);
  expect(data.map(({ kind, title, start }) => [kind, title, start]).sort()).toEqual([
    ['on_duty', null, '2026-03-02T07:00:00.000Z'],
    ['unavailable', 'Holiday', '2026-03-02T07:00:00.000Z'],
  ]);
});
