import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { companyPageSchema } from '#contract/clients-pets-staff.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { addAppointments, appointmentIn, bookable } from '#testing/practice-rows.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

describeService('the company and its stores', (suite) => {
  test('are changed by people who can access them: the company, types and new stores require access to every store', async () => {
    const { client, companyId, near, practice, history } = await ownPractice(suite());
    const [north, south] = practice.stores;
    const store = { companyId, name: 'West', timeZone: 'Europe/Berlin', openingHours: [] };
    const type = { companyId, name: 'X-ray', category: 'diagnostics', durationMinutes: 20 };
    const noted = await history();
    for (const refused of [
      near.patch(`/v1/companies/${companyId}`, { companyId, name: 'Elm' }),
      near.post('/v1/stores', store),
      near.post('/v1/appointment-types', type),
      near.patch(`/v1/appointment-types/${practice.visitType}`, { companyId, name: 'X-ray' }),
    ])
      expectError(await refused, 'insufficient_access', /all its stores/);
    for (const id of [south, randomUUID(), 'x'])
      expectError(await near.patch(`/v1/stores/${id}`, { companyId, name: 'West' }), 'not_found');
    expect(await history()).toEqual(noted);
    expect((await near.patch(`/v1/stores/${north}`, { companyId, name: 'North' })).body).toMatchObject({ id: north });
    expect((await history())[0]).toMatchObject({ employeeId: practice.near, recordId: north, name: 'Store 1' });
    expect((await client.post('/v1/stores', store)).status).toBe(200);
    const [{ stores } = { stores: [] }] = companyPageSchema.parse(
      (await near.get('/v1/companies', { companyId })).body,
    ).data;
    expect(stores.map(({ id }) => id)).toEqual([north]);
  });
});

describeService('rooms', (suite) => {
  test('that are not accessible do not exist, for any operation', async () => {
    const { near, companyId, practice } = await ownPractice(suite());
    const [far] = practice.rooms[1];
    expectError(await near.post('/v1/rooms', { companyId, storeId: practice.stores[1], name: 'x' }), 'not_found');
    expectError(await near.post('/v1/rooms', { companyId, storeId: randomUUID(), name: 'x' }), 'not_found');
    for (const id of [far, randomUUID(), 'x']) {
      expectError(await near.patch(`/v1/rooms/${id}`, { companyId, name: 'x' }), 'not_found');
      expectError(await near.delete(`/v1/rooms/${id}`, { companyId }), 'not_found');
    }
    expectError(await near.delete(`/v1/rooms/${far}`, {}), 'invalid_input', /^companyId/);
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
      expectError(await remove(), 'in_use');
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
    expectError(await client.patch(path, { companyId, name: 'New' }), 'invalid_input', /^category/);
    const corrected = await client.patch(path, { companyId, category: 'health' });
    expect(corrected.body).toMatchObject({ name: 'Check-up', category: 'health' });
  });
});
