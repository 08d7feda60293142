import type { UpstreamResponse } from './upstream-response.ts';

/** A slower response says too little about what the practice API's clock shows now. */
const MAX_ROUND_TRIP_MS = 2_000;
/** A `Date` header tells whole seconds: smaller differences mean nothing. */
const TOLERANCE_MS = 1_500;

/**
 * The practice API's clock as seen from here, from the `Date` headers of its responses. Boards compute with this one clock,
 * whatever their own shows; it moves only when the two clocks really part.
 */
export function createPracticeClock(options: { clock: () => number }) {
  const { clock } = options;
  let offset = 0;

  return {
    /** Learns from a response. */
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
