/** The rate limit of a key (section 8): 100 requests in a window of 60 s that opens with its first request. */
export const rateLimit = { requests: 100, windowMs: 60_000 } as const;

/** The state of a key's window; `used` includes the current request, `openedAt` is epoch milliseconds. */
export interface RateLimitWindow {
  openedAt: number;
  used: number;
}

/** The rate limit headers, in the form of draft-ietf-httpapi-ratelimit-headers. `now` in epoch ms. */
export function rateLimitHeaders({ openedAt, used }: RateLimitWindow, now: number): Record<string, string> {
  const seconds = secondsLeft(openedAt, now);
  return {
    'RateLimit-Policy': `"default";q=${rateLimit.requests};w=${rateLimit.windowMs / 1000}`,
    RateLimit: `"default";r=${Math.max(0, rateLimit.requests - used)};t=${seconds}`,
    ...(used > rateLimit.requests ? { 'Retry-After': String(seconds) } : {}),
  };
}

function secondsLeft(openedAt: number, now: number): number {
  const left = Math.ceil((openedAt + rateLimit.windowMs - now) / 1000);
  return Math.min(Math.max(left, 1), rateLimit.windowMs / 1000);
}
