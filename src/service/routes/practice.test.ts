import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { companyPageSchema, type Store } from '#contract/clients-pets-staff.ts';
import { expectFault } from '#testing/faults.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { addAppointments, appointmentIn, bookable } from '#testing/practice-rows.ts';
import { describeService, type ServiceSuite } from '#testing/suite.ts';

const hours = [{ weekday: 1, opens: '08:00', closes: '24:00' }];

async function companyOf({ client, practice: { companyId } }: Pick<ServiceSuite, 'client' | 'practice'>) {
  const page = companyPageSchema.parse((await client.get('/v1/companies', { companyId })).body);
  return page.data[0]!;
}

async function storeOf(suite: Pick<ServiceSuite, 'client' | 'practice'>, id: string): Promise<Store> {
  return (await companyOf(suite)).stores.find((store) => store.id === id)!;
}

describeService('the company and its stores', (suite) => {
  test('the company is renamed, and returned as in lists', async () => {
    const { client, companyId, near, history, practice } = await ownPractice(suite());
    const path = `/v1/companies/${companyId}`;
    const answer = await client.patch(path, { companyId, name: '  Elm  ' });
    expect([answer.status, answer.body]).toEqual([200, await companyOf({ client, practice })]);
    expect(answer.body).toMatchObject({ name: 'Elm', stores: [{ rooms: [{}, {}] }, {}] });
    const before = await history();
    expect((await client.patch(path, { companyId, name: 'Elm' })).status).toBe(200);
    expect(await history()).toHaveLength(before.length);
    expectFault(await client.patch(`/v1/companies/${randomUUID()}`, { companyId, name: 'x' }), 'not_found');
    expectFault(await near.patch(path, { companyId, name: 'x' }), 'insufficient_access');
    for (const body of [{}, { name: null }, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 'x', more: 1 }]) {
      expectFault(await client.patch(path, { companyId, ...body }), 'invalid_input');
    }
  });

  test('a store is added as the last, within reach of its creator and of everybody who had every store', async () => {
    const { client, companyId, near, practice, database } = await ownPractice(suite());
    const store = { companyId, name: ' West ', timeZone: ' Europe/Berlin ', openingHours: hours };
    const id = createdSchema.parse((await client.post('/v1/stores', store)).body);
    const { stores } = await companyOf({ client, practice });
    expect(stores.map((one) => one.id)).toEqual([...practice.stores, id]);
    expect(stores[2]).toEqual({
      id,
      companyId,
      name: 'West',
      timeZone: 'Europe/Berlin',
      openingHours: hours,
      rooms: [],
    });
    expect((await companyOf({ client: near, practice })).stores.map((one) => one.id)).toEqual([practice.stores[0]]);
    // Employees who had every store get all of them again, including inactive ones.
    const rows =
      await database.sql`select id from employees where company_id = ${companyId}::uuid and ${id}::uuid = any(store_ids)`;
    expect(rows.map((row) => row['id']).sort()).toEqual([practice.vet, practice.retiredVet].sort());
    expectFault(await near.post('/v1/stores', { ...store, name: 'Far' }), 'insufficient_access');
    expect((await client.patch(`/v1/stores/${id}`, { companyId, name: 'WEST' })).status).toBe(200);
  });

  test('400 names the field that violates a rule of stores', async () => {
    const { client, companyId, practice } = await ownPractice(suite());
    const store = { companyId, name: 'West', timeZone: 'Europe/Berlin', openingHours: hours };
    const wrong: [field: RegExp, part: object][] = [
      [/^name/, { name: ' STORE 1 ' }],
      [/^name/, { name: '' }],
      [/^name/, { name: null }],
      [/^timeZone/, { timeZone: 'Mars/Base' }],
      [/^timeZone/, { timeZone: '+01:00' }],
      [/^openingHours/, { openingHours: null }],
      [/^openingHours/, { openingHours: [{ weekday: 1, opens: '10:00', closes: '10:00' }] }],
      [/^openingHours/, { openingHours: [{ weekday: 8, opens: '10:00', closes: '11:00' }] }],
      [/^openingHours/, { openingHours: [{ weekday: 1, opens: '10:00', closes: '24:01' }] }],
      [/^openingHours/, { openingHours: [...hours, { weekday: 1, opens: '07:00', closes: '08:01' }] }],
      [/^companyID/, { companyID: companyId }],
    ];
    for (const [field, part] of wrong) {
      expectFault(await client.post('/v1/stores', { ...store, ...part }), 'invalid_input', field);
      expectFault(
        await client.patch(`/v1/stores/${practice.stores[1]}`, { companyId, ...part }),
        'invalid_input',
        field,
      );
    }
    expectFault(
      await client.patch(`/v1/stores/${practice.stores[1]}`, { companyId }),
      'invalid_input',
      /^name at least/,
    );
    // Names are compared in NFC.
    expect((await client.post('/v1/stores', { ...store, name: 'Caf\u00e9' })).status).toBe(200);
    expectFault(await client.post('/v1/stores', { ...store, name: 'CAFE\u0301' }), 'invalid_input', /^name/);
  });

  test('a store is changed by anybody who reaches it, and recorded once', async () => {
    const { client, companyId, near, practice, history } = await ownPractice(suite());
    const [north, south] = practice.stores;
    const openingHours = [
      { weekday: 2, opens: '14:00', closes: '18:00' },
      { weekday: 1, opens: '08:00', closes: '12:00' },
      { weekday: 2, opens: '08:00', closes: '14:00' },
    ];
    const change = { companyId, openingHours, timeZone: 'America/New_York' };
    const answer = await near.patch(`/v1/stores/${north}`, change);
    expect([answer.status, answer.body]).toEqual([200, await storeOf({ client, practice }, north)]);
    expect(answer.body).toMatchObject({ openingHours, timeZone: 'America/New_York', name: 'Store 1' });
    const noted = await history();
    expect(noted[0]).toMatchObject({
      ...{ employeeId: practice.near, kind: 'store', recordId: north, name: 'Store 1', action: 'changed' },
      changes: [
        { field: 'timeZone', from: 'Europe/Amsterdam', to: 'America/New_York' },
        { field: 'openingHours', from: [{ weekday: 1, opens: '08:00', closes: '18:00' }], to: openingHours },
      ],
    });
    expect((await near.patch(`/v1/stores/${north}`, { ...change, name: 'Store 1' })).status).toBe(200);
    expect(await history()).toEqual(noted);
    for (const id of [south, randomUUID(), 'x']) {
      expectFault(await near.patch(`/v1/stores/${id}`, change), 'not_found');
    }
  });
});

describeService('rooms', (suite) => {
  test('are added, changed, moved and deleted, each as in lists', async () => {
    const { client, companyId, practice, history } = await ownPractice(suite());
    const [storeId] = practice.stores;
    const names = async () => (await storeOf({ client, practice }, storeId)).rooms.map(({ name }) => name);
    const room = { companyId, storeId, name: 'Surgery', categories: ['surgical', 'dental', 'surgical'] };
    const id = createdSchema.parse((await client.post('/v1/rooms', room)).body);
    expect(await names()).toEqual(['Room 0', 'Room 1', 'Surgery']);
    const move = async (position: number) => {
      expect((await client.patch(`/v1/rooms/${id}`, { companyId, position })).status).toBe(200);
      return names();
    };
    expect(await move(0)).toEqual(['Surgery', 'Room 0', 'Room 1']);
    expect(await move(1)).toEqual(['Room 0', 'Surgery', 'Room 1']);
    expect(await move(99)).toEqual(['Room 0', 'Room 1', 'Surgery']);
    const noted = await history();
    expect(await move(2)).toEqual(['Room 0', 'Room 1', 'Surgery']);
    expect(await history()).toEqual(noted);
    const answer = await client.patch(`/v1/rooms/${id}`, { companyId, name: 'Theatre', categories: null });
    expect(answer.body).toEqual({ id, name: 'Theatre', categories: [] });
    expect((await history())[0]?.changes).toEqual([
      { field: 'name', from: 'Surgery', to: 'Theatre' },
      { field: 'categories', from: ['surgical', 'dental'], to: [] },
    ]);
    expect((await client.delete(`/v1/rooms/${id}`, { companyId })).body).toBe(true);
    expect(await names()).toEqual(['Room 0', 'Room 1']);
    expect((await history())[0]).toMatchObject({ kind: 'room', action: 'removed', name: 'Theatre' });
    expectFault(await client.delete(`/v1/rooms/${id}`, { companyId }), 'not_found');
    const plain = { companyId, storeId, name: 'Plain' };
    expect((await client.post('/v1/rooms', plain)).status).toBe(200);
    expect((await client.post('/v1/rooms', { ...plain, name: 'Null', categories: null })).status).toBe(200);
  });

  test('have unique names in their store, and a violated rule is 400', async () => {
    const { client, companyId, practice } = await ownPractice(suite());
    const [storeId, other] = practice.stores;
    const [room] = practice.rooms[0];
    for (const part of [
      { name: 'room 1' },
      { name: null },
      { categories: ['magic'] },
      { position: -1 },
      { position: 0.5 },
      { position: null },
      { storeId: other },
      {},
    ]) {
      expectFault(await client.patch(`/v1/rooms/${room}`, { companyId, ...part }), 'invalid_input');
    }
    expectFault(await client.post('/v1/rooms', { companyId, storeId, name: 'ROOM 0' }), 'invalid_input', /^name/);
    expectFault(await client.post('/v1/rooms', { companyId, storeId, name: 'New', position: 0 }), 'invalid_input');
    expect((await client.post('/v1/rooms', { companyId, storeId: other, name: 'Room 2' })).status).toBe(200);
    expect((await client.post('/v1/rooms', { companyId, storeId, name: 'Room 2' })).status).toBe(200);
    expect((await client.patch(`/v1/rooms/${room}`, { companyId, name: 'ROOM 0' })).status).toBe(200);
  });

  test('do not exist out of reach, for any operation', async () => {
    const { near, companyId, practice } = await ownPractice(suite());
    const [far] = practice.rooms[1];
    expectFault(await near.post('/v1/rooms', { companyId, storeId: practice.stores[1], name: 'x' }), 'not_found');
    expectFault(await near.post('/v1/rooms', { companyId, storeId: randomUUID(), name: 'x' }), 'not_found');
    for (const id of [far, randomUUID(), 'x']) {
      expectFault(await near.patch(`/v1/rooms/${id}`, { companyId, name: 'x' }), 'not_found');
      expectFault(await near.delete(`/v1/rooms/${id}`, { companyId }), 'not_found');
    }
    expectFault(await near.delete(`/v1/rooms/${far}`, {}), 'invalid_input', /^companyId/);
  });

  test('with an appointment that has not ended are in use, in whichever store', async () => {
    const { client, companyId, practice, database, service } = await ownPractice(suite());
    const [[room], [far]] = practice.rooms;
    const in1h = new Date(service.clock.now() + 3_600_000).toISOString();
    const ago = new Date(service.clock.now() - 3_600_000).toISOString();
    const visit = { roomId: room, start: ago, end: in1h };
    const remove = async () => {
      const answer = await client.delete(`/v1/rooms/${room}`, { companyId });
      await database.sql`delete from appointments where company_id = ${companyId}::uuid`;
      return answer;
    };
    for (const given of [
      visit,
      { ...visit, status: 'completed' },
      { ...visit, status: 'odd' },
      { ...visit, storeId: practice.stores[1] },
      { ...visit, start: in1h, end: null },
    ]) {
      await addAppointments(database, practice, [appointmentIn(practice, given)]);
      expectFault(await remove(), 'in_use');
    }
    for (const given of [
      { ...visit, status: 'cancelled' },
      { ...visit, status: 'no_show' },
      { ...visit, end: ago },
      { ...visit, start: ago, end: null },
      { ...visit, roomId: far },
    ]) {
      await addAppointments(database, practice, [appointmentIn(practice, given)]);
    }
    expect((await remove()).status).toBe(200);
  });
});

describeService('appointment types', (suite) => {
  test('are added and changed, as in lists, and found by their new name', async () => {
    const { client, companyId, practice, history } = await ownPractice(suite());
    const type = { companyId, name: 'X-ray', category: 'diagnostics', durationMinutes: 1440 };
    const id = createdSchema.parse((await client.post('/v1/appointment-types', type)).body);
    const listed = async (query: string) => {
      const { body } = await client.get('/v1/appointment-types', { companyId, query });
      return body;
    };
    expect(await listed('x-r')).toMatchObject({ data: [{ ...type, id, isActive: true }] });
    const path = `/v1/appointment-types/${id}`;
    const answer = await client.patch(path, { companyId, name: 'Röntgen', isActive: false });
    expect(answer.body).toEqual({ ...type, id, name: 'Röntgen', isActive: false });
    expect(await listed('rönt')).toMatchObject({ data: [answer.body] });
    expect((await history())[0]).toMatchObject({
      ...{ kind: 'appointment_type', recordId: id, name: 'X-ray', action: 'changed', employeeId: practice.vet },
      changes: [
        { field: 'name', from: 'X-ray', to: 'Röntgen' },
        { field: 'isActive', from: true, to: false },
      ],
    });
  });

  test('have unique names, including inactive ones, and a violated rule is 400', async () => {
    const { client, near, companyId, practice } = await ownPractice(suite());
    const type = { companyId, name: 'X-ray', category: 'diagnostics', durationMinutes: 20 };
    const path = `/v1/appointment-types/${practice.visitType}`;
    for (const part of [
      { name: 'LEECHES' },
      { category: 'magic' },
      { durationMinutes: 0 },
      { durationMinutes: 1441 },
      { durationMinutes: 1.5 },
      { category: null },
    ]) {
      expectFault(await client.post('/v1/appointment-types', { ...type, ...part }), 'invalid_input');
      expectFault(await client.patch(path, { companyId, ...part }), 'invalid_input');
    }
    expectFault(await client.patch(path, { companyId }), 'invalid_input');
    expectFault(await client.post('/v1/appointment-types', { ...type, isActive: false }), 'invalid_input');
    expectFault(await near.post('/v1/appointment-types', type), 'insufficient_access');
    expectFault(await near.patch(path, { companyId, name: 'x' }), 'insufficient_access');
    expectFault(await client.patch(`/v1/appointment-types/${randomUUID()}`, { companyId, name: 'x' }), 'not_found');
  });

  test('keep their name and category in existing appointments', async () => {
    const { client, companyId, practice, database } = await ownPractice(suite());
    const booked = await client.post('/v1/appointments', bookable(practice));
    const path = `/v1/appointment-types/${practice.visitType}`;
    expect((await client.patch(path, { companyId, name: 'Other', category: 'dental' })).status).toBe(200);
    const [row] = await database.sql`
      select visit_type_name as name, visit_type_category as category from appointments where id = ${String(booked.body)}::uuid`;
    expect(row).toEqual({ name: 'Check-up', category: 'consult' });
  });

  test('with invalid stored values are corrected by a change, and otherwise refused', async () => {
    const { client, companyId, practice, database } = await ownPractice(suite());
    await database.sql`update appointment_types set category = '' where id = ${practice.visitType}::uuid`;
    const path = `/v1/appointment-types/${practice.visitType}`;
    expectFault(await client.patch(path, { companyId, name: 'New' }), 'invalid_input', /^category/);
    const corrected = await client.patch(path, { companyId, category: 'health' });
    expect(corrected.body).toMatchObject({ name: 'Check-up', category: 'health' });
  });
});
