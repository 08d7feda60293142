import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { KeyAccess } from '#contract/clients-pets-staff.ts';
import { instantOf, toUtcDateTime } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import { type IssuedKey, type issueKeySchema, type Key, keySchema } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { createApiKey, hashApiKey, type RecordKey } from '#service/db/authentication.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { parseFields, readRows, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { apiKeys } from '#service/db/schema.ts';
import { addHistoryEntry, type RecordId, recordCondition, type Writer } from '#service/db/write-records.ts';
import { insertRow } from '#service/db/write-rows.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { findFieldChanges } from '#service/domain/record-changes.ts';
import { employeeDefinition, requireNoMoreRights } from './employees.ts';
import { lockPractice, notFoundError } from './lock-practice.ts';
import { findRecord, recordNotFoundError } from './practice-record.ts';

/** Creates a key and the row in which it is stored. `now` is epoch milliseconds. */
export function createKeyRow(
  key: { companyId: string; id: string; employeeId: string; access: KeyAccess; expiresAt: string | null },
  now: number,
  secret = createApiKey(key.companyId),
): { key: string; insert: SQL } {
  const keyHash = sql`decode(${hashApiKey(secret).toString('hex')}::text, 'hex')`;
  const row = insertRow(apiKeys, { ...key, keyHash, createdAt: instantLiteral(now) });
  return { key: secret, insert: sql`${row} on conflict do nothing` };
}

/**
 * Issues a key for the employee `id`. Only the hash of the key is stored. If the caller's own key expires, the new key
 * cannot last longer: without `expiresAt` it expires at the same time.
 */
export async function issueKey(
  by: Writer,
  request: z.output<typeof issueKeySchema> & { id: string },
): Promise<IssuedKey> {
  const { companyId, id: employeeId, access } = request;
  const practice = await lockPractice(by, companyId);
  const holder = await findRecord(by, employeeDefinition, practice, employeeId);
  if (holder === null) throw recordNotFoundError(employeeDefinition);
  requireNoMoreRights(practice, holder);
  if (!holder.isActive) throw invalidInput('id', 'the employee is inactive, so they can have no key');
  const latestExpiry = await readOwnExpiry(by, companyId);
  const expiresAt = request.expiresAt == null ? latestExpiry : toUtcDateTime(request.expiresAt);
  if (expiresAt !== null && instantOf(expiresAt) <= by.now) throw invalidInput('expiresAt', 'must be in the future');
  if (expiresAt !== null && latestExpiry !== null && instantOf(expiresAt) > instantOf(latestExpiry)) {
    throw invalidInput('expiresAt', `must not be after ${latestExpiry}, when the key of this request expires`);
  }
  const id = createOrderedUuid(by.now);
  const { key, insert } = createKeyRow({ companyId, id, employeeId, access, expiresAt }, by.now);
  await runQuery(by.transaction, insert);
  await recordKeyChange(by, { companyId, id, holder, before: {}, after: { employeeId, access, expiresAt } });
  return { id, key };
}

/** The time at which the caller's own key expires. Null if it never does, and for the command line, which has no key. */
async function readOwnExpiry({ transaction, actor }: Writer, companyId: string): Promise<string | null> {
  if (actor === null) return null;
  const isOwn = sql`where company_id = ${companyId}::uuid and id = ${actor.keyId}::uuid`;
  const [own] = await readRows(transaction, apiKeys, ['expiresAt'], isOwn);
  return own?.expiresAt ?? null;
}

const apiKeyFields = ['id', 'employeeId', 'access', 'createdAt', 'expiresAt', 'revokedAt'] as const;

/**
 * Converts a row to a key of the API. Any access other than `read_write` counts as `read_only`, as it does when requests
 * are checked.
 */
const toKey = (row: { access?: unknown }): Key =>
  keySchema.parse({ ...row, access: row.access === 'read_write' ? 'read_write' : 'read_only' });

/** A page of the keys of an employee of one of these stores, newest first. Throws 404 if there is no such employee. */
export async function findKeys(
  { sql: executor }: Database,
  { companyId, id, storeIds }: RecordKey,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Key>> {
  const [at, keyId] = position?.split('/') ?? [];
  const after = at === undefined ? sql`` : sql`and (created_at, id) < (${at}::timestamptz, ${keyId ?? ''}::uuid)`;
  const ofEmployee = sql`api_keys.company_id = e.company_id and api_keys.employee_id = e.id`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select (select count(*)::int from api_keys where ${ofEmployee}) as total, page.*
      from (
        select company_id, id from employees
        where company_id = ${companyId}::uuid and id = ${id}::uuid and store_ids && ${arrayLiteral(storeIds)}::uuid[]
      ) as e
      left join lateral (
        select ${selectFields(apiKeys, apiKeyFields)} from api_keys
        where ${ofEmployee} ${after} order by created_at desc, id desc limit ${limit + 1}::int
      ) as page on true
      order by page."createdAt" desc, page.id desc`,
  );
  if (rows.length === 0) throw recordNotFoundError(employeeDefinition);
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => toKey(parseFields(apiKeys, row)),
    position: ({ createdAt, id: last }) => `${createdAt}/${last}`,
  });
}

/** Revokes a key immediately; a revoked key stays as it is. Throws 404 if it is not accessible. */
export async function revokeKey(by: Writer, { companyId, id }: RecordId): Promise<void> {
  const practice = await lockPractice(by, companyId);
  const [row] = await readRows(
    by.transaction,
    apiKeys,
    apiKeyFields,
    sql`where ${recordCondition(apiKeys, { companyId, id })}`,
  );
  const holder = row === undefined ? null : await findRecord(by, employeeDefinition, practice, row.employeeId);
  // Only the command line can revoke the key of a deleted employee.
  if (row === undefined || (holder === null && by.actor !== null)) {
    throw notFoundError('id: no such key, or this key cannot access it');
  }
  if (holder !== null) requireNoMoreRights(practice, holder);
  const { employeeId, access, expiresAt, revokedAt } = toKey(row);
  if (revokedAt !== null) return;
  await runQuery(
    by.transaction,
    sql`update api_keys set revoked_at = ${instantLiteral(by.now)}::timestamptz
      where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
  await recordKeyChange(by, { companyId, id, holder, before: { employeeId, access, expiresAt }, after: {} });
}

type Holder = { firstName: string; lastName: string; storeIds: readonly string[] };

/** Records in the history that a key was issued or revoked, under the name of the employee. */
async function recordKeyChange(
  by: Writer,
  { companyId, id, holder, before, after }: RecordId & { holder: Holder | null; before: object; after: object },
): Promise<void> {
  await addHistoryEntry(by, {
    ...{ companyId, kind: 'key', recordId: id, name: holder === null ? '' : fullName(holder) },
    action: 'employeeId' in before ? 'removed' : 'created',
    changes: findFieldChanges(before, after),
    storeIds: holder?.storeIds ?? [],
  });
}
