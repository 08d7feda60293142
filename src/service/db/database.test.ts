import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openEmbeddedDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an embedded database keeps what was committed and is up to date when reopened', async () => {
  const dataDir = join(folder, 'nested', 'db');
  const first = await openEmbeddedDatabase({ dataDir });
  await first.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Tom & Jerry')`;
  await expect(first.sql`select nonsense`).rejects.toMatchObject({ code: '42703' });
  await first.close();
  const second = await openEmbeddedDatabase({ dataDir });
  const rows = await second.sql`select name, octet_length(cursor_secret) as bytes from companies`;
  expect(rows).toEqual([{ name: 'Tom & Jerry', bytes: 32 }]);
  await second.close();
});
