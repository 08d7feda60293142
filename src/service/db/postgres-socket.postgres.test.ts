import { execFileSync } from 'node:child_process';
import postgres from 'postgres';
import { describe, expect, type TestContext, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { createPostgresSocket, splitHosts } from './postgres-socket.ts';

const SILENCE_MS = 600;

/** A database that is opened in the same way as in the product, and closed at the end of the test. */
async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, query = '', silenceMs = SILENCE_MS) {
  const url = await createPostgresDatabase();
  const socket = createPostgresSocket(`${url}${query}`, { silenceMs });
  const sql = postgres(socket.url, { ...socket.options, max: 1, fetch_types: false });
  onTestFinished(() => sql.end({ timeout: 1 }));
  async function serverProcess(): Promise<number> {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return row?.pid ?? 0;
  }
  return { url, socket, sql, serverProcess };
}

// Each test waits for a silent server, so each has its own server process.
describe.concurrent.each([
  ['without TLS', '', false],
  ['with TLS', '?sslmode=require', true],
])('%s', (_how, query, ssl) => {
  // On a busy machine, a new connection takes longer than a statement.
  const silenceMs = 2 * SILENCE_MS;

  test('a connection on which the server becomes silent is closed, and the next statement uses another', async (context) => {
    const { expect } = context;
    const { sql, serverProcess } = await open(context, query, silenceMs);
    expect(await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([{ ssl }]);
    const silent = await serverProcess();
    process.kill(silent, 'SIGSTOP');
    try {
      await expect(sql`select 1`).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(await serverProcess()).not.toBe(silent);
    } finally {
      process.kill(silent, 'SIGCONT');
    }
  });

  test('statements sent while the connection is being lost all get a result or an error, in any turn', async (context) => {
    const { expect } = context;
    const { sql, serverProcess } = await open(context, query, silenceMs);
    for (let nth = 0; nth < 3; nth += 1) {
      const lost = await serverProcess();
      process.kill(lost, 'SIGSTOP');
      const first = sql`select 1`;
      const atOnce = first.catch(() => sql`select 2 as two`);
      const turnsLater = first.catch(async () => {
        await new Promise(setImmediate);
        return sql`select 3 as three`;
      });
      try {
        await expect(first).rejects.toMatchObject({ code: 'ECONNRESET' });
        expect(await atOnce).toEqual([{ two: 2 }]);
        expect(await turnsLater).toEqual([{ three: 3 }]);
      } finally {
        process.kill(lost, 'SIGCONT');
      }
    }
  });
});

test.concurrent('a connection on which the server is silent is closed even if statements continue to be sent', async (context) => {
  const { expect } = context;
  const { sql, serverProcess } = await open(context);
  const silent = await serverProcess();
  process.kill(silent, 'SIGSTOP');
  let sent = 0;
  const sending = setInterval(() => {
    sent += 1;
    sql`select 1`.catch(() => undefined);
  }, SILENCE_MS / 10);
  try {
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'ECONNRESET' });
    // One connection is made behind the first, which at most doubles the time.
    expect(sent).toBeLessThan(50);
  } finally {
    clearInterval(sending);
    process.kill(silent, 'SIGCONT');
  }
});

test.concurrent('work without a timeout keeps its connection', async (context) => {
  const { expect } = context;
  const { socket, sql, serverProcess } = await open(context);
  const first = await serverProcess();
  const slow = (seconds: number) => sql`select pg_sleep(${seconds}), pg_backend_pid() as pid`;
  expect(await socket.withoutTimeout(() => slow(1.5))).toMatchObject([{ pid: first }]);
  await expect(slow(30)).rejects.toThrow('PostgreSQL has been silent for 0.6 s');
});

/** Until the server process has finished the statement, which takes longer than a connection may be silent. */
const WHILE_IT_RUNS = `
  import postgres from 'postgres';
  const [url, pid] = process.argv.slice(1);
  const sql = postgres(url, { max: 1, fetch_types: false });
  while ((await sql\`select 1 from pg_stat_activity where pid = \${pid} and state = 'active'\`).length > 0);
  await sql.end();
  setTimeout(() => {}, ${2 * SILENCE_MS});`;

test('a process that was itself delayed closes no connection', async (context) => {
  const { url, sql, serverProcess } = await open(context);
  const first = await serverProcess();
  const pending = sql.unsafe(`select pg_sleep(${SILENCE_MS / 2_000}), pg_backend_pid() as pid`).execute();
  // The driver sends the statement in the next turn. From then on this process is blocked, and the reply waits to be read.
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  const watching = ['--input-type=module', '--eval', WHILE_IT_RUNS, url, String(first)];
  execFileSync(process.execPath, watching, { timeout: 60_000 });
  expect(await pending).toMatchObject([{ pid: first }]);
  expect(await serverProcess()).toBe(first);
});

test('a URL with several hosts becomes one URL per host', () => {
  const servers = splitHosts('postgres://me:a%40b@one,two:5433/desk?sslmode=require&target_session_attrs=primary');
  expect(servers.map(String)).toEqual([
    'postgres://me:a%40b@one/desk?sslmode=require',
    'postgres://me:a%40b@two:5433/desk?sslmode=require',
  ]);
  const socket = 'postgres:///desk?host=/run/postgresql';
  expect(splitHosts(socket).map(String)).toEqual([socket]);
});
