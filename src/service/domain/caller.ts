import { ServiceError } from '#contract/error.ts';
import type { Permission } from '#contract/permissions.ts';

/** Who makes a request: the employee behind its API key, and what they have access to. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
  /** The employee that the key acts as. */
  readonly employeeId: string;
  readonly readOnly: boolean;
  readonly permissions: readonly string[];
  /** The stores that the employee belongs to. */
  readonly storeIds: readonly string[];
  /** All stores of the company. */
  readonly companyStoreIds: readonly string[];
  /** Signs the cursors of the company. */
  readonly cursorSecret: Uint8Array;
}

/**
 * The stores that a request is about, each once and in the order given: those it names, or all of the caller's.
 * Throws 403 for another company, a missing permission or a store that the caller does not belong to, then 404 for a
 * store that the company does not have (section 5 and the order of checks). A request that names no company is about
 * the caller's own.
 */
export function authorizeStores(
  caller: Caller,
  {
    companyId = caller.companyId,
    storeIds,
  }: { companyId?: string | undefined; storeIds?: readonly string[] | undefined },
  permission: Permission | null,
): string[] {
  if (companyId !== caller.companyId) {
    throw new ServiceError('insufficient_access', 'companyId: the key does not reach this company');
  }
  if (permission !== null && !caller.permissions.includes(permission)) {
    throw new ServiceError('insufficient_access', `the employee of this key lacks the permission ${permission}`);
  }
  if (storeIds === undefined) return [...caller.storeIds];
  const requested = [...new Set(storeIds)];
  const forbidden = requested.find((id) => caller.companyStoreIds.includes(id) && !caller.storeIds.includes(id));
  if (forbidden !== undefined) {
    throw new ServiceError('insufficient_access', `storeIds: the key does not reach the store ${forbidden}`);
  }
  const unknown = requested.find((id) => !caller.companyStoreIds.includes(id));
  if (unknown !== undefined) throw new ServiceError('not_found', `storeIds: the company has no store ${unknown}`);
  return requested;
}
