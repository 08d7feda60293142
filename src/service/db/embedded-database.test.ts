import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPglite } from './embedded-database.ts';

/** Replaces the database's thread: it opens immediately, and replies to messages when the test says so. */
class Thread extends EventEmitter {
  static latest: Thread;
  isEnded = false;

  constructor() {
    super();
    Thread.latest = this;
    queueMicrotask(() => this.answer({ kind: 'open' }));
  }

  postMessage() {}

  async terminate() {
    this.isEnded = true;
  }

  answer(message: object) {
    this.emit('message', message);
  }
}

const LIMIT_MS = 30_000;
const { Worker } = workerThreads;
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(workerThreads, { Worker: Thread });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(workerThreads, { Worker });
  syncBuiltinESMExports();
});

async function start() {
  const stops: string[] = [];
  const host = await startPglite({
    dataDir: 'memory://',
    statementTimeoutMs: LIMIT_MS,
    onStop: (error) => stops.push(error.message),
  });
  const connection = host.connect();
  connection.on('error', () => undefined);
  return {
    host,
    stops,
    thread: Thread.latest,
    query: () => new Promise<void>((resolve) => connection.write('a query', () => resolve())),
  };
}

test('a query that waits for a long copy ends neither the copy nor the database', async () => {
  const { host, stops, thread, query } = await start();
  const copied = host.copy('elsewhere');
  await query();
  await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
  thread.answer({ kind: 'copied', problem: null });
  await copied;
  thread.answer({ kind: 'done', data: new Uint8Array() });
  expect({ stops, isEnded: thread.isEnded }).toEqual({ stops: [], isEnded: false });
});

test('statements are limited again after the copy', async () => {
  const { host, stops, thread, query } = await start();
  const copied = host.copy('elsewhere');
  await query();
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  thread.answer({ kind: 'copied', problem: null });
  await copied;
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect({ stops, isEnded: thread.isEnded }).toEqual({
    stops: [expect.stringContaining('no answer within 30 s')],
    isEnded: true,
  });
});
