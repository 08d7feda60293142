import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { clientAnswerPageSchema, clientAnswerSchema } from '#contract/client-answers.ts';
import { addAppointments, addPractice, appointmentIn, keyOf, type TestAppointment } from '#testing/practice-rows.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/client-answers';
const march = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const at = (day: number) => ({ start: `2026-03-${day}T09:00:00.000Z`, end: `2026-03-${day}T09:20:00.000Z` });

describeService('answers of clients', (suite) => {
  async function deskWith(...given: Partial<TestAppointment>[]) {
    const { database } = suite();
    const practice = await addPractice(database);
    const service = createTestService(database);
    const client = service.client(await keyOf(database, practice.vet));
    const near = service.client(await keyOf(database, practice.near));
    const { companyId } = practice;
    const about = given.map((fields) => appointmentIn(practice, fields));
    await addAppointments(database, practice, about);
    const give = (id: string, body: object, by = client) => by.post(`${path}/${id}`, { companyId, ...body });
    const list = async (query: Record<string, string> = {}, by = client) =>
      clientAnswerPageSchema.parse((await by.get(path, { companyId, ...march, ...query })).body);
    return { ...{ database, practice, companyId, client, near, give, list }, ids: about.map(({ id }) => id) };
  }

  test('are noted at the desk, and the same again keeps its time', async () => {
    const {
      give,
      list,
      client,
      companyId,
      ids: [id = ''],
      database,
      practice,
    } = await deskWith(at(10));
    const answer = clientAnswerSchema.parse((await give(id, { answer: 'another_time', note: ' after 3 \n' })).body);
    expect(answer).toMatchObject({
      appointmentId: id,
      answer: 'another_time',
      note: 'after 3',
      forStart: at(10).start,
    });
    expect((await give(id, { answer: 'another_time', note: 'after 3' })).body).toEqual(answer);
    expect(await list()).toMatchObject({ data: [answer], totalCount: 1, hasMore: false });
    const other = clientAnswerSchema.parse((await give(id, { answer: 'confirmed' })).body);
    expect(other).toMatchObject({ answer: 'confirmed', note: null });
    expect(other.at > answer.at).toBe(true);
    const [row] = await database.sql`select employee_id from client_answers where company_id = ${companyId}::uuid`;
    expect(row).toEqual({ employee_id: practice.vet });
    const history = await client.get(`/v1/appointments/${id}/history`, { companyId });
    expect(appointmentHistoryPageSchema.parse(history.body).data).toHaveLength(1);
  });

  test('are for one start: after a move the answer is left out, and the next one is for the new start', async () => {
    const {
      give,
      list,
      client,
      companyId,
      ids: [id = ''],
    } = await deskWith(at(10));
    await give(id, { answer: 'confirmed' });
    const { start, end } = at(12);
    const change = { companyId, expectedUpdatedAt: '2026-02-01T12:00:00.000Z', start, end };
    expect((await client.patch(`/v1/appointments/${id}`, change)).status).toBe(200);
    expect((await list()).data).toEqual([]);
    const { body } = await give(id, { answer: 'confirmed' });
    expect(body).toMatchObject({ forStart: start });
    expect((await list()).data).toEqual([body]);
  });

  test('are listed by start, in pages, from the start of the time to just before its end', async () => {
    const { give, list, ids } = await deskWith(at(12), at(10), at(11), at(13));
    for (const id of ids.slice(0, 3)) await give(id, { answer: 'confirmed' });
    const found: string[] = [];
    for await (const { data, totalCount } of pagesOf((cursor) =>
      list({ limit: '2', ...(cursor === '' ? {} : { cursor }) }),
    )) {
      expect(totalCount).toBe(3);
      found.push(...data.map(({ appointmentId }) => appointmentId));
    }
    expect(found).toEqual([ids[1], ids[2], ids[0]]);
    const some = await list({ start: at(11).start, end: at(12).start });
    expect(some.data.map(({ appointmentId }) => appointmentId)).toEqual([ids[2]]);
  });

  test('are only those in accessible stores', async () => {
    const { practice } = await deskWith();
    const {
      give,
      list,
      near,
      ids: [here = '', there = ''],
      ...desk
    } = await deskWith(at(10), at(11));
    await desk.database.sql`update appointments set store_id = ${desk.practice.stores[1]}::uuid
      where company_id = ${desk.companyId}::uuid and id = ${there}::uuid`;
    for (const id of [here, there]) expect((await give(id, { answer: 'confirmed' })).status).toBe(200);
    expect((await list({}, near)).data.map(({ appointmentId }) => appointmentId)).toEqual([here]);
    expect((await list({ storeIds: desk.practice.stores[1] })).totalCount).toBe(1);
    for (const id of [there, randomUUID(), 'x'])
      expectError(await give(id, { answer: 'confirmed' }, near), 'not_found');
    expectError(await near.get(path, { companyId: practice.companyId, ...march }), 'insufficient_access');
  });

  test('are refused where the input is wrong', async () => {
    const {
      give,
      client,
      companyId,
      database,
      ids: [id = ''],
      practice,
    } = await deskWith(at(10));
    for (const body of [
      { answer: 'cancelled' },
      { answer: 'yes' },
      { answer: 'another_time', note: '' },
      { answer: 'another_time', note: 'x'.repeat(501) },
      { answer: 'confirmed', at: march.start },
      {},
    ])
      expectError(await give(id, body), 'invalid_input');
    const get = (query: Record<string, string>) => client.get(path, { companyId, ...query });
    for (const query of [
      { start: march.start },
      { start: march.end, end: march.start },
      { ...march, end: '2026-06-10T00:00:01Z' },
    ])
      expectError(
        await get({ ...march, ...query, ...(Object.keys(query).length === 1 ? { end: '' } : {}) }),
        'invalid_input',
      );
    expect((await get({ ...march, end: '2026-06-09T00:00:00Z' })).status).toBe(200);
    await database.sql`update appointments set status = 'odd' where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    expectError(await give(id, { answer: 'confirmed' }), 'invalid_input');
    const readOnly = suite().service.client(await keyOf(database, practice.vet, true));
    expectError(await give(id, { answer: 'confirmed' }, readOnly), 'read_only_key');
  });

  test('go with an appointment whose booking is undone', async () => {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const client = createTestService(database, Date.now()).client(await keyOf(database, practice.vet));
    const created = await client.post('/v1/appointments', {
      ...{ companyId, storeIds: [practice.stores[0]], petId: practice.pet, visitTypeId: practice.visitType },
      ...{ start: '2030-03-04T09:00:00Z', end: '2030-03-04T09:20:00Z' },
    });
    const id = createdSchema.parse(created.body);
    expect((await client.post(`${path}/${id}`, { companyId, answer: 'confirmed' })).status).toBe(200);
    const { updatedAt } = appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
    const undone = await client.delete(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: updatedAt });
    expect(undone.status).toBe(200);
    const rows = await database.sql`select 1 from client_answers where company_id = ${companyId}::uuid`;
    expect(rows).toEqual([]);
  });
});
