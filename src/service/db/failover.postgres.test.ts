import postgres from 'postgres';
import { expect, test } from 'vitest';
import { startPostgresPair } from '#testing/postgres.ts';
import { connectPostgres } from './database.ts';
import { isDatabaseUnavailable } from './lost-connection.ts';

// With Patroni and all of the product: src/testing/histories/patroni.long.test.ts.
test('statements go to the host that accepts writes, also once it is another; in between they fail and never run', async () => {
  const pair = await startPostgresPair();
  try {
    const hosts = [pair.standby, pair.primary].map(({ url }) => new URL(url).host);
    const database = await connectPostgres({ url: `postgres://postgres@${hosts.join(',')}/postgres`, max: 2 });
    const { sql } = database;
    await sql`create table attempts (nth int)`;
    process.kill(pair.primary.pid, 'SIGQUIT');
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
