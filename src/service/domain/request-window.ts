/** The budget of a key (section 8): 100 requests in a window of 60 s that opens with its first request. */
export const requestBudget = { quota: 100, windowMs: 60_000 } as const;

/** Where a key stands in its window; `used` counts the present request. */
export interface RequestWindow {
  openedAt: number;
  used: number;
}

/** The headers that tell a caller her budget, in the form of draft-ietf-httpapi-ratelimit-headers. `now` in epoch ms. */
export function budgetHeaders({ openedAt, used }: RequestWindow, now: number): Record<string, string> {
  const seconds = secondsLeft(openedAt, now);
  return {
    'RateLimit-Policy': `"default";q=${requestBudget.quota};w=${requestBudget.windowMs / 1000}`,
    RateLimit: `"default";r=${Math.max(0, requestBudget.quota - used)};t=${seconds}`,
    ...(used > requestBudget.quota ? { 'Retry-After': String(seconds) } : {}),
  };
}

function secondsLeft(openedAt: number, now: number): number {
  const left = Math.ceil((openedAt + requestBudget.windowMs - now) / 1000);
  return Math.min(Math.max(left, 1), requestBudget.windowMs / 1000);
}
