import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEventsHarness } from '#testing/events-harness.ts';
import { type Listening, listen } from './serve.ts';

// What only a connection shows of the events of a desk: when they arrive, and what becomes of one who does not read.
const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const PATH = `/desk/events?companyId=${COMPANY}`;
let gateway: Awaited<ReturnType<typeof createEventsHarness>>;
let server: Listening;
beforeEach(async () => {
  gateway = await createEventsHarness();
  server = await listen({
    fetch: (request, bindings) => gateway.gateway.fetch(request, bindings),
    host: '127.0.0.1',
    port: 0,
  });
});
afterEach(() => server.close());

const stop = () => Promise.all([server.close(), gateway.gateway.drain()]);
const changed = (ids: string[]) => `event: changed\ndata: ${JSON.stringify({ appointments: ids })}\n\n`;

test('events arrive as they are told, and end at once when the process stops', async () => {
  const { body } = await fetch(`${server.url}${PATH}`);
  const chunks = body!.pipeThrough(new TextDecoderStream()).getReader();
  const arrived = async (text: string) => {
    let all = '';
    while (!all.includes(text)) {
      const { done, value } = await chunks.read();
      if (done) throw new Error(`ended without ${text}`);
      all += value;
    }
  };
  await arrived('"live":false');
  await gateway.opened[0]!.send('event: reset\ndata: {}\n\n');
  await arrived('"live":true');
  await gateway.opened[0]!.send(changed(['v']));
  await arrived('event: changed\ndata: {"appointments":["v"]}\n\n');
  await stop();
  expect((await chunks.read()).done).toBe(true);
  expect(gateway.opened[0]!.isCancelled).toBe(true);
});

test('a browser that goes leaves', async () => {
  const controller = new AbortController();
  await fetch(`${server.url}${PATH}`, { signal: controller.signal });
  controller.abort();
  await expect
    .poll(async () => (await gateway.request('/metrics')).text())
    .toContain('frontdesk_event_streams{from="browser"} 0');
});

/** A browser that asks for events, and reads nothing. */
async function readingNothing() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await expect.poll(() => gateway.opened.length).toBe(1);
  return socket;
}

test('the connection of who reads nothing is cut off', async () => {
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

test('stopping does not wait for who reads nothing', async () => {
  const socket = await readingNothing();
  const large = changed(['x'.repeat(1_000_000)]);
  // More than the machine keeps on the way, and fewer than would cut it off.
  for (let sent = 0; sent < 8; sent += 1) {
    await gateway.opened[0]!.send(large);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const before = performance.now();
  await stop();
  expect(performance.now() - before).toBeLessThan(10_000);
  socket.destroy();
});
