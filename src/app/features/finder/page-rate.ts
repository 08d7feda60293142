import { useEffect } from 'react';

/** Desks with one key share 100 requests a minute. A burst of 12 pages, then 50 a minute, leaves half to the others. */
export const pageRate = { burst: 12, refillMs: 1200 } as const;

interface TokenBucketOptions {
  /** Milliseconds. */
  clock: () => number;
  /** The capacity of the bucket. */
  burst: number;
  /** The time in which one token is refilled, in milliseconds. */
  refillMs: number;
}

/** Creates a token bucket, full at first. */
export function createTokenBucket({ clock, burst, refillMs }: TokenBucketOptions) {
  const capacity = burst * refillMs;
  // The tokens that are left, measured as refill time.
  let level = capacity;
  let at = clock();
  function refill() {
    const now = clock();
    level = Math.min(capacity, level + now - at);
    at = now;
  }
  return {
    /** The time until a token is available, in milliseconds. */
    wait(): number {
      refill();
      return Math.max(0, refillMs - level);
    },
    take(): void {
      refill();
      level -= refillMs;
    },
  };
}

const bucket = createTokenBucket({ clock: () => Date.now(), ...pageRate });

/** Calls `act` once it is `wanted` and the page rate allows it. */
export function useRateLimited(wanted: boolean, act: () => void): void {
  useEffect(() => {
    if (!wanted) return;
    const go = () => {
      bucket.take();
      act();
    };
    const wait = bucket.wait();
    if (wait === 0) return go();
    const timer = setTimeout(go, wait);
    return () => clearTimeout(timer);
  }, [wanted, act]);
}
