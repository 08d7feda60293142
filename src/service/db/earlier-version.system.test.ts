import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { earlierVersions, expectWhole, makeEarlier } from '#testing/earlier-version.ts';
import { pack } from './data-folder.ts';
import { openEmbeddedDatabase } from './database.ts';
import { startPglite } from './embedded-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-earlier-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(earlierVersions)(
  'a folder of $name, and a backup of it, are migrated with all their data',
  async (version) => {
    const dataDir = join(folder, 'db');
    await makeEmptyDatabase(dataDir);
    const host = await startPglite({ dataDir });
    const connection = { socket: () => host.connect(), user: 'postgres', database: 'postgres', max: 1 };
    const earlier = postgres({ ...connection, fetch_types: false, onnotice: () => {} });
    await earlier`drop schema frontdesk cascade`;
    await earlier`drop schema public cascade`;
    await earlier`create schema public`;
    await makeEarlier(earlier, version);
    await earlier.end();
    await host.close();
    const archive = join(folder, 'backup.tar.gz');
    await pack(dataDir, archive);

    const opened = await openEmbeddedDatabase({ dataDir });
    await expectWhole(opened, version);
    await opened.close();
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^before-update-/)]);
    const restored = await openEmbeddedDatabase({ dataDir: 'memory://', archive });
    await expectWhole(restored, version);
    await restored.close();
  },
);
