import { expect, test } from 'vitest';
import { expectFault } from '#testing/faults.ts';
import { ownPlan, planPath } from '#testing/own-plan.ts';
import { describeService } from '#testing/suite.ts';

/** Mondays and Wednesdays of two weeks; the clock in Amsterdam goes forward between them. */
const start = '2026-03-23T08:00:00.000Z';
const end = '2026-03-23T16:00:00.000Z';
const repeat = { weekdays: [3, 1], until: '2026-04-01' };

describeService('a series of the plan', (suite) => {
  async function ownSeries(given: object = {}) {
    const plan = await ownPlan(suite());
    const first = await plan.plan({ ...plan.duty, start, end, repeat, ...given });
    const all = await plan.list();
    return { ...plan, first, all, times: async () => (await plan.list()).map((entry) => entry.start) };
  }

  test('is one entry on each chosen weekday at the same time of the store, of which the first is told', async () => {
    const { first, all, duty } = await ownSeries();
    expect(all.map((entry) => [entry.start, entry.end])).toEqual([
      [start, end],
      ['2026-03-25T08:00:00.000Z', '2026-03-25T16:00:00.000Z'],
      ['2026-03-30T07:00:00.000Z', '2026-03-30T15:00:00.000Z'],
      ['2026-04-01T07:00:00.000Z', '2026-04-01T15:00:00.000Z'],
    ]);
    expect(all[0]?.id).toBe(first);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    const seriesId = all[0]?.seriesId;
    expect(seriesId).toMatch(/-/);
    for (const entry of all) expect(entry).toMatchObject({ ...duty, start: entry.start, end: entry.end, seriesId });
  });

  test('goes by the clock of the oldest store where it has none', async () => {
    const { database, companyId, practice, plan, list } = await ownPlan(suite());
    const [store, other] = practice.stores;
    await database.sql`update stores set position = 2, time_zone = 'America/New_York' where company_id = ${companyId}::uuid and id = ${store}::uuid`;
    await database.sql`update stores set position = 1, time_zone = 'Europe/London' where company_id = ${companyId}::uuid and id = ${other}::uuid`;
    const lunch = {
      kind: 'unavailable',
      employeeId: practice.vet,
      start,
      end,
      repeat: { weekdays: [1], everyWeeks: null, until: '2026-03-30' },
    };
    await plan(lunch);
    expect((await list()).map((entry) => entry.start)).toEqual([start, '2026-03-30T07:00:00.000Z']);
    await plan({ ...lunch, employeeId: undefined, storeId: store });
    const query = { storeIds: store, start: '2026-03-30T07:30Z', end: '2026-03-31T00:00Z' };
    // New York has had summer time since 8 March.
    expect((await list(query)).map((entry) => entry.start)).toEqual([
      '2026-03-30T07:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ]);
  });

  test('is refused as a whole where it cannot be made', async () => {
    const { client, companyId, duty, list, practice, database } = await ownPlan(suite());
    for (const [given, field] of [
      [{ weekdays: [3], until: '2026-04-01' }, 'repeat.weekdays'],
      [{ weekdays: [], until: '2026-04-01' }, 'repeat.weekdays'],
      [{ weekdays: [1, 1], until: '2026-04-01' }, 'repeat.weekdays'],
      [{ weekdays: [1, 8], until: '2026-04-01' }, 'repeat.weekdays'],
      [{ weekdays: [1], until: '2026-03-22' }, 'repeat.until'],
      [{ weekdays: [1], until: '2026-02-30' }, 'repeat.until'],
      [{ weekdays: [1], everyWeeks: 5, until: '2026-04-01' }, 'repeat.everyWeeks'],
      [{ weekdays: [1], everyWeeks: '2', until: '2026-04-01' }, 'repeat.everyWeeks'],
      [{ weekdays: [1], everyWeeks: 0, until: '2026-04-01' }, 'repeat.everyWeeks'],
      [{ weekdays: [1], until: '2026-04-01', count: 3 }, 'repeat.count'],
      [{ weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-03-24' }, 'repeat'],
      [{ weekdays: [1] }, 'repeat.until'],
    ] as const) {
      const answer = await client.post(planPath, { companyId, ...duty, start, end, repeat: given });
      expectFault(answer, 'invalid_input', new RegExp(`^${field}[:[]`));
    }
    const long = { ...duty, start, end: '2026-03-24T08:00Z', repeat };
    expectFault(await client.post(planPath, { companyId, ...long }), 'invalid_input', /^end: .*24 hours/);
    const [, store] = practice.stores;
    await database.sql`update stores set time_zone = 'America/New_York' where id = ${store}::uuid`;
    // The second would begin in the year 10000.
    const last = { storeId: store, start: '9999-12-31T00:00Z', end: '9999-12-31T01:00Z' };
    const twice = { ...duty, ...last, repeat: { weekdays: [4, 5], until: '9999-12-31' } };
    expectFault(await client.post(planPath, { companyId, ...twice }), 'invalid_input', /^repeat: the start .*years/);
    expect(await list({ start: '2026-03-01T00:00Z' })).toEqual([]);
    const whole = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-03-23' };
    expect((await client.post(planPath, { companyId, ...duty, start, end, repeat: whole })).status).toBe(200);
    expect(await list({ start, end: '2027-04-01T00:00Z' })).toHaveLength(366);
  });

  test('is made once for an idempotency key', async () => {
    const { client, companyId, duty, list } = await ownPlan(suite());
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'series' };
    const body = { companyId, ...duty, start, end, repeat };
    const made = await client.post(planPath, body, headers);
    expect((await client.post(planPath, body, headers)).body).toBe(made.body);
    expect(await list()).toHaveLength(4);
    expectFault(await client.post(planPath, { ...body, title: 'x' }, headers), 'idempotency_key_reused');
  });

  test('is changed from an entry on, in hours of the wall clock, and only where it becomes something else', async () => {
    const { all, list, changed, times, practice } = await ownSeries();
    const [first, second, third, fourth] = all.map(({ id }) => id);
    const before = await list();
    // Half an hour later and a day on; the end stays on the wall, a day on.
    const moved = await changed(second!, { scope: 'following', start: '2026-03-26T08:30Z', end: '2026-03-26T16:00Z' });
    expect(moved).toMatchObject({ id: second, start: '2026-03-26T08:30:00.000Z', end: '2026-03-26T16:00:00.000Z' });
    expect(await times()).toEqual([
      start,
      '2026-03-26T08:30:00.000Z',
      '2026-03-31T07:30:00.000Z',
      '2026-04-02T07:30:00.000Z',
    ]);
    const after = await list();
    expect(after[0]).toEqual(before[0]);
    expect(after[3]).toMatchObject({ id: fourth, end: '2026-04-02T15:00:00.000Z', createdAt: before[3]?.createdAt });
    const named = await changed(third!, { title: 'Late', employeeId: practice.near });
    expect(named.seriesId).toBe(moved.seriesId);
    // What was changed alone is in the series still, and is what it would become already.
    const whole = await changed(first!, { scope: 'following', title: 'Late', employeeId: practice.near });
    const last = await list();
    expect(last.map(({ title, employeeId }) => [title, employeeId])).toEqual(Array(4).fill(['Late', practice.near]));
    expect(last[0]).toEqual(whole);
    expect(last.map(({ updatedAt }, nth) => updatedAt > String(after[nth]?.updatedAt))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(last[2]?.updatedAt).toBe(named.updatedAt);
  });

  test('a change that is there already changes nothing, whatever was expected, unless a later entry lacks it', async () => {
    const { all, change, changed, list } = await ownSeries();
    const [first, second] = all;
    const wanted = { scope: 'following', title: 'x', start: '2026-03-23T07:00Z' };
    await changed(first!.id, wanted);
    const before = await list();
    const repeated = await change(first!.id, wanted, first!.updatedAt);
    expect([repeated.status, repeated.body]).toEqual([200, before[0]]);
    expect(await list()).toEqual(before);
    await changed(second!.id, { title: 'y' });
    expect((await change(first!.id, wanted, first!.updatedAt)).status).toBe(409);
    // The entry itself has it all, and keeps its version.
    expect(await changed(first!.id, wanted)).toEqual(before[0]);
    expect((await list()).map(({ title }) => title)).toEqual(['x', 'x', 'x', 'x']);
  });

  test('which entries are later is judged before the change, by their start', async () => {
    const { all, changed, list } = await ownSeries();
    const [first, second, third, fourth] = all.map(({ id }) => id);
    await changed(fourth!, { start: '2026-03-24T07:00Z', end: '2026-03-24T08:00Z' });
    await changed(second!, { scope: 'following', title: 'x', start: '2026-03-10T08:00Z', end: '2026-03-10T16:00Z' });
    expect((await list()).map(({ id, title }) => [id, title])).toEqual([
      [second, 'x'],
      [third, 'x'],
      [first, null],
      [fourth, null],
    ]);
  });

  test('nothing of it is written where one entry would not be valid', async () => {
    const { all, change, list, changed } = await ownSeries();
    const [first, second] = all.map(({ id }) => id);
    await changed(second!, { end: '2026-03-25T08:30Z' });
    const before = await list();
    expectFault(
      await change(first!, { scope: 'following', start: '2026-03-23T09:00Z' }),
      'invalid_input',
      /^scope: the end/,
    );
    expectFault(await change(first!, { scope: 'following', employeeId: null }), 'invalid_input', /^employeeId/);
    expect(await list()).toEqual(before);
  });

  test('goes from an entry on, and says how many went', async () => {
    const { all, remove, list, changed, plan, duty } = await ownSeries();
    const alone = await plan({ ...duty, start: '2026-03-31T07:00Z', end: '2026-03-31T08:00Z' });
    const [first, second, third] = all.map(({ id }) => id);
    await changed(third!, { title: 'moved' });
    expect((await remove(second!, { scope: 'following' })).body).toBe(3);
    expect((await list()).map(({ id }) => id)).toEqual([first, alone]);
    // Without a series it is the entry itself.
    expect((await changed(alone, { scope: 'following', title: 'x' })).title).toBe('x');
    expect((await remove(alone, { scope: 'following' })).body).toBe(1);
    expect((await remove(first!)).body).toBe(1);
    expect(await list()).toEqual([]);
  });

  test('two changes at once never lose one another, nor wait for each other for ever', async () => {
    const { all, client, companyId, list } = await ownSeries();
    const before = all.map(({ updatedAt }) => updatedAt);
    const patch = (nth: number, body: object) =>
      client.patch(`${planPath}/${all[nth]!.id}`, { companyId, expectedUpdatedAt: before[nth], ...body });
    const answers = await Promise.all([
      ...all.map((_, nth) => patch(nth, { scope: 'following', title: `from ${nth}` })),
      ...all.map((_, nth) => patch(3 - nth, { title: `only ${3 - nth}` })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    // Of the two who meant the same version of the first entry, one has it.
    expect([statuses[0], statuses[7]].sort()).toEqual([200, 409]);
    const told = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    const after = await list();
    expect(told).toEqual(expect.arrayContaining(after.filter(({ id }) => id === all[0]!.id)));
  });

  test('a room that is deleted while its entries are moved takes those that are in it', async () => {
    const { all, client, companyId, list, practice, changed } = await ownSeries();
    const [[room, other]] = practice.rooms;
    await changed(all[0]!.id, { scope: 'following', roomId: room });
    const seen = new Map((await list()).map(({ id, updatedAt }) => [id, updatedAt]));
    const move = (nth: number, roomId: string | null) =>
      client.patch(`${planPath}/${all[nth]!.id}`, {
        ...{ companyId, expectedUpdatedAt: seen.get(all[nth]!.id), scope: nth === 1 ? 'following' : 'this', roomId },
      });
    const [deleted, ...moved] = await Promise.all([
      client.delete(`/v1/rooms/${room}`, { companyId }),
      move(1, other),
      move(3, null),
      move(0, other),
      client.delete(`/v1/rooms/${other}`, { companyId }),
      client.post(planPath, { companyId, kind: 'unavailable', storeId: practice.stores[0], roomId: room, start, end }),
    ]);
    expect(deleted?.status).toBe(200);
    for (const { status } of moved) expect([200, 400, 404, 409]).toContain(status);
    expect((await list()).filter(({ roomId }) => roomId !== null)).toEqual([]);
  });
});
