/** The clock, timers and randomness that the gateway uses, replaceable in tests. Times are in milliseconds. */
export interface Environment {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Calls `callback` after `ms`, unless the returned function is called first. */
  readonly schedule: (ms: number, callback: () => void) => () => void;
}

/** The system's clock, timers and randomness. A sleep does not keep the process alive. */
export const systemEnvironment: Environment = {
  clock: Date.now,
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
  random: Math.random,
  schedule: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The result of `promise`, or what `onTimeout` returns (or throws) if it takes longer than `ms`. */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  options: { ms: number; schedule: Environment['schedule']; onTimeout: () => Result },
): Promise<Result> {
  const { ms, schedule, onTimeout } = options;
  let cancel = () => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = schedule(ms, resolve);
  });
  try {
    return await Promise.race([promise, timeout.then(onTimeout)]);
  } finally {
    cancel();
  }
}
