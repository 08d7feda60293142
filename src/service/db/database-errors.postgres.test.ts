import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDemoPeriod, createDemoPractice } from '#service/demo/demo-practice.ts';
import { seedDemo } from '#service/demo/seed-demo.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { connectPostgres, type Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { retryAfterConnectionLoss } from './run-query.ts';

/** A proxy between the driver and PostgreSQL that breaks the connections on command. */
async function openBreakableWay(url: string) {
  const target = new URL(url);
  const near = new URL(url);
  const sockets = new Set<Socket>();
  let isCut: (sent: Buffer) => boolean = () => false;
  const server = createServer((client) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('data', (sent) => {
      if (isCut(sent)) breakAll();
      else far.write(sent);
    });
    far.on('data', (answer) => client.write(answer));
    client.on('close', () => far.destroy());
    far.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  near.port = String(typeof address === 'object' ? address?.port : 0);
  function breakAll() {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  return {
    url: near.href,
    breakAll,
    /** Breaks the connection instead of passing on a message that begins with this text. */
    breakAt(text: string) {
      isCut = (sent) => sent.includes(text);
    },
    repair() {
      isCut = () => false;
    },
    close() {
      server.close();
      breakAll();
    },
  };
}

let way: Awaited<ReturnType<typeof openBreakableWay>>;
beforeAll(async () => {
  way = await openBreakableWay(await createPostgresDatabase());
});
afterAll(() => way.close());

const DRIVERS_WORDS = { code: expect.stringMatching(/^(?:ECONNRESET|CONNECTION_CLOSED)$/) };

describe('a transaction whose connection is lost', () => {
  let database: Database;
  beforeAll(async () => {
    database = await connectPostgres({ url: way.url, max: 1 });
  });
  afterAll(() => database.close());
  beforeEach(() => way.repair());

  const add = (transaction: postgres.ISql, name: string) =>
    transaction`insert into companies (company_id, name) values (${randomUUID()}::uuid, ${name})`;
  /** The pool has one connection, which must be replaced. */
  const companies = () => retryAfterConnectionLoss(() => database.sql`select name from companies`);

  test('during a statement fails once, leaves nothing, and the next one works', async () => {
    way.breakAt('pg_sleep');
    const result = database.sql.begin(async (transaction) => {
      await add(transaction, 'lost');
      await transaction`select pg_sleep(20)`;
    });
    await expect(result).rejects.toMatchObject(DRIVERS_WORDS);
    expect(await companies()).toEqual([]);
  });

  test('fails with Drizzle in the same way, which wraps the error', async () => {
    way.breakAt('pg_sleep');
    const result = database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_sleep(20)`);
    });
    await expect(result).rejects.toMatchObject(DRIVERS_WORDS);
    expect(await companies()).toEqual([]);
  });

  test('between two statements sends no further statement, not even on the next connection', async () => {
    let goOn = () => {};
    const broken = new Promise<void>((resolve) => (goOn = resolve));
    const result = database.sql.begin(async (transaction) => {
      await add(transaction, 'lost');
      way.breakAll();
      await broken;
      await add(transaction, 'outside');
    });
    await expect(result).rejects.toMatchObject(DRIVERS_WORDS);
    expect(await companies()).toEqual([]);
    goOn();
    await new Promise(setImmediate);
    expect(await companies()).toEqual([]);
  });

  test('during its commit has an unknown outcome', async () => {
    way.breakAt('commit');
    const result = database.sql.begin((transaction) => add(transaction, 'lost'));
    await expect(result).rejects.toMatchObject({ key: 'outcome_unknown' });
    expect(await companies()).toEqual([]);
  });

  test('rolls back and rethrows an error of the work itself', async () => {
    const result = database.sql.begin(async (transaction) => {
      await add(transaction, 'never');
      throw new Error('not like this');
    });
    await expect(result).rejects.toThrow('not like this');
    expect(await companies()).toEqual([]);
  });
});

// Closing waits until the driver gives up the lost connection.
test.concurrent.each(['create table', 'commit', 'insert into "pets"'])(
  'a first start that loses its database at "%s" fails with a message, and the next one succeeds',
  async (text) => {
    const own = await openBreakableWay(await createPostgresDatabase());
    const period = createDemoPeriod(Temporal.PlainDate.from('2026-03-02'));
    const practice = createDemoPractice(1, period.today);
    async function start() {
      const database = await connectPostgres({ url: own.url, max: 2 });
      try {
        return await seedDemo(database, { practice, period, appointments: 10 });
      } finally {
        await database.close();
      }
    }
    own.breakAt(text);
    const error: unknown = await start().catch((failure: unknown) => failure);
    expect(isDatabaseUnavailable(error)).toBe(true);
    own.repair();
    expect((await start()).appointments).toBeGreaterThanOrEqual(10);
    own.close();
  },
);
