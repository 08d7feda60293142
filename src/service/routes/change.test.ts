import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema, appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema, changedMeanwhileSchema } from '#contract/appointment-change.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { changeAppointment } from '#service/db/change-appointment.ts';
import {
  addAppointments,
  addEmployee,
  addPractice,
  addVisitType,
  appointmentIn,
  bookable,
  keyOf,
} from '#testing/practice-rows.ts';
import { type Answer, pagesOf } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const noSuch = randomUUID();
const suggestionOf = ({ body }: Answer) => serviceErrorSchema.parse(body).data.suggestion;

describeService('an appointment', (suite) => {
  const pathOf = (id: string) => `/v1/appointments/${id}`;

  async function read(id: string) {
    const { client, practice } = suite();
    return appointmentSchema.parse((await client.get(pathOf(id), { companyId: practice.companyId })).body);
  }

  async function book(further: object = {}) {
    const { client, practice } = suite();
    const answer = await client.post('/v1/appointments', { ...bookable(practice), ...further });
    return read(createdSchema.parse(answer.body));
  }

  function change(id: string, expectedUpdatedAt: string, changes: object) {
    const { client, practice } = suite();
    return client.patch(pathOf(id), { companyId: practice.companyId, expectedUpdatedAt, ...changes });
  }

  async function changed(id: string, changes: object) {
    const answer = await change(id, (await read(id)).updatedAt, changes);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    return appointmentSchema.parse(answer.body);
  }

  async function history(id: string, query: Record<string, string> = {}) {
    const { client, practice } = suite();
    const answer = await client.get(`${pathOf(id)}/history`, { companyId: practice.companyId, ...query });
    return appointmentHistoryPageSchema.parse(answer.body);
  }

  test('can be changed in every changeable field, and equals the response', async () => {
    const { practice, service } = suite();
    const before = await book({ notes: 'shy' });
    const changes = {
      status: 'confirmed',
      start: '2026-03-03T10:00+01:00',
      end: '2026-03-03T10:30:00.1239+01:00',
      roomId: practice.rooms[0][1].toUpperCase(),
      employeeId: practice.vet,
      notes: '',
    };
    const after = await changed(before.id, changes);
    expect(after).toEqual({
      ...before,
      ...changes,
      start: '2026-03-03T09:00:00.000Z',
      end: '2026-03-03T09:30:00.123Z',
      roomId: practice.rooms[0][1],
      updatedAt: new Date(service.clock.now()).toISOString(),
      employees: [{ id: practice.vet, isMainEmployee: true }],
      employeeId: undefined,
    });
    expect(await read(before.id)).toEqual(after);
    const emptied = await changed(before.id, { roomId: null, employeeId: null, notes: null });
    expect(emptied).toMatchObject({ roomId: null, employees: [], notes: null });
  });

  test('has a history of who changed what, newest first, in pages whose cursors are valid only for it', async () => {
    const { client, practice, database, service } = suite();
    const { companyId, near } = practice;
    const { id, createdAt } = await book({ notes: 'shy', status: 'checked_in' });
    const first = await changed(id, { status: 'in_progress', notes: null });
    const second = service.client(await keyOf(database, near));
    const change = { companyId, expectedUpdatedAt: first.updatedAt, employeeId: near, status: 'requested' };
    const last = appointmentSchema.parse((await second.patch(pathOf(id), change)).body);
    const { data } = await history(id);
    expect(data).toMatchObject([
      {
        ...{ at: last.updatedAt, employeeId: near },
        changes: [
          { field: 'status', from: 'in_progress', to: 'requested' },
          { field: 'employeeId', from: null, to: near },
          { field: 'checkedInAt', from: createdAt, to: null },
        ],
      },
      { at: first.updatedAt, employeeId: practice.vet },
      { at: createdAt, employeeId: practice.vet },
    ]);
    const walked = [];
    for await (const page of pagesOf((cursor) => history(id, { limit: '1', cursor }))) {
      expect([page.data.length, page.totalCount, page.hasMore]).toEqual([1, 3, page.nextCursor !== null]);
      walked.push(...page.data);
    }
    expect(walked).toEqual(data);
    const { nextCursor } = await history(id, { limit: '1' });
    const query = { companyId, cursor: nextCursor ?? '' };
    expect((await client.get(`${pathOf((await book()).id)}/history`, query)).status).toBe(400);
  });

  test('that is older than the history has one entry without changes, the oldest after a change', async () => {
    const { practice, database } = suite();
    const old = appointmentIn(practice);
    await addAppointments(database, practice, [old]);
    const begin = { at: old.createdAt, employeeId: null, changes: [] };
    expect(await history(old.id)).toEqual({ data: [begin], nextCursor: null, hasMore: false, totalCount: 1 });
    const { updatedAt } = await changed(old.id, { notes: 'x' });
    const entry = { at: updatedAt, employeeId: practice.vet, changes: [{ field: 'notes', from: null, to: 'x' }] };
    expect((await history(old.id)).data).toEqual([entry, begin]);
    await changed(old.id, { notes: null });
    expect((await history(old.id)).data.slice(1)).toEqual([entry, begin]);
  });

  test('gets another visit type with its name and category; a custom title stays, a composed one follows and is searchable', async () => {
    const { practice, database, client } = suite();
    const { companyId } = practice;
    const [grooming, odd] = [randomUUID(), randomUUID()];
    await addVisitType(database, { companyId, id: grooming, name: 'Grooming' });
    await addVisitType(database, { companyId, id: odd, name: 'Odd' });
    await database.sql`update appointment_types set category = 'grooming' where company_id = ${companyId}::uuid and id = ${grooming}::uuid`;
    await database.sql`update appointment_types set category = 'odd' where company_id = ${companyId}::uuid and id = ${odd}::uuid`;
    const before = await book();
    const after = await changed(before.id, { visitTypeId: grooming.toUpperCase() });
    const type = { visitTypeId: grooming, visitTypeName: 'Grooming', visitTypeCategory: 'grooming' };
    expect(after).toEqual({ ...before, ...type, title: 'Rex – Grooming', updatedAt: after.updatedAt });
    expect((await history(before.id)).data[0]?.changes).toEqual([
      { field: 'visitTypeId', from: practice.visitType, to: grooming },
    ]);
    const found = async (query: string) => {
      const answer = await client.post('/v1/appointments/search', {
        companyId,
        query,
        filter: { petId: { eq: after.petId } },
      });
      return appointmentPageSchema.parse(answer.body).data.some(({ id }) => id === before.id);
    };
    expect([await found('rex groom'), await found('check-up')]).toEqual([true, false]);

    const own = appointmentIn(practice, { title: 'Rex – Surprise' });
    await addAppointments(database, practice, [own]);
    expect(await changed(own.id, { visitTypeId: grooming })).toMatchObject({ ...type, title: 'Rex – Surprise' });

    const refused = async (visitTypeId: string | null) =>
      suggestionOf(await change(before.id, after.updatedAt, { visitTypeId }));
    expect(await refused(noSuch)).toMatch(/^visitTypeId: .*no such/);
    expect(await refused(practice.retiredType)).toMatch(/^visitTypeId: .*inactive/);
    expect(await refused(odd)).toMatch(/^visitTypeId: .*category/);
    expect(await refused(null)).toMatch(/^visitTypeId: /);
    // Setting the type that it already has is not a change, even if the type has been renamed.
    await database.sql`update appointment_types set name = 'Trim', is_active = false where company_id = ${companyId}::uuid and id = ${grooming}::uuid`;
    expect((await change(before.id, before.updatedAt, { visitTypeId: grooming })).body).toEqual(after);
    expect(await changed(before.id, { visitTypeId: grooming, notes: 'x' })).toMatchObject({ ...type, notes: 'x' });
  });

  test('is left unchanged with 409, which is reported before problems with the change and includes only what the key may read', async () => {
    const { practice, database, service } = suite();
    const { companyId, stores } = practice;
    const seen = await book();
    const theirs = await changed(seen.id, { status: 'checked_in', notes: 'here' });
    // One request is applied completely or not at all.
    for (const mine of [{ notes: 'here', status: 'requested' }, { roomId: noSuch }]) {
      const refused = await change(seen.id, seen.updatedAt, mine);
      expect([refused.status, changedMeanwhileSchema.parse(refused.body).data.current]).toEqual([409, theirs]);
    }
    const blind = await addEmployee(database, { companyId, storeIds: stores, permissions: ['appointments.write'] });
    const body = { companyId, expectedUpdatedAt: seen.updatedAt, notes: 'gone' };
    const answer = await service.client(await keyOf(database, blind)).patch(pathOf(seen.id), body);
    expect([answer.status, serviceErrorSchema.parse(answer.body).message]).toEqual([409, 'changed_meanwhile']);
    expect(answer.body).not.toHaveProperty('data.current');
    expect(await read(seen.id)).toEqual(theirs);
  });

  test('accepts the expected instant in any spelling, truncated to the millisecond', async () => {
    const { id, updatedAt } = await book();
    const offset = updatedAt.replace('Z', '999+00:00');
    expect((await change(id, offset, { notes: 'x' })).status).toBe(200);
  });

  test('that is unresolved is returned as its id, and cannot be changed', async () => {
    const { practice, database, client } = suite();
    const odd = appointmentIn(practice, { status: 'odd' });
    await addAppointments(database, practice, [odd]);
    expect((await client.get(pathOf(odd.id), { companyId: practice.companyId })).body).toEqual({ id: odd.id });
    const answer = await change(odd.id, odd.updatedAt, { status: 'confirmed' });
    expect([answer.status, suggestionOf(answer)]).toMatchObject([400, expect.stringMatching(/^id: .*unresolved/)]);
  });

  test('an old invalid value does not prevent another change', async () => {
    const { practice, database } = suite();
    const flawed = appointmentIn(practice, {
      end: '2026-03-02T08:00:00.000Z',
      roomId: noSuch,
      employeeIds: [practice.retiredVet],
    });
    await addAppointments(database, practice, [flawed]);
    const same = { start: flawed.start, end: flawed.end, roomId: noSuch, employeeId: practice.retiredVet };
    expect(await changed(flawed.id, { ...same, notes: 'x' })).toMatchObject({ notes: 'x', end: flawed.end });
    expect((await change(flawed.id, (await read(flawed.id)).updatedAt, { start: flawed.end })).status).toBe(400);
  });

  test('404 for an id that the key cannot access, whatever its form', async () => {
    const { practice, database, service, client } = suite();
    const { companyId } = practice;
    const far = appointmentIn(practice, { storeId: practice.stores[1] });
    await addAppointments(database, practice, [far]);
    const other = await addPractice(database);
    const foreign = appointmentIn(other);
    await addAppointments(database, other, [foreign]);
    const near = service.client(await keyOf(database, practice.near));
    const body = { companyId, expectedUpdatedAt: far.updatedAt, notes: 'x' };
    for (const id of [far.id, foreign.id, noSuch, 'APPT-1', '%00', 'search%20']) {
      expect([id, (await near.get(pathOf(id), { companyId })).status]).toEqual([id, 404]);
      expect([id, (await near.get(`${pathOf(id)}/history`, { companyId })).status]).toEqual([id, 404]);
      expect([id, (await near.patch(pathOf(id), body)).status]).toEqual([id, 404]);
    }
    expect((await client.patch(pathOf(far.id), body)).status).toBe(200);
    expect((await client.get(pathOf(far.id.toUpperCase()), { companyId })).status).toBe(200);
    for (const method of ['GET', 'PATCH']) {
      expect((await service.app.request('/v1/appointments/search', { method })).status).toBe(404);
    }
  });

  test('the checks of the key come first, then the shape, then access and permission', async () => {
    const { practice, database, service, client } = suite();
    const { companyId } = practice;
    const { id, updatedAt } = await book();
    const body = { companyId, expectedUpdatedAt: updatedAt, notes: 'x' };
    expect((await service.client(null).patch(pathOf(id), {})).status).toBe(401);
    const readOnly = await service.client(await keyOf(database, practice.vet, true)).patch(pathOf(id), {});
    expect([readOnly.status, serviceErrorSchema.parse(readOnly.body).message]).toEqual([403, 'read_only_key']);
    const other = { ...body, companyId: randomUUID() };
    expect((await client.patch(pathOf(noSuch), { ...other, notes: 1 })).status).toBe(400);
    expect((await client.patch(pathOf(noSuch), other)).status).toBe(403);
    expect((await client.get(pathOf(id))).status).toBe(400);
    expect((await client.get(pathOf(id), { companyId: other.companyId })).status).toBe(403);
    const mute = await addEmployee(database, {
      companyId,
      storeIds: practice.stores,
      permissions: ['appointments.read'],
    });
    const reader = service.client(await keyOf(database, mute));
    expect((await reader.get(pathOf(id), { companyId })).status).toBe(200);
    expect((await reader.patch(pathOf(noSuch), body)).status).toBe(403);
    const blind = await addEmployee(database, {
      companyId,
      storeIds: practice.stores,
      permissions: ['appointments.write'],
    });
    const writer = service.client(await keyOf(database, blind));
    for (const path of [pathOf(id), `${pathOf(id)}/history`]) {
      expect((await writer.get(path, { companyId })).status).toBe(403);
    }
  });

  test('the status decides the check-in: set by statuses after arrival, cleared by those before', async () => {
    const { service } = suite();
    const { id } = await book({ status: 'confirmed' });
    const { checkedInAt } = await changed(id, { status: 'in_progress' });
    expect(checkedInAt).toBe(new Date(service.clock.now()).toISOString());
    for (const status of ['checked_in', 'ready_for_checkout', 'completed', 'cancelled', 'no_show']) {
      expect(await changed(id, { status })).toMatchObject({ status, checkedInAt });
    }
    for (const status of ['requested', 'confirmed']) {
      expect(await changed(id, { status: 'checked_in' })).toMatchObject({ checkedInAt: expect.any(String) });
      expect(await changed(id, { status })).toMatchObject({ status, checkedInAt: null });
    }
    expect(await changed(id, { status: 'no_show' })).toMatchObject({ checkedInAt: null });
    const completed = await book({ status: 'completed' });
    expect(completed.checkedInAt).toBeNull();
    expect(await changed(completed.id, { status: 'completed', notes: 'x' })).toMatchObject({ checkedInAt: null });
  });

  test('a new main employee replaces the previous one, others stay', async () => {
    const { practice, database } = suite();
    const { companyId, stores, vet, near } = practice;
    const nurse = await addEmployee(database, { companyId, storeIds: stores });
    const given = appointmentIn(practice, { employeeIds: [vet, nurse] });
    await addAppointments(database, practice, [given]);
    const main = (id: string) => ({ id, isMainEmployee: true });
    const other = { id: nurse, isMainEmployee: false };
    expect((await changed(given.id, { employeeId: near })).employees).toEqual([main(near), other]);
    expect((await changed(given.id, { employeeId: null })).employees).toEqual([other]);
    expect((await changed(given.id, { employeeId: nurse })).employees).toEqual([main(nurse)]);
    expect((await history(given.id)).data.map(({ changes }) => changes.map(({ from, to }) => [from, to]))).toEqual([
      [[null, nurse]],
      [[near, null]],
      [[vet, near]],
      [],
    ]);
  });

  test('updatedAt grows with each change even if the clock stands still or is slow', async () => {
    const { service } = suite();
    const { id } = await book();
    service.clock.free = false;
    try {
      const first = await changed(id, { notes: '1' });
      const second = await changed(id, { notes: '2' });
      expect(Date.parse(second.updatedAt) - Date.parse(first.updatedAt)).toBe(1);
      service.clock.pass(-3_600_000);
      const third = await changed(id, { notes: '3' });
      expect(Date.parse(third.updatedAt) - Date.parse(second.updatedAt)).toBe(1);
      const same = await changed(id, { notes: '3' });
      expect(same.updatedAt).toBe(third.updatedAt);
    } finally {
      service.clock.pass(3_600_000);
      service.clock.free = true;
    }
  });

  test('is not written if it is no longer the version that was read, even without its lock', async () => {
    const { practice, database, service } = suite();
    const { companyId, stores, vet } = practice;
    const before = await book({ notes: 'shy' });
    // Without a transaction, and with someone else's change between its two statements.
    const unlocked = {
      async unsafe(text: string, values: string[]) {
        if (!text.trimStart().startsWith('select')) {
          await database.sql`
            update appointments set notes = 'theirs', updated_at = updated_at + interval '1 ms'
            where company_id = ${companyId}::uuid and id = ${before.id}::uuid`;
        }
        return database.sql.unsafe(text, values);
      },
    };
    const begin = (work: (transaction: unknown) => unknown) => work(unlocked);
    const sql = new Proxy(database.sql, { get: (own, name) => (name === 'begin' ? begin : Reflect.get(own, name)) });
    const change = { companyId, expectedUpdatedAt: before.updatedAt, notes: 'mine' };
    const request = { companyId, id: before.id, storeIds: stores, change, changedBy: vet };
    await expect(changeAppointment({ ...database, sql }, request, service.clock.now)).rejects.toThrow(/lock/);
    expect((await read(before.id)).notes).toBe('theirs');
    expect((await history(before.id)).totalCount).toBe(1);
  });

  test('is listed among recent changes, and counted in the totals with its new values', async () => {
    const { client, practice, service } = suite();
    const { companyId, near } = practice;
    const { id } = await book();
    const total = async (status: string) => {
      const answer = await client.get('/v1/appointments', { companyId, status, limit: '1', employeeId: near });
      return appointmentPageSchema.parse(answer.body).totalCount;
    };
    const before = [await total('no_show'), await total('confirmed')];
    const since = new Date(service.clock.now()).toISOString();
    const changes = async () => {
      const answer = await client.get('/v1/appointments', { companyId, updatedSince: since, direction: 'asc' });
      return appointmentPageSchema.parse(answer.body);
    };
    expect((await changes()).totalCount).toBe(0);
    const confirmed = await changed(id, { status: 'confirmed', employeeId: near });
    expect(await changes()).toMatchObject({ data: [confirmed], totalCount: 1 });
    expect([await total('no_show'), await total('confirmed')]).toEqual([before[0], (before[1] ?? 0) + 1]);
    const last = await changed(id, { status: 'no_show' });
    expect(await changes()).toMatchObject({ data: [last], totalCount: 1 });
    expect([await total('no_show'), await total('confirmed')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });
});
