import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '#contract/error.ts';

/** How many may be wrong in a minute from one address: of keys as many as people there sign in at the same moment. */
const PER_ADDRESS = { keys: 10, codes: 5 } as const;
/** The same for all addresses together, which can be many. */
const TOGETHER = 60;
const MINUTE_S = 60;
const EVERYONE = 'everyone';

/**
 * Slows the guessing of keys, or of codes likewise. Each attempt counts while it is checked, and afterwards only if it was wrong: right keys
 * all pass, and guesses side by side gain nothing.
 */
export function createSignInThrottle(of: keyof typeof PER_ADDRESS) {
  const perAddress = new RateLimiterMemory({ points: PER_ADDRESS[of], duration: MINUTE_S });
  const together = new RateLimiterMemory({ points: TOGETHER, duration: MINUTE_S });

  /** Throws `rate_limit_exceeded` without a point left. */
  async function consume(counter: RateLimiterAbstract, subject: string): Promise<void> {
    try {
      await counter.consume(subject);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // This attempt is not checked.
      await counter.reward(subject);
      const seconds = Math.ceil(error.msBeforeNext / 1_000);
      throw new ServiceError('rate_limit_exceeded', `Too many wrong ${of}. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
  }

  /** Counts what `work` does for a subject, unless it succeeds or cannot tell. */
  async function counted(counter: RateLimiterAbstract, subject: string, work: () => Promise<boolean>) {
    await consume(counter, subject);
    let isWrong = false;
    try {
      const isRight = await work();
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await counter.reward(subject);
    }
  }

  return {
    /**
     * Runs `check` for a key that was typed at an address. Throws `rate_limit_exceeded` while the limit of the address, or of everyone, is
     * used up.
     */
    attempt: (address: string, check: () => Promise<boolean>): Promise<boolean> =>
      counted(perAddress, address, () => counted(together, EVERYONE, check)),
  };
}
