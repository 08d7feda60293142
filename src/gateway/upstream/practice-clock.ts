import type { UpstreamResponse } from './upstream-response.ts';

/** The clock is not estimated from slower responses. */
const MAX_ROUND_TRIP_MS = 2_000;
/** Smaller differences are ignored, since a `Date` header has whole seconds. */
const TOLERANCE_MS = 1_500;

/**
 * The practice API's clock, estimated from the `Date` headers of its responses. All boards use it instead of their own
 * clocks; it is adjusted only when the difference is real.
 */
export function createPracticeClock(options: { clock: () => number }) {
  const { clock } = options;
  let offset = 0;

  return {
    /** Updates the estimate from a response. */
    observe({ upstreamTime, sentAt, receivedAt }: UpstreamResponse): void {
      if (upstreamTime === null || receivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
      const sample = upstreamTime + 500 - (sentAt + receivedAt) / 2;
      if (Math.abs(sample - offset) > TOLERANCE_MS) offset = Math.round(sample);
    },
    /** Epoch milliseconds. */
    now: () => clock() + offset,
  };
}

export type PracticeClock = ReturnType<typeof createPracticeClock>;
