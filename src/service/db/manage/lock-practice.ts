import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { acceptedKeyCondition, selectKnownPermissions } from '#service/db/authentication.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { employees, stores } from '#service/db/schema.ts';
import type { Writer } from '#service/db/write-records.ts';

/** A practice that is locked against other changes until the end of the transaction. */
export interface LockedPractice {
  companyId: string;
  /** All stores of the practice, in the order in which they are listed. */
  companyStoreIds: readonly string[];
  /** The stores that the caller can access. */
  storeIds: readonly string[];
  permissions: readonly Permission[];
}

/**
 * Makes changes to a practice wait for one another, and checks the caller's access again: since the request was accepted, they
 * may have lost their key, their permission or a store. Throws 401 and 403 as the checks of a request do, and 404 if the
 * company does not exist.
 */
export async function lockPractice({ transaction, actor, now }: Writer, companyId: string): Promise<LockedPractice> {
  const ofCompany = sql`where company_id = ${companyId}::uuid`;
  const [company] = await runQuery(transaction, sql`select company_id from companies ${ofCompany} for update`);
  if (company === undefined) throw notFoundError('companyId: no such company');
  // These are separate statements, so that they see what was committed before the lock was acquired.
  const storeRows = await readRows(transaction, stores, ['id'], sql`${ofCompany} order by position, id`);
  const companyStoreIds = storeRows.map(({ id }) => id);
  if (actor === null) return { companyId, companyStoreIds, storeIds: companyStoreIds, permissions };
  const [person] = await readRows(
    transaction,
    employees,
    ['storeIds', 'permissions'],
    sql`${ofCompany} and id = ${actor.employeeId}::uuid and is_active and exists (
      select from api_keys k where k.company_id = employees.company_id and k.id = ${actor.keyId}::uuid and ${acceptedKeyCondition(now)}
    )`,
  );
  if (person === undefined) throw new ServiceError('authorization_required', 'the API key is unknown or revoked');
  const granted = selectKnownPermissions(person.permissions);
  if (!granted.includes('practice.write')) {
    throw insufficientAccessError('the employee of this key lacks the permission practice.write');
  }
  const storeIds = companyStoreIds.filter((id) => person.storeIds.includes(id));
  return { companyId, companyStoreIds, storeIds, permissions: granted };
}

/** Throws 403 unless the caller can access all stores of the company, as is required for records of the whole company. */
export function requireAllStores({
  companyStoreIds,
  storeIds,
}: Pick<LockedPractice, 'companyStoreIds' | 'storeIds'>): void {
  if (companyStoreIds.every((id) => storeIds.includes(id))) return;
  throw insufficientAccessError('this belongs to the whole company, and the key cannot access all its stores');
}

export const notFoundError = (suggestion: string) => new ServiceError('not_found', suggestion);
export const insufficientAccessError = (suggestion: string) => new ServiceError('insufficient_access', suggestion);
