import { createHash, randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { arrayLiteral, instantLiteral, isoInstant, parseArray } from './column-types.ts';
import type { Database } from './database.ts';
import { retryAfterConnectionLoss, runQuery } from './run-query.ts';

/** The format of a key: `fd_`, the 32 hex digits of its company, and 256 random bits in base64url. */
const API_KEY_FORMAT = /^fd_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

export const createApiKey = (companyId: string) => formatApiKey(companyId, randomBytes(32));

/**
 * The key with these 256 secret bits. It contains the id of its company, so that the lookup can begin with the company as
 * every query does.
 */
export function formatApiKey(companyId: string, secret: Buffer): string {
  return `fd_${companyId.replaceAll('-', '')}_${secret.toString('base64url')}`;
}

/** The company in a well-formed key; null for anything that cannot be one of our keys. */
export function parseCompanyOfApiKey(key: string): string | null {
  const parts = API_KEY_FORMAT.exec(key);
  return parts === null ? null : parts.slice(1).join('-');
}

/** The stored form of a key: its SHA-256 hash. The key has 256 random bits, so a slow hash would not add security. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

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

/** The condition that a key `k` of `api_keys` is neither revoked nor expired. `now` is epoch milliseconds. */
export const acceptedKeyCondition = (now: number): SQL =>
  sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > ${instantLiteral(now)}::timestamptz)`;

/**
 * Whether a key exists, is neither revoked nor expired, and its employee is active. The check does not count towards the
 * key's rate limit.
 */
export async function isKeyAccepted(database: Database, key: string, clock = Date.now): Promise<boolean> {
  const companyId = parseCompanyOfApiKey(key);
  if (companyId === null) return false;
  const rows = await runQuery(
    database.sql,
    sql`select 1 from api_keys k join employees e on e.company_id = k.company_id and e.id = k.employee_id
      where k.company_id = ${companyId}::uuid and k.key_hash = decode(${hashApiKey(key).toString('hex')}::text, 'hex')
        and e.is_active and ${acceptedKeyCondition(clock())}`,
  );
  return rows.length > 0;
}

/**
 * Reads the caller that a key belongs to, and the state of its rate limit window including this request, in a single
 * statement and round trip. Null if the key does not exist, is revoked or expired, or its employee is inactive. `now` is epoch
 * milliseconds.
 *
 * The statement is in a database function, so that its plan is reused: planning took twice as long as the rest. A migration
 * that changes the function's parameters or columns gives it another name, because services of two versions may run at the
 * same time; if only its rules change, it replaces the function, so that older services refuse the same keys.
 */
export async function authenticate(
  database: Database,
  { key, now, limit = rateLimit }: { key: string; now: number; limit?: RateLimit | undefined },
): Promise<{ caller: Caller; window: RateLimitWindow } | null> {
  const companyId = parseCompanyOfApiKey(key);
  if (companyId === null) return null;
  const { requests, windowMs } = limit;
  // If the connection is lost, the statement may run twice. A request that is counted twice does no harm.
  const [row] = await retryAfterConnectionLoss(
    () => database.sql<CallerRow[]>`
    select * from caller_of_request(
      ${companyId}::uuid, ${hashApiKey(key)}::bytea, ${new Date(now).toISOString()}::timestamptz, ${requests}::int, ${windowMs}::int
    )`,
  );
  if (row === undefined) return null;
  const companyStoreIds = parseArray(row.company_store_ids);
  const employeeStoreIds = new Set(parseArray(row.store_ids));
  return {
    caller: {
      companyId,
      keyId: row.id,
      employeeId: row.employee_id,
      readOnly: row.access !== 'read_write',
      permissions: parseArray(row.permissions),
      storeIds: companyStoreIds.filter((id) => employeeStoreIds.has(id)),
      companyStoreIds,
      cursorSecret: row.cursor_secret,
    },
    window: { openedAt: Date.parse(isoInstant(row.opened_at)), used: row.used },
  };
}

/** The two ids that identify a key. */
export interface KeyRef {
  readonly companyId: string;
  readonly keyId: string;
}

/**
 * Reads the access of several keys in one statement: their permissions and stores. Unknown, revoked and expired keys, and
 * the keys of inactive employees, are missing from the result.
 */
export async function readKeyAccess(
  database: Database,
  keys: readonly KeyRef[],
  now: number,
): Promise<Map<string, Pick<Caller, 'permissions' | 'storeIds'>>> {
  const companyIds = keys.map(({ companyId }) => companyId);
  const keyIds = keys.map(({ keyId }) => keyId);
  const rows = await runQuery<{ id: string; permissions: string; store_ids: string }>(
    database.sql,
    sql`select k.id, e.permissions, array(
        select s.id from stores s where s.company_id = k.company_id and s.id = any(e.store_ids)
      ) as store_ids
      from unnest(${arrayLiteral(companyIds)}::uuid[], ${arrayLiteral(keyIds)}::uuid[]) as requested(company_id, id)
      join api_keys k on k.company_id = requested.company_id and k.id = requested.id
      join employees e on e.company_id = k.company_id and e.id = k.employee_id
      where e.is_active and ${acceptedKeyCondition(now)}`,
  );
  return new Map(
    rows.map(({ id, permissions: granted, store_ids }) => [
      id,
      { permissions: parseArray(granted), storeIds: parseArray(store_ids) },
    ]),
  );
}

/** The author of a request: the employee who uses its API key, and their access. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
  /** The employee that the key belongs to. */
  readonly employeeId: string;
  readonly readOnly: boolean;
  readonly permissions: readonly string[];
  /** The stores that the employee belongs to. */
  readonly storeIds: readonly string[];
  /** All stores of the company. */
  readonly companyStoreIds: readonly string[];
  /** The secret that signs the cursors of the company's lists. */
  readonly cursorSecret: Uint8Array;
}

/** The key of a record, limited to the stores that the caller has access to. */
export interface RecordKey {
  companyId: string;
  id: string;
  storeIds: readonly string[];
}

/** The stored permissions that the contract lists, in its order; this service ignores others. */
export function selectKnownPermissions(stored: readonly string[]): Permission[] {
  return permissions.filter((permission) => stored.includes(permission));
}

/**
 * The stores of a request, without duplicates and in the given order: the requested stores, or all of the caller's.
 * Throws 403 for another company, a missing permission or a store that the caller does not belong to, then 404 for a
 * store that does not exist in the company (section 5 of the specification, and its order of checks). A request without
 * a company means the caller's company.
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
    throw new ServiceError('insufficient_access', 'companyId: this key cannot access the company');
  }
  if (permission !== null && !caller.permissions.includes(permission)) {
    throw new ServiceError('insufficient_access', `the employee of this key lacks the permission ${permission}`);
  }
  if (storeIds === undefined) return [...caller.storeIds];
  const requested = [...new Set(storeIds)];
  requireStores(
    caller,
    requested.map((id) => ({ field: 'storeIds', id })),
  );
  return requested;
}

/** Throws 403 for the first existing store that the caller cannot access, then 404 for the first that does not exist. */
export function requireStores(
  { storeIds, companyStoreIds }: Pick<Caller, 'storeIds' | 'companyStoreIds'>,
  named: readonly { field: string; id: string }[],
): void {
  const forbidden = named.find(({ id }) => companyStoreIds.includes(id) && !storeIds.includes(id));
  if (forbidden !== undefined) {
    const suggestion = `${forbidden.field}: this key cannot access the store ${forbidden.id}`;
    throw new ServiceError('insufficient_access', suggestion);
  }
  const unknown = named.find(({ id }) => !companyStoreIds.includes(id));
  if (unknown !== undefined) {
    throw new ServiceError('not_found', `${unknown.field}: the company has no store ${unknown.id}`);
  }
}

/** The requests that a key may send in a window that opens with the first of them. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** The rate limit of a key (section 8 of the specification): 100 requests in 60 s. */
export const rateLimit: RateLimit = { requests: 100, windowMs: 60_000 };

/** The state of a key's window; `used` includes the current request, `openedAt` is epoch milliseconds. */
interface RateLimitWindow {
  openedAt: number;
  used: number;
}

/** The rate limit headers in the form of draft-ietf-httpapi-ratelimit-headers. `now` is epoch milliseconds. */
export function createRateLimitHeaders(
  { openedAt, used }: RateLimitWindow,
  now: number,
  { requests, windowMs }: RateLimit = rateLimit,
): Record<string, string> {
  const secondsRemaining = Math.ceil((openedAt + windowMs - now) / 1000);
  const seconds = Math.min(Math.max(secondsRemaining, 1), windowMs / 1000);
  return {
    'RateLimit-Policy': `"default";q=${requests};w=${windowMs / 1000}`,
    RateLimit: `"default";r=${Math.max(0, requests - used)};t=${seconds}`,
    ...(used > requests ? { 'Retry-After': String(seconds) } : {}),
  };
}
