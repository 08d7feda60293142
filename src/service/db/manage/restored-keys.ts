import { listCompanies, listKeys } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { revokeKey } from './keys.ts';

/** The practices of a database, and the ids of the keys that are not revoked in it. */
interface ValidKeys {
  readonly companyIds: readonly string[];
  readonly keyIds: readonly string[];
}

/** Reads the practices of a database and its keys that are not revoked. */
export async function readValidKeys(database: Database): Promise<ValidKeys> {
  const keys = (await listKeys(database)).filter(({ revokedAt }) => revokedAt === null);
  return { companyIds: (await listCompanies(database)).map(({ id }) => id), keyIds: keys.map(({ id }) => id) };
}

/**
 * Revokes keys in a database that was restored from a backup: those that are not valid in the database that it replaces. So
 * a restore does not bring back a key that was revoked since the backup. The keys of a practice that the replaced database
 * lacks stay valid.
 *
 * @param now in epoch milliseconds
 * @returns how many keys were revoked, and how many stay valid because the replaced database lacks their practice
 */
export async function revokeRestoredKeys(
  database: Database,
  replaced: ValidKeys,
  now: number,
): Promise<{ revoked: number; unknown: number }> {
  const valid = (await listKeys(database)).filter(({ revokedAt }) => revokedAt === null);
  const hasPractice = ({ companyId }: { companyId: string }) => replaced.companyIds.includes(companyId);
  const ended = valid.filter((key) => hasPractice(key) && !replaced.keyIds.includes(key.id));
  await inTransaction(database.sql, async (transaction) => {
    for (const key of ended) await revokeKey({ transaction, actor: null, now }, key);
  });
  return { revoked: ended.length, unknown: valid.filter((key) => !hasPractice(key)).length };
}
