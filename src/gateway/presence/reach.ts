import { LRUCache } from 'lru-cache';
import { receivedCompanySchema, receivedPageSchema } from '#contract/received.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { type Credential, readAs, referenceRead, type Send } from '#gateway/upstream/connection.ts';

/** Whether a store of the company is within reach of a key. */
type IsInReach = (storeId: string) => boolean;

/** The stores of a company (its id in lower case) that a key reaches; null where it does not reach the company. Throws a `ServiceError` while that cannot be read. */
export type ReachOf = (credential: Credential, companyId: string) => Promise<IsInReach | null>;

/** How long it is cached what a key reaches: of a vendor's requests it costs one a minute. */
const CACHED_MS = 60_000;
/** How long a refusal is cached: shorter, so that somebody who got a right back sees colleagues again soon. */
const REFUSED_MS = 10_000;
const MAX_CACHED = 5_000;
const MAX_PAGES = 24;

const pageSchema = receivedPageSchema(receivedCompanySchema);

type Stores = ReadonlyMap<string, IsInReach>;

/** Finds out what keys reach by `GET /v1/companies`, the request that the app sends, too, so that responses are shared. */
export function createReach(options: { send: Send; clock: Environment['clock'] }): ReachOf {
  const { send, clock } = options;
  const cache = new LRUCache<string, Stores, Credential>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: clock },
    ignoreFetchAbort: true,
    async fetchMethod(_keyHash, _stale, { context: credential, options: caching }) {
      const stores = await read(credential);
      if (stores === null) caching.ttl = REFUSED_MS;
      return stores ?? new Map();
    },
  });

  async function read(credential: Credential): Promise<Stores | null> {
    const companies = new Map<string, IsInReach>();
    let cursor: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const query = new URLSearchParams({ limit: '500', ...(cursor !== null && { cursor }) });
      // Who else is here waits first when the budget runs low.
      const request = referenceRead({ target: `/v1/companies?${query}`, credential, priority: 'poll' });
      const page = await readAs(send, request, pageSchema);
      if (page === undefined) return null;
      for (const { id, stores } of page.records) {
        const ids = new Set(stores.map((store) => store.id));
        // Not every practice API lists stores.
        companies.set(id.toLowerCase(), (storeId) => ids.size === 0 || ids.has(storeId));
      }
      if (page.nextCursor === null || page.nextCursor === cursor) break;
      cursor = page.nextCursor;
    }
    return companies;
  }

  return async function reachOf(credential, companyId) {
    const stores = await cache.fetch(credential.keyHash, { context: credential });
    return stores?.get(companyId) ?? null;
  };
}
