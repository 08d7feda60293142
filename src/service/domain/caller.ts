import { ServiceError } from '#contract/error.ts';
import type { Permission } from '#contract/permissions.ts';

/** Who asks: the employee behind a key, and how far she reaches. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
  readonly readOnly: boolean;
  readonly permissions: readonly string[];
  /** The stores she belongs to. */
  readonly storeIds: readonly string[];
  /** All stores of the company, hers or not. */
  readonly companyStoreIds: readonly string[];
  /** Signs the cursors of the company. */
  readonly cursorSecret: Uint8Array;
}

/**
 * The stores that a request works on, each once and in the order given: those asked for, or all of the caller's.
 * Throws 403 for another company, a missing permission or a store beyond the caller, then 404 for a store that the
 * company does not have (section 5 and the order of checks).
 */
export function reachOf(
  caller: Caller,
  asked: { companyId: string; storeIds?: readonly string[] | undefined },
  permission: Permission | null = null,
): string[] {
  if (asked.companyId !== caller.companyId) {
    throw new ServiceError('insufficient_access', 'companyId: the key does not reach this company');
  }
  if (permission !== null && !caller.permissions.includes(permission)) {
    throw new ServiceError('insufficient_access', `the employee of this key lacks the permission ${permission}`);
  }
  const stores = [...new Set(asked.storeIds ?? caller.storeIds)];
  const known = stores.filter((id) => caller.companyStoreIds.includes(id));
  const beyond = known.find((id) => !caller.storeIds.includes(id));
  if (beyond !== undefined) {
    throw new ServiceError('insufficient_access', `storeIds: the key does not reach the store ${beyond}`);
  }
  if (asked.storeIds === undefined) return known;
  const unknown = stores.find((id) => !caller.companyStoreIds.includes(id));
  if (unknown !== undefined) throw new ServiceError('not_found', `storeIds: the company has no store ${unknown}`);
  return stores;
}
