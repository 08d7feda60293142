import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { companyPageSchema } from '#contract/clients-pets-staff.ts';
import { permissionSets } from '#contract/permissions.ts';
import { practiceHistoryPageSchema } from '#contract/practice-management.ts';
import { employeeDefinition } from '#service/db/manage/employees.ts';
import { changeRecord } from '#service/db/manage/practice-record.ts';
import { deleteRoom } from '#service/db/manage/stores-and-rooms.ts';
import type { Writer } from '#service/db/write-records.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { bookable } from '#testing/practice-rows.ts';
import type { ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService, type ServiceSuite } from '#testing/suite.ts';
import { whileLocked } from '#testing/while-locked.ts';

/** The names of the rooms of a store, in order. */
async function roomsOf({ client, companyId }: { client: ServiceSuite['client']; companyId: string }, storeId: string) {
  const page = companyPageSchema.parse((await client.get('/v1/companies', { companyId })).body);
  return page.data[0]!.stores.find((store) => store.id === storeId)!.rooms.map(({ name }) => name);
}

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describeService('two concurrent managers', (suite) => {
  test('leave one manager, whichever account they change', async () => {
    const { client, near, companyId, practice, database } = await ownPractice(suite());
    const of = (id: string) => `/v1/employees/${id}`;
    const lesser = { companyId, permissions: permissionSets.book };
    await database.sql`update employees set store_ids = ${`{${practice.stores.join()}}`}::uuid[] where company_id = ${companyId}::uuid`;
    for (const targets of [
      [practice.near, practice.vet],
      [practice.vet, practice.near],
    ] as const) {
      const answers = await Promise.all([client.patch(of(targets[0]), lesser), near.patch(of(targets[1]), lesser)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [{ managers } = { managers: 0 }] = await database.sql`
        select count(*)::int as managers from employees
        where company_id = ${companyId}::uuid and is_active and 'practice.write' = any(permissions)`;
      expect(managers).toBe(1);
      await database.sql`
        update employees set permissions = permissions || '{practice.write}'
        where company_id = ${companyId}::uuid and is_active and not 'practice.write' = any(permissions)`;
    }
  });

  test.each([
    ['/v1/stores', () => ({ timeZone: 'UTC', openingHours: [] })],
    ['/v1/rooms', (storeId: string) => ({ storeId })],
    ['/v1/appointment-types', () => ({ category: 'other', durationMinutes: 5 })],
  ])('assign a name only once to %s', async (path, others) => {
    const { client, companyId, practice, as } = await ownPractice(suite());
    const clients = [client, await as(practice.vet), client];
    const names = ['Twice', 'TWICE', ' twice '];
    const body = { companyId, ...others(practice.stores[0]) };
    const answers = await Promise.all(names.map((name, nth) => clients[nth]!.post(path, { ...body, name })));
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
  });

  test('keep the rooms in one order, and record each change once', async () => {
    const { client, near, companyId, practice, history } = await ownPractice(suite());
    const [storeId] = practice.stores;
    const [[first, second]] = practice.rooms;
    const noted = await history();
    const answers = await Promise.all([
      client.post('/v1/rooms', { companyId, storeId, name: 'A' }),
      near.patch(`/v1/rooms/${first}`, { companyId, position: 1 }),
      client.patch(`/v1/rooms/${second}`, { companyId, name: 'B' }),
      near.post('/v1/rooms', { companyId, storeId, name: 'C' }),
      client.patch(`/v1/rooms/${first}`, { companyId, position: 9 }),
      near.delete(`/v1/rooms/${second}`, { companyId }),
    ]);
    const added = answers.filter(({ status }) => status === 200);
    const rooms = await roomsOf({ client, companyId }, storeId);
    expect([...rooms].sort()).toEqual(['A', 'C', 'Room 0']);
    const after = await history();
    expect(after.length).toBeLessThanOrEqual(noted.length + added.length);
    expect(new Set(after.map(({ at }) => at)).size).toBe(after.length);
  });

  test('leave no key to an employee who is deactivated in the meantime', async () => {
    const { client, companyId, practice, database, as } = await ownPractice(suite());
    const path = `/v1/employees/${practice.near}`;
    const other = await as(practice.vet);
    const issue = () => other.post(`${path}/keys`, { companyId, access: 'read_write' });
    const [, inactive] = await Promise.all([issue(), client.patch(path, { companyId, isActive: false }), issue()]);
    expect(inactive.status).toBe(200);
    const keys = await database.sql`
      select 1 from api_keys where company_id = ${companyId}::uuid and employee_id = ${practice.near}::uuid and revoked_at is null`;
    expect(keys).toEqual([]);
  });

  test('are checked with their permissions at the time of the change', async () => {
    const { client, near, companyId, practice } = await ownPractice(suite());
    const [storeId] = practice.stores;
    const less = (id: string, values: object) => (by: Writer) =>
      changeRecord(by, employeeDefinition, { companyId, id, ...values });
    const rename = (by: ServiceClient) => () => by.patch(`/v1/stores/${storeId}`, { companyId, name: 'Renamed' });
    const far = less(practice.near, { storeIds: [practice.stores[1]] });
    expectError(await whileLocked(suite(), far, rename(near)), 'not_found');
    const mute = less(practice.near, { permissions: permissionSets.book });
    expectError(await whileLocked(suite(), mute, rename(near)), 'insufficient_access');
    expect((await whileLocked(suite(), far, rename(client))).status).toBe(200);
    await whileLocked(suite(), less(practice.near, { permissions: permissionSets.manage }), rename(client));
    const gone = less(practice.vet, { isActive: false });
    expectError(await whileLocked(suite(), gone, rename(client)), 'authorization_required');
  });

  test('remove no room with an appointment, whether it is booked or moved there', async () => {
    const { client, companyId, practice, service } = await ownPractice(suite());
    const [[first, second]] = practice.rooms;
    const times = [86_400_000, 90_000_000].map((later) => new Date(service.clock.now() + later).toISOString());
    const visit = { ...bookable(practice), start: times[0], end: times[1] };
    const read = async (id: unknown) =>
      appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
    const remove = (id: string) => (by: Writer) => deleteRoom(by, { companyId, id });
    const booked = await whileLocked(suite(), remove(first), () => client.post('/v1/appointments', visit));
    // The first room was removed before it could be booked, so it is no longer considered.
    expect([null, second]).toContain((await read(booked.body)).roomId);
    await client.patch(`/v1/appointments/${booked.body}`, {
      ...{ companyId, expectedUpdatedAt: (await read(booked.body)).updatedAt, roomId: null },
    });
    const { updatedAt: expectedUpdatedAt } = await read(booked.body);
    const move = { companyId, expectedUpdatedAt, roomId: second };
    const moved = await whileLocked(suite(), remove(second), () =>
      client.patch(`/v1/appointments/${booked.body}`, move),
    );
    expectError(moved, 'invalid_input', /^roomId/);
  });
});

type Act =
  | { kind: 'add' }
  | { kind: 'move'; room: number; position: number }
  | { kind: 'remove'; room: number }
  | { kind: 'rename'; room: number };

const room = fc.nat(9);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.constant({ kind: 'add' as const }),
  fc.record({ kind: fc.constant('move' as const), room, position: fc.nat(6) }),
  fc.record({ kind: fc.constant('move' as const), room, position: fc.nat(6) }),
  fc.record({ kind: fc.constant('remove' as const), room }),
  fc.record({ kind: fc.constant('rename' as const), room }),
);

describeService('the order of rooms', (suite) => {
  test('equals the order of a list after the same operations, as does its history', async () => {
    const { client, companyId } = await ownPractice(suite());
    const run = fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 14 }), async (steps) => {
      const store = { companyId, name: randomUUID(), timeZone: 'UTC', openingHours: [] };
      const storeId = createdSchema.parse((await client.post('/v1/stores', store)).body);
      const model: { id: string; name: string }[] = [];
      let entries = 1;
      for (const [nth, act] of steps.entries()) {
        if (act.kind === 'add') {
          const { body } = await client.post('/v1/rooms', { companyId, storeId, name: `Room ${nth}` });
          model.push({ id: createdSchema.parse(body), name: `Room ${nth}` });
          entries += 1;
          continue;
        }
        const place = act.room % Math.max(1, model.length);
        const one = model[place];
        if (one === undefined) continue;
        const path = `/v1/rooms/${one.id}`;
        if (act.kind === 'remove') {
          expect((await client.delete(path, { companyId })).body).toBe(true);
          model.splice(place, 1);
          entries += 1;
        } else if (act.kind === 'rename') {
          one.name = `Renamed ${nth}`;
          await client.patch(path, { companyId, name: one.name });
          entries += 1;
        } else {
          expect((await client.patch(path, { companyId, position: act.position })).status).toBe(200);
          model.splice(place, 1);
          model.splice(act.position, 0, one);
          if (model[place] !== one) entries += 1;
        }
      }
      expect(await roomsOf({ client, companyId }, storeId)).toEqual(model.map(({ name }) => name));
      const page = await client.get('/v1/practice/history', { companyId, limit: String(entries + 1) });
      const { data } = practiceHistoryPageSchema.parse(page.body);
      const first = data.findIndex(({ kind, recordId }) => kind === 'store' && recordId === storeId);
      expect(first + 1).toBe(entries);
    });
    await fc.assert(run, { numRuns: 15 });
  });
});
