import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema, appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { changedMeanwhileSchema } from '#contract/appointment-change.ts';
import {
  addAppointments,
  addEmployee,
  addPractice,
  appointmentIn,
  bookable,
  keyOf,
  type TestPractice,
} from '#testing/practice-rows.ts';
import { createTestService, type ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const pathOf = (id: string) => `/v1/appointments/${id}`;

describeService('a booking that was undone', (suite) => {
  /** A separate practice, whose service uses the database's clock. */
  async function ownDesk() {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const service = createTestService(database, Date.now());
    const client = service.client(await keyOf(database, practice.vet));
    const read = async (id: string) => appointmentSchema.parse((await client.get(pathOf(id), { companyId })).body);
    return {
      ...{ database, practice, companyId, service, client, read },
      async book(by: ServiceClient = client, headers: Record<string, string> = {}, of: TestPractice = practice) {
        const json = { 'Content-Type': 'application/json', ...headers };
        return read(createdSchema.parse((await by.post('/v1/appointments', bookable(of), json)).body));
      },
      undo: ({ id, updatedAt }: { id: string; updatedAt: string }, by: ServiceClient = client) =>
        by.delete(pathOf(id), { companyId, expectedUpdatedAt: updatedAt }),
    };
  }

  test('is gone from lists, totals, searches and history, and 404 the second time', async () => {
    const { database, companyId, client, book, undo } = await ownDesk();
    const [booking, slip] = [await book(), await book()];
    const lists = async () => {
      const pages = await Promise.all([
        client.get('/v1/appointments', { companyId }),
        client.get('/v1/appointments', { companyId, status: 'requested' }),
        client.post('/v1/appointments/search', { companyId, query: 'rex' }),
        client.post('/v1/appointments/search', { companyId, order: 'start' }),
        client.post('/v1/appointments/search', { companyId, filter: { start: { gte: slip.start, lte: slip.start } } }),
      ]);
      return pages.map(({ body }) => {
        const { data, totalCount } = appointmentPageSchema.parse(body);
        return [data.map(({ id }) => id).sort(), totalCount];
      });
    };
    expect(await lists()).toEqual(Array(5).fill([[booking.id, slip.id].sort(), 2]));
    const answer = await undo(slip);
    expect([answer.status, answer.body]).toEqual([200, true]);
    expect(await lists()).toEqual(Array(5).fill([[booking.id], 1]));
    expectError(await client.get(pathOf(slip.id), { companyId }), 'not_found');
    expectError(await client.get(`${pathOf(slip.id)}/history`, { companyId }), 'not_found');
    expectError(await undo(slip), 'not_found');
    const remaining =
      await database.sql`select appointment_id as id from appointment_history where company_id = ${companyId}::uuid`;
    expect(remaining).toEqual([{ id: booking.id }]);
  });

  test('may have been changed only by its author, with any of their keys', async () => {
    const { database, practice, companyId, service, client, book, undo, read } = await ownDesk();
    const change = (by: ServiceClient, { id, updatedAt }: { id: string; updatedAt: string }) =>
      by.patch(pathOf(id), { companyId, expectedUpdatedAt: updatedAt, notes: `${updatedAt} ` });
    const colleague = service.client(await keyOf(database, practice.near));
    const own = await book();
    await change(client, own);
    expect((await undo(await read(own.id), service.client(await keyOf(database, practice.vet)))).status).toBe(200);

    const theirs = await book(colleague);
    expectError(await undo(theirs), 'not_removable', /cancel the appointment instead/);
    const touched = await book();
    await change(colleague, touched);
    await change(client, await read(touched.id));
    expectError(await undo(await read(touched.id)), 'not_removable');
    // A title that follows a renamed pet does not count as someone's change.
    const renamed = await book();
    await database.sql`update appointments set title = 'Max – Check-up', updated_at = updated_at + interval '1 s'
      where company_id = ${companyId}::uuid and id = ${renamed.id}::uuid`;
    expect((await undo(await read(renamed.id))).status).toBe(200);
  });

  test('is refused ten minutes after its create by the database’s clock, and if no request booked it', async () => {
    const { database, practice, companyId, book, undo, read } = await ownDesk();
    const bookedAgo = async (interval: string) => {
      const { id } = await book();
      await database.sql`update appointments set created_at = clock_timestamp() - ${interval}::text::interval
        where company_id = ${companyId}::uuid and id = ${id}::uuid`;
      return read(id);
    };
    expect((await undo(await bookedAgo('9 minutes 50 seconds'))).status).toBe(200);
    expectError(await undo(await bookedAgo('10 minutes 1 second')), 'not_removable');

    const now = new Date().toISOString();
    const recent = { createdAt: now, updatedAt: now };
    // One restored from a vendor, one imported, and one whose status is not in the contract.
    const restored = appointmentIn(practice, { ...recent, createdFrom: 'external_api' });
    const imported = appointmentIn(practice, { ...recent, createdFrom: 'migration' });
    await addAppointments(database, practice, [restored, imported]);
    for (const one of [restored, imported]) expectError(await undo(one), 'not_removable');
    const odd = await book();
    await database.sql`update appointments set status = 'odd' where company_id = ${companyId}::uuid and id = ${odd.id}::uuid`;
    expectError(await undo(odd), 'not_removable');
  });

  test('is refused with the record if another version was expected, before any error except 404', async () => {
    const { database, practice, companyId, service, client, book, undo, read } = await ownDesk();
    const seen = await book();
    await client.patch(pathOf(seen.id), { companyId, expectedUpdatedAt: seen.updatedAt, notes: 'x' });
    const refused = await undo(seen);
    expect([refused.status, changedMeanwhileSchema.parse(refused.body)]).toMatchObject([
      409,
      { message: 'changed_meanwhile', data: { current: await read(seen.id) } },
    ]);
    const old = appointmentIn(practice);
    await addAppointments(database, practice, [old]);
    const ofOld = await undo({ ...old, updatedAt: seen.updatedAt });
    expect(changedMeanwhileSchema.parse(ofOld.body).data.current?.id).toBe(old.id);
    const odd = appointmentIn(practice, { status: 'odd' });
    await addAppointments(database, practice, [odd]);
    const ofOdd = await undo({ ...odd, updatedAt: seen.updatedAt });
    expect(changedMeanwhileSchema.parse(ofOdd.body).data).not.toHaveProperty('current');
    // The timestamp may be in any spelling and is truncated to the millisecond.
    const { id, updatedAt } = await read(seen.id);
    const blind = await addEmployee(database, {
      companyId,
      storeIds: practice.stores,
      permissions: ['appointments.write'],
    });
    const writer = service.client(await keyOf(database, blind));
    const ofBlind = await undo(seen, writer);
    expectError(ofBlind, 'changed_meanwhile');
    expect(changedMeanwhileSchema.parse(ofBlind.body).data).not.toHaveProperty('current');
    expect((await undo({ id, updatedAt: updatedAt.replace('Z', '999+00:00') })).status).toBe(200);
  });

  test('requires the same as every change, and access to the appointment', async () => {
    const { database, practice, companyId, service, client, book, undo } = await ownDesk();
    const { id, updatedAt } = await book();
    const query = { companyId, expectedUpdatedAt: updatedAt };
    expectError(await client.delete(pathOf(id), { companyId }), 'invalid_input', /^expectedUpdatedAt: /);
    expectError(await client.delete(pathOf(id), { ...query, companyId: randomUUID() }), 'insufficient_access');
    const readOnly = service.client(await keyOf(database, practice.vet, true));
    expectError(await readOnly.delete(pathOf(id), query), 'read_only_key');
    const mute = await addEmployee(database, {
      companyId,
      storeIds: practice.stores,
      permissions: ['appointments.read'],
    });
    expectError(await undo({ id, updatedAt }, service.client(await keyOf(database, mute))), 'insufficient_access');
    const far = appointmentIn(practice, { storeId: practice.stores[1] });
    await addAppointments(database, practice, [far]);
    const near = service.client(await keyOf(database, practice.near));
    expectError(await undo(far, near), 'not_found');
    for (const none of [randomUUID(), 'APPT-1', 'search'])
      expect((await undo({ id: none, updatedAt })).status).toBe(404);
  });

  test('only succeeds once concurrently, and a change that comes first wins', async () => {
    const { companyId, client, book, undo } = await ownDesk();
    for (let round = 0; round < 4; round += 1) {
      const slip = await book();
      const answers = await Promise.all([
        undo(slip),
        client.patch(pathOf(slip.id), { companyId, expectedUpdatedAt: slip.updatedAt, notes: 'x' }),
        undo(slip),
      ]);
      const [first, change, second] = answers.map(({ status }) => status);
      if (change === 200) expect([first, second]).toEqual([409, 409]);
      else expect([change, ...[first, second].sort()]).toEqual([404, 200, 404]);
      const { status } = await client.get(pathOf(slip.id), { companyId });
      expect(status).toBe(change === 200 ? 200 : 404);
    }
  });
});
