import { companyOfApiKey, hashApiKey } from '#service/domain/api-key.ts';
import type { Caller } from '#service/domain/caller.ts';
import { type RateLimitWindow, rateLimit } from '#service/domain/rate-limit.ts';
import { isoInstant, parseArray } from './column-types.ts';
import type { Database } from './database.ts';
import { againWhenLost } from './run-query.ts';

interface CallerRow {
  id: string;
  employee_id: string;
  access: string;
  permissions: string;
  store_ids: string;
  company_store_ids: string;
  cursor_secret: Buffer;
  opened_at: string;
  used: number;
}

/** Whether a key is known, neither revoked nor expired, and its employee active; does not count towards its rate limit. */
export async function isKeyAccepted({ sql }: Database, key: string, clock = Date.now): Promise<boolean> {
  const companyId = companyOfApiKey(key);
  if (companyId === null) return false;
  const rows = await sql`
    select 1 from api_keys k join employees e on e.company_id = k.company_id and e.id = k.employee_id
    where k.company_id = ${companyId}::uuid and k.key_hash = ${hashApiKey(key)}::bytea and k.revoked_at is null and e.is_active
      and (k.expires_at is null or k.expires_at > ${new Date(clock()).toISOString()}::timestamptz)`;
  return rows.length > 0;
}

/**
 * The caller behind a key and the state of its rate limit window including this request, in one statement and so one
 * round trip. Null when the company has no such key, it is revoked or expired, or its employee is inactive. `now` is epoch
 * milliseconds.
 */
export async function authenticate(
  { sql }: Database,
  { companyId, keyHash, now }: { companyId: string; keyHash: Uint8Array; now: number },
): Promise<{ caller: Caller; window: RateLimitWindow } | null> {
  const { requests, windowMs } = rateLimit;
  // May run twice: counting a request twice does no harm.
  const [row] = await againWhenLost(
    () => sql<CallerRow[]>`
    select * from caller_of_request(
      ${companyId}::uuid, ${keyHash}::bytea, ${new Date(now).toISOString()}::timestamptz, ${requests}::int, ${windowMs}::int
    )`,
  );
  if (row === undefined) return null;
  const companyStoreIds = parseArray(row.company_store_ids);
  const belongsTo = new Set(parseArray(row.store_ids));
  return {
    caller: {
      companyId,
      keyId: row.id,
      employeeId: row.employee_id,
      readOnly: row.access !== 'read_write',
      permissions: parseArray(row.permissions),
      storeIds: companyStoreIds.filter((id) => belongsTo.has(id)),
      companyStoreIds,
      cursorSecret: row.cursor_secret,
    },
    window: { openedAt: Date.parse(isoInstant(row.opened_at)), used: row.used },
  };
}
