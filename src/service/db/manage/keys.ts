import { type SQL, sql } from 'drizzle-orm';
import type { KeyAccess } from '#contract/clients-pets-staff.ts';
import { instantOf, isoOf } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import { type IssuedKey, type issueKeySchema, type Key, keySchema } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { createApiKey, hashApiKey, type RecordKey } from '#service/db/authentication.ts';
import { arrayLiteral, instantLiteral, isoInstant, orderedUuid } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { apiKeys } from '#service/db/schema.ts';
import { insertRow, type KeyedRow } from '#service/db/write-rows.ts';
import { type FoundList, foundList } from '#service/domain/cursor.ts';
import { employeeInReach, noSuchEmployee, requireNoMoreRights } from './employees.ts';
import { type ChangeOf, lockPractice, type Managing, notFound } from './managing.ts';
import { creationOf, noteChange, removalOf } from './practice-history.ts';

/** A key with its row. `now` is epoch milliseconds. */
export function newKey(
  key: { companyId: string; id: string; employeeId: string; access: KeyAccess; expiresAt: string | null },
  now: number,
  secret = createApiKey(key.companyId),
): { key: string; insert: SQL } {
  const keyHash = sql`decode(${hashApiKey(secret).toString('hex')}::text, 'hex')`;
  const row = insertRow(apiKeys, { ...key, keyHash, createdAt: instantLiteral(now) });
  return { key: secret, insert: sql`${row} on conflict do nothing` };
}

/** Issues a key that acts as the employee with the id; only its hash is kept. */
export async function issueKey(by: Managing, wanted: ChangeOf<typeof issueKeySchema>): Promise<IssuedKey> {
  const { companyId, id: employeeId, access } = wanted;
  const practice = await lockPractice(by, companyId);
  const employee = await employeeInReach(by, practice, employeeId);
  if (employee === null) throw noSuchEmployee();
  requireNoMoreRights(practice, employee);
  if (!employee.isActive) throw invalidInput('id', 'the employee is inactive, so they can have no key');
  const expiresAt = wanted.expiresAt == null ? null : isoOf(wanted.expiresAt);
  if (expiresAt !== null && instantOf(expiresAt) <= by.now) throw invalidInput('expiresAt', 'must be in the future');
  const id = orderedUuid(by.now);
  const { key, insert } = newKey({ companyId, id, employeeId, access, expiresAt }, by.now);
  await runQuery(by.transaction, insert);
  await noteChange(by, {
    companyId,
    kind: 'key',
    recordId: id,
    name: fullName(employee),
    action: 'created',
    changes: creationOf({ employeeId, access, expiresAt }),
    storeIds: employee.storeIds,
  });
  return { id, key };
}

type KeyRow = Record<'id' | 'employee_id' | 'access' | 'created_at', string> &
  Record<'expires_at' | 'revoked_at', string | null>;

const instantOrNull = (text: string | null) => (text === null ? null : isoInstant(text));

function keyOf(row: KeyRow): Key {
  return keySchema.parse({
    id: row.id,
    employeeId: row.employee_id,
    // As a request is judged.
    access: row.access === 'read_write' ? 'read_write' : 'read_only',
    createdAt: isoInstant(row.created_at),
    expiresAt: instantOrNull(row.expires_at),
    revokedAt: instantOrNull(row.revoked_at),
  });
}

/** A page of the keys of an employee of one of these stores, the newest first. Throws 404 where there is no such employee. */
export async function findKeys(
  { sql: executor }: Database,
  { companyId, id, storeIds }: RecordKey,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Key>> {
  const [at, keyId] = position?.split('/') ?? [];
  const after = at === undefined ? sql`` : sql`and (k.created_at, k.id) < (${at}::timestamptz, ${keyId ?? ''}::uuid)`;
  const ofEmployee = sql`k.company_id = e.company_id and k.employee_id = e.id`;
  const rows = await runQuery<KeyRow & { total: number }>(
    executor,
    sql`select (select count(*)::int from api_keys k where ${ofEmployee}) as total, page.*
      from (
        select company_id, id from employees
        where company_id = ${companyId}::uuid and id = ${id}::uuid and store_ids && ${arrayLiteral(storeIds)}::uuid[]
      ) as e
      left join lateral (
        select k.id, k.employee_id, k.access, k.created_at, k.expires_at, k.revoked_at from api_keys k
        where ${ofEmployee} ${after} order by k.created_at desc, k.id desc limit ${limit + 1}::int
      ) as page on true
      order by page.created_at desc, page.id desc`,
  );
  if (rows.length === 0) throw noSuchEmployee();
  return foundList(rows, limit, { item: keyOf, position: ({ created_at, id: last }) => `${created_at}/${last}` });
}

/** Revokes a key at once; one that is revoked stays as it is. Throws 404 where there is none in reach. */
export async function revokeKey(by: Managing, { companyId, id }: { companyId: string; id: string }): Promise<void> {
  const practice = await lockPractice(by, companyId);
  const [row] = await runQuery<KeyRow>(
    by.transaction,
    sql`select id, employee_id, access, created_at, expires_at, revoked_at from api_keys
      where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
  const employee = row === undefined ? null : await employeeInReach(by, practice, row.employee_id);
  // The command line revokes the key of somebody who is not on file any more, too.
  if (row === undefined || (employee === null && by.actor !== null)) {
    throw notFound('id: the stores in reach have no such key');
  }
  if (employee !== null) requireNoMoreRights(practice, employee);
  const { employeeId, access, expiresAt, revokedAt } = keyOf(row);
  if (revokedAt !== null) return;
  await runQuery(
    by.transaction,
    sql`update api_keys set revoked_at = ${instantLiteral(by.now)}::timestamptz
      where company_id = ${companyId}::uuid and id = ${id}::uuid`,
  );
  await noteChange(by, {
    companyId,
    kind: 'key',
    recordId: id,
    action: 'removed',
    name: employee === null ? '' : fullName(employee),
    changes: removalOf({ employeeId, access, expiresAt }),
    storeIds: employee?.storeIds ?? [],
  });
}

/** Revokes the keys of those employees who are inactive, so that they end for good. `now` is epoch milliseconds. */
export async function revokeKeysOfInactive(
  transaction: Executor,
  given: readonly KeyedRow[],
  now: number,
): Promise<void> {
  await runQuery(
    transaction,
    sql`update api_keys set revoked_at = ${instantLiteral(now)}::timestamptz
      from json_to_recordset(${JSON.stringify(given)}::text::json) as given(company_id uuid, id uuid)
      join employees e on e.company_id = given.company_id and e.id = given.id
      where api_keys.company_id = e.company_id and api_keys.employee_id = e.id and not e.is_active
        and api_keys.revoked_at is null`,
  );
}
