import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#cli/config.ts';
import { openResources } from '#cli/product.ts';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { eventNames } from '#contract/events.ts';
import { createService } from '#service/service.ts';
import { type EventReader, openEvents } from '#testing/event-reader.ts';
import { type PostgresPair, startPostgresPair } from '#testing/postgres.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { pagesOf } from '#testing/service.ts';
import { connectPostgres } from './database.ts';
import { isDatabaseUnavailable } from './lost-connection.ts';

/** Queries a server over a separate connection. */
async function askServer<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await sql.unsafe<Row[]>(statement);
  await sql.end();
  return rows;
}

/** Kills the primary with all its processes, or pauses them until `wake`. */
async function fail({ primary }: PostgresPair, signal: 'SIGKILL' | 'SIGSTOP'): Promise<{ wake(): void }> {
  const others = 'select pid from pg_stat_activity where pid <> pg_backend_pid()';
  const rows = await askServer<{ pid: number }>(primary.url, others);
  const pids = [primary.pid, ...rows.map(({ pid }) => pid)];
  for (const pid of pids.filter(isAlive)) process.kill(pid, signal);
  return {
    wake() {
      if (signal === 'SIGSTOP') for (const pid of pids) process.kill(pid, 'SIGCONT');
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Reads events, reconnecting whenever a stream ends, and reloads everything after a reset. */
function listenAgainAndAgain(
  service: ReturnType<typeof createService>,
  { key, companyId, read }: { key: string; companyId: string; read(): Promise<Map<string, string>> },
) {
  /** The `updatedAt` of each appointment as read after its last event, and the time of the last full load. */
  const reader = { known: new Map<string, string>(), begunAt: 0, isOver: false, stop: async () => {} };

  async function readOn(stream: EventReader): Promise<void> {
    for (let event = await stream.next(); event !== null; event = await stream.next()) {
      const isReset = event.name === eventNames.reset;
      const { appointments = [] } = event.data;
      if (!isReset && appointments.length === 0) continue;
      const all = await read().catch(() => null);
      if (all === null) return stream.close();
      const ids = isReset ? [...all.keys()] : appointments;
      for (const id of ids) reader.known.set(id, all.get(id) ?? '');
      if (isReset) reader.begunAt = performance.now();
    }
  }

  async function listen(): Promise<void> {
    while (!reader.isOver) {
      const stream = await openEvents(service, { key, query: { companyId } }).catch(() => null);
      if (stream === null) await pause(20);
      else {
        reader.stop = () => stream.close();
        await readOn(stream);
      }
    }
  }
  return { heard: reader, listening: listen() };
}

/** Creates and changes appointments concurrently until `isOver`, and records the successful responses. */
function bookAgainAndAgain(service: ReturnType<typeof createService>, practice: { companyId: string }, key: string) {
  const { companyId } = practice;
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const noted = { created: new Set<string>(), changed: new Map<string, string>(), answeredAt: 0, isOver: false };

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await service.request(path, init);
    if (response.status === 200) return response.json();
    await response.arrayBuffer();
    await pause(20);
    return null;
  }

  async function bookOne(body: object): Promise<string> {
    const booked = await ask('POST', '/v1/appointments', body);
    if (booked === null) return '';
    const id = z.string().parse(booked);
    const path = `/v1/appointments/${id}`;
    noted.created.add(id);
    noted.answeredAt = performance.now();
    const found = await ask('GET', `${path}?companyId=${companyId}`);
    if (found === null) return id;
    const { updatedAt: expectedUpdatedAt } = appointmentSchema.parse(found);
    const changed = await ask('PATCH', path, { companyId, expectedUpdatedAt, status: 'checked_in' });
    if (changed !== null) noted.changed.set(id, appointmentSchema.parse(changed).updatedAt);
    return id;
  }

  async function storedRecords(): Promise<Map<string, string>> {
    const records = new Map<string, string>();
    const read = async (cursor: string) => {
      const query = new URLSearchParams({ companyId, limit: '500', cursor });
      return appointmentPageSchema.parse(await ask('GET', `/v1/appointments?${query}`));
    };
    for await (const page of pagesOf(read)) {
      for (const item of page.data) {
        const { id, updatedAt } = appointmentSchema.parse(item);
        records.set(id, updatedAt);
      }
    }
    return records;
  }

  return {
    noted,
    storedRecords,
    bookOne,
    async work(body: object) {
      while (!noted.isOver) await bookOne(body);
    },
  };
}

// After a kill, the connections end. If the machine is gone, they stay silent, which is only noticed after 20 s.
const failures = [
  ['SIGKILL', 'plain', 5],
  ['SIGKILL', 'TLS', 5],
  ['SIGSTOP', 'plain', 45],
  ['SIGSTOP', 'TLS', 45],
] as const;
const query = { plain: '', TLS: '?sslmode=require' };

test.each(failures)(
  'after %s of the primary (%s) its standby is used within %i s, and has all acknowledged data',
  async (signal, how, withinS) => {
    const pair = await startPostgresPair();
    let failed = { wake: () => {} };
    try {
      const hosts = [pair.primary, pair.standby].map(({ url }) => new URL(url).host);
      const database = await connectPostgres({
        url: `postgres://postgres@${hosts.join(',')}/postgres${query[how]}`,
        max: 4,
      });
      const practice = await addPractice(database);
      let now = Date.parse('2026-03-02T08:00:00Z');
      // Each request is in a new rate limit window.
      const clock = () => {
        now += 60_000;
        return now;
      };
      const service = createService({ database, clock });
      const desk = bookAgainAndAgain(service, practice, await keyOf(database, practice.vet));
      const { noted } = desk;
      const working = [1, 2, 3].map(() => desk.work(bookable(practice)));
      const { heard, listening } = listenAgainAndAgain(service, {
        key: await keyOf(database, practice.near),
        companyId: practice.companyId,
        read: desk.storedRecords,
      });
      await until(() => noted.changed.size >= 10);

      failed = await fail(pair, signal);
      await askServer(pair.standby.url, 'select pg_promote()');
      const promotedAt = performance.now();
      await until(() => noted.answeredAt > promotedAt);
      const foundAfterMs = noted.answeredAt - promotedAt;
      process.stdout.write(`services after ${signal}, ${how}: ${Math.round(foundAfterMs)} ms\n`);
      const enough = noted.changed.size + 5;
      await until(() => noted.changed.size >= enough);
      noted.isOver = true;
      await Promise.all(working);

      const kept = await desk.storedRecords();
      expect([...noted.created].filter((id) => !kept.has(id))).toEqual([]);
      expect([...noted.changed].filter(([id, updatedAt]) => kept.get(id) !== updatedAt)).toEqual([]);
      expect(foundAfterMs).toBeLessThan(withinS * 1_000);

      await until(() => heard.begunAt > promotedAt);
      const resetAfterMs = heard.begunAt - promotedAt;
      process.stdout.write(`events after ${signal}, ${how}: ${Math.round(resetAfterMs)} ms\n`);
      expect(resetAfterMs).toBeLessThan(withinS * 1_000);
      const last = await desk.bookOne(bookable(practice));
      await until(() => heard.known.has(last));
      expect([...kept].filter(([id, updatedAt]) => heard.known.get(id) !== updatedAt)).toEqual([]);
      heard.isOver = true;
      await heard.stop();
      await listening;
      await database.close();
    } finally {
      failed.wake();
      await pair.stop();
    }
  },
);

test.each(failures)(
  'after %s of the primary (%s) gateways use its standby within %i s, and nobody is signed out',
  async (signal, how, withinS) => {
    const pair = await startPostgresPair();
    let failed = { wake: () => {} };
    const directory = mkdtempSync(join(tmpdir(), 'frontdesk-failover-'));
    try {
      const hosts = [pair.primary, pair.standby].map(({ url }) => new URL(url).host);
      const config = readConfig({
        DATA_DIR: directory,
        PRACTICE_API_URL: 'http://127.0.0.1:9',
        GATEWAY_DATABASE_URL: `postgres://postgres@${hosts.join(',')}/postgres${query[how]}`,
      });
      const logger = pino({ enabled: false });
      const gateway = await openResources({ config, logger, demo: false, log: () => undefined });
      const { sharedState } = gateway;
      if (sharedState === null) throw new Error('gateways share a PostgreSQL');
      const session = { id: 'session', keyHash: 'key', secret: 'secret', expiresAt: Date.now() + 3_600_000 };
      // Each of several connections must be detected as lost.
      await Promise.all(Array.from({ length: 20 }, () => sharedState.sessions.open(session, Date.now())));
      const isSignedIn = async () => (await sharedState.sessions.use(session.id, Date.now())) !== null;

      failed = await fail(pair, signal);
      await askServer(pair.standby.url, 'select pg_promote()');
      const promotedAt = performance.now();
      const answers: boolean[] = [];
      while (answers.length === 0)
        await isSignedIn().then(
          (is) => answers.push(is),
          () => pause(20),
        );
      const foundAfterMs = performance.now() - promotedAt;
      process.stdout.write(`gateways after ${signal}, ${how}: ${Math.round(foundAfterMs)} ms\n`);
      expect(foundAfterMs).toBeLessThan(withinS * 1_000);
      answers.push(...(await Promise.all(Array.from({ length: 20 }, isSignedIn))));
      expect(new Set(answers)).toEqual(new Set([true]));
      await gateway.close();
    } finally {
      failed.wake();
      rmSync(directory, { recursive: true, force: true });
      await pair.stop();
    }
  },
);

test('while no server is writable, a statement fails soon and does not run later, and the next one works', async () => {
  const pair = await startPostgresPair();
  try {
    const hosts = [pair.standby, pair.primary].map(({ url }) => new URL(url).host);
    const database = await connectPostgres({ url: `postgres://postgres@${hosts.join(',')}/postgres`, max: 2 });
    const { sql } = database;
    await sql`create table attempts (nth int)`;
    await fail(pair, 'SIGKILL');
    for (const nth of [1, 2])
      await expect(sql`insert into attempts values (${nth})`).rejects.toSatisfy(isDatabaseUnavailable);
    await askServer(pair.standby.url, 'select pg_promote()');
    await sql`insert into attempts values (3)`;
    expect(await sql`select nth from attempts`).toEqual([{ nth: 3 }]);
    await database.close();
  } finally {
    await pair.stop();
  }
});
