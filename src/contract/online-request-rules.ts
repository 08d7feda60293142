import { instantOf } from '#contract/date-time.ts';
import type { OnlineRequestStatus } from '#contract/enums.ts';

/*
 * The rules for requests from the web site that service and app share.
 */

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** When a request that no one answers expires: an hour before its start, or seven days after it was created. */
export function requestExpiry({ start, createdAt }: { start: string; createdAt: string }): number {
  return Math.min(instantOf(start) - HOUR_MS, instantOf(createdAt) + WEEK_MS);
}

/**
 * The status of a request at an instant, in milliseconds since 1970-01-01T00:00Z: an open one expires by itself, which is not
 * stored. Only while the result is `open` is its time held.
 */
export function requestStatusAt(
  request: { status: OnlineRequestStatus; start: string; createdAt: string },
  now: number,
): OnlineRequestStatus {
  return request.status === 'open' && now >= requestExpiry(request) ? 'expired' : request.status;
}
