import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceErrorSchema } from '#contract/error.ts';
import { operations } from '#contract/operations.ts';
import { connectPostgres, type Database, diskFullError } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addPractice, bookable, keyOf, type TestPractice } from '#testing/practice-rows.ts';

/** Short enough for a test to wait for, and long enough for any statement that is not blocked. */
const STATEMENT_TIMEOUT_MS = 1_000;

let database: Database;
let practice: TestPractice;
let headers: Record<string, string>;
let lines: string[];
let service: ReturnType<typeof createService>;
let admin: postgres.Sql;

beforeAll(async () => {
  const url = await createPostgresDatabase();
  database = await connectPostgres({ url, max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  admin = postgres(url, { max: 2, onnotice: () => {} });
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  service = createService({ database, logger });
});
afterAll(async () => {
  await admin.end();
  await database.close();
});
beforeEach(async () => {
  practice = await addPractice(database);
  headers = { Authorization: `Bearer ${await keyOf(database, practice.vet)}`, 'Content-Type': 'application/json' };
  lines = [];
});

const read = () => service.request(`/v1/appointments?companyId=${practice.companyId}`, { headers });
const create = () =>
  service.request('/v1/appointments', {
    method: 'POST',
    headers,
    body: JSON.stringify(bookable(practice)),
  });

test('it is ready while its database answers a check without a key', async () => {
  let now = 0;
  const gone = await connectPostgres({ url: await createPostgresDatabase(), max: 1 });
  const own = createService({ database: gone, clock: () => now, version: '1.2.3' });
  expect((await own.request('/readyz')).status).toBe(200);
  await gone.close();
  expect((await own.request('/readyz')).status).toBe(200);
  now += 1_000;
  expect((await own.request('/readyz')).status).toBe(503);
  expect(await (await own.request('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
});

/** The response to a request that waits for a lock on the appointments until `during` has finished. */
async function whileLocked(ask: () => Response | Promise<Response>, during: () => Promise<void>): Promise<Response> {
  const pending: Promise<Response>[] = [];
  await admin.begin(async (transaction) => {
    await transaction`lock table appointments in access exclusive mode`;
    pending.push(Promise.resolve(ask()));
    await during();
    await Promise.all(pending);
  });
  const [answer] = pending;
  if (answer === undefined) throw new Error('nothing was asked');
  return answer;
}

/** Terminates the service's connections that wait for a lock, as soon as there are any. */
async function endWaiting(): Promise<void> {
  for (let ended = 0; ended === 0; await pause(10)) {
    const rows = await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'frontdesk'`;
    ended = rows.length;
  }
}

async function expectFailure(response: Response) {
  const text = await response.text();
  const body = serviceErrorSchema.parse(JSON.parse(text));
  expect([response.status, body.message, body.data.httpStatus]).toEqual([500, 'internal_error', 500]);
  expect(response.headers.get('RateLimit')).toMatch(/^"default";r=\d+;t=\d+$/);
  expect(text).not.toMatch(/select|insert|appointments|statement|connection|postgres|127\.0\.0\.1/i);
  const logged = z.object({
    errorInstanceId: z.string(),
    level: z.literal(50),
    err: z.object({ message: z.string() }),
  });
  const line = logged.parse(JSON.parse(lines.shift() ?? '{}'));
  expect(line.errorInstanceId).toBe(body.data.errorInstanceId);
  return line.err.message;
}

test.each([
  ['a read', read],
  ['a create', create],
])('%s that the database does not finish in time is a 500 with an id, and the next one works', async (_what, ask) => {
  const failed = await whileLocked(ask, async () => {});
  expect(await expectFailure(failed)).toMatch(/statement timeout/);
  expect((await ask()).status).toBe(200);
  const { totalCount } = z.object({ totalCount: z.int() }).parse(await (await read()).json());
  expect(totalCount).toBe(ask === create ? 1 : 0);
});

/** Expects a 503 that says when to retry, and what is unavailable. */
async function expectUnavailable(response: Response) {
  const text = await response.text();
  const { message, data } = serviceErrorSchema.parse(JSON.parse(text));
  expect([response.status, message, data.httpStatus]).toEqual([503, 'upstream_unavailable', 503]);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(data.suggestion).toMatch(/^the database is temporarily unavailable; nothing was saved\. Try again/);
  expect(text).not.toMatch(/select|insert|connection|postgres|127\.0\.0\.1/i);
  expect(JSON.parse(lines.shift() ?? '{}')).toMatchObject({ level: 40, errorInstanceId: data.errorInstanceId });
}

test.each([
  ['a read', read],
  ['a create', create],
])(
  '%s whose connection is lost is a 503 that says so, nothing is written, and the service continues',
  async (_what, ask) => {
    const failed = await whileLocked(ask, endWaiting);
    await expectUnavailable(failed);
    // The driver may reject the first statement, because the old connection ended, without having sent it. It is then sent
    // again.
    expect((await ask()).status).toBe(200);
  },
);

test('connections that ended while idle cost no response', async () => {
  expect((await read()).status).toBe(200);
  // The server waits until they have ended.
  await admin`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and application_name = 'frontdesk'`;
  expect([(await read()).status, (await create()).status]).toEqual([200, 200]);
  expect(lines).toEqual([]);
});

test('without disk space, changes are refused with a clear message, and reads succeed', async () => {
  const full = createService({
    database: {
      ...database,
      checkFreeSpace() {
        throw diskFullError();
      },
    },
  });
  const path = '/v1/appointments';
  const refused = await full.request(path, { method: 'POST', headers, body: JSON.stringify(bookable(practice)) });
  expect([refused.status, serviceErrorSchema.parse(await refused.json()).message]).toEqual([503, 'storage_full']);
  expect((await full.request(`${path}?companyId=${practice.companyId}`, { headers })).status).toBe(200);
});

test('an unreachable database is a 503 at every endpoint', async () => {
  const gone = await connectPostgres({ url: await createPostgresDatabase(), max: 1 });
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const own = createService({ database: gone, logger });
  await gone.close();
  for (const { method, path } of Object.values(operations)) {
    const response = await own.request(path.replace(/\{\w+\}/, practice.vet), { method, headers });
    expect(response.headers.has('RateLimit')).toBe(false);
    await expectUnavailable(response);
  }
});

test('a disk that PostgreSQL finds full is reported as such', async () => {
  await database.sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = 'disk_full';
  end $$`;
  await database.sql`create trigger no_room before insert on appointments for each row execute function no_room()`;
  try {
    const refused = await create();
    const { message, data } = serviceErrorSchema.parse(await refused.json());
    expect([refused.status, message]).toEqual([503, 'storage_full']);
    expect(data.suggestion).toMatch(/^the disk that holds the appointments is full, so nothing was saved/);
    expect(refused.headers.has('Retry-After')).toBe(false);
  } finally {
    await database.sql`drop trigger no_room on appointments`;
  }
});
