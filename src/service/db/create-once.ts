import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import { instantLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { inTransaction, runQuery } from './run-query.ts';

interface KeyedCreateRequest {
  companyId: string;
  /** The id of the API key with which the request was sent. */
  keyId: string;
  idempotencyKey: string;
  /** The SHA-256 hash of the request. */
  request: Uint8Array;
}

/** The time for which the result of a create request is stored, in milliseconds. */
const RESULT_LIFETIME_MS = 24 * 3_600_000;
/** The number of expired results that are deleted with each new create request. */
const REMOVED_AT_ONCE = 20;

/**
 * Runs a create request in a transaction and returns the id of the new record after the commit. With an idempotency key it runs
 * once: its id is stored in the same transaction, and returned again for 24 hours. Throws 422 if the key belongs to a
 * different request, and 409 while the first request is running. `now` is epoch milliseconds.
 */
export type CreateOnce = (
  keyedRequest: KeyedCreateRequest | null,
  now: number,
  create: (transaction: postgres.TransactionSql) => Promise<string>,
) => Promise<string>;

export function makeCreateOnce({ sql: executor }: Database): CreateOnce {
  // The create requests that are running in this process. The embedded database has a single connection, on which a second
  // request with the same key would wait for the first instead of finding that its lock is taken.
  const runningRequests = new Set<string>();

  return async function createOnce(keyedRequest, now, create) {
    if (keyedRequest === null) return inTransaction(executor, create);
    const name = JSON.stringify([keyedRequest.companyId, keyedRequest.keyId, keyedRequest.idempotencyKey]);
    if (runningRequests.has(name)) throw inProgressError();
    runningRequests.add(name);
    try {
      return await inTransaction(executor, async (transaction) => {
        // These are two statements, so that the second sees what was committed before the lock was released.
        const [[lock], [stored]] = await Promise.all([
          runQuery<{ taken: boolean }>(transaction, lockName(name)),
          runQuery<{ is_same: boolean; created_id: string }>(transaction, findStoredResult(keyedRequest, now)),
        ]);
        if (lock?.taken !== true) throw inProgressError();
        if (stored?.is_same === false) throw keyReusedError();
        if (stored !== undefined) return stored.created_id;
        const id = await create(transaction);
        await runQuery(transaction, saveResult(keyedRequest, { id, now }));
        return id;
      });
    } finally {
      runningRequests.delete(name);
    }
  };
}

function keyReusedError(): ServiceError {
  const suggestion = 'Idempotency-Key: has been used for another request; take a new one';
  return new ServiceError('idempotency_key_reused', suggestion);
}

function inProgressError(): ServiceError {
  const suggestion = 'Idempotency-Key: the first request with it is under way; send this one again in a moment';
  return new ServiceError('request_in_progress', suggestion);
}

function lockName(name: string) {
  return sql`select pg_try_advisory_xact_lock(hashtextextended(${name}::text, 1)) as taken`;
}

function findStoredResult({ companyId, keyId, idempotencyKey, request }: KeyedCreateRequest, now: number) {
  return sql`
    select request = ${hexLiteral(request)}::bytea as is_same, created_id from idempotency_keys
    where company_id = ${companyId}::uuid and api_key_id = ${keyId}::uuid and idempotency_key = ${idempotencyKey}
      and created_at > ${instantLiteral(now - RESULT_LIFETIME_MS)}::timestamptz`;
}

function saveResult(
  { companyId, keyId, idempotencyKey, request }: KeyedCreateRequest,
  { id, now }: { id: string; now: number },
) {
  return sql`with outdated as (
      select company_id, api_key_id, idempotency_key from idempotency_keys
      where company_id = ${companyId}::uuid and created_at <= ${instantLiteral(now - RESULT_LIFETIME_MS)}::timestamptz
        and (api_key_id, idempotency_key) <> (${keyId}::uuid, ${idempotencyKey})
      order by created_at limit ${REMOVED_AT_ONCE}::int for update skip locked
    ), removed as (
      delete from idempotency_keys where (company_id, api_key_id, idempotency_key) in (select * from outdated)
    )
    insert into idempotency_keys (company_id, api_key_id, idempotency_key, request, created_id, created_at)
    values (
      ${companyId}::uuid, ${keyId}::uuid, ${idempotencyKey}, ${hexLiteral(request)}::bytea, ${id}::uuid, ${instantLiteral(now)}::timestamptz
    )
    on conflict (company_id, api_key_id, idempotency_key) do update
      set request = excluded.request, created_id = excluded.created_id, created_at = excluded.created_at`;
}

const hexLiteral = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;
