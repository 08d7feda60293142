import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { GatewayError } from '#gateway/gateway-error.ts';

/** Wrong keys that one address may send in a minute, and all addresses together. */
const LIMITS = { address: 5, everyone: 60 } as const;
const MINUTE_S = 60;

/**
 * Slows the guessing of keys. Each wrong key counts against the address it came from and, since addresses can be many,
 * against everyone; a right one is never counted, so a desk that shares its address with a mistaken one is not shut out
 * for longer than a minute.
 */
export function createSignInThrottle() {
  const perAddress = new RateLimiterMemory({ points: LIMITS.address, duration: MINUTE_S });
  const together = new RateLimiterMemory({ points: LIMITS.everyone, duration: MINUTE_S });

  return {
    /** Throws `rate_limit_exceeded` while an address, or everyone, has to wait. */
    async check(address: string): Promise<void> {
      const states = [await perAddress.get(address), await together.get('all')];
      const waits = states.map((state) => (state !== null && state.remainingPoints <= 0 ? state.msBeforeNext : 0));
      const seconds = Math.ceil(Math.max(...waits) / 1_000);
      if (seconds <= 0) return;
      throw new GatewayError('rate_limit_exceeded', `Too many wrong keys. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    },
    /** Counts a wrong key. */
    async countWrong(address: string): Promise<void> {
      for (const [limiter, name] of [
        [perAddress, address],
        [together, 'all'],
      ] as const) {
        await limiter.consume(name).catch((refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused;
        });
      }
    },
  };
}
