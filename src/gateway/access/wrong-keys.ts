import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '#contract/error.ts';

/**
 * The allowed number of wrong attempts per minute from one address. For keys it allows for all of its people signing in at
 * the same moment.
 */
const PER_ADDRESS = { keys: 10, codes: 5 } as const;
/** The limit for all addresses together, which can be many. */
const TOGETHER = 60;
const MINUTE_S = 60;
const EVERYONE = 'everyone';

/**
 * Limits the guessing of keys or codes. Each attempt counts while it is checked, and afterwards only if it was wrong: correct
 * keys always pass, and concurrent guesses gain nothing.
 */
export function createSignInThrottle(of: keyof typeof PER_ADDRESS) {
  const perAddress = new RateLimiterMemory({ points: PER_ADDRESS[of], duration: MINUTE_S });
  const together = new RateLimiterMemory({ points: TOGETHER, duration: MINUTE_S });

  /** Throws `rate_limit_exceeded` if no point is left. */
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

  /** Counts an attempt for a subject, unless `work` succeeds or cannot determine the result. */
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
     * Runs `check` for a key that was typed at an address. Throws `rate_limit_exceeded` while the limit of the address, or of
     * all addresses, is used up.
     */
    attempt: (address: string, check: () => Promise<boolean>): Promise<boolean> =>
      counted(perAddress, address, () => counted(together, EVERYONE, check)),
  };
}
