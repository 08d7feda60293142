import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { newKey } from './manage/keys.ts';
import { inTransaction, runQuery } from './run-query.ts';

/*
 * Keys that a process has for itself, for as long as it runs. Nobody manages them: the history of a practice has none of them.
 */

/** Which keys an id may be of: an id alone does not say whose practice it is. */
const ofAnyCompany = sql`company_id in (select c.company_id from companies c)`;

/** Issues the key of a process, which acts as an employee, in place of the one that had its id before. */
export async function issueProcessKey(
  database: Database,
  { id, companyId, employeeId }: { id: string; companyId: string; employeeId: string },
): Promise<string> {
  const { key, insert } = newKey({ companyId, id, employeeId, access: 'read_write', expiresAt: null }, Date.now());
  await inTransaction(database.sql, async (transaction) => {
    await runQuery(transaction, sql`delete from api_keys where ${ofAnyCompany} and id = ${id}::uuid`);
    await runQuery(transaction, insert);
  });
  return key;
}

/** Ends the key of a process. */
export async function endProcessKey(database: Database, id: string): Promise<void> {
  await runQuery(
    database.sql,
    sql`update api_keys set revoked_at = ${new Date().toISOString()}::timestamptz
      where ${ofAnyCompany} and id = ${id}::uuid and revoked_at is null`,
  );
}
