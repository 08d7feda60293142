import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { prepareKillRounds } from '#testing/kill-rounds.ts';
import { rounds } from '#testing/rounds.ts';
import { openEmbeddedDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('when it is killed at any instant, no acknowledged data is lost, nothing is half written, and history and record agree', async () => {
  const dataDir = join(folder, 'db');
  await makeEmptyDatabase(dataDir);
  const first = await openEmbeddedDatabase({ dataDir });
  const victims = await prepareKillRounds(first);
  await first.close();
  for (let nth = 0; nth < rounds({ few: 1, many: 20 }); nth += 1) await victims.run(dataDir);
  expect(victims.answered).toBeGreaterThanOrEqual(18);
  const database = await openEmbeddedDatabase({ dataDir });
  await victims.check(database);
  await database.close();
}, 600_000);
