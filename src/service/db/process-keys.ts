import { sql } from 'drizzle-orm';
import { arrayLiteral, uuidOf } from './column-types.ts';
import type { Database } from './database.ts';
import { newKey } from './manage/keys.ts';
import { inTransaction, runQuery } from './run-query.ts';

/*
 * Keys that a process derives for itself. Nobody manages them: the history of a practice has none of them. Their ids follow from them.
 */

/** Which keys an id may be of: an id alone does not say whose practice it is. */
const ofAnyCompany = sql`company_id in (select c.company_id from companies c)`;

/** Accepts a key from now on, which acts as an employee, whether it was revoked or never known. */
export async function acceptProcessKey(
  database: Database,
  key: string,
  { companyId, employeeId }: { companyId: string; employeeId: string },
): Promise<void> {
  const id = uuidOf(key);
  const { insert } = newKey({ companyId, id, employeeId, access: 'read_write', expiresAt: null }, Date.now(), key);
  await inTransaction(database.sql, async (transaction) => {
    await runQuery(transaction, sql`delete from api_keys where ${ofAnyCompany} and id = ${id}::uuid`);
    await runQuery(transaction, insert);
  });
}

/** Ends keys, as far as they are accepted. */
export async function endProcessKeys(database: Database, keys: readonly string[]): Promise<void> {
  const ids = arrayLiteral(keys.map(uuidOf));
  await runQuery(
    database.sql,
    sql`update api_keys set revoked_at = ${new Date().toISOString()}::timestamptz
      where ${ofAnyCompany} and id = any(${ids}::uuid[]) and revoked_at is null`,
  );
}
