import { asApiError, asksToWait, isTransient } from './api-error.ts';

const TRIES = 3;
/**
 * How often a failed query is repeated while it is on the screen: together with its tries, within half a minute after
 * the practice system is back.
 */
export const RETRY_INTERVAL_MS = 20_000;

/** TanStack Query's `retry` for reads. Creates are never repeated by it. */
export function retryRead(failures: number, error: Error): boolean {
  return isTransient(error) && failures + 1 < TRIES;
}

/** TanStack Query's `retryDelay` in milliseconds: the `Retry-After` of the practice API, else exponential backoff. */
export function retryDelay(failures: number, error: Error): number {
  const asked = asApiError(error)?.retryAfterSeconds;
  return asked ? asked * 1000 : Math.min(500 * 2 ** failures, 8000);
}

/**
 * Query options for data that a screen cannot do without: retries as long as the practice API accepts no requests, and
 * repeats the query from time to time after any other failure.
 */
export const retryUntilLoaded = {
  retry: (failures: number, error: Error) => asksToWait(error) || retryRead(failures, error),
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_INTERVAL_MS : false),
} as const;
