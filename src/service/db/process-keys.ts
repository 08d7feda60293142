import { sql } from 'drizzle-orm';
import { parseCompanyOfApiKey } from './authentication.ts';
import { arrayLiteral, deriveUuid } from './column-types.ts';
import type { Database } from './database.ts';
import { createKeyRow } from './manage/keys.ts';
import { inTransaction, runQuery } from './run-query.ts';

/*
 * Keys that a process derives for itself. No one manages them, so the history of a practice does not include them. Their ids
 * derive from the keys.
 */

/** Accepts a key for an employee from now on, even if it was revoked. */
export async function acceptProcessKey(
  database: Database,
  key: string,
  { companyId, employeeId }: { companyId: string; employeeId: string },
): Promise<void> {
  const id = deriveUuid(key);
  const { insert } = createKeyRow(
    { companyId, id, employeeId, access: 'read_write', expiresAt: null },
    Date.now(),
    key,
  );
  await inTransaction(database.sql, async (transaction) => {
    await runQuery(transaction, sql`delete from api_keys where company_id = ${companyId}::uuid and id = ${id}::uuid`);
    await runQuery(transaction, insert);
  });
}

/** Revokes those of the given keys that are accepted. */
export async function revokeProcessKeys(database: Database, keys: readonly string[]): Promise<void> {
  const ids = arrayLiteral(keys.map(deriveUuid));
  const companyIds = arrayLiteral(keys.flatMap((key) => parseCompanyOfApiKey(key) ?? []));
  await runQuery(
    database.sql,
    sql`update api_keys set revoked_at = ${new Date().toISOString()}::timestamptz
      where company_id = any(${companyIds}::uuid[]) and id = any(${ids}::uuid[]) and revoked_at is null`,
  );
}
