import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '#contract/error.ts';

/** Wrong keys that one address may send in a minute, and all addresses together. */
export const wrongKeyLimits = {
  perAddress: { points: 5, duration: 60 },
  together: { points: 60, duration: 60 },
} as const;
const EVERYONE = 'everyone';

/** Sign-ins that may wait at a gate for others to be checked; a practice behind one router has fewer. */
const MAX_WAITING = 100;

/** Where wrong keys are counted: `points` of them in `duration` seconds. */
export interface WrongKeyCounters {
  readonly perAddress: RateLimiterAbstract;
  readonly together: RateLimiterAbstract;
}

/** Counts the wrong keys that come to this gateway, until it ends. */
export function countWrongKeysHere(): WrongKeyCounters {
  return {
    perAddress: new RateLimiterMemory(wrongKeyLimits.perAddress),
    together: new RateLimiterMemory(wrongKeyLimits.together),
  };
}

/**
 * Slows the guessing of keys. Wrong keys alone count, against the address that they came from and, since addresses can be
 * many, against everyone. As many keys are checked at once as may still be wrong, and the others wait for those: right keys
 * side by side all pass, and guesses side by side gain nothing.
 */
export function createSignInThrottle({ perAddress, together }: WrongKeyCounters) {
  const gates = new Map<string, Gate>();
  const everyone = createGate(together, EVERYONE);

  return {
    /** What `check` says of a key. Throws `rate_limit_exceeded` while the address, or everyone, has to wait. */
    async attempt(address: string, check: () => Promise<boolean>): Promise<boolean> {
      const gate = gates.get(address) ?? createGate(perAddress, address);
      gates.set(address, gate);
      try {
        return await gate.pass(() => everyone.pass(check));
      } finally {
        if (gate.isUnused()) gates.delete(address);
      }
    },
  };
}

interface Gate {
  pass(check: () => Promise<boolean>): Promise<boolean>;
  isUnused(): boolean;
}

function createGate(counter: RateLimiterAbstract, subject: string): Gate {
  let users = 0;
  let checking = 0;
  let waiting: (() => void)[] = [];
  /** How many checks are over: what was read of the counter before the last of them says nothing. */
  let over = 0;

  /** Takes one of the places for keys that may still be wrong. */
  async function enter(): Promise<void> {
    for (;;) {
      const overBefore = over;
      const counted = await counter.get(subject);
      if (over !== overBefore) continue;
      const wrong = counted?.consumedPoints ?? 0;
      if (wrong >= counter.points) {
        throw tooMany('Too many wrong keys.', Math.ceil((counted?.msBeforeNext ?? 1_000) / 1_000));
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
    async pass(check) {
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
