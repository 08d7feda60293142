import {
  type AdminEmployee,
  listCompanies,
  listEmployees,
  listKeys,
  type StoredKey,
} from '#service/db/administration.ts';
import { endDutyOfInactive } from '#service/db/change-availability.ts';
import type { Database } from '#service/db/database.ts';
import { inTransaction } from '#service/db/run-query.ts';
import type { KeyedRow } from '#service/db/write-rows.ts';
import { employee } from './employees.ts';
import { revokeKey, revokeKeysOfInactive } from './keys.ts';
import { updateRecord } from './kind.ts';
import { lockPractice } from './managing.ts';
import { recordPartChange } from './parts.ts';
import { changesBetween } from './practice-history.ts';

/** The permissions and stores of an employee. */
type Rights = Pick<AdminEmployee, 'permissions' | 'storeIds' | 'isActive'>;

/** The access to a database: the keys that are not revoked, and the employees with their rights. */
export interface GrantedAccess {
  readonly companyIds: readonly string[];
  readonly keys: readonly Pick<StoredKey, 'companyId' | 'id'>[];
  readonly people: readonly AdminEmployee[];
}

/** Reads the access to a database. */
export async function readAccess(database: Database): Promise<GrantedAccess> {
  const keys = await listKeys(database);
  return {
    companyIds: (await listCompanies(database)).map(({ id }) => id),
    keys: keys.filter(({ revokedAt }) => revokedAt === null),
    people: await listEmployees(database),
  };
}

/**
 * The rights that an employee has both in the restored database and in the present one. Every employee belongs to a store: one who has
 * moved to other stores since the backup gets those of them that exist, and becomes inactive if none does.
 *
 * @param existing the ids of the stores of the restored practice
 */
export function commonRights(restored: Rights, present: Rights, existing: readonly string[]): Rights {
  const common = restored.storeIds.filter((id) => present.storeIds.includes(id));
  const storeIds = common.length > 0 ? common : present.storeIds.filter((id) => existing.includes(id));
  const hasStore = storeIds.length > 0 || restored.storeIds.length === 0;
  return {
    permissions: restored.permissions.filter((permission) => present.permissions.includes(permission)),
    storeIds: hasStore ? storeIds : restored.storeIds,
    isActive: restored.isActive && present.isActive && hasStore,
  };
}

/** What {@link limitAccess} changed. */
export interface LimitedAccess {
  /** The number of keys that it revoked. */
  readonly keys: number;
  /** The number of people whose rights it reduced. */
  readonly people: number;
  /** The number of valid keys of practices that the present database lacks, which may have been revoked since the backup. */
  readonly unknownKeys: number;
}

/**
 * Limits the access to a database that was restored from a backup, so that the restore does not bring back access that was
 * removed since: a key stays valid only if it is also valid in the present database, and people keep only the rights that
 * they have in both. Access to a practice that the present database lacks stays as in the backup. `now` is epoch
 * milliseconds.
 */
export async function limitAccess(database: Database, present: GrantedAccess, now: number): Promise<LimitedAccess> {
  const restored = await readAccess(database);
  const isPresent = ({ companyId }: { companyId: string }) => present.companyIds.includes(companyId);
  const validKeys = new Set(present.keys.map(({ id }) => id));
  const ended = restored.keys.filter((key) => isPresent(key) && !validKeys.has(key.id));
  const limited: KeyedRow[] = [];
  await inTransaction(database.sql, async (transaction) => {
    const by = { transaction, actor: null, now };
    for (const key of ended) await revokeKey(by, key);
    for (const before of restored.people) {
      const { companyId, id } = before;
      const inPresent = present.people.find((person) => person.companyId === companyId && person.id === id);
      if (inPresent === undefined) continue;
      const { companyStoreIds } = await lockPractice(by, companyId);
      const after = commonRights(before, inPresent, companyStoreIds);
      const key = { companyId, id };
      const changes = changesBetween(before, { ...before, ...after });
      if (changes.length === 0) continue;
      limited.push({ company_id: companyId, id });
      await updateRecord(transaction, employee, { key, after: { ...before, ...after }, changes });
      await recordPartChange(by, employee, { ...key, before, after: { ...before, ...after } });
    }
    await revokeKeysOfInactive(transaction, limited, now);
    await endDutyOfInactive(transaction, limited, now);
  });
  const unknownKeys = restored.keys.filter((key) => !isPresent(key)).length;
  return { keys: ended.length, people: limited.length, unknownKeys };
}
