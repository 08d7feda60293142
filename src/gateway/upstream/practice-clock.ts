import type { Answer } from './answer.ts';

/** Beyond this a sample of the practice API's clock says too little. */
const LONGEST_TRIP_MS = 2_000;
/** A `Date` header tells whole seconds: differences below this are no news. */
const TOLERANCE_MS = 1_500;

/**
 * The practice API's clock as seen from here, from the `Date` headers of its answers. Boards reckon with this one clock,
 * whatever their own shows; it moves only when the two clocks really part.
 */
export function createPracticeClock(options: { clock: () => number }) {
  const { clock } = options;
  let offset = 0;

  return {
    /** Learns from an answer. */
    observe(answer: Answer): void {
      const shown = Date.parse(answer.limits.date ?? '');
      if (Number.isNaN(shown) || answer.receivedAt - answer.sentAt > LONGEST_TRIP_MS) return;
      const sample = shown + 500 - (answer.sentAt + answer.receivedAt) / 2;
      if (Math.abs(sample - offset) > TOLERANCE_MS) offset = Math.round(sample);
    },
    /** Epoch milliseconds. */
    now: () => clock() + offset,
  };
}

export type PracticeClock = ReturnType<typeof createPracticeClock>;
