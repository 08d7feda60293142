import { instantOf } from '#contract/date-time.ts';
import type { OnlineRequestStatus } from '#contract/enums.ts';

const HOUR = 3_600_000;

/** How long before its start an unanswered request expires, in milliseconds. */
export const EXPIRES_BEFORE_START = HOUR;
/** How long after it came in an unanswered request expires, in milliseconds. */
export const EXPIRES_AFTER = 7 * 24 * HOUR;

interface StoredRequest {
  readonly status: Exclude<OnlineRequestStatus, 'expired'>;
  /** ISO 8601, like `createdAt`. */
  readonly start: string;
  readonly createdAt: string;
}

/**
 * The status of a request from the web site at `now` (epoch milliseconds). One without an answer expires an hour before its
 * start, or after seven days. Its time is held as long as the status is `open`.
 */
export function requestStatusAt({ status, start, createdAt }: StoredRequest, now: number): OnlineRequestStatus {
  if (status !== 'open') return status;
  const expires = Math.min(instantOf(start) - EXPIRES_BEFORE_START, instantOf(createdAt) + EXPIRES_AFTER);
  return now >= expires ? 'expired' : 'open';
}
