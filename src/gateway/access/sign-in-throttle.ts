import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '#contract/error.ts';
import { readBrowserAddress } from './addresses.ts';
import type { GatewayEnv } from './keyring.ts';

/** The allowed number of wrong attempts per minute from one address. */
const LIMIT_PER_ADDRESS = { keys: 10, codes: 5 } as const;
/**
 * The limit for all addresses together. Set-up codes have none, because they cannot be guessed, and strangers could use it up
 * to shut the owner out.
 */
const TOTAL_LIMIT = { keys: 60, codes: Number.POSITIVE_INFINITY } as const;
const MINUTE_MS = 60_000;
/** The maximum number of addresses whose attempts are counted, far more than a practice has. */
const MAX_ADDRESSES = 10_000;

/** The attempts from one address, or from all. Wrong attempts count until `until`, a minute after the first of them. */
interface Attempts {
  wrong: number;
  until: number;
  underWay: number;
  waiting: (() => void)[];
}

/**
 * Limits the guessing of keys or codes. Only wrong attempts count. As long as each attempt that is being checked might
 * still turn out to be wrong and use up the limit, further attempts wait. All people of a practice can therefore sign
 * in at the same moment, and concurrent guesses gain nothing. `clock` is in epoch milliseconds.
 */
export function createSignInThrottle(kind: keyof typeof LIMIT_PER_ADDRESS, clock: () => number) {
  const createAttempts = (): Attempts => ({ wrong: 0, until: 0, underWay: 0, waiting: [] });
  const byAddress = new LRUCache<string, Attempts>({ max: MAX_ADDRESSES, memoMethod: createAttempts });
  const total = createAttempts();

  /** Runs a check as one of the attempts. Throws `rate_limit_exceeded` if no attempt is left. */
  async function runWithinLimit(attempts: Attempts, limit: number, check: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      if (attempts.until <= clock()) attempts.wrong = 0;
      if (attempts.wrong + attempts.underWay < limit) break;
      if (attempts.underWay === 0) throw tooManyAttemptsError(attempts.until - clock());
      await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
    attempts.underWay += 1;
    try {
      const isAccepted = await check();
      if (!isAccepted) {
        if (attempts.wrong === 0) attempts.until = clock() + MINUTE_MS;
        attempts.wrong += 1;
      }
      return isAccepted;
    } finally {
      attempts.underWay -= 1;
      for (const resume of attempts.waiting.splice(0)) resume();
    }
  }

  function tooManyAttemptsError(ms: number): ServiceError {
    const seconds = Math.ceil(ms / 1_000);
    return new ServiceError('rate_limit_exceeded', `Too many wrong ${kind}. Try again in ${seconds} s.`, {
      retryAfterSeconds: seconds,
    });
  }

  return {
    /**
     * Runs `check` for a key or code that was typed at an address. Throws `rate_limit_exceeded` while the limit of the address,
     * or of all addresses, is used up.
     */
    attempt: (address: string, check: () => Promise<boolean>): Promise<boolean> =>
      runWithinLimit(byAddress.memo(address), LIMIT_PER_ADDRESS[kind], () =>
        runWithinLimit(total, TOTAL_LIMIT[kind], check),
      ),
  };
}

/** Checks a typed key. Throws `rate_limit_exceeded` after too many wrong ones, and 401 with `problem` for a wrong one. */
export type CheckKey = (c: Context<GatewayEnv>, isAccepted: () => Promise<boolean>, problem: string) => Promise<void>;

/** Creates the function that checks typed keys ({@link CheckKey}). */
export function createKeyCheck({ proxied, clock }: { proxied: boolean; clock: () => number }): CheckKey {
  const throttle = createSignInThrottle('keys', clock);
  return async function checkKey(c, check, problem) {
    const isAccepted = await throttle.attempt(readBrowserAddress(c, { proxied }), check);
    if (!isAccepted) throw new ServiceError('authorization_required', problem);
  };
}
