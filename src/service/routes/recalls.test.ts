import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { recallChangedMeanwhileSchema } from '#contract/recalls.ts';
import { addClient, addEmployee, addPractice, addVisitType, keyOf } from '#testing/practice-rows.ts';
import { recallDesk } from '#testing/recall-desk.ts';
import { type Answer, pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/recalls';

/** The current recall in a 409 with this key. */
function currentIn({ status, body }: Answer, key: ErrorMessageKey) {
  const { message, data } = recallChangedMeanwhileSchema.parse(body);
  expect([status, message]).toEqual([409, key]);
  return data.current;
}

describeService('recalls', (suite) => {
  test('one that is due is booked while the pet has an appointment of the type to come', async () => {
    const { add, book, setStatus, read, list, service, send, practice, as } = await recallDesk(suite().database);
    const recall = await add();
    const late = await book({ start: '2026-03-09T09:00Z', end: '2026-03-09T09:20Z' });
    const early = await book({ storeIds: [practice.stores[1]] });
    const booked = { ...recall, status: 'booked', appointmentId: early };
    expect(await read(recall.id)).toEqual(booked);
    // The appointment is at a store that this key cannot access.
    const near = await as(practice.near);
    expect((await list({ status: 'booked' }, near)).data).toEqual([booked]);
    expect((await list({ status: 'due' })).data).toEqual([]);
    const answer = await send(recall.id, { expectedUpdatedAt: '2020-01-01T00:00Z', status: 'due' });
    expect(answer).toMatchObject({ status: 200, body: booked });
    await setStatus(early, 'no_show');
    expect((await read(recall.id)).appointmentId).toBe(late);
    await setStatus(late, 'cancelled');
    expect(await read(recall.id)).toEqual(recall);
    const { data, totalCount } = await list({ status: 'due' });
    expect([data, totalCount]).toEqual([[recall], 1]);
    // It books until the end of its day on the clock of the store, which is an hour ahead of UTC.
    await book({ start: '2026-03-03T07:00Z', end: '2026-03-03T07:20Z' });
    service.clock.pass(Date.parse('2026-03-03T22:50Z') - service.clock.now());
    expect((await read(recall.id)).status).toBe('booked');
    service.clock.pass(20 * 60_000);
    expect((await read(recall.id)).status).toBe('due');
  });

  test('lists what is due by date in pages, filtered by date, status and pet', async () => {
    const { database, companyId, add, addPet: addOther, change, list, as, client } = await recallDesk(suite().database);
    const dates = ['2026-04-30', '2026-05-01', '2026-05-01', '2026-05-31', '2026-06-01'];
    const added = [];
    for (const dueOn of dates) added.push(await add({ petId: await addOther(), dueOn }));
    const sorted = added.toSorted((a, b) => (`${a.dueOn}${a.id}` < `${b.dueOn}${b.id}` ? -1 : 1));
    const found = [];
    for await (const { data, totalCount } of pagesOf((cursor) => list({ limit: '2', cursor }))) {
      expect(totalCount).toBe(5);
      found.push(...data);
    }
    expect(found).toEqual(sorted);
    const inMay = await list({ from: '2026-05-01', until: '2026-05-31' });
    expect(inMay.data).toEqual(sorted.slice(1, 4));
    const [, second = ''] = added.map(({ petId }) => petId);
    expect((await list({ petId: second })).data.map(({ petId }) => petId)).toEqual([second]);
    await change(sorted[0]?.id ?? '', { status: 'declined' });
    expect((await list({ status: 'declined' })).data.map(({ id }) => id)).toEqual([sorted[0]?.id]);
    expect((await list({ status: 'due' })).totalCount).toBe(4);
    // A cursor belongs to its filters, and to no store.
    const { nextCursor } = await list({ limit: '1' });
    const cursor = nextCursor ?? '';
    const helper = await as(
      await addEmployee(database, { companyId, storeIds: [], permissions: ['appointments.read'] }),
    );
    expect((await list({ cursor }, helper)).data).toHaveLength(4);
    expectError(await client.get(path, { companyId, cursor, status: 'due' }), 'invalid_input', /^cursor/);
  });

  test('is not listed while its pet is dead or inactive, and follows its pet to another client', async () => {
    const { database, companyId, add, changePet, list, send, client, read } = await recallDesk(suite().database);
    const { id, updatedAt: expectedUpdatedAt } = await add();
    for (const [gone, back] of [
      [{ deceasedOn: '2026-03-01' }, { deceasedOn: null }],
      [{ isActive: false }, { isActive: true }],
    ] as const) {
      await changePet(gone);
      expect(await list()).toMatchObject({ data: [], totalCount: 0 });
      expectError(await send(id, { expectedUpdatedAt, status: 'declined' }), 'not_found', /^id: /);
      expectError(await client.post(`${path}/${id}/attempts`, { companyId, how: 'call' }), 'not_found', /^id: /);
      await changePet(back);
    }
    const heir = randomUUID();
    await addClient(database, { companyId, id: heir, firstName: 'Bo', lastName: 'Li' });
    await changePet({ clientId: heir });
    expect(await read(id)).toMatchObject({ clientId: heir, updatedAt: expectedUpdatedAt });
  });

  test('a pet is due once for a type, for which pet and type must be active', async () => {
    const { database, practice, companyId, recall, client, add, change, send, read, changePet, book } =
      await recallDesk(suite().database);
    const open = await add();
    const appointmentId = await book();
    const again = await client.post(path, { ...recall, dueOn: '2027-01-01' });
    expect(currentIn(again, 'already_due')).toEqual({ ...open, status: 'booked', appointmentId });
    await change(open.id, { status: 'declined' });
    const next = await add({ dueOn: '2027-01-01' });
    const { updatedAt: expectedUpdatedAt } = await read(open.id);
    const reopened = await send(open.id, { expectedUpdatedAt, status: 'due' });
    expect(currentIn(reopened, 'already_due')).toEqual(await read(next.id));
    expect((await read(open.id)).status).toBe('declined');

    const other = randomUUID();
    await addVisitType(database, { companyId, id: other, name: 'Vaccination' });
    expect((await add({ visitTypeId: other })).visitTypeId).toBe(other);
    for (const [field, value] of [
      ['petId', randomUUID()],
      ['visitTypeId', randomUUID()],
      ['visitTypeId', practice.retiredType],
    ] as const)
      expectError(await client.post(path, { ...recall, [field]: value }), 'invalid_input', new RegExp(`^${field}: `));
    for (const gone of [{ isActive: false }, { isActive: true, deceasedOn: '2026-03-01' }]) {
      await changePet(gone);
      expectError(await client.post(path, recall), 'invalid_input', /^petId: /);
    }
  });

  test('is changed by version, and what is there already is no change', async () => {
    const { add, change, send, read } = await recallDesk(suite().database);
    const recall = await add();
    const snoozed = await change(recall.id, { snoozedUntil: '2026-04-01', dueOn: '2026-05-02' });
    expect(snoozed).toEqual({
      ...recall,
      snoozedUntil: '2026-04-01',
      dueOn: '2026-05-02',
      updatedAt: snoozed.updatedAt,
    });
    expect(snoozed.updatedAt > recall.updatedAt).toBe(true);
    const stale = { expectedUpdatedAt: recall.updatedAt };
    expect((await send(recall.id, { ...stale, dueOn: '2026-05-02', status: 'due' })).body).toEqual(snoozed);
    const refused = await send(recall.id, { ...stale, status: 'done' });
    expect(currentIn(refused, 'changed_meanwhile')).toEqual(snoozed);
    for (const status of ['done', 'declined', 'due'])
      expect(await change(recall.id, { status })).toMatchObject({ status });
    expect(await change(recall.id, { snoozedUntil: null })).toMatchObject({ snoozedUntil: null });
    expectError(await send(recall.id, { ...stale, status: 'booked' }), 'invalid_input', /^status: /);
    expect((await read(recall.id)).status).toBe('due');
  });

  test('has the attempts of people and of messages that have left, newest first, without a change of its version', async () => {
    const { database, practice, companyId, client, add, read, as, service } = await recallDesk(suite().database);
    const recall = await add();
    const note = async (how: string, by = client) => {
      const answer = await by.post(`${path}/${recall.id}/attempts`, { companyId, how });
      return [createdSchema.parse(answer.body), new Date(service.clock.now()).toISOString()] as const;
    };
    const [first, firstAt] = await note('call');
    const [second, secondAt] = await note('sms', await as(practice.near));
    expect(first).not.toBe(second);
    const sent = (status: string, at: string, dueOn: string) => database.sql`
      with message as (
        insert into messages (company_id, id, kind, channel, client_id, store_id, appointment_ids, recipient, language, status, for_start, created_at, updated_at)
        values (${companyId}::uuid, gen_random_uuid(), 'due', 'email', ${practice.client}::uuid, ${practice.stores[0]}::uuid, '{}',
          'ann@example.com', 'en', ${status}, ${at}, ${at}, ${at}) returning company_id, id
      )
      insert into recall_messages (company_id, recall_id, due_on, message_id)
      select company_id, ${recall.id}::uuid, ${dueOn}::date, id from message`;
    await sent('sent', '2026-02-01T08:00:00Z', '2026-02-14');
    await sent('unknown', '2026-02-02T08:00:00Z', '2026-02-15');
    await sent('failed', '2026-02-03T08:00:00Z', '2026-02-16');
    await sent('sending', '2026-02-04T08:00:00Z', '2026-02-17');
    expect(await read(recall.id)).toEqual({
      ...recall,
      attempts: [
        { at: secondAt, employeeId: practice.near, how: 'sms' },
        { at: firstAt, employeeId: practice.vet, how: 'call' },
        { at: '2026-02-02T08:00:00.000Z', employeeId: null, how: 'email' },
        { at: '2026-02-01T08:00:00.000Z', employeeId: null, how: 'email' },
      ],
    });
    expectError(
      await client.post(`${path}/${recall.id}/attempts`, { companyId, how: 'letter' }),
      'invalid_input',
      /^how: /,
    );
  });

  test('a create with an idempotency key runs once', async () => {
    const { client, recall, list, companyId, add, read, addPet: addOther } = await recallDesk(suite().database);
    const once = (key: string) => ({ 'Content-Type': 'application/json', 'Idempotency-Key': key });
    const sent = [];
    for (let nth = 0; nth < 2; nth += 1) sent.push(await client.post(path, recall, once('recall')));
    const [first, second] = sent.map(({ body }) => createdSchema.parse(body));
    expect(second).toBe(first);
    expect((await list()).data.map(({ id }) => id)).toEqual([first]);
    // A refusal is not stored.
    for (let nth = 0; nth < 2; nth += 1)
      expect(currentIn(await client.post(path, recall, once('refused')), 'already_due')?.id).toBe(first);
    const { id } = await add({ petId: await addOther() });
    for (let nth = 0; nth < 2; nth += 1)
      await client.post(`${path}/${id}/attempts`, { companyId, how: 'call' }, once('attempt'));
    expect((await read(id)).attempts).toHaveLength(1);
  });

  test('a create and a reopened recall at once are due once', async () => {
    const { client, recall, list, add, change, send, addPet: addOther } = await recallDesk(suite().database);
    for (let nth = 0; nth < 6; nth += 1) {
      const petId = await addOther();
      const { id, updatedAt } = await change((await add({ petId })).id, { status: 'declined' });
      const answers = await Promise.all([
        client.post(path, { ...recall, petId }),
        send(id, { expectedUpdatedAt: updatedAt, status: 'due' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await list({ petId, status: 'due' })).data).toHaveLength(1);
    }
  });

  test('its checks are in the order of every endpoint', async () => {
    const { database, practice, companyId, as, client, add, send, recall, service } = await recallDesk(
      suite().database,
    );
    const { id, updatedAt: expectedUpdatedAt } = await add();
    const attempts = `${path}/${id}/attempts`;
    const readOnly = await as(practice.vet, true);
    for (const answer of [
      await readOnly.post(path, {}),
      await send(id, {}, readOnly),
      await readOnly.post(attempts, {}),
    ])
      expectError(answer, 'read_only_key');
    expect((await readOnly.get(path, { companyId })).status).toBe(200);
    const employee = async (permission: 'appointments.read' | 'appointments.write') =>
      as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions: [permission] }));
    const [reader, writer] = [await employee('appointments.read'), await employee('appointments.write')];
    expectError(await writer.get(path, { companyId }), 'insufficient_access', /appointments\.read/);
    for (const answer of [
      await reader.post(path, recall),
      await send(id, { expectedUpdatedAt, status: 'done' }, reader),
      await reader.post(attempts, { companyId, how: 'call' }),
    ])
      expectError(answer, 'insufficient_access', /appointments\.write/);
    expectError(await send(id, { expectedUpdatedAt }), 'invalid_input', /name at least one change/);
    expectError(await send('x', { expectedUpdatedAt, companyId: randomUUID(), status: 'done' }), 'insufficient_access');
    const stale = { expectedUpdatedAt: '2020-01-01T00:00Z', status: 'done' };
    for (const none of ['x', randomUUID()]) {
      expectError(await send(none, stale), 'not_found', /^id: /);
      expectError(await client.post(`${path}/${none}/attempts`, { companyId, how: 'call' }), 'not_found', /^id: /);
    }
    // Whoever may not read what is due does not receive it with a conflict.
    for (const conflict of [await send(id, stale, writer), await writer.post(path, recall)]) {
      expect(conflict.status).toBe(409);
      expect(conflict.body).not.toHaveProperty('data.current');
    }
    const other = await addPractice(database);
    const stranger = service.client(await keyOf(database, other.vet));
    expectError(await stranger.patch(`${path}/${id}`, { companyId: other.companyId, ...stale }), 'not_found');
  });
});
