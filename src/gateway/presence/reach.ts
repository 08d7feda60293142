import { receivedCompanySchema, receivedPageSchema } from '#contract/received.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { type Credential, readAs, referenceRead, type Send } from '#gateway/upstream/connection.ts';

/** Whether a store of the company is within reach of a key. */
type IsInReach = (storeId: string) => boolean;

/** The stores of a company, named in small letters, that a key reaches; null where it does not reach the company. Throws a `ServiceError` where that cannot be said now. */
export type ReachOf = (credential: Credential, companyId: string) => Promise<IsInReach | null>;

/** How long is remembered what a key reaches: of a vendor's requests it costs one a minute. */
const REMEMBERED_MS = 60_000;
/** How long a refusal is, so that whoever lost a right and got it back is told soon. */
const REFUSED_MS = 10_000;
const MAX_REMEMBERED = 5_000;
const MAX_PAGES = 24;

const pageSchema = receivedPageSchema(receivedCompanySchema);

type Stores = ReadonlyMap<string, IsInReach>;

/** Finds out what keys reach by `GET /v1/companies`, asked as the app asks, so that the answers are shared. */
export function createReach(options: { send: Send; clock: Environment['clock'] }): ReachOf {
  const { send, clock } = options;
  const remembered = new Map<string, { stores: Promise<Stores | null>; until: number }>();

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
    const { keyHash } = credential;
    const known = remembered.get(keyHash);
    if (known !== undefined && clock() < known.until) return (await known.stores)?.get(companyId) ?? null;
    remembered.delete(keyHash);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
    const entry = { stores: read(credential), until: clock() + REMEMBERED_MS };
    remembered.set(keyHash, entry);
    try {
      const stores = await entry.stores;
      if (stores === null) entry.until = clock() + REFUSED_MS;
      return stores?.get(companyId) ?? null;
    } catch (error) {
      if (remembered.get(keyHash) === entry) remembered.delete(keyHash);
      throw error;
    }
  };
}
