import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import { type ManagedEmployee, managedEmployeeSchema } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { type RecordKey, requireStores, selectKnownPermissions } from '#service/db/authentication.ts';
import { endShiftsOfInactiveEmployees } from '#service/db/change-availability.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { endUnauthorizedFeeds } from '#service/db/feeds.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { employees } from '#service/db/schema.ts';
import { type RecordFields, readRecord, type Writer } from '#service/db/write-records.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import { insufficientAccessError, type LockedPractice } from './lock-practice.ts';
import { definePracticeRecordKind, recordNotFoundError } from './practice-record.ts';

/**
 * The stored values of an employee. Imported employees may have a role and permissions that the contract does not list, and
 * stores that no longer exist.
 */
type EmployeeRow = RecordFields<
  typeof employees,
  'firstName' | 'lastName' | 'role' | 'isActive' | 'storeIds' | 'permissions'
>;

/**
 * The definition of employees as practice records. Managers cannot grant permissions that they lack. The last active manager
 * can neither become inactive nor lose the permission to manage.
 */
export const employeeDefinition = definePracticeRecordKind<EmployeeRow>({
  label: 'employee',
  table: employees,
  fields: ['firstName', 'lastName', 'role', 'isActive', 'storeIds', 'permissions'],
  history: { kind: 'employee', nameOf: fullName, storesOf: ({ storeIds }) => storeIds },
  schema: managedEmployeeSchema,
  derived: ({ firstName, lastName }) => nameKeysOf(firstName, lastName),
  fromStored: (row) => ({ ...row, permissions: selectKnownPermissions(row.permissions) }),
  async check(by, { practice, id, before, after, isChanged }) {
    if (!isChanged('storeIds', 'permissions', 'isActive')) return;
    if (before !== null) requireNoMoreRights(practice, before);
    requireOwnRights(practice, {
      storeIds: isChanged('storeIds') ? after.storeIds : [],
      permissions: isChanged('permissions') ? after.permissions : [],
    });
    if (before !== null && isManager(before) && !isManager(after)) await requireAnotherManager(by, practice, id);
  },
  async applyConsequences(by, companyId, changes) {
    await endUnauthorizedFeeds(
      by,
      companyId,
      changes.map(({ id }) => id),
    );
    const switchedEmployees = changes.filter(
      ({ before, after }) => before !== null && before.isActive !== after?.isActive,
    );
    if (switchedEmployees.length === 0) return;
    const ids = switchedEmployees.map(({ id }) => id);
    // Keys are also revoked on reactivation: the keys of an employee who was imported as inactive must not become valid again.
    await revokeKeysOfEmployees(by, companyId, ids);
    await endShiftsOfInactiveEmployees(by, companyId, ids);
  },
});

/** Finds an employee of one of these stores, with their permissions and only these stores. Throws 404 if there is none. */
export async function findEmployee(
  executor: Executor,
  { companyId, id, storeIds }: RecordKey,
): Promise<ManagedEmployee | UnresolvedRecord> {
  const row = await readRecord(executor, employeeDefinition, { companyId, id });
  const visible = row?.storeIds.filter((store) => storeIds.includes(store)) ?? [];
  if (row === null || visible.length === 0) throw recordNotFoundError(employeeDefinition);
  const record = { id, companyId, ...row, storeIds: visible, permissions: selectKnownPermissions(row.permissions) };
  return managedEmployeeSchema.safeParse(record).data ?? { id };
}

/**
 * Throws 403 if the employee has a permission or a store that the manager lacks. In that case, the manager may not
 * change their access or keys.
 */
export function requireNoMoreRights(
  practice: LockedPractice,
  rights: Pick<EmployeeRow, 'permissions' | 'storeIds'>,
): void {
  const { companyStoreIds, storeIds, permissions } = practice;
  const missingPermission = selectKnownPermissions(rights.permissions).find(
    (permission) => !permissions.includes(permission),
  );
  if (missingPermission !== undefined)
    throw insufficientAccessError(`the employee has the permission ${missingPermission}, which your key lacks`);
  if (rights.storeIds.some((id) => companyStoreIds.includes(id) && !storeIds.includes(id))) {
    throw insufficientAccessError('the employee belongs to a store that the key cannot access');
  }
}

/** Throws 403 for a permission or a store that the manager lacks, and 404 for a store that does not exist in the company. */
function requireOwnRights(practice: LockedPractice, given: Pick<EmployeeRow, 'permissions' | 'storeIds'>): void {
  const { permissions } = practice;
  const missingPermission = selectKnownPermissions(given.permissions).find(
    (permission) => !permissions.includes(permission),
  );
  if (missingPermission !== undefined)
    throw insufficientAccessError(
      `permissions: the employee of this key lacks ${missingPermission}, so they cannot grant it`,
    );
  requireStores(
    practice,
    given.storeIds.map((id) => ({ field: 'storeIds', id })),
  );
}

const isManager = ({ isActive, permissions }: EmployeeRow) => isActive && permissions.includes('practice.write');

async function requireAnotherManager(
  { transaction }: Writer,
  { companyId }: LockedPractice,
  id: string,
): Promise<void> {
  const others = await runQuery(
    transaction,
    sql`select from employees
      where company_id = ${companyId}::uuid and id <> ${id}::uuid and is_active and 'practice.write' = any(permissions)
      limit 1`,
  );
  if (others.length > 0) return;
  const suggestion = 'this is the last active manager: make someone else a manager first';
  throw new ServiceError('last_manager', suggestion);
}

async function revokeKeysOfEmployees(
  { transaction, now }: Writer,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  await runQuery(
    transaction,
    sql`update api_keys set revoked_at = ${instantLiteral(now)}::timestamptz
      where company_id = ${companyId}::uuid and employee_id = any(${arrayLiteral(ids)}::uuid[]) and revoked_at is null`,
  );
}
