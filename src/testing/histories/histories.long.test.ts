import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { embeddedDatabaseDir } from '#cli/data-dir.ts';
import { connectPostgres, openEmbeddedDatabase } from '#service/db/database.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { startPostgres } from '#testing/postgres.ts';
import { killFor, openTwoAndTwo, runPack } from './rounds.ts';

const file = 'src/testing/histories/histories.long.test.ts';

test('embedded: killed and restarted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-history-'));
  const dataDir = embeddedDatabaseDir(folder);
  await makeEmptyDatabase(dataDir);
  try {
    await runPack({
      name: 'embedded',
      file,
      openDatabase: () => openEmbeddedDatabase({ dataDir }),
      async open(site) {
        const product = await site.start('start', { DATA_DIR: folder, ACCESS: 'sign_in' });
        return { at: await site.proxy([product]), sharedMs: 0, faults: [() => killFor(product, 200)] };
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('postgresql: two services and two gateways, killed, and so is PostgreSQL', async () => {
  const server = await startPostgres();
  try {
    await runPack({
      name: 'postgresql',
      file,
      openDatabase: () => connectPostgres({ url: server.url, max: 2 }),
      async open(site) {
        const opened = await openTwoAndTwo(site, { database: server.url });
        async function killPostgres() {
          server.kill();
          await pause(site.random.integer(0, 1_000));
          await server.startAgain();
        }
        return { ...opened, faults: [...opened.faults, killPostgres, killPostgres] };
      },
    });
  } finally {
    await server.stop();
  }
});
