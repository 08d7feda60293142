import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { createdSeriesSchema } from '#contract/appointment-series.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/appointments/series';
const seriesOf = (id: string) => `/v1/appointments/${id}/series`;
const hour = (day: number, begin = 9) => {
  const at = (clock: number) => `2026-03-${String(day).padStart(2, '0')}T${String(clock).padStart(2, '0')}:00:00.000Z`;
  return { start: at(begin), end: at(begin + 1) };
};
const weekly = [hour(2), hour(9), hour(16)];

describeService('a series of appointments', (suite) => {
  /** A separate practice, whose service uses the database's clock. */
  async function ownDesk() {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const service = createTestService(database, Date.now());
    const client = service.client(await keyOf(database, practice.vet));
    const near = service.client(await keyOf(database, practice.near));
    const { start: _, end: __, ...booking } = bookable(practice);
    const send = (body: object, headers: Record<string, string> = {}) =>
      client.post(path, { ...booking, ...body }, { 'Content-Type': 'application/json', ...headers });
    const read = async (id: string) =>
      appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
    return {
      ...{ database, practice, companyId, client, near, send, read },
      book: async (body: object) => createdSeriesSchema.parse((await send({ times: weekly, ...body })).body),
      async listed(id: string, by = client) {
        const { data, totalCount } = appointmentPageSchema.parse((await by.get(seriesOf(id), { companyId })).body);
        expect(totalCount).toBe(data.length);
        return data;
      },
      async total() {
        const { body } = await client.get('/v1/appointments', { companyId, limit: '1' });
        return appointmentPageSchema.parse(body).totalCount;
      },
    };
  }

  test('is listed in pages, unresolved appointments last and as ids only', async () => {
    const { database, companyId, client, book } = await ownDesk();
    const { appointmentIds } = await book({});
    const [first = '', second = '', third = ''] = appointmentIds;
    await database.sql`update appointments set status = 'odd' where company_id = ${companyId}::uuid and id = ${first}::uuid`;
    await database.sql`update appointments set start_at = null where company_id = ${companyId}::uuid and id = ${second}::uuid`;
    const found: unknown[] = [];
    const read = async (cursor: string) =>
      appointmentPageSchema.parse((await client.get(seriesOf(second), { companyId, limit: '1', cursor })).body);
    for await (const { data, totalCount, hasMore } of pagesOf(read)) {
      expect([data.length, totalCount]).toEqual([1, 3]);
      found.push(...data);
      expect(hasMore).toBe(found.length < 3);
    }
    expect(found).toEqual([expect.objectContaining({ id: third, status: 'requested' }), { id: first }, { id: second }]);
  });

  test('leaves out appointments that are not accessible, and is 404 for one of them', async () => {
    const { database, practice, companyId, near, book, listed, read } = await ownDesk();
    const [first = '', second = '', third = ''] = (await book({})).appointmentIds;
    await database.sql`update appointments set store_id = ${practice.stores[1]}::uuid
      where company_id = ${companyId}::uuid and id = ${second}::uuid`;
    expect(await listed(first, near)).toEqual([await read(first), await read(third)]);
    expect(await listed(first)).toHaveLength(3);
    for (const id of [second, randomUUID(), 'APPT-1', 'search'])
      expectError(await near.get(seriesOf(id), { companyId }), 'not_found');
    expectError(await near.get(path, { companyId }), 'not_found');
  });

  test('does not get the rooms of a concurrent series', async () => {
    const { send, read } = await ownDesk();
    const times = Array.from({ length: 6 }, (_, nth) => hour(nth + 2));
    const answers = await Promise.all([send({ times }), send({ times })]);
    const ids = answers.flatMap(({ body }) => createdSeriesSchema.parse(body).appointmentIds);
    const booked = await Promise.all(ids.map(read));
    expect(booked.every(({ roomId }) => roomId !== null)).toBe(true);
    expect(new Set(booked.map(({ start, roomId }) => `${start} ${roomId}`)).size).toBe(12);
  });

  test('is booked completely or not at all', async () => {
    const { database, companyId, send, book, total } = await ownDesk();
    // The third of them cannot be written.
    await database.sql.unsafe(
      `alter table appointments add constraint not_then check (company_id <> '${companyId}' or start_at < '2026-03-16') not valid`,
    );
    try {
      expectError(await send({ times: weekly }), 'internal_error');
      expect(await total()).toBe(0);
    } finally {
      await database.sql.unsafe('alter table appointments drop constraint not_then');
    }
    await book({});
    expect(await total()).toBe(3);
  });

  test('requires the same as a create', async () => {
    const { database, practice, companyId, near, client, send } = await ownDesk();
    const readOnly = createTestService(database).client(await keyOf(database, practice.vet, true));
    expectError(await readOnly.post(path, {}), 'read_only_key');
    expectError(await send({ times: weekly, companyId: randomUUID() }), 'insufficient_access');
    const { start: _, end: __, ...booking } = bookable(practice);
    const far = { ...booking, storeIds: [practice.stores[1]], times: weekly };
    expectError(await near.post(path, far), 'insufficient_access');
    expectError(await send({ times: weekly, storeIds: [randomUUID()] }), 'not_found');
    const old = appointmentIn(practice);
    await addAppointments(database, practice, [old]);
    await database.sql`update employees set permissions = '{appointments.write}'
      where company_id = ${companyId}::uuid and id = ${practice.vet}::uuid`;
    expectError(await client.get(seriesOf(old.id), { companyId }), 'insufficient_access');
    expect((await send({ times: weekly })).status).toBe(200);
  });
});
