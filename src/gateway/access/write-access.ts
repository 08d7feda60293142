import { upstreamRequestHeaders } from '#gateway/upstream/headers.ts';
import type { PracticeApi } from '#gateway/upstream/practice-api.ts';

/** How long an answer holds: a key's rights change rarely. */
const FRESH_MS = 10 * 60_000;
/** How long the session waits for it. */
const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Finds out whether a key may book. Keys do not say so themselves, so a create is sent whose body can never be valid, an
 * empty object: a key that may not write is refused with 403 before the body is looked at with 400.
 * Null where the practice API did not answer, or answered otherwise.
 */
export function createWriteAccess(options: {
  api: PracticeApi;
  clock: () => number;
}): (key: string) => Promise<boolean | null> {
  const { api, clock } = options;
  const known = new Map<string, { canWrite: Promise<boolean | null>; until: number }>();

  async function probe(key: string): Promise<boolean | null> {
    const browser = new Headers({ 'content-type': 'application/json' });
    const headers = upstreamRequestHeaders({ key, browser, hasBody: true });
    const request = { method: 'POST', target: '/v1/appointments', headers, body: EMPTY_OBJECT, key } as const;
    try {
      const { status } = await api.send(request, 'create');
      return status === 400 ? true : status === 403 ? false : null;
    } catch {
      return null;
    }
  }

  return async function canWrite(key) {
    const memo = known.get(key);
    if (memo !== undefined && clock() < memo.until) return await memo.canWrite;
    const entry = { canWrite: probe(key), until: clock() + FRESH_MS };
    known.set(key, entry);
    const answer = await entry.canWrite;
    if (answer === null) known.delete(key);
    return answer;
  };
}
