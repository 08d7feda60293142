import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { practiceHistoryPageSchema } from '#contract/practice-management.ts';
import { listCompanies, listEmployees } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { createDemoPractice, demoPeriod } from '#service/demo/demo-practice.ts';
import { seedDemo } from '#service/demo/seed-demo.ts';
import { readLists } from '#testing/api-lists.ts';
import { databaseKind, openOwnDatabase, openSharedDatabase } from '#testing/databases.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { restoreRecords } from './restore.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openSharedDatabase();
  practice = await addPractice(database);
});
afterAll(() => database.close());

/** An appointment as the API returns it. */
function appointment(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    petId: practice.pet,
    clientId: practice.client,
    storeId: practice.stores[0],
    companyId: practice.companyId,
    storeInvoiceId: null,
    billingContextId: null,
    title: 'Rex – X-ray (urgent) \'now\' \\ "then"',
    start: '2026-03-02T08:00:00.000Z',
    end: '2026-03-02T08:30:00.500Z',
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
    createdAt: '2025-01-01T00:00:00.000Z',
    updatedAt: '2025-01-01T00:00:00.000Z',
    employees: [{ id: practice.vet, isMainEmployee: true }],
    ...changes,
  };
}

const employee = (companyId: string, id: string, changes: object = {}) => ({
  ...{ id, companyId, storeIds: [], firstName: 'Kim', lastName: 'Lee', role: 'manager', isActive: true },
  ...changes,
});

/** Restores records, one per line, and returns the result with the problems of the lines. */
async function restore(records: readonly unknown[], options: Parameters<typeof restoreRecords>[2] = {}) {
  const problems: string[] = [];
  const result = await restoreRecords(database, () => records.map((record) => JSON.stringify(record)), {
    onProblem: (line, problem) => void problems.push(`${line} ${problem}`),
    ...options,
  });
  return { result, problems };
}

const clientOf = async (of: Database, employeeId: string) => createTestService(of).client(await keyOf(of, employeeId));

test(`everything that the API returns of the demo is the same after a restore into an empty ${databaseKind}`, async () => {
  const [demo, copy] = [await openOwnDatabase(), await openOwnDatabase()];
  try {
    const period = demoPeriod(Temporal.PlainDate.from('2026-06-10'));
    await seedDemo(demo, { practice: createDemoPractice(7, period.today), period, appointments: 600 });
    const [practice] = await listCompanies(demo);
    const companyId = practice?.id ?? '';
    const employees = await listEmployees(demo);
    const manager = employees.find((one) => one.companyId === companyId && one.permissions.includes('practice.write'));
    const served = await readLists(await clientOf(demo, manager?.id ?? ''), companyId);
    const lines = served.map((record) => JSON.stringify(record));
    expect(lines.length).toBeGreaterThan(600);

    const result = await restoreRecords(copy, () => lines);
    expect(result).toMatchObject({ lines: lines.length, changed: 0, unchanged: 0, refused: 0, unresolved: 0 });
    const again = await readLists(await clientOf(copy, manager?.id ?? ''), companyId);
    expect(again.map((record) => JSON.stringify(record))).toEqual(lines);
  } finally {
    await Promise.all([demo.close(), copy.close()]);
  }
});

test('an appointment with values that the API does not allow is restored, and returned as its id', async () => {
  const { companyId, vet } = practice;
  const sound = [appointment(), appointment({ kind: 'appointment', odd: 1 }), appointment({ employees: [] })];
  const written = appointment({ start: '2026-03-02T09:00+01:00' });
  const odd = [
    appointment({ status: 'teleported' }),
    appointment({ title: null }),
    appointment({ title: undefined }),
    appointment({ petId: 'rex' }),
    appointment({ start: 'yesterday' }),
    appointment({ end: '2026-02-30T10:00:00Z' }),
    appointment({ end: null }),
    appointment({ storeId: randomUUID() }),
    appointment({ visitTypeCategory: Array.from({ length: 200 }, () => randomUUID()).join('') }),
    appointment({ createdFrom: 7 }),
    appointment({ notes: 'NUL \u0000' }),
    appointment({ location: 'half \ud83d' }),
    appointment({ employees: [{ id: vet }] }),
    appointment({ employees: 'Kim' }),
    appointment({ createdAt: null }),
    appointment({ id: `APPT-${companyId}` }),
    appointment({ clientId: '00000000-0000-9000-8000-000000000000' }),
  ];
  const all = [...sound, written, ...odd];
  const { result, problems } = await restore(all);
  expect(result).toMatchObject({ added: all.length, refused: 0, unresolved: odd.length });
  expect(problems.map((problem) => problem.replace(/:.*/, ''))).toEqual(
    odd.map((_, nth) => `${sound.length + nth + 2} returned as its id only`),
  );
  expect(problems.join('\n')).toMatch(/status: has the value "teleported".*\n.*title: is missing\n/);

  const served = await readLists(await clientOf(database, vet), companyId);
  const serve = (id: unknown) => served.filter((record) => record['id'] === id);
  expect(odd.flatMap(({ id }) => serve(id))).toEqual(odd.map(({ id }) => ({ id })));
  expect(sound.flatMap(({ id }) => serve(id))).toEqual(sound.map(({ kind: _, odd: __, ...record }) => record));
  expect(serve(written['id'])).toMatchObject([{ start: '2026-03-02T08:00:00.000Z' }]);

  expect((await restore(all)).result).toMatchObject({ added: 0, changed: 0, unchanged: all.length });
  const corrected = { ...odd[0], status: 'completed' };
  expect((await restore([corrected])).result).toMatchObject({ changed: 1, unresolved: 0 });
});

test('each refused line is reported with the reason, and all others are restored', async () => {
  const { companyId, client, stores, vet } = practice;
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const owner = { id: randomUUID(), companyId, firstName: 'Zoë', lastName: 'Ünal', email: null, phone: null, ...times };
  const duty = {
    ...{ id: randomUUID(), companyId, kind: 'on_duty', storeId: stores[0], employeeId: vet, roomId: null },
    ...{ start: '2026-03-02T08:00Z', end: '2026-03-02T17:00Z', title: null, seriesId: null, ...times },
  };
  const store = {
    id: randomUUID(),
    companyId,
    name: 'Atlantis',
    timeZone: 'Europe/Atlantis',
    openingHours: [],
    rooms: [],
  };
  const refused: [unknown, string][] = [
    [[], 'it is no JSON object of a known kind of record'],
    [{ id: randomUUID() }, 'it is no JSON object of a known kind of record'],
    [{ ...owner, id: 'C-1' }, 'id: must be a UUID'],
    [{ ...owner, companyId: randomUUID() }, 'companyId names no company of the file or the database'],
    [{ ...owner, firstName: undefined }, 'firstName: is missing'],
    [{ ...owner, phone: 7 }, 'phone: has the value 7, which is not allowed'],
    [{ ...owner, createdAt: 'once', lastName: 'NUL \u0000' }, 'lastName: must not hold NUL'],
    [
      {
        id: randomUUID(),
        companyId,
        clientId: client,
        name: 'Rex',
        species: 'dog',
        dateOfBirth: '2019-02-30',
        ...times,
      },
      'dateOfBirth: ',
    ],
    [
      { id: randomUUID(), companyId, name: 'Check', category: 'consult', durationMinutes: 1.5, isActive: true },
      'durationMinutes: ',
    ],
    [store, 'timeZone: must be an IANA time zone'],
    [{ id: randomUUID(), companyId, storeId: randomUUID(), name: 'Lab', categories: [] }, 'storeId: is no store'],
    [{ ...duty, storeId: randomUUID() }, 'storeId: is no store of the company'],
    [{ ...duty, employeeId: null }, 'employeeId: duty needs an employee'],
    [{ ...duty, end: '2026-03-02T07:00Z' }, 'end: must be after the start'],
    [{ ...duty, kind: 'teleported' }, 'kind: '],
    [appointment({ companyId: undefined }), 'companyId names no company of the file or the database'],
    [appointment({ id: undefined }), 'id is missing'],
  ];
  const { result, problems } = await restore([...refused.map(([record]) => record), owner, duty]);
  expect(result).toEqual({
    ...{ lines: refused.length + 2, added: 2, changed: 0, unchanged: 0, refused: refused.length, unresolved: 0 },
  });
  for (const [nth, [, reason]] of refused.entries()) {
    expect(problems).toContainEqual(expect.stringContaining(`${nth + 1} refused: ${reason}`));
  }
});

test('stores, rooms and all other records are restored wherever their company is in the file', async () => {
  const [companyId, storeId, bare, manager] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const zones = ['Europe/Kyiv', 'Asia/Kolkata', 'US/Eastern'];
  const rooms = ['Two', 'One'].map((name) => ({
    id: randomUUID(),
    name,
    categories: ['surgical', 'dental', 'massage'],
  }));
  const stores = zones.map((timeZone, nth) => ({
    ...{ id: nth === 0 ? storeId : randomUUID(), companyId, name: timeZone, timeZone, openingHours: [] },
    rooms: nth === 0 ? rooms : [],
  }));
  const visit = appointment({ companyId, storeId, notes: 'x' });
  const others = Array.from({ length: 30 }, () => appointment({ companyId, storeId, id: randomUUID() }));
  const late = { id: bare, companyId, name: 'Late', timeZone: 'UTC', openingHours: [], rooms: [] };
  const records = [
    visit,
    employee(companyId, manager, { storeIds: [storeId, bare] }),
    ...others,
    { id: companyId, name: 'New', stores },
    late,
  ];
  const { result, problems } = await restore(records, { batchSize: 7 });
  expect(problems).toEqual([]);
  expect(result).toMatchObject({ lines: 34, added: 39, refused: 0 });
  const [company, ...served] = await readLists(await clientOf(database, manager), companyId);
  // A store that is not nested in its company has no position among the others.
  expect(company).toEqual({ id: companyId, name: 'New', stores: expect.arrayContaining([stores[0], late]) });
  expect(served).toHaveLength(32);
});

test('a dry run reports the same, and writes nothing', async () => {
  const [companyId, storeId] = [randomUUID(), randomUUID()];
  const stores = [{ id: storeId, companyId, name: 'Main', timeZone: 'UTC', openingHours: [], rooms: [] }];
  const records = [
    appointment({ companyId, storeId }),
    appointment({ companyId, storeId, status: 'odd' }),
    employee(companyId, randomUUID()),
    { ...employee(companyId, randomUUID()), firstName: null },
    { id: companyId, name: 'Dry', stores },
  ];
  const rows = () => database.sql`
    select (select count(*)::int from companies) as companies, (select count(*)::int from appointments) as appointments,
      (select count(*)::int from employees) as employees, (select count(*)::int from practice_history) as history`;
  const before = await rows();
  const dry = await restore(records, { dryRun: true, batchSize: 2 });
  expect(await rows()).toEqual(before);
  expect(dry.result).toMatchObject({ added: 5, refused: 1, unresolved: 1 });
  expect(await restore(records, { batchSize: 2 })).toEqual(dry);
});

test('a restored change of an appointment is later than its previous version, and is in its history', async () => {
  const { companyId, rooms, vet, near } = practice;
  const client = await clientOf(database, vet);
  const mine = appointment();
  const read = async (path = '') => (await client.get(`/v1/appointments/${mine['id']}${path}`, { companyId })).body;
  const restoreAt = async (time: string, changes: Record<string, unknown>) =>
    (await restore([{ ...mine, ...changes }], { clock: () => Date.parse(time) })).result;
  await restoreAt('2026-03-01T10:00Z', {});
  const firstEntry = { at: '2025-01-01T00:00:00.000Z', employeeId: null, changes: [] };
  expect(await read('/history')).toMatchObject({ data: [firstEntry] });

  const moved = {
    roomId: rooms[0][1],
    employees: [
      { id: vet, isMainEmployee: false },
      { id: near, isMainEmployee: true },
    ],
  };
  expect(await restoreAt('2026-03-01T11:00Z', moved)).toMatchObject({ changed: 1 });
  const entry = {
    at: '2026-03-01T11:00:00.000Z',
    employeeId: null,
    changes: [
      { field: 'roomId', from: null, to: rooms[0][1] },
      { field: 'employeeId', from: vet, to: near },
    ],
  };
  expect(await read()).toMatchObject({ ...moved, updatedAt: entry.at });
  expect(await read('/history')).toMatchObject({ data: [entry, firstEntry], totalCount: 2 });

  // The file's updatedAt is older than the change.
  expect(await restoreAt('2026-03-01T12:00Z', moved)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await read()).toMatchObject({ updatedAt: entry.at });
  // A field that the history does not record, and a clock that is slow.
  const retitled = { ...moved, title: 'Rex – Recheck' };
  expect(await restoreAt('2026-03-01T10:30Z', retitled)).toMatchObject({ changed: 1 });
  expect(await read()).toMatchObject({ title: 'Rex – Recheck', updatedAt: '2026-03-01T11:00:00.001Z' });
  expect(await read('/history')).toMatchObject({ data: [entry, firstEntry] });
  // A file that is newer than all records.
  const odd = { ...retitled, status: 'teleported', start: null, updatedAt: '2026-03-01T13:00:00.000Z' };
  await restoreAt('2026-03-01T12:30Z', odd);
  const changes = [
    { field: 'status', from: 'completed', to: 'teleported' },
    { field: 'start', from: '2026-03-02T08:00:00.000Z', to: null },
  ];
  expect(await read('/history')).toMatchObject({
    data: [{ at: '2026-03-01T13:00:00.000Z', changes }, entry, firstEntry],
  });
});

test('omitted values stay unchanged, and a new record gets the defaults', async () => {
  const { companyId, vet } = practice;
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const owner = { id: randomUUID(), companyId, firstName: 'Bo', lastName: 'Li', ...times };
  const client = await clientOf(database, vet);
  const read = async () => (await readLists(client, companyId)).find(({ id }) => id === owner.id);
  await restore([owner]);
  const usual = { ...owner, email: null, phone: null, alert: null, isActive: true };
  expect(await read()).toEqual(usual);
  await restore([{ ...owner, alert: 'bites', isActive: false }]);
  expect((await restore([owner])).result).toMatchObject({ unchanged: 1 });
  expect(await read()).toMatchObject({ alert: 'bites', isActive: false });
});

test('a client that is restored with another name is found by it, and so are their pets', async () => {
  const { companyId, vet } = practice;
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const owner = { id: randomUUID(), companyId, firstName: 'Zoë', lastName: 'Ünal', email: null, phone: null, ...times };
  const pet = {
    id: randomUUID(),
    companyId,
    clientId: owner.id,
    clientName: 'Zoë Ünal',
    name: 'Bello',
    species: 'dog',
    ...times,
  };
  await restore([pet, owner]);
  const client = await clientOf(database, vet);
  const found = async (query: string) => (await client.get('/v1/pets', { companyId, query })).body;
  expect(await found('bel ün')).toMatchObject({ totalCount: 1, data: [{ ...pet, breed: null, dateOfBirth: null }] });
  const clock = () => Date.parse('2026-02-01T00:00Z');
  expect((await restore([{ ...owner, lastName: 'Kaya' }], { clock })).result).toMatchObject({ changed: 1 });
  expect(await found('kaya')).toMatchObject({ totalCount: 1 });
  expect(await client.get('/v1/clients', { companyId, query: 'kaya' })).toMatchObject({
    body: { data: [{ createdAt: times.createdAt, updatedAt: '2026-02-01T00:00:00.000Z' }] },
  });
});

test('the history of the practice lists restored records without an author, and a manager remains', async () => {
  const [companyId, storeId, boss, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const rooms = [{ id: randomUUID(), name: 'Lab', categories: [] }];
  const stores = [{ id: storeId, companyId, name: 'Main', timeZone: 'UTC', openingHours: [], rooms }];
  const company = { id: companyId, name: 'New', stores };
  const kim = employee(companyId, boss, { storeIds: [storeId] });
  const bo = employee(companyId, other, { storeIds: [storeId], firstName: 'Bo' });
  await restore([company, kim, bo]);
  const { result, problems } = await restore([
    { ...bo, permissions: [] },
    { ...kim, isActive: false },
  ]);
  expect(result).toMatchObject({ changed: 1, unchanged: 1 });
  expect(problems).toEqual(['2 is the last active employee who may manage the practice, and stays so']);
  // Lists omit the permissions, so they stay unchanged.
  await restore([{ ...company, name: 'Newer' }, { ...kim, firstName: 'Jo' }, bo]);
  const client = await clientOf(database, boss);
  const { data } = practiceHistoryPageSchema.parse((await client.get('/v1/practice/history', { companyId })).body);
  const inShort = data.map(({ kind, name, action, employeeId, changes }) => [
    ...[kind, name, action, employeeId, changes.map(({ field }) => field).join(' ')],
  ]);
  expect(inShort.filter(([kind]) => kind !== 'key')).toEqual([
    ['employee', 'Kim Lee', 'changed', null, 'firstName'],
    ['company', 'New', 'changed', null, 'name'],
    ['employee', 'Bo Lee', 'changed', null, 'permissions'],
    ['employee', 'Bo Lee', 'created', null, 'firstName lastName role isActive storeIds permissions'],
    ['employee', 'Kim Lee', 'created', null, 'firstName lastName role isActive storeIds permissions'],
    ['room', 'Lab', 'created', null, 'storeId name categories'],
    ['store', 'Main', 'created', null, 'name timeZone openingHours'],
    ['company', 'New', 'created', null, 'name'],
  ]);
});

test('an employee who is restored as inactive permanently loses their keys and their upcoming duty', async () => {
  const { companyId, near, stores } = practice;
  const client = await clientOf(database, near);
  expect(await client.get('/v1/companies')).toMatchObject({ status: 200 });
  const leaving = employee(companyId, near, { storeIds: [stores[0]], role: 'vet', isActive: false });
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const duty = {
    companyId,
    kind: 'on_duty',
    storeId: stores[0],
    employeeId: near,
    roomId: null,
    title: null,
    ...times,
  };
  const dutyOf = (year: number) => ({
    ...{ ...duty, id: randomUUID(), seriesId: null },
    ...{ start: `${year}-03-02T08:00:00.000Z`, end: `${year}-03-02T17:00:00.000Z` },
  });
  await restore([dutyOf(2020), dutyOf(2090)]);
  await restore([leaving]);
  const starts = await database.sql`select extract(year from start_at)::int as year from availability
    where company_id = ${companyId}::uuid and employee_id = ${near}::uuid`;
  expect(starts).toEqual([{ year: 2020 }]);
  await restore([{ ...leaving, isActive: true }]);
  expect(await client.get('/v1/companies')).toMatchObject({ status: 401 });
});

test('an invalid entry of the waiting list is refused with its line', async () => {
  const { companyId, stores, pet, client, visitType } = practice;
  const entry = {
    ...{ id: randomUUID(), companyId, storeId: stores[0], petId: pet, clientId: client, visitTypeId: visitType },
    ...{ employeeId: null, durationMinutes: 20, from: '2026-03-02', until: null, weekdays: [1], earliest: '09:00' },
    ...{ latest: '09:20', notes: null, status: 'waiting', appointmentId: null },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const { result, problems } = await restore([
    entry,
    { ...entry, latest: '09:19' },
    { ...entry, until: '2026-03-01' },
    { ...entry, status: 'booked' },
    { ...entry, appointmentId: randomUUID() },
    { ...entry, weekdays: [8] },
    { ...entry, storeId: randomUUID() },
  ]);
  expect(result).toMatchObject({ added: 1, refused: 6, unresolved: 0 });
  const faults = ['latest', 'until', 'appointmentId', 'appointmentId', 'weekdays', 'storeId'];
  expect(problems).toEqual(
    faults.map((field, nth) => expect.stringMatching(new RegExp(`^${nth + 2} refused: ${field}: `))),
  );
  const served = await (await clientOf(database, practice.vet)).get('/v1/waiting-list', { companyId });
  expect(served.body).toMatchObject({ data: [entry], totalCount: 1 });
});
