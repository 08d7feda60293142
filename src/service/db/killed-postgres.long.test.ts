import { expect, test } from 'vitest';
import { prepareKillRounds } from '#testing/kill-rounds.ts';
import { startPostgres } from '#testing/postgres.ts';
import { connectPostgres } from './database.ts';

test('when the service or PostgreSQL is killed at any instant, no acknowledged data is lost and nothing is half written', async () => {
  const server = await startPostgres();
  try {
    const first = await connectPostgres({ url: server.url, max: 1 });
    const victims = await prepareKillRounds(first);
    await first.close();
    for (let nth = 0; nth < 10; nth += 1) await victims.run(server.url);
    for (let nth = 0; nth < 10; nth += 1) {
      await victims.run(server.url, server.kill);
      await server.startAgain();
    }
    const database = await connectPostgres({ url: server.url, max: 1 });
    await victims.check(database);
    await database.close();
    expect(victims.answered).toBeGreaterThan(400);
    process.stdout.write(`answers that 20 kills left: ${victims.answered}\n`);
  } finally {
    await server.stop();
  }
});
