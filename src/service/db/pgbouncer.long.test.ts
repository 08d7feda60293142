import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedState } from '#gateway/shared/shared-state.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { freePort } from '#testing/postgres.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { connectPostgres } from './database.ts';
import { reachPostgres } from './reach-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-pgbouncer-'));
let bouncer: ChildProcess;
let address: string;

beforeAll(async () => {
  const direct = new URL(await createPostgresDatabase());
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  // The settings of docs/scale.md; two connections to PostgreSQL, so that those of the service take turns.
  const settings = [
    '[databases]',
    `desk = host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, plan_cache_mode, jit',
  ];
  writeFileSync(file, settings.join('\n'));
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) } : {};
  bouncer = spawn('pgbouncer', [file], { ...asNobody, stdio: 'ignore' });
  address = `postgres://postgres@127.0.0.1:${port}/desk?prepare=false`;
  for (;;) {
    const opened = await connectPostgres({ url: address }).catch((error: unknown) => {
      if (bouncer.exitCode !== null) throw error;
      return null;
    });
    if (opened !== null) return opened.close();
    await pause(50);
  }
});
afterAll(() => {
  bouncer.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

test('behind PgBouncer in transaction mode the service reads, books and changes, many at once', async () => {
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

test('behind PgBouncer in transaction mode gateways share sessions, wrong keys and budgets, many at once', async () => {
  const open = () =>
    openSharedState({ server: reachPostgres(address), proposeSecret: async () => 'a secret '.repeat(5) });
  const gateways = await Promise.all([open(), open()]);
  const session = { id: 'session', keyHash: 'key', expiresAt: Date.now() + 3_600_000 };
  await gateways[0].sessions.open(session);
  const asked = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => gateways[nth % 2]?.sessions.isOpen(session, Date.now())),
  );
  expect(asked).toEqual(Array.from({ length: 40 }, () => true));
  await gateways[1].sessions.closeAll('key');
  expect(await gateways[0].sessions.isOpen(session, Date.now())).toBe(false);

  const budgets = gateways.map((gateway) => gateway.budgets({ clock: Date.now }).of('key'));
  const grants = await Promise.all(Array.from({ length: 120 }, (_, nth) => budgets[nth % 2]?.take('write')));
  expect(grants.filter((grant) => grant?.granted)).toHaveLength(100);
  for (const grant of grants) if (grant?.granted) grant.settle('lost');

  await Promise.all([0, 1].map((nth) => gateways[nth]?.wrongKeys.perAddress.penalty('address')));
  expect((await gateways[0].wrongKeys.perAddress.get('address'))?.consumedPoints).toBe(2);
  await Promise.all(gateways.map((gateway) => gateway.close()));
});
