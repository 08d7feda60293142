import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { GatewayError } from '#gateway/gateway-error.ts';

/** Wrong keys that one address may send in a minute, and all addresses together. */
const LIMITS = { address: 5, everyone: 60 } as const;
const MINUTE_S = 60;
const EVERYONE = 'everyone';

/**
 * Slows the guessing of keys. Each try counts against the address it came from and, since addresses can be many, against
 * everyone, before the key is looked at: tries side by side gain nothing. A try that was no guess is given back, so a desk
 * that shares its address with a mistaken one is not shut out for longer than a minute.
 */
export function createSignInThrottle() {
  const perAddress = new RateLimiterMemory({ points: LIMITS.address, duration: MINUTE_S });
  const together = new RateLimiterMemory({ points: LIMITS.everyone, duration: MINUTE_S });

  return {
    /** Counts a try. Throws `rate_limit_exceeded` while the address, or everyone, has to wait. */
    async count(address: string): Promise<void> {
      try {
        await perAddress.consume(address);
        await together.consume(EVERYONE);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = Math.ceil(refused.msBeforeNext / 1_000);
        throw new GatewayError('rate_limit_exceeded', `Too many wrong keys. Try again in ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
    },
    /** Gives a counted try back that turned out to be no guess. */
    async giveBack(address: string): Promise<void> {
      await perAddress.reward(address);
      await together.reward(EVERYONE);
    },
  };
}
