import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '#contract/error.ts';

/** The limits of wrong keys a minute for one address, and for all addresses together. */
export const wrongKeyLimits = {
  perAddress: { points: 5, duration: 60 },
  together: { points: 60, duration: 60 },
} as const;
const EVERYONE = 'everyone';

/** The most sign-ins that wait for the check of others; a practice behind one router has fewer. */
const MAX_WAITING = 100;

/** The counters of wrong keys: `points` in `duration` seconds. */
export interface WrongKeyCounters {
  readonly perAddress: RateLimiterAbstract;
  readonly together: RateLimiterAbstract;
}

/** Counters in memory, for one gateway. */
export function countWrongKeysHere(): WrongKeyCounters {
  return {
    perAddress: new RateLimiterMemory(wrongKeyLimits.perAddress),
    together: new RateLimiterMemory(wrongKeyLimits.together),
  };
}

/**
 * Slows the guessing of keys, or of codes likewise. Wrong keys alone count, against the address that they came from and, since addresses can be
 * many, against everyone. As many keys are checked at once as may still be wrong, and the others wait for those: right keys
 * side by side all pass, and guesses side by side gain nothing.
 */
export function createSignInThrottle(
  { perAddress, together }: WrongKeyCounters,
  { of = 'keys' }: { of?: 'keys' | 'codes' } = {},
) {
  const gates = new Map<string, ReturnType<typeof createGate>>();
  const everyone = createGate(together, EVERYONE, of);

  return {
    /**
     * Runs `check` for a key. Throws `rate_limit_exceeded` while the limit of the address, or of everyone, is used up.
     */
    async attempt(address: string, check: () => Promise<boolean>): Promise<boolean> {
      const gate = gates.get(address) ?? createGate(perAddress, address, of);
      gates.set(address, gate);
      try {
        return await gate.pass(() => everyone.pass(check));
      } finally {
        if (gate.isUnused()) gates.delete(address);
      }
    },
  };
}

/** The checks of keys of one address, or of everyone. */
function createGate(counter: RateLimiterAbstract, subject: string, of: 'keys' | 'codes') {
  let users = 0;
  let checking = 0;
  let waiting: (() => void)[] = [];
  /** The number of finished checks: a counter that was read before the last of them is out of date. */
  let over = 0;

  /** Waits for a free slot: there are as many as keys may still be wrong. */
  async function enter(): Promise<void> {
    for (;;) {
      const overBefore = over;
      const counted = await counter.get(subject);
      if (over !== overBefore) continue;
      const wrong = counted?.consumedPoints ?? 0;
      if (wrong >= counter.points) {
        throw tooMany(`Too many wrong ${of}.`, Math.ceil((counted?.msBeforeNext ?? 1_000) / 1_000));
      }
      if (checking + wrong < counter.points) {
        checking += 1;
        return;
      }
      if (waiting.length >= MAX_WAITING) throw tooMany('Too many people sign in at once.', 1);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function leave(): void {
    checking -= 1;
    over += 1;
    const next = waiting;
    waiting = [];
    for (const proceed of next) proceed();
  }

  return {
    async pass(check: () => Promise<boolean>): Promise<boolean> {
      users += 1;
      try {
        await enter();
        try {
          const accepted = await check();
          if (!accepted) await counter.penalty(subject);
          return accepted;
        } finally {
          leave();
        }
      } finally {
        users -= 1;
      }
    },
    isUnused: () => users === 0,
  };
}

function tooMany(what: string, seconds: number): ServiceError {
  return new ServiceError('rate_limit_exceeded', `${what} Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
}
