import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { petPageSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { waitingListEntrySchema, waitingListPageSchema } from '#contract/waiting-list.ts';
import { clientLine, petLine, sendLines } from '#testing/import-lines.ts';
import {
  addAppointments,
  addClient,
  addEmployee,
  addPet,
  addPractice,
  appointmentIn,
  bookable,
  keyOf,
} from '#testing/practice-rows.ts';
import { createTestService, pagesOf, type ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/waiting-list';
const pathOf = (id: string) => `${path}/${id}`;

describeService('the waiting list', (suite) => {
  /** A separate practice, whose service uses the database's clock. */
  async function ownDesk() {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const service = createTestService(database, Date.now());
    const as = async (employee: string, readOnly = false) => service.client(await keyOf(database, employee, readOnly));
    const client = await as(practice.vet);
    const entry = {
      companyId,
      storeId: practice.stores[0],
      petId: practice.pet,
      visitTypeId: practice.visitType,
      from: '2026-03-02',
    };
    const list = async (query: Record<string, string> = {}, by = client) =>
      waitingListPageSchema.parse((await by.get(path, { companyId, ...query })).body);
    const read = async (id: string) => {
      const found = (await list()).data.find((one) => one.id === id);
      if (found === undefined) throw new Error(`there is no entry ${id}`);
      return found;
    };
    const send = (id: string, change: object, by: ServiceClient = client) =>
      by.patch(pathOf(id), { companyId, ...change });
    const add = async (given: object = {}) =>
      read(createdSchema.parse((await client.post(path, { ...entry, ...given })).body));
    return {
      ...{ database, practice, companyId, client, service, as, entry, list, read, send, add },
      /** Changes the current version of an entry. */
      async change(id: string, change: object) {
        const { updatedAt: expectedUpdatedAt } = await read(id);
        return waitingListEntrySchema.parse((await send(id, { expectedUpdatedAt, ...change })).body);
      },
    };
  }

  test('is listed oldest first, in pages, only at accessible stores', async () => {
    const { database, practice, companyId, client, as, list, add } = await ownDesk();
    const far = practice.stores[1];
    const other = randomUUID();
    await addPet(database, { companyId, id: other, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' });
    const first = await add();
    const second = await add({ storeId: far });
    const third = await add({ petId: other });
    const ids = async (by?: ServiceClient) => (await list({}, by)).data.map(({ id }) => id);
    expect(await ids()).toEqual([first.id, second.id, third.id]);
    expect(await ids(await as(practice.near))).toEqual([first.id, third.id]);

    // Entries of the same moment are ordered by id.
    await database.sql`update waiting_list set created_at = '2026-01-01' where company_id = ${companyId}::uuid`;
    const found: string[] = [];
    const read = async (cursor: string) => list({ limit: '1', cursor });
    for await (const { data, totalCount } of pagesOf(read)) {
      expect([data.length, totalCount]).toEqual([1, 3]);
      found.push(...data.map(({ id }) => id));
    }
    expect(found).toEqual([first.id, second.id, third.id].sort());
    const { nextCursor } = await list({ limit: '1' });
    const query = { companyId, cursor: nextCursor ?? '' };
    expectError(await client.get(path, { ...query, status: 'waiting' }), 'invalid_input', /^cursor: /);
  });

  test('is booked with an accessible appointment of any pet', async () => {
    const { database, practice, as, add, send, change, read } = await ownDesk();
    const { id } = await add();
    const [far, other] = [
      appointmentIn(practice, { storeId: practice.stores[1], petId: null }),
      await addPractice(database),
    ];
    const theirs = appointmentIn(other);
    await addAppointments(database, practice, [far]);
    await addAppointments(database, other, [theirs]);
    const { updatedAt: expectedUpdatedAt } = await read(id);
    const book = (appointmentId: string, by?: ServiceClient) =>
      send(id, { expectedUpdatedAt, status: 'booked', appointmentId }, by);
    expectError(await book(far.id, await as(practice.near)), 'invalid_input', /^appointmentId: /);
    expectError(await book(theirs.id), 'invalid_input', /^appointmentId: /);
    expect((await book(far.id)).body).toMatchObject({ status: 'booked', appointmentId: far.id });
    // It may be booked with another one.
    const next = appointmentIn(practice);
    await addAppointments(database, practice, [next]);
    expect(await change(id, { status: 'booked', appointmentId: next.id })).toMatchObject({
      status: 'booked',
      appointmentId: next.id,
    });
  });

  test('an entry follows its pet to another client when an import moves it', async () => {
    const { companyId, client, read, add } = await ownDesk();
    const lines = (owner: string) => [clientLine('1'), clientLine('2'), petLine('1', { client: { key: owner } })];
    await sendLines(client, companyId, lines('1'));
    const findImported = async () => {
      const [pet] = petPageSchema.parse((await client.get('/v1/pets', { companyId, query: 'Bello' })).body).data;
      return petSchema.parse(pet);
    };
    const imported = await findImported();
    const { id, clientId } = await add({ petId: imported.id });
    expect(clientId).toBe(imported.clientId);
    await sendLines(client, companyId, lines('2'));
    const moved = await findImported();
    expect(moved.clientId).not.toBe(clientId);
    expect((await read(id)).clientId).toBe(moved.clientId);
  });

  test('an entry is never booked with a deleted appointment, whatever two clients do concurrently', async () => {
    const { practice, companyId, client, add, send, read } = await ownDesk();
    for (let round = 0; round < 4; round += 1) {
      const [{ id, updatedAt: expectedUpdatedAt }, booked] = [
        await add(),
        await client.post('/v1/appointments', bookable(practice)),
      ];
      const appointmentId = createdSchema.parse(booked.body);
      const slip = `/v1/appointments/${appointmentId}`;
      const seen = appointmentSchema.parse((await client.get(slip, { companyId })).body);
      const [changed, deleted] = await Promise.all([
        send(id, { expectedUpdatedAt, status: 'booked', appointmentId }),
        client.delete(slip, { companyId, expectedUpdatedAt: seen.updatedAt }),
      ]);
      expect([200, 400]).toContain(changed.status);
      expect(deleted.status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'waiting', appointmentId: null });
    }
  });

  test('a new entry has the client of its pet, even if the pet moves concurrently', async () => {
    const { database, practice, companyId, client, entry, read } = await ownDesk();
    const heir = randomUUID();
    await addClient(database, { companyId, id: heir, firstName: 'Bo', lastName: 'Li' });
    const pet = `/v1/pets/${practice.pet}`;
    for (const clientId of [heir, practice.client, heir, practice.client]) {
      const { updatedAt } = petSchema.parse((await client.get(pet, { companyId })).body);
      const [moved, created] = await Promise.all([
        client.patch(pet, { companyId, expectedUpdatedAt: updatedAt, clientId }),
        client.post(path, entry),
      ]);
      expect(moved.status).toBe(200);
      expect((await read(createdSchema.parse(created.body))).clientId).toBe(clientId);
    }
  });

  test('an entry stays unchanged when its visit type or employee is deactivated, but accepts only active ones', async () => {
    const { database, practice, companyId, add, send, change, read } = await ownDesk();
    const { id } = await add({ employeeId: practice.near });
    await database.sql`update employees set is_active = false where company_id = ${companyId}::uuid and id = ${practice.near}::uuid`;
    await database.sql`update appointment_types set is_active = false where company_id = ${companyId}::uuid`;
    const named = { employeeId: practice.near, visitTypeId: practice.visitType };
    expect(await change(id, { ...named, notes: 'x' })).toMatchObject({ ...named, notes: 'x' });
    const { updatedAt: expectedUpdatedAt } = await read(id);
    for (const wrong of [
      { visitTypeId: practice.retiredType },
      { visitTypeId: randomUUID() },
      { employeeId: practice.retiredVet },
      { employeeId: randomUUID() },
    ]) {
      const [field] = Object.keys(wrong);
      expectError(await send(id, { expectedUpdatedAt, ...wrong }), 'invalid_input', new RegExp(`^${field}: `));
    }
  });

  test('requires a duration if the visit type takes longer than a day', async () => {
    const { database, companyId, client, entry, add } = await ownDesk();
    await database.sql`update appointment_types set duration_minutes = 4320 where company_id = ${companyId}::uuid`;
    expectError(await client.post(path, entry), 'invalid_input', /^durationMinutes: /);
    expect((await add({ durationMinutes: 60 })).durationMinutes).toBe(60);
  });

  test('a pet may be dead, inactive or already have an appointment', async () => {
    const { database, practice, companyId, client, add } = await ownDesk();
    await client.post('/v1/appointments', bookable(practice));
    await database.sql`update pets set is_active = false, deceased_on = '2026-01-01' where company_id = ${companyId}::uuid`;
    expect((await add()).petId).toBe(practice.pet);
  });

  test('its checks are in the order of every endpoint', async () => {
    const { database, practice, companyId, client, as, entry, add, send } = await ownDesk();
    const [near, far] = practice.stores;
    const { id, updatedAt: expectedUpdatedAt } = await add();
    const remote = await add({ storeId: far });
    const readOnly = await as(practice.vet, true);
    expectError(await readOnly.post(path, {}), 'read_only_key');
    expectError(await readOnly.patch(pathOf(id), {}), 'read_only_key');
    expect((await readOnly.get(path, { companyId })).status).toBe(200);
    const mute = await as(
      await addEmployee(database, { companyId, storeIds: practice.stores, permissions: ['appointments.read'] }),
    );
    expectError(await mute.post(path, entry), 'insufficient_access', /appointments\.write/);
    expectError(await send(id, { expectedUpdatedAt, notes: 'x' }, mute), 'insufficient_access');
    const permissions = ['appointments.write'];
    const blind = await as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions }));
    expectError(await blind.get(path, { companyId }), 'insufficient_access', /appointments\.read/);

    const colleague = await as(practice.near);
    expectError(await send(id, { expectedUpdatedAt }), 'invalid_input', /name at least one change/);
    expectError(await send('x', { expectedUpdatedAt, companyId: randomUUID(), notes: '' }), 'invalid_input');
    expectError(await send('x', { expectedUpdatedAt, companyId: randomUUID(), notes: 'x' }), 'insufficient_access');
    // Stores are checked before the entry, the entry before its version, and the version before its references.
    expectError(await colleague.post(path, { ...entry, storeId: far, petId: randomUUID() }), 'insufficient_access');
    expectError(await client.post(path, { ...entry, storeId: randomUUID() }), 'not_found', /^storeId: /);
    expectError(await send('x', { expectedUpdatedAt, storeId: far }, colleague), 'insufficient_access');
    expectError(await send('x', { expectedUpdatedAt, storeId: randomUUID() }), 'not_found', /^storeId: /);
    const stale = { expectedUpdatedAt: '2020-01-01T00:00Z', visitTypeId: randomUUID() };
    for (const none of ['x', randomUUID()]) expectError(await send(none, stale), 'not_found', /^id: /);
    expectError(await send(remote.id, stale, colleague), 'not_found', /^id: /);
    expect((await send(id, { ...stale, storeId: near })).status).toBe(409);
    const conflict = await send(id, stale, blind);
    expectError(conflict, 'changed_meanwhile');
    expect(conflict.body).not.toHaveProperty('data.current');
    expectError(await send(id, { ...stale, expectedUpdatedAt }), 'invalid_input', /^visitTypeId: /);
    const other = await addPractice(database);
    const stranger = createTestService(database).client(await keyOf(database, other.vet));
    expectError(await stranger.patch(pathOf(id), { companyId: other.companyId, ...stale }), 'not_found');
  });
});
