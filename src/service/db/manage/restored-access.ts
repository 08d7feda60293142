import { sql } from 'drizzle-orm';
import { fullName } from '#contract/practice-setup.ts';
import { arrayLiteral, parseArray } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { type Executor, inTransaction, runQuery } from '#service/db/run-query.ts';
import { revokeKeysOf } from './employees.ts';
import { revokeKey } from './keys.ts';
import { lockPractice } from './managing.ts';
import { changesBetween, noteChange } from './practice-history.ts';

/** What somebody may do, and where. */
export interface Rights {
  readonly permissions: readonly string[];
  readonly storeIds: readonly string[];
  readonly isActive: boolean;
}

interface Person extends Rights {
  readonly companyId: string;
  readonly id: string;
  readonly name: string;
}

interface KeyRow {
  readonly companyId: string;
  readonly id: string;
}

/** Who has access to a database: the keys that are not revoked, and what people may do. */
export interface GrantedAccess {
  readonly companyIds: readonly string[];
  readonly keys: readonly KeyRow[];
  readonly people: readonly Person[];
}

/** Who has access to a database, also to one that a newer version has changed. */
export async function readAccess(executor: Executor): Promise<GrantedAccess> {
  const companies = await runQuery<{ id: string }>(executor, sql`select company_id as id from companies`);
  const keys = await runQuery<{ companyId: string; id: string }>(
    executor,
    sql`select k.company_id as "companyId", k.id from companies c
      join api_keys k on k.company_id = c.company_id where k.revoked_at is null`,
  );
  const people = await runQuery<
    Record<'companyId' | 'id' | 'firstName' | 'lastName' | 'permissions' | 'storeIds', string> & { isActive: boolean }
  >(
    executor,
    sql`select e.company_id as "companyId", e.id, e.first_name as "firstName", e.last_name as "lastName", e.permissions,
        e.store_ids as "storeIds", e.is_active as "isActive"
      from companies c join employees e on e.company_id = c.company_id`,
  );
  return {
    companyIds: companies.map(({ id }) => id),
    keys,
    people: people.map(({ firstName, lastName, ...person }) => ({
      ...person,
      name: fullName({ firstName, lastName }),
      permissions: parseArray(person.permissions),
      storeIds: parseArray(person.storeIds),
    })),
  };
}

/**
 * What both allow. Everybody belongs to a store: whoever has moved to others since the backup has those of them that it has, too, and
 * whoever has none becomes inactive instead.
 *
 * @param existing the ids of the stores that the restored database has
 */
export function lesserRights(restored: Rights, present: Rights, existing: readonly string[]): Rights {
  const common = restored.storeIds.filter((id) => present.storeIds.includes(id));
  const storeIds = common.length > 0 ? common : present.storeIds.filter((id) => existing.includes(id));
  const hasStore = storeIds.length > 0 || restored.storeIds.length === 0;
  return {
    permissions: restored.permissions.filter((permission) => present.permissions.includes(permission)),
    storeIds: hasStore ? storeIds : restored.storeIds,
    isActive: restored.isActive && present.isActive && hasStore,
  };
}

/** What {@link limitAccess} did. */
export interface LimitedAccess {
  /** How many keys it revoked, and of how many people it reduced the rights. */
  readonly keys: number;
  readonly people: number;
  /** How many keys are valid of practices that the present database does not have, so that nobody knows which were revoked. */
  readonly unknownKeys: number;
}

/**
 * Gives nobody back what was taken from them since a backup: in a database that was restored from it, only those keys stay valid that
 * are valid in the present database, too, and people may do what they may do in both. Of a practice that the present one does not have,
 * the backup counts. `now` is epoch milliseconds.
 */
export async function limitAccess(database: Database, present: GrantedAccess, now: number): Promise<LimitedAccess> {
  const isPresent = ({ companyId }: { companyId: string }) => present.companyIds.includes(companyId);
  const keyIds = new Set(present.keys.map(({ id }) => id));
  const presentPeople = new Map(present.people.map((person) => [person.id, person]));
  return inTransaction(database.sql, async (transaction) => {
    const by = { transaction, actor: null, now };
    const restored = await readAccess(transaction);
    for (const companyId of restored.companyIds) await lockPractice(by, companyId);
    const stores = await runQuery<{ id: string }>(
      transaction,
      sql`select s.id from companies c join stores s on s.company_id = c.company_id`,
    );
    const existing = stores.map(({ id }) => id);
    const ended = restored.keys.filter((key) => isPresent(key) && !keyIds.has(key.id));
    for (const key of ended) await revokeKey(by, key);
    let people = 0;
    for (const { companyId, id, name, ...before } of restored.people) {
      const inPresent = presentPeople.get(id);
      if (inPresent === undefined || inPresent.companyId !== companyId) continue;
      const { permissions, storeIds, isActive } = lesserRights(before, inPresent, existing);
      const changes = changesBetween({ ...before }, { storeIds, permissions, isActive });
      if (changes.length === 0) continue;
      people += 1;
      await runQuery(
        transaction,
        sql`update employees set permissions = ${arrayLiteral(permissions)}::text[], store_ids = ${arrayLiteral(storeIds)}::uuid[],
            is_active = ${isActive}::text::boolean
          where company_id = ${companyId}::uuid and id = ${id}::uuid`,
      );
      if (!isActive) await revokeKeysOf(by, { companyId, id });
      await noteChange(by, {
        companyId,
        kind: 'employee',
        recordId: id,
        name,
        action: 'changed',
        changes,
        storeIds: before.storeIds,
      });
    }
    const unknownKeys = restored.keys.filter((key) => !isPresent(key)).length;
    return { keys: ended.length, people, unknownKeys };
  });
}
