import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventLimits } from '#contract/events.ts';
import { revokeKey } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { idsOf, openEvents } from '#testing/event-reader.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { addAppointments, addEmployee, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { createScheduleByHand } from '#testing/schedule-by-hand.ts';
import { createTestService } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService, type ServiceSuite } from '#testing/suite.ts';

const CHECK_MS = 3_000;
const DELIVERY_MS = 2_000;

/** A practice with its own service, whose timers the test runs. */
async function ownService({ database: given }: Pick<ServiceSuite, 'database'>) {
  const timers = createScheduleByHand();
  const stopping = new AbortController();
  const listening = { isDeaf: false, end: () => {}, refusal: null as (() => Promise<never>) | null };
  const database: Database = {
    ...given,
    listen({ onNotification, onEnd }) {
      if (listening.refusal !== null) return listening.refusal();
      listening.end = onEnd;
      return given.listen({
        onNotification: (payload) => (listening.isDeaf ? undefined : onNotification(payload)),
        onEnd,
      });
    },
  };
  const service = createTestService(database, undefined, { schedule: timers.schedule, stopping: stopping.signal });
  const own = await ownPractice({ database, service });
  const { practice, companyId } = own;
  return {
    ...own,
    timers,
    stopping,
    listening,
    employee: await addEmployee(database, { companyId, storeIds: practice.stores }),
    open: (key: string, query: Record<string, string> = {}, lastEventId?: string | null) =>
      openEvents(service.app, { key, query: { companyId, ...query }, lastEventId }),
  };
}

/** Waits for a promise while running timers again and again. If it never settles, the test times out. */
async function whileTimersEnd<Result>(
  own: { timers: ReturnType<typeof createScheduleByHand>; database: Database },
  promise: Promise<Result>,
  ...lengths: number[]
): Promise<{ result: Result; rounds: number }> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let rounds = 1; ; rounds += 1) {
    for (const ms of lengths) {
      own.timers.end(ms);
      await own.database.sql`select 1`;
    }
    if (isSettled) return { result: await promise, rounds };
  }
}

describeService('the end of event streams', (suite) => {
  type Losing = [why: string, lose: (own: OwnPractice & { employee: string; keyId: string }) => Promise<unknown>];
  const change = (set: string) => (own: OwnPractice & { employee: string }) =>
    own.database.sql.unsafe(`update employees set ${set} where company_id = $1::uuid and id = $2::uuid`, [
      own.companyId,
      own.employee,
    ]);
  const losing: Losing[] = [
    ['the key is revoked', ({ database, keyId }) => revokeKey(database, keyId)],
    [
      'the key expires',
      ({ database, companyId, keyId }) =>
        database.sql`update api_keys set expires_at = '2000-01-01' where company_id = ${companyId}::uuid and id = ${keyId}::uuid`,
    ],
    ['whose it is becomes inactive', change('is_active = false')],
    ['whose it is may not read appointments any more', change("permissions = '{appointments.write}'")],
    ['whose it is may not read clients any more', change("permissions = '{appointments.read,pets.read}'")],
    ['whose it is loses a store', change('store_ids = store_ids[1:1]')],
    [
      'whose it is gets a store',
      async ({ client, companyId }) =>
        client.post('/v1/stores', { companyId, name: 'N', timeZone: 'UTC', openingHours: [] }),
    ],
  ];
  test.each(losing)(
    'a stream ends at the next check once %s; the stream of another key continues',
    async (why, lose) => {
      const own = await ownService(suite());
      const { database, companyId, practice, employee, timers } = own;
      const key = await keyOf(database, employee);
      const [{ id: keyId } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from api_keys where company_id = ${companyId}::uuid and employee_id = ${employee}::uuid`;
      const stream = await own.open(key);
      const other = await own.open(await keyOf(database, practice.near));
      await lose({ ...own, keyId });
      const { result: events } = await whileTimersEnd(own, stream.rest(), CHECK_MS);
      expect(events.filter(({ name }) => name === 'reset')).toHaveLength(1);
      timers.end(CHECK_MS);
      await addAppointments(database, practice, [appointmentIn(practice)]);
      await other.until((events) => events.at(-1)?.data.appointments !== undefined);
      // A key that may still read appointments opens a new stream.
      if (why.includes('store') || why.includes('clients')) await (await own.open(key)).close();
      else await expect(own.open(key)).rejects.toThrow(/^40[13]/);
      own.stopping.abort();
    },
  );

  test('a stream for only some stores does not end when the key gains or loses another store', async () => {
    const own = await ownService(suite());
    const { database, companyId, practice, employee, timers } = own;
    const stream = await own.open(await keyOf(database, employee), { storeIds: practice.stores[0] });
    await change('store_ids = store_ids[1:1]')(own);
    for (let checks = 0; checks < 2; checks += 1) {
      timers.end(CHECK_MS);
      await database.sql`select 1`;
    }
    await database.sql`update companies set name = ${randomUUID()} where company_id = ${companyId}::uuid`;
    await stream.until((events) => events.at(-1)?.data.practice === true);
    own.stopping.abort();
  });

  test('a silent stream has a comment every 15 s', async () => {
    const own = await ownService(suite());
    const stream = await own.open(await keyOf(own.database, own.employee));
    await stream.next();
    const { result, rounds: checks } = await whileTimersEnd(own, stream.next(), CHECK_MS);
    expect(result).toMatchObject({ id: null, name: '' });
    expect((checks + 1) * CHECK_MS).toBeLessThanOrEqual(eventLimits.commentEveryMs);
    own.stopping.abort();
  });

  test('a key may have ten streams, and a disconnected reader frees its place', async () => {
    const own = await ownService(suite());
    const key = await keyOf(own.database, own.employee);
    const streams = await Promise.all(Array.from({ length: 10 }, () => own.open(key)));
    const refused = await own.service.client(key).get('/v1/events', { companyId: own.companyId });
    expectError(refused, 'rate_limit_exceeded', /10 open streams/);
    expect(refused.headers.get('Retry-After')).toBe('15');
    await (await own.open(await keyOf(own.database, own.employee))).close();
    await streams[0]?.close();
    await (await own.open(key)).close();
    own.stopping.abort();
  });

  test('a reader that does not read is cut off, with little buffered, and starts again with a reset', async () => {
    const own = await ownService(suite());
    const { database, practice, companyId } = own;
    const key = await keyOf(database, own.employee);
    const slow = await own.open(key);
    const first = await slow.next();
    const quick = await own.open(key);
    await quick.next();
    const rows = Array.from({ length: eventLimits.ids }, () => appointmentIn(practice));
    await addAppointments(database, practice, rows);
    const bytesOfEvent = 500 * 39;
    for (let sent = 0; sent < 160 * 1024; sent += bytesOfEvent) {
      await quick.until((events) => idsOf(events).size === rows.length);
      await database.sql`update appointments set notes = ${String(sent)} where company_id = ${companyId}::uuid`;
    }
    // Waiting events are dropped, not sent.
    expect(await slow.rest().then(() => 'ended', String)).toMatch(/too slow/);
    const back = await own.open(key, {}, first?.id);
    expect((await back.next())?.name).not.toBe('reset');
    own.stopping.abort();
  });

  test('when the service stops, its streams end immediately, including those with a waiting reader', async () => {
    const own = await ownService(suite());
    const streams = await Promise.all(
      Array.from({ length: 3 }, async () => own.open(await keyOf(own.database, own.employee))),
    );
    const ends = streams.slice(1).map((stream) => stream.rest());
    own.stopping.abort();
    await Promise.all(ends);
    await expect(own.open(await keyOf(own.database, own.employee))).rejects.toThrow(/^503/);
  });

  test('waiting for an unavailable session ends with an error, and the service can stop in the meantime', async () => {
    const own = await ownService(suite());
    const key = await keyOf(own.database, own.employee);
    const listens = new Promise<(error: Error) => void>((resolve) => {
      own.listening.refusal = () => new Promise((_resolve, reject) => resolve(reject));
    });
    const pending = own.service.client(key).get('/v1/events', { companyId: own.companyId });
    const refuse = await listens;
    own.stopping.abort();
    refuse(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    expectError(await pending, 'upstream_unavailable', /database/);
  });

  test('while no notifications arrive, streams end, and reopen with a reset', async () => {
    const own = await ownService(suite());
    const { listening, database } = own;
    const key = await keyOf(database, own.employee);
    const stream = await own.open(key);
    const first = await stream.next();
    listening.end();
    expect(await stream.rest()).toEqual([]);
    const back = await own.open(key, {}, first?.id);
    expect(await back.next()).toMatchObject({ name: 'reset' });

    // The session is open but receives nothing: its notification to itself does not come back.
    listening.isDeaf = true;
    const { result: events } = await whileTimersEnd(own, back.rest(), CHECK_MS, DELIVERY_MS);
    expect(events.filter(({ name }) => name !== '')).toEqual([]);
    const pending = own.service.client(key).get('/v1/events', { companyId: own.companyId });
    const { result: refused } = await whileTimersEnd(own, pending, DELIVERY_MS);
    expectError(refused, 'upstream_unavailable', /DATABASE_LISTEN_URL/);
    listening.isDeaf = false;
    expect(await (await own.open(key)).next()).toMatchObject({ name: 'reset' });
    own.stopping.abort();
  });

  test('on PostgreSQL a session that an administrator ends is replaced', async () => {
    const own = await ownService(suite());
    const { database } = own;
    if (database.kind === 'embedded') return;
    const key = await keyOf(database, own.employee);
    const stream = await own.open(key);
    await stream.next();
    const ended = z
      .array(z.object({ done: z.literal(true) }))
      .parse(
        await database.sql`select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'frontdesk-events' and datname = current_database()`,
      );
    expect(ended.length).toBeGreaterThan(0);
    expect(await stream.rest()).toEqual([]);
    const back = await own.open(key);
    await addAppointments(database, own.practice, [appointmentIn(own.practice)]);
    await back.until((events) => events.at(-1)?.data.appointments !== undefined);
    own.stopping.abort();
  });
});
