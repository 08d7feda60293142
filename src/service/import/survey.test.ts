import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { pageSchema } from '#contract/page.ts';
import { uuidOf } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addClient, addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { surveyRecords } from './survey.ts';
import { importRecords } from './write-batches.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
});
beforeEach(async () => {
  practice = await addPractice(database);
});
afterAll(() => database.close());

/** No more than a program knows that has the pets' own records elsewhere. */
function visit(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    companyId: practice.companyId,
    petId: practice.pet,
    visitTypeId: practice.visitType,
    roomId: practice.rooms[1][0],
    start: '2026-03-02T09:00Z',
    end: '2026-03-02T09:30Z',
    status: 'completed',
    createdAt: '2025-01-01T00:00:00.000Z',
    updatedAt: '2025-01-01T00:00:00.000Z',
    ...changes,
  };
}

/** Surveys the records, then imports them by what the survey knows; answers what was told, and the appointments as they are served. */
async function survey(records: readonly Record<string, unknown>[], source?: string) {
  const told: [number, string][] = [];
  async function* read() {
    for (const record of records) yield JSON.stringify(record);
  }
  const company = () => database.sql`
    select (select count(*)::int from appointments where company_id = ${practice.companyId}::uuid) as appointments,
      (select count(*)::int from clients where company_id = ${practice.companyId}::uuid) as clients,
      (select count(*)::int from pets where company_id = ${practice.companyId}::uuid) as pets`;
  const before = await company();
  const found = await surveyRecords(database, read, {
    ...(source !== undefined && { source }),
    onWarning: (line, warning) => void told.push([line, warning]),
  });
  expect(await company()).toEqual(before);
  const { added, changed, refused } = await importRecords(database, read(), { references: found.references });
  expect([added + changed, refused]).toEqual([found.records, found.refused]);
  const client = createTestService(database).client(await keyOf(database, practice.vet));
  const answer = await client.get('/v1/appointments', { companyId: practice.companyId, limit: '500' });
  const { data } = pageSchema(z.record(z.string(), z.unknown())).parse(answer.body);
  const unresolved = data.filter((item) => Object.keys(item).length === 1).map(({ id }) => String(id));
  return { found, told, unresolved, served: new Map(data.map((item) => [item['id'], item])) };
}

test('says which records would be served as their id alone, and they are', async () => {
  const sound = [visit(), visit({ title: '' }), visit({ notes: null, odd: 1 }), visit({ employees: [] })];
  const odd = [
    visit({ status: 'teleported' }),
    visit({ status: undefined }),
    visit({ petId: randomUUID() }),
    visit({ petId: 'rex' }),
    visit({ start: 'yesterday' }),
    visit({ end: null }),
    visit({ storeId: randomUUID() }),
    visit({ createdFrom: 7 }),
    visit({ createdAt: null }),
    visit({ visitTypeId: null }),
    visit({ employees: [{ id: practice.vet }] }),
    visit({ location: 'half \ud83d' }),
  ];
  const { told, found, unresolved } = await survey([...sound, ...odd]);
  expect(unresolved.sort()).toEqual(odd.map(({ id }) => id).sort());
  expect(found).toMatchObject({ lines: 16, records: 16, refused: 0, unresolved: odd.length });
  const alone = told.filter(([, warning]) => warning.startsWith('would be served as its id alone: '));
  expect(alone.map(([line]) => line)).toEqual(odd.map((_, nth) => sound.length + nth + 1));
  expect(told.filter((entry) => !alone.includes(entry))).toEqual([
    [3, expect.stringContaining('odd is not a property')],
  ]);
});

test('fills in what follows from records anywhere in the file, and from those on file', async () => {
  const [clientId, petId, typeId, roomId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { companyId, stores } = practice;
  const ofFile = visit({ petId, visitTypeId: typeId, roomId });
  const own = visit({ title: 'As it was', visitTypeName: null, storeId: stores[0], createdFrom: 'app' });
  const onFile = visit();
  const { found, served } = await survey([
    ofFile,
    own,
    onFile,
    ...Array.from({ length: 1_000 }, () => ({
      kind: 'client',
      companyId,
      id: randomUUID(),
      firstName: 'A',
      lastName: 'B',
    })),
    { kind: 'pet', companyId, id: petId, clientId, name: 'Bello', species: 'dog' },
    { kind: 'appointment_type', companyId, id: typeId, name: 'Laser', category: 'surgical', durationMinutes: 20 },
    { kind: 'room', companyId, id: roomId, storeId: stores[1], name: 'Spa' },
  ]);
  expect(found.unresolved).toBe(0);
  expect(served.get(ofFile['id'])).toMatchObject({
    ...{ clientId, storeId: stores[1], title: 'Bello – Laser', createdFrom: 'migration' },
    ...{ visitTypeName: 'Laser', visitTypeCategory: 'surgical' },
  });
  expect(served.get(onFile['id'])).toMatchObject({
    ...{ clientId: practice.client, storeId: stores[1], title: 'Rex – Check-up' },
    ...{ visitTypeName: 'Check-up', visitTypeCategory: 'consult' },
  });
  expect(served.get(own['id'])).toMatchObject({
    ...{ title: 'As it was', visitTypeName: null, storeId: stores[0], createdFrom: 'app' },
  });
});

test('ids that are no UUIDs lead to records of the file, else to what came from another program', async () => {
  const { companyId, pet, client, vet } = practice;
  const kept = (kind: string, key: string, recordId: string, source: string) => database.sql`
    insert into imported_records (company_id, id, source, kind, key, record_id, imported)
    values (${companyId}::uuid, ${uuidOf(JSON.stringify([companyId, source.toLowerCase(), kind, key]))}::uuid, ${source}, ${kind}, ${key}, ${recordId}::uuid, '{}')`;
  await kept('pet', 'P-7', pet, 'VetSoft');
  await kept('employee', '3', vet, 'VetSoft');
  const taken = visit({ petId: 'P-7', employees: [{ id: 3, isMainEmployee: true }] });
  const ofFile = visit({ petId: 'P-8' });
  const first = await survey(
    [taken, ofFile, { kind: 'pet', companyId, id: 'P-8', clientId: client, name: 'Bello', species: 'dog' }],
    'VetSoft',
  );
  expect(first.found.unresolved).toBe(0);
  expect(first.served.get(taken['id'])).toMatchObject({
    ...{ petId: pet, clientId: client, employees: [{ id: vet, isMainEmployee: true }] },
  });
  expect(first.served.get(ofFile['id'])).toMatchObject({ clientId: client, title: 'Bello – Check-up' });

  // Another program's ids are none of this one's; the client is one that 1.0.0 took over.
  const former = uuidOf(JSON.stringify([companyId, 'clients', '17']));
  await addClient(database, { companyId, id: former, firstName: 'Bo', lastName: 'Li' });
  const { told, served } = await survey([
    { kind: 'pet', companyId, id: 'P-9', clientId: '17', name: 'Rex', species: 'dog' },
    visit({ id: taken['id'], petId: 'P-7' }),
    visit({ id: ofFile['id'], petId: 'P-9' }),
  ]);
  expect(told).toContainEqual([2, expect.stringContaining('petId is neither a UUID nor the id of a known record')]);
  expect(served.get(ofFile['id'])).toMatchObject({ clientId: former, title: 'Rex – Check-up' });
});
