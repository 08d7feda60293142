import { on, once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { type HttpListener, listen } from './serve.ts';

// Behaviour of the service that only a real connection shows: how it stops, and what happens to an unread body.
let database: Database;
let practice: TestPractice;
let key: string;
let server: HttpListener;
let onArrival: () => void = () => undefined;
const logged: string[] = [];
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
  key = await keyOf(database, practice.vet);
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const service = createService({ database, logger });
  const serve = (request: Request) => {
    onArrival();
    return service.fetch(request);
  };
  server = await listen({ fetch: serve, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const TOO_LONG = 3 * 1_048_576;

async function open() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return { socket, answer: text(socket) };
}

function head(...headers: string[]): string {
  const own = ['Host: desk', `Authorization: Bearer ${key}`, 'Content-Type: application/json', ...headers];
  return `POST /v1/appointments/search HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n`;
}

function expectTooLarge(answer: string) {
  const [status, ...headers] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
  expect(status).toBe('HTTP/1.1 413 Payload Too Large');
  expect(headers.map((line) => line.toLowerCase())).toContain('connection: close');
  const body = serviceErrorSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
  expect(body).toMatchObject({ message: 'payload_too_large', data: { httpStatus: 413 } });
}

test('a body over the limit is answered with 413 and its connection closed before the body was sent', async () => {
  const { socket, answer } = await open();
  socket.write(head(`Content-Length: ${TOO_LONG}`));
  expectTooLarge(await answer);
});

test('a body over the limit is answered with 413 while it is being sent', async () => {
  const { socket, answer } = await open();
  socket.write(head(`Content-Length: ${TOO_LONG}`));
  socket.write(Buffer.alloc(TOO_LONG, ' '));
  expectTooLarge(await answer);
});

test('a body without an announced length is cut off at the limit', async () => {
  const { socket, answer } = await open();
  socket.write(head('Transfer-Encoding: chunked'));
  for (let sent = 0; sent < TOO_LONG; sent += 65_536) socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`);
  socket.write('0\r\n\r\n');
  expectTooLarge(await answer);
});

test('a client that continues to send still receives the response', async () => {
  const answer = await fetch(`${server.url}/v1/appointments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: ' '.repeat(TOO_LONG),
  });
  expect([answer.status, answer.headers.get('Connection')]).toEqual([413, 'close']);
  serviceErrorSchema.parse(await answer.json());
});

test('a disconnected client frees its place among the streams, and stopping does not wait for streams', async () => {
  const stopping = new AbortController();
  const service = createService({ database, stopping: stopping.signal });
  const streaming = await listen({ fetch: (request) => service.fetch(request), host: '127.0.0.1', port: 0 });
  const request = `GET /v1/events?companyId=${practice.companyId} HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  /** Returns what has arrived as soon as it contains an event or the end of a body. */
  const stream = async () => {
    const socket = connect(Number(new URL(streaming.url).port), '127.0.0.1');
    socket.setEncoding('utf8').write(request);
    let received = '';
    for await (const part of on(socket, 'data')) {
      received += part.join('');
      if (/\n\n|\}$/.test(received)) break;
    }
    return { socket, received };
  };
  const all = await Promise.all(Array.from({ length: 10 }, stream));
  for (const { received } of all) {
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received).toMatch(/event: reset\ndata: \{\}\n\n/);
    expect(received).not.toMatch(/content-encoding|content-length/i);
  }
  const refused = await stream();
  expect(refused.received).toContain('rate_limit_exceeded');
  refused.socket.destroy();
  all[0]?.socket.destroy();
  await vi.waitFor(async () => {
    const { socket, received } = await stream();
    onTestFinished(() => void socket.destroy());
    expect(received).toContain('event: reset');
  });
  stopping.abort();
  await streaming.close();
});

test('a client that disconnects during a body does not cause a logged failure', async () => {
  const { socket, answer } = await open();
  logged.length = 0;
  onArrival = () => socket.resetAndDestroy();
  socket.write(`${head('Content-Length: 9')}{`);
  await expect(answer).rejects.toThrow();
  await expect.poll(() => logged.join()).toContain('request refused');
  expect(logged.join()).not.toContain('request failed');
});
