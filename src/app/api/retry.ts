import { asApiError, isTransient } from './api-error.ts';

const TRIES = 3;
/** What failed is asked for again after so long, as long as it is on the screen. */
const RETRY_INTERVAL_MS = 30_000;

/** Whether a read is tried again at once: TanStack Query's `retry`. Nothing here ever repeats a create. */
export function retryRead(failures: number, error: Error): boolean {
  return isTransient(error) && failures + 1 < TRIES;
}

/** How long to wait before that, in milliseconds: what the practice API asks for, else longer each time. */
export function retryDelay(failures: number, error: Error): number {
  const asked = asApiError(error)?.retryAfterSeconds;
  return asked ? asked * 1000 : Math.min(500 * 2 ** failures, 8000);
}

/**
 * For what a screen is nothing without: waits as long as the practice API takes no requests, and after any other failure
 * asks again from time to time, so that nobody has to.
 */
export const retryUntilLoaded = {
  retry: (failures: number, error: Error) => asApiError(error)?.status === 429 || retryRead(failures, error),
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_INTERVAL_MS : false),
} as const;
