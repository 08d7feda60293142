/** The gateway's side effects, replaceable in tests. Times are in milliseconds. */
export interface Environment {
  /** Since 1970-01-01T00:00Z. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Calls `callback` after `ms`, unless the returned function is called first. */
  readonly schedule: (ms: number, callback: () => void) => () => void;
}

/** The clock, timers and randomness of the system. A sleep does not keep the process alive. */
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

/** What `promise` resolves to, or what `onTimeout` returns (or throws) when that takes longer than `ms`. */
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
