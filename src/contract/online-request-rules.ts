import { instantOf } from '#contract/date-time.ts';
import type { OnlineRequestStatus } from '#contract/enums.ts';

/* The rules for requests from the web site, which service and app share. */

/** The time from the expiry of an unanswered request to its start, in milliseconds, unless it expires earlier. */
export const EXPIRY_BEFORE_START_MS = 3_600_000;
/** The maximum time for which a request can remain unanswered before it expires, in milliseconds. */
export const REQUEST_LIFETIME_MS = 7 * 24 * 3_600_000;

/** The time at which an unanswered request expires, in milliseconds since 1970-01-01T00:00Z. */
export function computeRequestExpiry({ start, createdAt }: { start: string; createdAt: string }): number {
  return Math.min(instantOf(start) - EXPIRY_BEFORE_START_MS, instantOf(createdAt) + REQUEST_LIFETIME_MS);
}

/**
 * The status of a request at `now`, which is in milliseconds since 1970-01-01T00:00Z. That an open request has expired is
 * derived here and never stored. The request's time is held only while the result is `open`.
 */
export function deriveRequestStatus(
  request: { status: OnlineRequestStatus; start: string; createdAt: string },
  now: number,
): OnlineRequestStatus {
  return request.status === 'open' && now >= computeRequestExpiry(request) ? 'expired' : request.status;
}
