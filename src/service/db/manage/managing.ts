import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type * as z from 'zod/mini';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { type Caller, knownPermissions } from '#service/db/authentication.ts';
import { instantLiteral, parseArray } from '#service/db/column-types.ts';
import { runQuery } from '#service/db/run-query.ts';

/** Who changes something of a practice, and in which transaction. */
export interface Managing {
  transaction: postgres.TransactionSql;
  /** The caller; null for the command line on the server, which may do everything. */
  actor: Caller | null;
  /** Epoch milliseconds. */
  now: number;
}

/** A practice that nobody else changes until the end of the transaction. */
export interface LockedPractice {
  companyId: string;
  /** The name of the company. */
  name: string;
  /** All its stores, in their order. */
  companyStoreIds: readonly string[];
  /** The stores in reach of who changes it. */
  storeIds: readonly string[];
  /** What who changes it may do. */
  permissions: readonly Permission[];
}

interface PracticeRow {
  store_ids: string;
  employee_store_ids: string | null;
  permissions: string | null;
  is_active: boolean | null;
  key_is_accepted: boolean;
}

/**
 * Lets changes of one practice wait for one another, and judges anew who makes this one: since the request was let in they may have
 * lost their key, their permission or a store. Throws 401 and 403 as for a request, and 404 where there is no such company.
 */
export async function lockPractice({ transaction, actor, now }: Managing, companyId: string): Promise<LockedPractice> {
  const [company] = await runQuery<{ name: string }>(
    transaction,
    sql`select name from companies where company_id = ${companyId}::uuid for update`,
  );
  // A statement of its own, which sees what was committed before the lock was had.
  const [row] = await runQuery<PracticeRow>(
    transaction,
    sql`select (select coalesce(array_agg(s.id order by s.position, s.id), '{}') from stores s where s.company_id = c.company_id) as store_ids,
          e.store_ids as employee_store_ids, e.permissions, e.is_active,
          exists (
            select from api_keys k where k.company_id = c.company_id and k.id = ${actor?.keyId ?? null}::uuid
              and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${instantLiteral(now)}::timestamptz)
          ) as key_is_accepted
        from companies c
        left join employees e on e.company_id = c.company_id and e.id = ${actor?.employeeId ?? null}::uuid
        where c.company_id = ${companyId}::uuid`,
  );
  if (company === undefined || row === undefined) throw notFound('companyId: there is no such company');
  const companyStoreIds = parseArray(row.store_ids);
  const practice = { companyId, name: company.name, companyStoreIds };
  if (actor === null) return { ...practice, storeIds: companyStoreIds, permissions };
  if (row.is_active !== true || !row.key_is_accepted) {
    throw new ServiceError('authorization_required', 'the API key is unknown or revoked');
  }
  const granted = knownPermissions(parseArray(row.permissions ?? '{}'));
  if (!granted.includes('practice.write')) {
    throw insufficientAccess('the employee of this key lacks the permission practice.write');
  }
  const belongsTo = parseArray(row.employee_store_ids ?? '{}');
  return {
    ...practice,
    storeIds: companyStoreIds.filter((id) => belongsTo.includes(id)),
    permissions: granted,
  };
}

/** Throws 403 unless all stores of the company are in reach, which what belongs to the whole company needs. */
export function requireAllStores({ companyStoreIds, storeIds }: LockedPractice): void {
  if (companyStoreIds.every((id) => storeIds.includes(id))) return;
  throw insufficientAccess('this belongs to the whole company, and the key does not reach all its stores');
}

/** A change of one thing, by its id. */
export type ChangeOf<Schema extends z.ZodMiniType> = z.output<Schema> & { id: string };

/** The values after a change: what it names, the rest as it is. */
export function changed<Values extends object>(before: Values, change: object): Values {
  const given = Object.entries(change).filter(([name, value]) => name in before && value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

/** Something else has the name, which may be there once. */
export class NameTaken extends ServiceError {}

/** Throws 400 where one of the others has the same name. */
export function requireOwnName(name: string, others: readonly { name: string }[], what: string): void {
  if (others.some((other) => nameKey(other.name) === nameKey(name))) {
    throw new NameTaken('invalid_input', `name: there is ${what} of this name already`);
  }
}

/** A record as the contract has it. Throws 400 for one of which something is stored that the contract does not allow, and that the change leaves. */
export function requireSound<Schema extends z.ZodMiniType>(schema: Schema, record: unknown): z.output<Schema> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidInput(field, 'what is stored is not allowed: send a new value with this change');
}

export const notFound = (suggestion: string) => new ServiceError('not_found', suggestion);
export const insufficientAccess = (suggestion: string) => new ServiceError('insufficient_access', suggestion);
