import { beforeAll, beforeEach, expect, test } from 'vitest';
import { issueKey, revokeKey } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { readValidKeys, revokeRestoredKeys } from './restored-keys.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openOwnDatabase();
});
beforeEach(async () => {
  await database.sql`truncate companies cascade`;
  practice = await addPractice(database);
});

const issue = () => issueKey(database, { employeeId: practice.vet, readOnly: false });

test('keys that were revoked since the backup stay revoked after a restore, others stay valid', async () => {
  const [mine, lost] = [await issue(), await issue()];
  await revokeKey(database, lost.id);
  const replaced = await readValidKeys(database);
  await database.sql`update api_keys set revoked_at = null where id = ${lost.id}::uuid`;
  expect(await isKeyAccepted(database, lost.key)).toBe(true);
  expect(await revokeRestoredKeys(database, replaced, Date.now())).toEqual({ revoked: 1, unknown: 0 });
  expect([await isKeyAccepted(database, mine.key), await isKeyAccepted(database, lost.key)]).toEqual([true, false]);
});

test('keys of a practice that the replaced database lacks stay valid, and are counted', async () => {
  const { key } = await issue();
  const replaced = { companyIds: [], keyIds: [] };
  expect(await revokeRestoredKeys(database, replaced, Date.now())).toEqual({ revoked: 0, unknown: 1 });
  expect(await isKeyAccepted(database, key)).toBe(true);
});
