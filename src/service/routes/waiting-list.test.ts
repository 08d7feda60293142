import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { petPageSchema, petSchema } from '#contract/clients-pets-staff.ts';
import {
  waitingListChangedMeanwhileSchema,
  waitingListEntrySchema,
  waitingListPageSchema,
} from '#contract/waiting-list.ts';
import { expectFault } from '#testing/faults.ts';
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

  test('has the client of the pet and the duration of the visit type; null is the same as absent', async () => {
    const { practice, companyId, client, entry, read, add } = await ownDesk();
    const bare = {
      ...entry,
      id: expect.any(String),
      clientId: practice.client,
      employeeId: null,
      durationMinutes: 20,
      until: null,
      weekdays: [],
      earliest: null,
      latest: null,
      notes: null,
      status: 'waiting',
      appointmentId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    const created = await add();
    expect(created).toEqual(bare);
    expect(created.updatedAt).toBe(created.createdAt);
    const empty = { employeeId: null, durationMinutes: null, until: null, weekdays: null, earliest: null };
    expect(await add({ ...empty, latest: null, notes: null })).toEqual(bare);

    const complete = { employeeId: practice.vet, durationMinutes: 45, until: '2026-03-02', earliest: '08:00' };
    const full = { ...complete, latest: '08:45', notes: ' prefers mornings\n', weekdays: [5, 1] };
    expect(await add(full)).toEqual({ ...bare, ...full, notes: 'prefers mornings', weekdays: [1, 5] });

    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const [first, again] = [await client.post(path, entry, headers), await client.post(path, entry, headers)];
    expect(again.body).toBe(first.body);
    expect((await read(createdSchema.parse(first.body))).companyId).toBe(companyId);
  });

  test('is listed oldest first, in pages, by store, status and pet, and within reach', async () => {
    const { database, practice, companyId, client, as, list, add, change } = await ownDesk();
    const [near, far] = practice.stores;
    const other = randomUUID();
    await addPet(database, { companyId, id: other, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' });
    const first = await add();
    const second = await add({ storeId: far });
    const third = await add({ petId: other });
    await change(first.id, { status: 'withdrawn' });
    const ids = async (query?: Record<string, string>, by?: ServiceClient) => {
      const { data, totalCount } = await list(query, by);
      expect(totalCount).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await ids()).toEqual([first.id, second.id, third.id]);
    expect(await ids({ status: 'waiting' })).toEqual([second.id, third.id]);
    expect(await ids({ petId: other })).toEqual([third.id]);
    expect(await ids({ storeIds: far })).toEqual([second.id]);
    expect(await ids({ storeIds: near, status: 'waiting', petId: practice.pet })).toEqual([]);
    expect(await ids({}, await as(practice.near))).toEqual([first.id, third.id]);

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
    expectFault(await client.get(path, { ...query, status: 'waiting' }), 'invalid_input', /^cursor: /);
  });

  test('a change returns the entry, in which null empties nullable fields', async () => {
    const { practice, entry, read, add, change } = await ownDesk();
    const given = { employeeId: practice.vet, until: '2026-04-01', weekdays: [2], earliest: '08:00', latest: '12:00' };
    const before = await add({ ...given, notes: 'x' });
    const emptied = { employeeId: null, until: null, earliest: null, latest: null, notes: null };
    const after = await change(before.id, { ...emptied, weekdays: null });
    expect(after).toEqual({ ...before, ...emptied, weekdays: [], updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await read(before.id)).toEqual(after);
    const others = { storeId: practice.stores[1], durationMinutes: 60, from: '2026-05-01', weekdays: [7, 3] };
    expect(await change(before.id, others)).toMatchObject({ ...entry, ...others, weekdays: [3, 7] });
  });

  test('setting the current values is not a change, whatever was expected; another version is a conflict', async () => {
    const { database, companyId, practice, as, add, send, change, read } = await ownDesk();
    const { id, ...seen } = await add({ weekdays: [1, 5], notes: 'x' });
    const same = { weekdays: [5, 1], notes: ' x ', durationMinutes: 20, status: 'waiting', appointmentId: null };
    const unchanged = await send(id, { expectedUpdatedAt: '2020-01-01T00:00Z', ...same });
    expect([unchanged.status, unchanged.body]).toEqual([200, { id, ...seen }]);
    const now = await change(id, { notes: 'y' });
    const stale = { expectedUpdatedAt: seen.updatedAt, notes: 'z' };
    const refused = await send(id, stale);
    expect([refused.status, waitingListChangedMeanwhileSchema.parse(refused.body)]).toMatchObject([
      409,
      { message: 'changed_meanwhile', data: { current: now } },
    ]);
    const permissions = ['appointments.write'];
    const blind = await as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions }));
    const ofBlind = await send(id, stale, blind);
    expectFault(ofBlind, 'changed_meanwhile');
    expect(ofBlind.body).not.toHaveProperty('data.current');
    expect(await read(id)).toEqual(now);
  });

  test('only one of two changes of one version is made', async () => {
    const { add, send, read } = await ownDesk();
    const { id, updatedAt: expectedUpdatedAt } = await add();
    const answers = await Promise.all(['a', 'b', 'c'].map((notes) => send(id, { expectedUpdatedAt, notes })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await read(id)).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  test('booked requires an appointment within reach, of any pet; other statuses have none', async () => {
    const { database, practice, client, as, add, send, change, read } = await ownDesk();
    const { id } = await add();
    const appointmentId = createdSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);
    const booked = { status: 'booked', appointmentId };
    expect(await change(id, booked)).toMatchObject(booked);
    // The same change again, and with another appointment.
    expect(await change(id, { ...booked, notes: 'x' })).toMatchObject({ ...booked, notes: 'x' });
    const far = appointmentIn(practice, { storeId: practice.stores[1], petId: null });
    await addAppointments(database, practice, [far]);
    expect(await change(id, { ...booked, appointmentId: far.id })).toMatchObject({ appointmentId: far.id });
    const { updatedAt: expectedUpdatedAt } = await read(id);
    expectFault(await send(id, { expectedUpdatedAt, appointmentId: null }), 'invalid_input', /^appointmentId: /);
    for (const status of ['withdrawn', 'waiting'])
      expect(await change(id, { status })).toMatchObject({ status, appointmentId: null });

    const { updatedAt } = await read(id);
    const refuse = async (change: object, by = client) =>
      expectFault(await send(id, { expectedUpdatedAt: updatedAt, ...change }, by), 'invalid_input', /^appointmentId: /);
    await refuse({ status: 'booked' });
    await refuse({ status: 'booked', appointmentId: null });
    await refuse({ status: 'withdrawn', appointmentId });
    await refuse({ appointmentId });
    await refuse({ status: 'booked', appointmentId: randomUUID() });
    await refuse({ status: 'booked', appointmentId: far.id }, await as(practice.near));
    const other = await addPractice(database);
    const theirs = appointmentIn(other);
    await addAppointments(database, other, [theirs]);
    await refuse({ status: 'booked', appointmentId: theirs.id });
  });

  test('an entry waits again when its booking is undone', async () => {
    const { practice, companyId, client, add, change, read } = await ownDesk();
    const book = async () => createdSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);
    const [slip, other] = [await book(), await book()];
    const entries = [await add(), await add(), await add()];
    const [one = '', two = '', third = ''] = entries.map(({ id }) => id);
    const before = await change(one, { status: 'booked', appointmentId: slip });
    await change(two, { status: 'booked', appointmentId: slip });
    const unrelated = await change(third, { status: 'booked', appointmentId: other });
    const { updatedAt: expectedUpdatedAt } = appointmentSchema.parse(
      (await client.get(`/v1/appointments/${slip}`, { companyId })).body,
    );
    await client.delete(`/v1/appointments/${slip}`, { companyId, expectedUpdatedAt });
    const after = await read(one);
    expect(after).toEqual({ ...before, status: 'waiting', appointmentId: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await read(two)).toMatchObject({ status: 'waiting', appointmentId: null });
    expect(await read(third)).toEqual(unrelated);
  });

  test('an entry follows its pet to another client, whichever way it is moved', async () => {
    const { database, practice, companyId, client, read, add } = await ownDesk();
    const heir = randomUUID();
    await addClient(database, { companyId, id: heir, firstName: 'Bo', lastName: 'Li' });
    const before = await add();
    const pet = `/v1/pets/${practice.pet}`;
    const move = async (change: object) => {
      const { updatedAt: expectedUpdatedAt } = petSchema.parse((await client.get(pet, { companyId })).body);
      expect((await client.patch(pet, { companyId, expectedUpdatedAt, ...change })).status).toBe(200);
    };
    await move({ name: 'Rufus' });
    expect(await read(before.id)).toEqual(before);
    await move({ clientId: heir });
    const after = await read(before.id);
    expect(after).toEqual({ ...before, clientId: heir, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);

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
    for (const fault of [
      { visitTypeId: practice.retiredType },
      { visitTypeId: randomUUID() },
      { employeeId: practice.retiredVet },
      { employeeId: randomUUID() },
    ]) {
      const [field] = Object.keys(fault);
      expectFault(await send(id, { expectedUpdatedAt, ...fault }), 'invalid_input', new RegExp(`^${field}: `));
    }
  });

  test('times are checked together with the unchanged fields', async () => {
    const { add, send, change, read } = await ownDesk();
    const { id } = await add({ until: '2026-03-09', earliest: '09:00', latest: '09:20' });
    const { updatedAt: expectedUpdatedAt } = await read(id);
    for (const [field, fault] of [
      ['until', { from: '2026-03-10' }],
      ['until', { until: '2026-03-01' }],
      ['latest', { earliest: '09:01' }],
      ['latest', { durationMinutes: 21 }],
    ] as const)
      expectFault(await send(id, { expectedUpdatedAt, ...fault }), 'invalid_input', new RegExp(`^${field}: `));
    await change(id, { earliest: '09:01', latest: '24:00', from: '2026-03-09' });
    expect(await change(id, { earliest: null, durationMinutes: 1440 })).toMatchObject({ latest: '24:00' });
  });

  test.each([
    ['petId', { petId: randomUUID() }],
    ['visitTypeId', { visitTypeId: randomUUID() }],
    ['employeeId', { employeeId: randomUUID() }],
    ['durationMinutes', { durationMinutes: 0 }],
    ['durationMinutes', { durationMinutes: 1441 }],
    ['from', { from: '2026-02-29' }],
    ['until', { until: '2026-03-01' }],
    ['weekdays[0]', { weekdays: [0] }],
    ['weekdays', { weekdays: [1, 1] }],
    ['earliest', { earliest: '24:01' }],
    ['latest', { earliest: '09:00', latest: '09:00' }],
    // The duration of the visit type applies.
    ['latest', { earliest: '09:00', latest: '09:19' }],
    ['notes', { notes: ' ' }],
    ['notes', { notes: 'x'.repeat(2001) }],
    ['clientId', { clientId: randomUUID() }],
    ['status', { status: 'waiting' }],
  ])('400 names %s of a new entry if it is invalid', async (field, fault) => {
    const { client, entry, list } = await ownDesk();
    const answer = await client.post(path, { ...entry, ...fault });
    expectFault(answer, 'invalid_input', new RegExp(field.replaceAll(/[[\]]/g, '\\$&')));
    expect((await list()).totalCount).toBe(0);
  });

  test('requires a duration if the visit type takes longer than a day', async () => {
    const { database, companyId, client, entry, add } = await ownDesk();
    await database.sql`update appointment_types set duration_minutes = 4320 where company_id = ${companyId}::uuid`;
    expectFault(await client.post(path, entry), 'invalid_input', /^durationMinutes: /);
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
    expectFault(await readOnly.post(path, {}), 'read_only_key');
    expectFault(await readOnly.patch(pathOf(id), {}), 'read_only_key');
    expect((await readOnly.get(path, { companyId })).status).toBe(200);
    const mute = await as(
      await addEmployee(database, { companyId, storeIds: practice.stores, permissions: ['appointments.read'] }),
    );
    expectFault(await mute.post(path, entry), 'insufficient_access', /appointments\.write/);
    expectFault(await send(id, { expectedUpdatedAt, notes: 'x' }, mute), 'insufficient_access');
    const permissions = ['appointments.write'];
    const blind = await as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions }));
    expectFault(await blind.get(path, { companyId }), 'insufficient_access', /appointments\.read/);

    const colleague = await as(practice.near);
    expectFault(await send(id, { expectedUpdatedAt }), 'invalid_input', /name at least one change/);
    expectFault(await send('x', { expectedUpdatedAt, companyId: randomUUID(), notes: '' }), 'invalid_input');
    expectFault(await send('x', { expectedUpdatedAt, companyId: randomUUID(), notes: 'x' }), 'insufficient_access');
    // Stores are checked before the entry, the entry before its version, and the version before its references.
    expectFault(await colleague.post(path, { ...entry, storeId: far, petId: randomUUID() }), 'insufficient_access');
    expectFault(await client.post(path, { ...entry, storeId: randomUUID() }), 'not_found', /^storeId: /);
    expectFault(await send('x', { expectedUpdatedAt, storeId: far }, colleague), 'insufficient_access');
    expectFault(await send('x', { expectedUpdatedAt, storeId: randomUUID() }), 'not_found', /^storeId: /);
    const stale = { expectedUpdatedAt: '2020-01-01T00:00Z', visitTypeId: randomUUID() };
    for (const none of ['x', randomUUID()]) expectFault(await send(none, stale), 'not_found', /^id: /);
    expectFault(await send(remote.id, stale, colleague), 'not_found', /^id: /);
    expect((await send(id, { ...stale, storeId: near })).status).toBe(409);
    expectFault(await send(id, { ...stale, expectedUpdatedAt }), 'invalid_input', /^visitTypeId: /);
    const other = await addPractice(database);
    const stranger = createTestService(database).client(await keyOf(database, other.vet));
    expectFault(await stranger.patch(pathOf(id), { companyId: other.companyId, ...stale }), 'not_found');
  });
});
