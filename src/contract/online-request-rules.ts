import { instantOf } from '#contract/date-time.ts';
import type { OnlineRequestStatus } from '#contract/enums.ts';

/* The rules for requests from the web site, which service and app share. */

/** How long before its start a request that no one answers expires, in milliseconds. */
export const EXPIRES_BEFORE_START = 3_600_000;
/** How long after it came in a request that no one answers expires, in milliseconds. */
export const EXPIRES_AFTER = 7 * 24 * 3_600_000;

/** When a request that no one answers expires, in milliseconds since 1970-01-01T00:00Z. */
export function requestExpiry({ start, createdAt }: { start: string; createdAt: string }): number {
  return Math.min(instantOf(start) - EXPIRES_BEFORE_START, instantOf(createdAt) + EXPIRES_AFTER);
}

/**
 * The status of a request at an instant, in milliseconds since 1970-01-01T00:00Z: an open one expires without anything being
 * stored. Only while the result is `open` is its time held.
 */
export function requestStatusAt(
  request: { status: OnlineRequestStatus; start: string; createdAt: string },
  now: number,
): OnlineRequestStatus {
  return request.status === 'open' && now >= requestExpiry(request) ? 'expired' : request.status;
}
