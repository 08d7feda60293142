/** The outside world of the gateway, each part replaceable. Times are in milliseconds. */
export interface World {
  /** Since 1970-01-01T00:00Z. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Does something after a while unless the returned function is called before. */
  readonly schedule: (ms: number, act: () => void) => () => void;
}

/** The world as it is. Nothing that is waited for keeps the process alive. */
export const realWorld: World = {
  clock: Date.now,
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
  random: Math.random,
  schedule: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** What `asked` resolves to, or what `late` returns (or throws) when it takes longer than `ms`. */
export async function within<Result>(
  asked: Promise<Result>,
  options: { ms: number; schedule: World['schedule']; late: () => Result },
): Promise<Result> {
  const { ms, schedule, late } = options;
  let cancel = () => {};
  const limit = new Promise<Result>((resolve, reject) => {
    cancel = schedule(ms, () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    });
  });
  try {
    return await Promise.race([asked, limit]);
  } finally {
    cancel();
  }
}
