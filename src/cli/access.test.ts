import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { openAccess } from './access.ts';
import { readConfig } from './config.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  await addPractice(database);
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-access-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test.each(['', 'sign_in', 'shared'])(
  'with ACCESS=%s a practice of one’s own is looked for once, not with each request of whoever is not signed in',
  async (ACCESS) => {
    let reads = 0;
    const counted: Database = {
      ...database,
      get db() {
        reads += 1;
        return database.db;
      },
    };
    const { databaseContent } = await openAccess({
      config: readConfig({ DATA_DIR: folder, ...(ACCESS !== '' && { ACCESS }) }),
      practice: { database: counted, onCommand: () => undefined },
      sharedState: null,
      log: () => undefined,
    });
    expect(await databaseContent()).toBe('own');
    const before = reads;
    for (let nth = 0; nth < 20; nth += 1) expect(await databaseContent()).toBe('own');
    expect(reads).toBe(before);
  },
);
