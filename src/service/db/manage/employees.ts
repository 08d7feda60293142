import { sql } from 'drizzle-orm';
import type { output } from 'zod/mini';
import { ServiceError } from '#contract/error.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  type changeEmployeeSchema,
  type createEmployeeSchema,
  type ManagedEmployee,
  managedEmployeeSchema,
} from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { knownPermissions, type RecordKey } from '#service/db/authentication.ts';
import { arrayLiteral, instantLiteral, orderedUuid, parseArray } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { employees } from '#service/db/schema.ts';
import { insertNewRows, rowOf, updateRows } from '#service/db/write-rows.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import {
  type ChangeOf,
  changed,
  insufficientAccess,
  type LockedPractice,
  lockPractice,
  type Managing,
  notFound,
  requireSound,
} from './managing.ts';
import { changesBetween, creationOf, noteChange } from './practice-history.ts';

/** What is kept of an employee. Imported ones may have a role that is none of the contract, and stores that are no more. */
type EmployeeValues = {
  firstName: string;
  lastName: string;
  role: string;
  storeIds: string[];
  permissions: Permission[];
  isActive: boolean;
};

type EmployeeRow = Record<'store_ids' | 'permissions', string> &
  Pick<EmployeeValues, 'firstName' | 'lastName' | 'role' | 'isActive'>;

/** An employee who works in one of these stores, or anywhere where they are null; null where there is none. */
async function readEmployee(
  executor: Executor,
  { companyId, id, storeIds }: { companyId: string; id: string; storeIds: readonly string[] | null },
): Promise<EmployeeValues | null> {
  const inReach = storeIds === null ? sql`` : sql`and store_ids && ${arrayLiteral(storeIds)}::uuid[]`;
  const [row] = await runQuery<EmployeeRow>(
    executor,
    sql`select first_name as "firstName", last_name as "lastName", role, is_active as "isActive", store_ids, permissions
      from employees where company_id = ${companyId}::uuid and id = ${id}::uuid ${inReach}`,
  );
  if (row === undefined) return null;
  const { store_ids, permissions, ...values } = row;
  return { ...values, storeIds: parseArray(store_ids), permissions: knownPermissions(parseArray(permissions)) };
}

export const noSuchEmployee = () => notFound('id: the stores in reach have no such employee');

/** An employee of one of these stores with their permissions; of their stores only these are told. Throws 404 where there is none. */
export async function findEmployee(
  executor: Executor,
  { companyId, id, storeIds }: RecordKey,
): Promise<ManagedEmployee | UnresolvedRecord> {
  const employee = await readEmployee(executor, { companyId, id, storeIds });
  if (employee === null) throw noSuchEmployee();
  const record = {
    id,
    companyId,
    ...employee,
    storeIds: employee.storeIds.filter((store) => storeIds.includes(store)),
  };
  return managedEmployeeSchema.safeParse(record).data ?? { id };
}

/** An employee in reach of who manages; null where there is none. */
export function employeeInReach(
  { transaction, actor }: Managing,
  { companyId, storeIds }: LockedPractice,
  id: string,
): Promise<EmployeeValues | null> {
  return readEmployee(transaction, { companyId, id, storeIds: actor === null ? null : storeIds });
}

/** Throws 403 where somebody has a permission or a store that who manages lacks, whose rights and keys they so may not change. */
export function requireNoMoreRights(practice: LockedPractice, employee: EmployeeValues): void {
  const { companyStoreIds, storeIds, permissions } = practice;
  const more = employee.permissions.find((permission) => !permissions.includes(permission));
  if (more !== undefined) throw insufficientAccess(`the employee has the permission ${more}, which yours lacks`);
  if (employee.storeIds.some((id) => companyStoreIds.includes(id) && !storeIds.includes(id))) {
    throw insufficientAccess('the employee belongs to a store that the key does not reach');
  }
}

/** Throws 403 for a permission or a store that who manages lacks, and 404 for a store that the company does not have. */
function requireOwnRights(practice: LockedPractice, given: Pick<EmployeeValues, 'permissions' | 'storeIds'>): void {
  const { companyStoreIds, storeIds, permissions } = practice;
  const more = given.permissions.find((permission) => !permissions.includes(permission));
  if (more !== undefined)
    throw insufficientAccess(`permissions: the employee of this key lacks ${more}, so cannot give it`);
  const beyond = given.storeIds.find((id) => companyStoreIds.includes(id) && !storeIds.includes(id));
  if (beyond !== undefined) throw insufficientAccess(`storeIds: the key does not reach the store ${beyond}`);
  const unknown = given.storeIds.find((id) => !companyStoreIds.includes(id));
  if (unknown !== undefined) throw notFound(`storeIds: the company has no store ${unknown}`);
}

/** Adds an employee, and gives their id. One who was taken over may be inactive from the beginning. */
export async function createEmployee(
  by: Managing,
  employee: output<typeof createEmployeeSchema> & { isActive?: boolean },
): Promise<string> {
  const { companyId, firstName, lastName, role, isActive = true } = employee;
  const values = {
    firstName,
    lastName,
    role,
    isActive,
    storeIds: [...new Set(employee.storeIds)],
    permissions: knownPermissions(employee.permissions),
  };
  requireOwnRights(await lockPractice(by, companyId), values);
  const id = orderedUuid(by.now);
  const row = rowOf(employees, { companyId, id, ...values, ...nameKeysOf(firstName, lastName) });
  await runQuery(by.transaction, insertNewRows(employees, [row]));
  const { isActive: _, ...told } = values;
  await noteChange(by, {
    companyId,
    kind: 'employee',
    recordId: id,
    name: fullName(values),
    action: 'created',
    changes: creationOf(isActive ? told : values),
    storeIds: values.storeIds,
  });
  return id;
}

/**
 * Changes an employee, and gives them as they are then, with those of their stores that who manages reaches. The keys of one who
 * becomes inactive are revoked.
 */
export async function changeEmployee(
  by: Managing,
  change: ChangeOf<typeof changeEmployeeSchema>,
): Promise<ManagedEmployee> {
  const { companyId, id } = change;
  const practice = await lockPractice(by, companyId);
  const before = await employeeInReach(by, practice, id);
  if (before === null) throw noSuchEmployee();
  const after = changed(before, {
    ...change,
    storeIds: change.storeIds && [...new Set(change.storeIds)],
    permissions: change.permissions && knownPermissions(change.permissions),
  });
  const visible = after.storeIds.filter((store) => practice.storeIds.includes(store));
  const record = requireSound(managedEmployeeSchema, { id, companyId, ...after, storeIds: visible });
  const changes = changesBetween(before, after);
  if (changes.length === 0) return record;
  const isChanged = (...fields: string[]) => changes.some(({ field }) => fields.includes(field));
  if (isChanged('storeIds', 'permissions', 'isActive')) {
    requireNoMoreRights(practice, before);
    requireOwnRights(practice, {
      storeIds: isChanged('storeIds') ? after.storeIds : [],
      permissions: isChanged('permissions') ? after.permissions : [],
    });
    if (manages(before) && !manages(after)) await requireAnotherManager(by, { companyId, id });
  }
  // What else is stored of stores and permissions stays where they are not changed.
  const { storeIds, permissions, ...others } = after;
  const row = rowOf(employees, {
    companyId,
    id,
    ...others,
    ...nameKeysOf(after.firstName, after.lastName),
    ...(isChanged('storeIds') && { storeIds }),
    ...(isChanged('permissions') && { permissions }),
  });
  await runQuery(by.transaction, updateRows(employees, [row]));
  // Also of one who is active again: those of one who was imported as inactive must not be accepted once more.
  if (isChanged('isActive')) await revokeKeysOf(by, { companyId, id });
  await noteChange(by, {
    companyId,
    kind: 'employee',
    recordId: id,
    name: fullName(before),
    action: 'changed',
    changes,
    storeIds: storesOfChange(before, after, changes),
  });
  return record;
}

const manages = ({ isActive, permissions }: EmployeeValues) => isActive && permissions.includes('practice.write');

async function requireAnotherManager(
  { transaction }: Managing,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  const others = await runQuery(
    transaction,
    sql`select from employees
      where company_id = ${companyId}::uuid and id <> ${id}::uuid and is_active and 'practice.write' = any(permissions)
      limit 1`,
  );
  if (others.length > 0) return;
  const suggestion = 'nobody else who is active may manage the practice: let somebody else do so first';
  throw new ServiceError('last_manager', suggestion);
}

async function revokeKeysOf(
  { transaction, now }: Managing,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  await runQuery(
    transaction,
    sql`update api_keys set revoked_at = ${instantLiteral(now)}::timestamptz
      where company_id = ${companyId}::uuid and employee_id = ${id}::uuid and revoked_at is null`,
  );
}

/** The stores in which a change is told: where only stores change, those alone that the employee gets or loses. */
function storesOfChange(
  before: EmployeeValues,
  after: EmployeeValues,
  changes: readonly { field: string }[],
): string[] {
  const all = [...new Set([...before.storeIds, ...after.storeIds])];
  if (changes.some(({ field }) => field !== 'storeIds')) return all;
  return all.filter((id) => before.storeIds.includes(id) !== after.storeIds.includes(id));
}
