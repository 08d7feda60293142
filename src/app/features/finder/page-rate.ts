import { useEffect, useState } from 'react';

/** All desks of a key share a hundred requests a minute: twelve pages at once, then fifty a minute, leave the others half. */
export const pageRate = { burst: 12, refillMs: 1200 } as const;

interface TokenBucketOptions {
  /** Milliseconds. */
  clock: () => number;
  /** So many may follow each other at once. */
  burst: number;
  /** How long one token takes to come back, in milliseconds. */
  refillMs: number;
}

/** Creates a token bucket, full at first. */
export function createTokenBucket({ clock, burst, refillMs }: TokenBucketOptions) {
  const capacity = burst * refillMs;
  // The tokens that are left, as the time that they took to come.
  let level = capacity;
  let at = clock();
  function refill() {
    const now = clock();
    level = Math.min(capacity, level + now - at);
    at = now;
  }
  return {
    /** How long until there is a token, in milliseconds. */
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

/** Acts once it is wanted and the page rate of this browser allows it; returns whether it waits for that. */
export function useRateLimited(wanted: boolean, act: () => void): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const go = () => {
      setWaiting(false);
      bucket.take();
      act();
    };
    const wait = bucket.wait();
    if (wait === 0) return go();
    setWaiting(true);
    const timer = setTimeout(go, wait);
    return () => clearTimeout(timer);
  }, [wanted, act]);
  return wanted && waiting;
}
