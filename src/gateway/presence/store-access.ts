import { LRUCache } from 'lru-cache';
import { createReceivedPageSchema, receivedCompanySchema } from '#contract/received.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import {
  type Credential,
  createReadRequest,
  fetchParsedResponse,
  type SendRequest,
} from '#gateway/upstream/practice-api.ts';

/** Whether a key has access to a store of the company. */
type IsAccessible = (storeId: string) => boolean;

/**
 * Reads which stores of a company (id in lower case) a key can access. Returns null if the key cannot access the company, and
 * throws a `ServiceError` if the stores cannot be read at the moment.
 */
export type ReadAccess = (credential: Credential, companyId: string) => Promise<IsAccessible | null>;

/**
 * The time for which the stores of a key are cached, because reading them takes at least one request of the budget that a
 * vendor grants each minute.
 */
const CACHE_MS = 60_000;
/** The time for which a refusal is cached. It is short, so that someone who regains access sees their colleagues again soon. */
const REFUSAL_CACHE_MS = 10_000;
const MAX_CACHED_KEYS = 5_000;
const MAX_PAGES = 24;

const pageSchema = createReceivedPageSchema(receivedCompanySchema);

type Stores = ReadonlyMap<string, IsAccessible>;

/**
 * Creates the function that reads, by `GET /v1/companies`, which stores a key can access. The app sends the same request, so
 * they share the response.
 */
export function createStoreAccess(options: { send: SendRequest; clock: Environment['clock'] }): ReadAccess {
  const { send, clock } = options;
  const cache = new LRUCache<string, Stores, Credential>({
    max: MAX_CACHED_KEYS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: clock },
    ignoreFetchAbort: true,
    async fetchMethod(_keyHash, _stale, { context: credential, options: caching }) {
      const stores = await readStores(credential);
      if (stores === null) caching.ttl = REFUSAL_CACHE_MS;
      return stores ?? new Map();
    },
  });

  async function readStores(credential: Credential): Promise<Stores | null> {
    const companies = new Map<string, IsAccessible>();
    let cursor: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const query = new URLSearchParams({ limit: '500', ...(cursor !== null && { cursor }) });
      // Marked as a poll, because presence should be the first to wait when the budget runs low.
      const request = createReadRequest('listCompanies', {
        target: `/v1/companies?${query}`,
        credential,
        purpose: 'poll',
      });
      const page = await fetchParsedResponse(send, request, pageSchema);
      if (page === undefined) return null;
      for (const { id, stores } of page.records) {
        const ids = new Set(stores.map((store) => store.id));
        // Not every practice API lists stores. If it lists none, the key has access to every store.
        companies.set(id.toLowerCase(), (storeId) => ids.size === 0 || ids.has(storeId));
      }
      if (page.nextCursor === null || page.nextCursor === cursor) break;
      cursor = page.nextCursor;
    }
    return companies;
  }

  return async function readAccess(credential, companyId) {
    const stores = await cache.fetch(credential.keyHash, { context: credential });
    return stores?.get(companyId) ?? null;
  };
}
