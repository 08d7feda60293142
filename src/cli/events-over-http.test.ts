import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { revokeKey } from '#service/db/administration.ts';
import { createService } from '#service/service.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { createEventsHarness, readDeskEvents } from '#testing/events-harness.ts';
import { withSignIn } from '#testing/gateway-harness.ts';
import { createServiceGateway } from '#testing/gateways.ts';
import { addAppointments, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { createScheduleByHand } from '#testing/schedule-by-hand.ts';
import { type HttpListener, listen } from './serve.ts';

// Behaviour of a desk's event stream that only a real connection shows: when events arrive, and what happens to a
// client that does not read them.
const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const PATH = `/desk/events?companyId=${COMPANY}`;
let gateway: Awaited<ReturnType<typeof createEventsHarness>>;
let server: HttpListener;
beforeEach(async () => {
  gateway = await createEventsHarness();
  server = await listen({
    fetch: (request, bindings) => gateway.gateway.fetch(request, bindings),
    host: '127.0.0.1',
    port: 0,
  });
});
afterEach(() => server.close());

const stop = () => Promise.all([server.close(), gateway.gateway.stopWrites()]);
const changed = (ids: string[]) => `event: changed\ndata: ${JSON.stringify({ appointments: ids })}\n\n`;

test('events arrive as they are sent, and the stream ends immediately when the process stops', async () => {
  const events = readDeskEvents(await fetch(`${server.url}${PATH}`));
  await events.until('"live":false');
  await gateway.opened[0]!.send('event: reset\ndata: {}\n\n');
  await events.until('"live":true');
  await gateway.opened[0]!.send(changed(['v']));
  await events.until('event: changed\ndata: {"appointments":["v"]}\n\n');
  await stop();
  expect(await events.rest()).toBe('');
  expect(gateway.opened[0]!.isCancelled).toBe(true);
});

/** A browser that requests events but reads nothing. */
async function readingNothing() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await expect.poll(() => gateway.opened.length).toBe(1);
  return socket;
}

test('a browser that disconnects stops listening', async () => {
  const socket = await readingNothing();
  socket.destroy();
  await expect
    .poll(async () => (await gateway.request('/metrics')).text())
    .toContain('frontdesk_event_streams{from="browser"} 0');
});

test('a client that does not read is disconnected', async () => {
  const socket = await readingNothing();
  const large = changed(['x'.repeat(1_000_000)]);
  let sent = 0;
  const listening = async () => (await (await gateway.request('/metrics')).text()).includes('{from="browser"} 1');
  for (; (await listening()) && sent < 60; sent += 1) await gateway.opened[0]!.send(large);
  expect(sent).toBeLessThan(60);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(sent * 1_000_000);
});

test('stopping does not wait for a client that does not read', async () => {
  const socket = await readingNothing();
  const large = changed(['x'.repeat(1_000_000)]);
  // More than the system buffers, and less than the limit at which the stream is cut off.
  for (let sent = 0; sent < 8; sent += 1) {
    await gateway.opened[0]!.send(large);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const before = performance.now();
  await stop();
  expect(performance.now() - before).toBeLessThan(10_000);
  socket.destroy();
});

test('a desk hears at once what is booked in our own service, and its stream ends as soon as that can notice a revoked key', async () => {
  const database = await openSharedMemoryDatabase();
  const practice = await addPractice(database);
  const timers = createScheduleByHand();
  const stopping = new AbortController();
  const service = createService({ database, schedule: timers.schedule, stopping: stopping.signal });
  await withSignIn(async (keyring) => {
    const product = createServiceGateway({ service, keyring });
    await product.start();
    const desk = browserAt(product);
    await desk.request('POST', '/desk/session', { apiKey: await keyOf(database, practice.vet) });
    const events = readDeskEvents(await desk.request('GET', `/desk/events?companyId=${practice.companyId}`));
    await events.until('"live":true');
    await addAppointments(database, practice, [appointmentIn(practice)]);
    await events.until('event: changed\ndata: {"appointments":["');
    const [key] = await database.sql<{ id: string }[]>`
      select id from api_keys where company_id = ${practice.companyId}::uuid`;
    await revokeKey(database, key?.id ?? '');
    const rest = events.rest();
    // The check runs every three seconds; the test waits for up to five.
    timers.end(3_000);
    expect(await rest).toContain('"live":false');
    expect((await desk.request('GET', '/api/v1/companies')).status).toBe(401);
    await product.stopWrites();
  });
  stopping.abort();
  await database.close();
});
