import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { idsOf, openEvents } from '#testing/event-reader.ts';
import { type Pgbouncer, startPgbouncer } from '#testing/pgbouncer.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { connectPostgres } from './database.ts';

// Bookings, changes and sessions behind PgBouncer: src/testing/histories/pgbouncer.long.test.ts.
let bouncer: Pgbouncer;
let address: string;
let directAddress: string;

beforeAll(async () => {
  directAddress = await createPostgresDatabase();
  bouncer = await startPgbouncer(directAddress);
  address = bouncer.url;
});
afterAll(() => bouncer.stop());

test('behind PgBouncer in transaction mode events are reported over a direct session, and refused without one', async () => {
  const deaf = await connectPostgres({ url: address, max: 4 });
  const practice = await addPractice(deaf);
  const { companyId } = practice;
  const key = await keyOf(deaf, practice.vet);
  const refused = await createTestService(deaf).client(key).get('/v1/events', { companyId });
  expectError(refused, 'upstream_unavailable', /DATABASE_LISTEN_URL/);
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
