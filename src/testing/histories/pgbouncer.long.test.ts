import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { connectPostgres } from '#service/db/database.ts';
import { startPgbouncer } from '#testing/pgbouncer.ts';
import { startPostgres } from '#testing/postgres.ts';
import { openTwoAndTwo, runPack } from './rounds.ts';

test('pgbouncer: restarted between services, gateways and PostgreSQL', async () => {
  const server = await startPostgres();
  const bouncer = await startPgbouncer(server.url, { poolSize: 8 });
  try {
    await runPack({
      name: 'pgbouncer',
      file: 'src/testing/histories/pgbouncer.long.test.ts',
      openDatabase: () => connectPostgres({ url: server.url, max: 2 }),
      async open(site) {
        const opened = await openTwoAndTwo(site, { database: bouncer.url, listen: server.url });
        async function restart() {
          await bouncer.kill();
          await pause(site.random.integer(0, 1_000));
          await bouncer.startAgain();
        }
        return { ...opened, faults: [...opened.faults, restart, restart, restart, restart] };
      },
    });
  } finally {
    await bouncer.stop();
    await server.stop();
  }
});
