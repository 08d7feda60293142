import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema, historyPageSchema } from '#contract/appointment-change.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { addAppointments, addEmployee, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const pathOf = (id: string, part = '') => `/v1/appointments/${id}${part}`;
const histories = '/v1/appointment-history';

describeService('the history of appointments', (suite) => {
  async function ownDesk() {
    const own = await ownPractice(suite());
    const { client, practice, companyId } = own;
    const read = async (id: string) => appointmentSchema.parse((await client.get(pathOf(id), { companyId })).body);
    const listHistories = async (query: Record<string, string> = {}, by = client) => {
      const march = { start: '2026-03-01T00:00Z', end: '2026-04-01T00:00Z' };
      return historyPageSchema.parse((await by.get(histories, { companyId, ...march, ...query })).body);
    };
    return {
      ...{ ...own, read, listHistories },
      book: async (given: object = {}) =>
        createdSchema.parse((await client.post('/v1/appointments', { ...bookable(practice), ...given })).body),
      async change(id: string, change: object) {
        const { updatedAt: expectedUpdatedAt } = await read(id);
        return appointmentSchema.parse(
          (await client.patch(pathOf(id), { companyId, expectedUpdatedAt, ...change })).body,
        );
      },
      async history(id: string) {
        const { body } = await client.get(pathOf(id, '/history'), { companyId });
        return appointmentHistoryPageSchema.parse(body).data;
      },
      giveReason: (id: string, at: string, reason: unknown, by = client) =>
        by.post(pathOf(id, '/reason'), { companyId, at, reason }),
    };
  }

  test('accepts a change to a reason only from the person who gave it, within a day', async () => {
    const { book, change, history, giveReason, near, practice, service } = await ownDesk();
    const id = await book();
    const { updatedAt: withReason } = await change(id, { status: 'no_show', reason: 'did not answer' });
    const { updatedAt: without } = await change(id, { status: 'cancelled' });
    // The author is the person who gives the first reason, not the person who changed the status.
    expect((await giveReason(id, without, 'moved away', near)).body).toMatchObject({ reasonEmployeeId: practice.near });
    for (const reason of ['another', null]) {
      expectError(await giveReason(id, withReason, reason, near), 'not_changeable', /someone else/);
      expectError(await giveReason(id, without, reason), 'not_changeable', /someone else/);
    }
    const before = await history(id);
    expect(before.map(({ reason }) => reason)).toEqual(['moved away', 'did not answer', undefined]);
    // Setting the current reason is not a change, whoever sends it.
    expect((await giveReason(id, without, 'moved away')).body).toEqual(before[0]);
    expect((await giveReason(id, without, 'moved', near)).body).toEqual({ ...before[0], reason: 'moved' });
    expect((await giveReason(id, withReason, null)).status).toBe(200);
    expect((await giveReason(id, withReason, 'far away', near)).body).toMatchObject({
      reasonEmployeeId: practice.near,
    });
    service.clock.pass(24 * 3_600_000);
    for (const at of [withReason, without])
      expectError(await giveReason(id, at, 'late', near), 'not_changeable', /more than a day ago/);
  });

  test('accepts a reason only for a change of status that the key can access', async () => {
    const { database, practice, companyId, near, as, book, change, giveReason, read } = await ownDesk();
    const id = await book();
    const { updatedAt: cancelled } = await change(id, { status: 'cancelled' });
    const { updatedAt: noted } = await change(id, { notes: 'x' });
    const { createdAt } = await read(id);
    for (const at of [noted, createdAt, '2020-01-01T00:00Z'])
      expectError(await giveReason(id, at, 'x'), 'not_found', /^at: /);
    for (const none of [randomUUID(), 'APPT-1'])
      expectError(await giveReason(none, cancelled, 'x'), 'not_found', /^id: /);
    expectError(await giveReason(id, cancelled, ''), 'invalid_input', /^reason: /);
    expectError(await giveReason(id, 'now', 'x'), 'invalid_input', /^at: /);
    expectError(await giveReason(id, cancelled, 'x', await as(practice.vet, true)), 'read_only_key');
    const permissions = ['appointments.read'];
    const mute = await as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions }));
    expectError(await giveReason(id, cancelled, 'x', mute), 'insufficient_access');
    expect((await giveReason(id, cancelled, 'x', near)).status).toBe(200);
    const far = await book({ storeIds: [practice.stores[1]] });
    const { updatedAt } = await change(far, { status: 'cancelled' });
    expectError(await giveReason(far, updatedAt, 'x', near), 'not_found', /^id: /);
  });

  test('of some days covers each appointment that starts there, by time, in pages', async () => {
    const { database, practice, companyId, near, book, change, history, listHistories } = await ownDesk();
    const [first, second] = [await book(), await book({ storeIds: [practice.stores[1]] })];
    await change(first, { status: 'cancelled', reason: 'ill' });
    await change(second, { status: 'confirmed' });
    await change(first, { status: 'confirmed' });
    const april = { start: '2026-04-01T00:00:00Z', end: '2026-04-01T01:00:00Z' };
    const later = await book(april);
    // An appointment that is older than the history has no entries.
    await addAppointments(database, practice, [appointmentIn(practice)]);

    const tagged = async (...ids: string[]) => {
      const entries = await Promise.all(
        ids.map(async (appointmentId) => (await history(appointmentId)).map((entry) => ({ appointmentId, ...entry }))),
      );
      return entries.flat().sort((one, other) => (one.at < other.at ? -1 : 1));
    };
    expect((await listHistories()).data).toEqual(await tagged(first, second));
    expect((await listHistories({ end: april.end })).data).toEqual(await tagged(first, second, later));
    expect((await listHistories(april)).data).toEqual(await tagged(later));
    expect((await listHistories({}, near)).data).toEqual(await tagged(first));
    expect((await listHistories({ storeIds: practice.stores[1] })).data).toEqual(await tagged(second));

    // Entries with the same time are ordered by appointment, also where a page ends between them.
    await database.sql`update appointment_history set at = '2026-01-01'
      where company_id = ${companyId}::uuid and changes @> '[{"field": "start"}]'`;
    const found: unknown[] = [];
    for await (const { data, totalCount } of pagesOf((cursor) => listHistories({ limit: '1', cursor }))) {
      expect([data.length > 0, totalCount]).toEqual([true, 5]);
      found.push(...data);
    }
    expect(found).toEqual((await listHistories()).data);
    expect(found.slice(0, 2)).toMatchObject([first, second].sort().map((appointmentId) => ({ appointmentId })));
  });

  test('of some days requires the permission to read, and at most 100 days', async () => {
    const { database, practice, companyId, client, service } = await ownDesk();
    const query = { companyId, start: '2026-01-01T00:00Z', end: '2026-04-11T00:00Z' };
    expect((await client.get(histories, query)).status).toBe(200);
    expectError(await client.get(histories, { ...query, end: '2026-04-11T00:00:00.001Z' }), 'invalid_input', /^end: /);
    expectError(await client.get(histories, { ...query, end: query.start }), 'invalid_input', /^end: /);
    expectError(await client.get(histories, { companyId, end: query.end }), 'invalid_input', /^start: /);
    const permissions = ['appointments.write'];
    const blind = await addEmployee(database, { companyId, storeIds: practice.stores, permissions });
    expectError(await service.client(await keyOf(database, blind)).get(histories, query), 'insufficient_access');
  });
});
