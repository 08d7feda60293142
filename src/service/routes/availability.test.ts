import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { availabilityPageSchema } from '#contract/availability.ts';
import { changesPath, nine, type OwnPlan, ownPlan, planPath, putOf, ten } from '#testing/own-plan.ts';
import { addEmployee, bookable } from '#testing/practice-rows.ts';
import { pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const noSuch = randomUUID();
const eleven = '2026-03-02T10:00:00.000Z';

describeService('availability', (suite) => {
  test('is read by a window, with entries of every length', async () => {
    const { plan, list, duty } = await ownPlan(suite());
    const hour = 3_600_000;
    const from = Date.parse(ten);
    const ids = new Map<number, string>();
    for (const hours of [1, 1.5, 4, 5, 16, 17, 64, 65, 256, 257, 1024, 1025, 366 * 24]) {
      const start = new Date(from + 1 - hours * hour).toISOString();
      ids.set(hours, await plan({ ...duty, start, end: new Date(from + 1).toISOString() }));
      await plan({ ...duty, start: new Date(from - hours * hour).toISOString(), end: ten });
    }
    const after = await plan({ ...duty, start: eleven, end: '2026-03-02T11:00Z' });
    const last = await plan({ ...duty, start: '2026-03-02T09:59:59.999Z', end: '2026-03-02T11:00Z' });
    const found = await list({ start: ten, end: eleven });
    expect(found.map(({ id }) => id)).toEqual([...ids.values()].reverse().concat(last));
    expect((await list({ start: eleven, end: '2026-03-02T10:00:00.001Z' })).map(({ id }) => id)).toEqual([last, after]);
  });

  test('is returned in pages, by start and then by id, with the total number', async () => {
    const { plan, list, duty, client, companyId } = await ownPlan(suite());
    for (const start of [ten, nine, ten, nine, ten]) await plan({ ...duty, start, end: eleven });
    const window = { companyId, start: nine, end: eleven };
    const walked = [];
    const read = async (cursor: string) =>
      availabilityPageSchema.parse((await client.get(planPath, { ...window, limit: '2', cursor })).body);
    for await (const page of pagesOf(read)) {
      expect([page.totalCount, page.data.length]).toEqual([5, page.hasMore ? 2 : 1]);
      walked.push(...page.data);
    }
    expect(walked).toEqual(await list());
    const keys = walked.map((entry) => ('start' in entry ? `${entry.start}${entry.id}` : ''));
    expect(keys).toEqual([...keys].sort());
    const first = availabilityPageSchema.parse((await client.get(planPath, { ...window, limit: '2' })).body);
    const other = { ...window, kind: 'on_duty', cursor: String(first.nextCursor) };
    expectError(await client.get(planPath, other), 'invalid_input', /^cursor/);
  });

  test('leaves out other stores, but never entries without a store', async () => {
    const { plan, list, remove, duty, near, companyId, practice } = await ownPlan(suite());
    const [here, there] = practice.stores;
    const ofHere = await plan(duty);
    const ofThere = await plan({ ...duty, storeId: there });
    const anywhere = await plan({ kind: 'unavailable', employeeId: practice.near, start: nine, end: ten });
    const blocked = await plan({
      kind: 'unavailable',
      storeId: here,
      roomId: practice.rooms[0][1],
      start: nine,
      end: ten,
    });
    const ids = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id).sort();
    expect(await ids({})).toEqual([ofHere, ofThere, anywhere, blocked].sort());
    expect(await ids({ storeIds: there })).toEqual([ofThere, anywhere].sort());
    expect(await ids({ kind: 'on_duty' })).toEqual([ofHere, ofThere].sort());
    expect(await ids({ employeeId: practice.near })).toEqual([anywhere]);
    expect(await ids({ roomId: practice.rooms[0][1], storeIds: `${here},${there}` })).toEqual([blocked]);
    const seriesId = randomUUID();
    const ofSeries = await plan({ ...duty, seriesId });
    expect(await ids({ seriesId })).toEqual([ofSeries]);
    expect(await ids({ seriesId, kind: 'unavailable' })).toEqual([]);
    await remove(ofSeries);
    const window = { companyId, start: nine, end: ten };
    const { body } = await near.get(planPath, window);
    const found = availabilityPageSchema.parse(body).data.map(({ id }) => id);
    expect(found.sort()).toEqual([ofHere, anywhere, blocked].sort());
    expectError(await near.get(planPath, { ...window, storeIds: there }), 'insufficient_access');
    expectError(await near.get(planPath, { ...window, storeIds: noSuch }), 'not_found');
  });

  test('requires a window of at most 400 days', async () => {
    const { client, companyId } = await ownPlan(suite());
    const ask = (query: Record<string, string>) => client.get(planPath, { companyId, ...query });
    const start = '2026-01-01T00:00Z';
    expect((await ask({ start, end: '2027-02-05T00:00Z' })).status).toBe(200);
    expectError(await ask({ start, end: '2027-02-05T00:00:00.001Z' }), 'invalid_input', /^end/);
    expectError(await ask({ start, end: start }), 'invalid_input', /^end/);
    expectError(await ask({ start }), 'invalid_input', /^end/);
    expectError(await ask({ end: start }), 'invalid_input', /^start/);
    expectError(await ask({ start, end: '2026-01-02T00:00Z', kind: 'ill' }), 'invalid_input', /^kind/);
  });

  test('accepts an entry only if it names an employee, room or store, and all of them exist', async () => {
    const own = await ownPlan(suite());
    const { client, near, duty, companyId, practice, list, plan } = own;
    const [store, otherStore] = practice.stores;
    const [[room], [otherRoom]] = practice.rooms;
    const blocked = { kind: 'unavailable', start: nine, end: ten };
    const good = { id: randomUUID(), ...duty };
    /** Sends an entry as the second of two, so that nothing is written. */
    const post = (entry: object, by = client) =>
      by.post(changesPath, { companyId, put: [good, { id: randomUUID(), ...entry }] });
    for (const [entry, field] of [
      [{ ...duty, title: ' ' }, 'title'],
      [{ ...duty, title: 'x'.repeat(201) }, 'title'],
      [{ ...duty, title: '😀'.repeat(101) }, 'title'],
      [{ ...duty, kind: 'ill' }, 'kind'],
      [{ ...duty, id: 'x' }, 'id'],
      [{ ...duty, id: good.id.toUpperCase() }, 'id'],
      [{ ...duty, seriesId: 'x' }, 'seriesId'],
      [{ ...duty, repeat: null }, 'repeat'],
      [{ ...duty, employeeId: noSuch }, 'employeeId'],
      [{ ...duty, employeeId: practice.retiredVet }, 'employeeId'],
      [{ ...duty, roomId: otherRoom }, 'roomId'],
      [{ ...duty, roomId: noSuch }, 'roomId'],
      [blocked, 'storeId'],
      [{ ...blocked, roomId: room }, 'roomId'],
    ] as const) {
      expectError(await post(entry), 'invalid_input', new RegExp(`^put\\[1\\]\\.${field}: `));
    }
    expectError(await post({ ...duty, storeId: noSuch }), 'not_found', /^put\[1\]\.storeId/);
    expectError(await post({ ...duty, storeId: otherStore }, near), 'insufficient_access', /^put\[1\]\.storeId/);
    // Stores come before missing records, by position, and before entries.
    const far = await plan({ ...duty, storeId: otherStore });
    const stores = [noSuch, otherStore, otherStore].map((storeId) => ({ ...duty, id: randomUUID(), storeId }));
    const remove = [{ id: far, expectedUpdatedAt: nine }];
    const ofNear = await near.post(changesPath, { companyId, put: stores, remove });
    expectError(ofNear, 'insufficient_access', /^put\[1\]\.storeId/);
    expect((await own.remove(far)).status).toBe(200);
    // Errors in the body itself come first.
    expectError(await post({ ...duty, storeId: noSuch, end: nine }), 'invalid_input', /^put\[1\]\.end/);
    expect(await list()).toEqual([]);
    for (const entry of [
      { ...duty, end: '2027-03-03T08:00:00.000Z', title: '😀'.repeat(100) },
      { ...blocked, storeId: store },
      { ...blocked, storeId: store, roomId: room },
      { ...blocked, storeId: store, roomId: room, employeeId: practice.vet },
      { ...blocked, employeeId: practice.vet, seriesId: noSuch },
    ]) {
      expect((await post(entry)).status).toBe(200);
    }
  });

  test('accepts 1 to 500 entries per change, each id once, and names the first invalid one', async () => {
    const { send, duty, list, put } = await ownPlan(suite());
    const many = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID(), ...duty }));
    const gone = { id: noSuch, expectedUpdatedAt: nine };
    for (const [change, suggestion] of [
      [{}, /^put and remove must have 1 to 500 entries/],
      [{ put: [], remove: null }, /^put and remove must have 1 to 500 entries/],
      [{ put: many(501) }, /^put: must have at most 500/],
      [{ put: many(250), remove: many(251).map(({ id }) => ({ ...gone, id })) }, /^put and remove must have 1 to 500/],
      [{ put: [{ ...duty, id: noSuch }], remove: [gone] }, /^remove\[0\]\.id: must appear only once/],
      [{ remove: [gone, gone] }, /^remove\[1\]\.id: must appear only once/],
      [{ remove: [{ id: noSuch }] }, /^remove\[0\]\.expectedUpdatedAt: /],
      // The shape of all entries is checked before the rules, and `put` before `remove`.
      [{ put: [{ ...many(1)[0], end: nine }], remove: [{ ...gone, id: 'x' }] }, /^remove\[0\]\.id: must be a UUID/],
      [{ put: [many(1)[0], { ...many(1)[0], end: nine }], remove: [gone, gone] }, /^put\[1\]\.end/],
      [{ put: many(1), scope: 'this' }, /^scope: /],
    ] as const) {
      expectError(await send(change), 'invalid_input', suggestion);
    }
    expect(await list()).toEqual([]);
    const most = await put(...many(500));
    expect(most).toHaveLength(500);
    const answer = await send({
      put: null,
      remove: most.map(({ id, updatedAt: expectedUpdatedAt }) => ({ id, expectedUpdatedAt })),
    });
    expect(answer.body).toEqual({ put: [], removed: most.map(({ id }) => id) });
  });

  test('is written with the write permission, and read with the permission to read appointments', async () => {
    const { as, database, duty, plan, companyId, practice, change, read } = await ownPlan(suite());
    const id = await plan(duty);
    const entry = await read(id);
    const holding = async (...permissions: string[]) =>
      as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions }));
    const reader = await holding('appointments.read', 'appointments.write');
    const addition = { companyId, put: [{ id: randomUUID(), ...duty }] };
    expectError(await reader.post(changesPath, addition), 'insufficient_access');
    const readOnly = await as(practice.vet, true);
    expectError(await readOnly.post(changesPath, addition), 'read_only_key');
    const writer = await holding('availability.write');
    expectError(await writer.get(planPath, { companyId, start: nine, end: ten }), 'insufficient_access');
    expect((await writer.post(changesPath, addition)).status).toBe(200);
    await change(id, { title: 'theirs' });
    // The response omits what the key may not read.
    const answer = await writer.post(changesPath, { companyId, put: [{ ...putOf(entry), title: 'x' }] });
    expectError(answer, 'changed_meanwhile');
    expect(answer.body).not.toHaveProperty('data.current');
  });

  test('does not exist for keys that cannot access it, or in another company', async () => {
    const { plan, read, duty, near, companyId, practice, list } = await ownPlan(suite());
    const far = await read(await plan({ ...duty, storeId: practice.stores[1] }));
    const change = (body: object) => near.post(changesPath, { companyId, ...body });
    const { id, updatedAt: expectedUpdatedAt } = far;
    const other = { id: randomUUID(), ...duty };
    expectError(await change({ put: [other, { ...duty, id }] }), 'not_found', /^put\[1\]\.id/);
    expectError(await change({ put: [{ ...duty, id, expectedUpdatedAt }] }), 'not_found', /^put\[0\]\.id/);
    expectError(await change({ remove: [{ id, expectedUpdatedAt }] }), 'not_found', /^remove\[0\]\.id/);
    // A missing entry is reported before conflicts, and before problems with the change itself.
    const stale = { ...other, expectedUpdatedAt, roomId: noSuch };
    expectError(await change({ put: [stale, { ...duty, id }] }), 'not_found', /^put\[1\]\.id/);
    expect((await change({ put: [stale] })).status).toBe(409);
    expect(await list()).toEqual([far]);
    const anywhere = await read(await plan({ kind: 'unavailable', employeeId: practice.vet, start: nine, end: ten }));
    expect((await change({ put: [{ ...putOf(anywhere), title: 'Ill' }] })).status).toBe(200);

    const elsewhere = await ownPlan(suite());
    const [same] = await elsewhere.put({ ...elsewhere.duty, id });
    expect([same?.id, same?.companyId]).toEqual([id, elsewhere.companyId]);
    expect(await read(id)).toEqual(far);
  });

  describe('an entry', () => {
    test('keeps an inactive employee, who cannot be assigned again', async () => {
      const { plan, changed, change, database, duty, practice, companyId } = await ownPlan(suite());
      const theirs = await plan(duty);
      const other = await plan({ ...duty, employeeId: practice.near });
      await database.sql`update employees set is_active = false where company_id = ${companyId}::uuid and id = ${practice.near}::uuid`;
      expect(await changed(other, { title: 'Left', end: eleven })).toMatchObject({ employeeId: practice.near });
      expectError(
        await change(theirs, { employeeId: practice.near }),
        'invalid_input',
        /^put\[0\]\.employeeId: .*inactive/,
      );
      expect((await changed(other, { employeeId: practice.vet })).employeeId).toBe(practice.vet);
    });
  });

  describe('the room of a new appointment', () => {
    /** The rooms that new appointments from nine to ten get, one after another, with these entries in the plan. */
    async function roomsWith(entries: (practice: OwnPlan['practice']) => object[], times = 1) {
      const { client, plan, practice } = await ownPlan(suite());
      for (const entry of entries(practice)) await plan({ kind: 'unavailable', start: nine, end: ten, ...entry });
      const rooms = [];
      for (let nth = 0; nth < times; nth += 1) {
        const visit = { ...bookable(practice), start: nine, end: ten };
        const id = createdSchema.parse((await client.post('/v1/appointments', visit)).body);
        const { body } = await client.get(`/v1/appointments/${id}`, { companyId: practice.companyId });
        const { roomId } = appointmentSchema.parse(body);
        rooms.push(roomId === null ? null : practice.rooms[0].indexOf(roomId));
      }
      return rooms;
    }

    test('is the next suitable one if one is blocked, and none if all are', async () => {
      const blocked =
        (nth: 0 | 1, given: object = {}) =>
        ({ stores: [storeId], rooms: [rooms] }: OwnPlan['practice']) => [{ storeId, roomId: rooms[nth], ...given }];
      expect(await roomsWith(() => [], 3)).toEqual([0, 1, null]);
      expect(await roomsWith(blocked(0), 2)).toEqual([1, null]);
      expect(await roomsWith(blocked(1), 2)).toEqual([0, null]);
      expect(await roomsWith((practice) => [...blocked(0)(practice), ...blocked(1)(practice)])).toEqual([null]);
      // However little of the appointment is blocked, and however long the block lasts.
      expect(await roomsWith(blocked(0, { start: '2026-03-02T08:59:59.999Z', end: eleven }))).toEqual([1]);
      expect(await roomsWith(blocked(0, { start: '2025-03-02T08:00Z', end: '2026-03-02T08:00:00.001Z' }))).toEqual([1]);
      expect(await roomsWith(blocked(0, { start: '2026-03-01T08:00Z', end: nine }))).toEqual([0]);
      expect(await roomsWith(blocked(0, { start: ten, end: eleven }))).toEqual([0]);
    });

    test('is blocked together with an employee, but neither by an employee alone nor by a shift', async () => {
      type Practice = OwnPlan['practice'];
      const both = ({ stores: [storeId], rooms: [[roomId]], vet: employeeId }: Practice) => ({
        storeId,
        roomId,
        employeeId,
      });
      expect(await roomsWith((practice) => [both(practice)])).toEqual([1]);
      expect(await roomsWith((practice) => [{ ...both(practice), kind: 'on_duty' }])).toEqual([0]);
      expect(await roomsWith((practice) => [{ ...both(practice), roomId: null }])).toEqual([0]);
      expect(await roomsWith(({ vet: employeeId }) => [{ employeeId }])).toEqual([0]);
    });

    test('is none while its store is closed, regardless of other stores', async () => {
      expect(await roomsWith(({ stores: [storeId] }) => [{ storeId }])).toEqual([null]);
      expect(await roomsWith(({ stores: [, storeId] }) => [{ storeId }])).toEqual([0]);
    });
  });
});
