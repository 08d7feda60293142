import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedState } from '#gateway/shared/shared-state.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { idsOf, openEvents } from '#testing/event-reader.ts';
import { expectFault } from '#testing/faults.ts';
import { type Pgbouncer, startPgbouncer } from '#testing/pgbouncer.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { connectPostgres } from './database.ts';
import { postgresSocket } from './postgres-socket.ts';

let bouncer: Pgbouncer;
let address: string;
let directAddress: string;

beforeAll(async () => {
  directAddress = await createPostgresDatabase();
  bouncer = await startPgbouncer(directAddress);
  address = bouncer.url;
});
afterAll(() => bouncer.stop());

test('behind PgBouncer in transaction mode the service reads, books and changes, many concurrently', async () => {
  const database = await connectPostgres({ url: address, max: 8 });
  const practice = await addPractice(database);
  const { companyId } = practice;
  const client = createTestService(database).client(await keyOf(database, practice.vet));
  const named = { 'Content-Type': 'application/json', 'Idempotency-Key': 'the-same-for-both' };
  const body = bookable(practice);
  const ids = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const booked = await client.post('/v1/appointments', body);
      const found = await client.get(`/v1/appointments/${booked.body}`, { companyId });
      const expectedUpdatedAt = new Map(Object.entries(Object(found.body))).get('updatedAt');
      const change = { companyId, expectedUpdatedAt, status: 'checked_in' };
      const changed = await client.patch(`/v1/appointments/${booked.body}`, change);
      expect([booked.status, found.status, changed.status]).toEqual([200, 200, 200]);
      return booked.body;
    }),
  );
  const first = await client.post('/v1/appointments', body, named);
  expect((await client.post('/v1/appointments', body, named)).body).toBe(first.body);
  const page = await client.get('/v1/appointments', { companyId, status: 'checked_in' });
  expect(page.body).toMatchObject({ totalCount: new Set(ids).size });
  await database.close();
});

test('behind PgBouncer in transaction mode events are reported over a direct session, and refused without one', async () => {
  const deaf = await connectPostgres({ url: address, max: 4 });
  const practice = await addPractice(deaf);
  const { companyId } = practice;
  const key = await keyOf(deaf, practice.vet);
  const refused = await createTestService(deaf).client(key).get('/v1/events', { companyId });
  expectFault(refused, 'upstream_unavailable', /DATABASE_LISTEN_URL/);
  await deaf.close();

  const database = await connectPostgres({ url: address, listenUrl: directAddress, max: 4 });
  const service = createTestService(database);
  const stream = await openEvents(service.app, { key, query: { companyId } });
  await stream.next();
  const client = service.client(key);
  const booked = await Promise.all(
    Array.from({ length: 24 }, () => client.post('/v1/appointments', bookable(practice))),
  );
  const ids = new Set(booked.map(({ body }) => body));
  expect(idsOf(await stream.until((events) => idsOf(events).size === ids.size))).toEqual(ids);
  await database.close();
  expect((await stream.rest()).filter(({ name }) => name !== '')).toEqual([]);
});

test('event streams that a restart of PgBouncer interrupts end, and begin again with a reset', async () => {
  const database = await connectPostgres({ url: address, listenUrl: directAddress, max: 4 });
  const practice = await addPractice(database);
  const { companyId } = practice;
  const key = await keyOf(database, practice.vet);
  const service = createTestService(database);
  const open = (lastEventId: string | null) => openEvents(service.app, { key, query: { companyId }, lastEventId });
  const stream = await open(null);
  const { id } = (await stream.next()) ?? {};
  expect(id).toEqual(expect.any(String));

  await bouncer.kill();
  // Changes that bypass PgBouncer succeed.
  const direct = await connectPostgres({ url: directAddress, max: 1 });
  await addAppointments(direct, practice, [appointmentIn(practice)]);
  await direct.close();
  const events = (await stream.rest()).filter(({ name }) => name !== '');
  expect(events.map(({ name }) => name)).toEqual(events.length > 0 ? ['changed'] : []);
  await bouncer.startAgain();
  const again = await open(events.at(-1)?.id ?? id ?? null);
  expect(await again.next()).toMatchObject({ name: 'reset' });
  const { body: booked } = await service.client(key).post('/v1/appointments', bookable(practice));
  expect(idsOf(await again.until((events) => idsOf(events).size > 0))).toEqual(new Set([booked]));
  await again.close();
  await database.close();
});

test('behind PgBouncer in transaction mode gateways share sessions, many concurrently', async () => {
  const open = () =>
    openSharedState({ server: postgresSocket(address), proposeSecret: async () => 'a secret '.repeat(5) });
  const gateways = await Promise.all([open(), open()]);
  const session = { id: 'session', keyHash: 'key', secret: 'secret', expiresAt: Date.now() + 3_600_000 };
  await gateways[0].sessions.open(session, Date.now());
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => gateways[nth % 2]?.sessions.use(session.id, Date.now())),
  );
  const found = { keyHash: 'key', secret: 'secret', employeeId: null, lockMinutes: null };
  expect(responses).toEqual(Array.from({ length: 40 }, () => found));
  await gateways[1].sessions.closeAll({ keyHash: 'key' });
  expect(await gateways[0].sessions.use(session.id, Date.now())).toBeNull();
  await Promise.all(gateways.map((gateway) => gateway.close()));
});
