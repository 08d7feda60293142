import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { permissionSets, permissions } from '#contract/permissions.ts';
import { issueKey, revokeKey } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addEmployee, addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { findPracticeHistory } from './practice-history.ts';
import { commonRights, type GrantedAccess, limitAccess, readAccess } from './restored-access.ts';

const rights = () =>
  fc.record({
    permissions: fc.subarray([...permissions]),
    storeIds: fc.subarray(['a', 'b', 'c']),
    isActive: fc.boolean(),
  });

test('after a restore people have only the rights that they had both before it and in the backup', () => {
  fc.assert(
    fc.property(rights(), rights(), fc.subarray(['a', 'b', 'c']), (restored, present, others) => {
      const existing = [...new Set([...restored.storeIds, ...others])];
      const lesser = commonRights(restored, present, existing);
      for (const one of [restored, present]) {
        expect(one.permissions).toEqual(expect.arrayContaining([...lesser.permissions]));
        if (lesser.isActive) expect(one.isActive).toBe(true);
      }
      if (lesser.isActive && restored.storeIds.length > 0) {
        expect(lesser.storeIds).not.toEqual([]);
        expect(present.storeIds).toEqual(expect.arrayContaining([...lesser.storeIds]));
      }
      expect(commonRights(restored, restored, existing)).toEqual(restored);
      // An employee who has only moved to another store stays active.
      if (restored.isActive && present.isActive && present.storeIds.some((id) => existing.includes(id)))
        expect(lesser.isActive).toBe(true);
    }),
  );
});

describe('in a restored database', () => {
  let database: Database;
  let practice: TestPractice;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
  });

  const issue = (employeeId: string) => issueKey(database, { employeeId, readOnly: false });

  /** The access to this practice only: other tests use the same database. */
  async function present(): Promise<GrantedAccess> {
    const { keys, people } = await readAccess(database);
    const { companyId } = practice;
    const isHere = (one: { companyId: string }) => one.companyId === companyId;
    return { companyIds: [companyId], keys: keys.filter(isHere), people: people.filter(isHere) };
  }

  const personOf = async (id: string) =>
    (await database.sql`select permissions::text, store_ids::text, is_active from employees where id = ${id}::uuid`)[0];

  test('keys that were revoked since the backup stay revoked, others stay valid', async () => {
    practice = await addPractice(database);
    const [mine, lost] = [await issue(practice.vet), await issue(practice.vet)];
    await revokeKey(database, lost.id);
    const now = await present();
    await database.sql`update api_keys set revoked_at = null where id = ${lost.id}::uuid`;
    expect(await isKeyAccepted(database, lost.key)).toBe(true);
    expect(await limitAccess(database, now, Date.now())).toMatchObject({ keys: 1, people: 0 });
    expect([await isKeyAccepted(database, mine.key), await isKeyAccepted(database, lost.key)]).toEqual([true, false]);
  });

  test('rights that were removed since the backup stay removed, and the history shows it', async () => {
    practice = await addPractice(database);
    const { companyId, stores: storeIds } = practice;
    const [demoted, deactivated, moved] = await Promise.all(
      [storeIds, storeIds, [storeIds[0]]].map((stores) => addEmployee(database, { companyId, storeIds: stores })),
    );
    const key = await issue(deactivated!);
    const before = await Promise.all([demoted!, deactivated!, moved!].map(personOf));
    await database.sql`update employees set permissions = ${`{${permissionSets.view.join(',')}}`}, store_ids = ${`{${storeIds[1]}}`} where id = ${demoted!}::uuid`;
    await database.sql`update employees set is_active = false where id = ${deactivated!}::uuid`;
    await database.sql`update employees set store_ids = ${`{${storeIds[1]}}`} where id = ${moved!}::uuid`;
    const now = await present();
    for (const [nth, id] of [demoted!, deactivated!, moved!].entries()) {
      const { permissions: may, store_ids, is_active } = before[nth]!;
      await database.sql`update employees set permissions = ${may}, store_ids = ${store_ids}, is_active = ${is_active} where id = ${id}::uuid`;
    }
    expect(await limitAccess(database, now, Date.now())).toMatchObject({ keys: 0, people: 3 });
    expect(await personOf(demoted!)).toEqual({
      permissions: `{${permissionSets.view.join(',')}}`,
      store_ids: `{${storeIds[1]}}`,
      is_active: true,
    });
    expect(await personOf(deactivated!)).toMatchObject({ is_active: false });
    // Moved to another store since the backup.
    expect(await personOf(moved!)).toMatchObject({ is_active: true, store_ids: `{${storeIds[1]}}` });
    const { data } = await findPracticeHistory(database, { companyId, storeIds }, { limit: 3, position: null });
    expect(data.map(({ recordId }) => recordId).sort()).toEqual([demoted, deactivated, moved].sort());
    // Still true after reactivation.
    await database.sql`update employees set is_active = true where id = ${deactivated!}::uuid`;
    expect(await isKeyAccepted(database, key.key)).toBe(false);
  });

  test('the keys of a practice that the present database lacks stay valid, and are counted', async () => {
    practice = await addPractice(database);
    const { key } = await issue(practice.vet);
    const { companyIds, keys, people } = await readAccess(database);
    const isElsewhere = (one: { companyId: string }) => one.companyId !== practice.companyId;
    const others = {
      companyIds: companyIds.filter((companyId) => isElsewhere({ companyId })),
      keys: keys.filter(isElsewhere),
      people: people.filter(isElsewhere),
    };
    expect(await limitAccess(database, others, Date.now())).toEqual({ keys: 0, people: 0, unknownKeys: 1 });
    expect(await isKeyAccepted(database, key)).toBe(true);
  });
});
