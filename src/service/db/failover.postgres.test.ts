import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openSharedState } from '#gateway/shared/shared-state.ts';
import { startPostgresPair } from '#testing/postgres.ts';
import { connectPostgres } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

// For Patroni with the whole product see src/testing/histories/patroni.long.test.ts.
test('statements go to the host that accepts writes, also once it is another; in between they fail and never run', async () => {
  const pair = await startPostgresPair();
  try {
    const hosts = [pair.standby, pair.primary].map(({ url }) => new URL(url).host);
    const database = await connectPostgres({
      url: `postgres://postgres@${hosts.join(',')}/postgres?sslmode=require`,
      max: 2,
    });
    const { sql } = database;
    await sql`create table attempts (nth int)`;
    await pair.primary.stop('SIGQUIT');
    for (const nth of [1, 2])
      await expect(sql`insert into attempts values (${nth})`).rejects.toSatisfy(isDatabaseUnavailable);
    const standby = postgres(pair.standby.url, { max: 1, onnotice: () => {} });
    await standby`select pg_promote()`;
    await standby.end();
    await sql`insert into attempts values (3)`;
    expect(await sql`select nth from attempts`).toEqual([{ nth: 3 }]);
    await database.close();
  } finally {
    await pair.stop();
  }
});

test('while the synchronous standby receives nothing, desks stay signed in and read, and no one else is signed in', async () => {
  const pair = await startPostgresPair();
  try {
    const gateway = await openSharedState({ server: pair.primary, proposeSecret: async () => 'a secret '.repeat(5) });
    const now = Date.now();
    const session = { id: 'session', keyHash: 'key', secret: 'secret', expiresAt: now + 3_600_000 };
    await gateway.sessions.open(session, now);
    const primary = postgres(pair.primary.url, { max: 1, onnotice: () => {} });
    const [sender] = await primary<{ pid: number }[]>`select pid from pg_stat_replication`;
    process.kill(sender!.pid, 'SIGSTOP');
    try {
      for (const later of [20_000, 40_000]) {
        expect(await gateway.sessions.use(session.id, now + later)).toMatchObject({ keyHash: 'key' });
      }
      await expect(gateway.sessions.open({ ...session, id: 'another' }, now)).rejects.toMatchObject({
        key: 'upstream_unavailable',
      });
    } finally {
      process.kill(sender!.pid, 'SIGCONT');
    }
    await primary.end();
    await gateway.close();
  } finally {
    await pair.stop();
  }
});
