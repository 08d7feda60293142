import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { type Listening, listen } from './listen.ts';

let server: Listening;
beforeEach(async () => {
  server = await listen({ fetch: () => Response.json('pong'), host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Sends bytes as they are and answers all that comes back. */
async function raw(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = await text(socket);
  return { status: Number(answer.slice(9, 12)), body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) };
}

test('what is not HTTP gets the error body of every other error', async () => {
  const nonsense = await raw('this is not HTTP\r\n\r\n');
  expect(nonsense.status).toBe(400);
  expect(serviceErrorSchema.parse(nonsense.body).data.httpStatus).toBe(400);
  const endless = await raw(`GET / HTTP/1.1\r\nHost: desk\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
  expect(endless.status).toBe(431);
  expect(serviceErrorSchema.parse(endless.body).data.httpStatus).toBe(431);
});

test('HTTP/1.0 without a host is answered', async () => {
  expect(await raw('GET / HTTP/1.0\r\n\r\n')).toEqual({ status: 200, body: 'pong' });
});

test('a taken port is named', async () => {
  const { port } = new URL(server.url);
  await expect(listen({ fetch: () => new Response(), host: '127.0.0.1', port: Number(port) })).rejects.toThrow(
    `port ${port} on 127.0.0.1 is in use`,
  );
});

test('closing lets a request under way finish, then ends its kept-alive connection', async () => {
  const world = new EventEmitter();
  const slow = await listen({
    async fetch() {
      const answer = once(world, 'answer');
      world.emit('asked');
      await answer;
      return Response.json('done');
    },
    host: '127.0.0.1',
    port: 0,
  });
  const asked = once(world, 'asked');
  const answering = fetch(slow.url);
  await asked;
  const closing = slow.close();
  world.emit('answer');
  expect(await (await answering).json()).toBe('done');
  await closing;
});
