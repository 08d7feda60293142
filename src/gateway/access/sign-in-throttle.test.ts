import { describe, expect, it } from 'vitest';
import { ServiceError } from '#contract/error.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

const MINUTE_MS = 60_000;

/** A throttle whose checks a test finishes. */
function scene(of: 'keys' | 'codes' = 'keys') {
  let now = 0;
  const throttle = createSignInThrottle(of, () => now);
  const underWay: ((isRight: boolean) => void)[] = [];
  let most = 0;
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  /** Starts an attempt; the returned promise says how it ended, or after how many seconds to try again. */
  function attempt(address: string): Promise<boolean | number | undefined> {
    const check = () =>
      new Promise<boolean>((resolve) => {
        underWay.push(resolve);
        most = Math.max(most, underWay.length);
      });
    return throttle.attempt(address, check).catch((error: unknown) => {
      if (error instanceof ServiceError) return error.retryAfterSeconds;
      throw error;
    });
  }
  /** Answers all checks, also those that begin when others end. */
  async function answer(isRight: boolean): Promise<void> {
    for (await settled(); underWay.length > 0; await settled()) for (const end of underWay.splice(0)) end(isRight);
  }
  return {
    attempt,
    answer,
    most: () => most,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('the limit on wrong keys', () => {
  it('lets thirty people with right keys in at once, from one address', async () => {
    const { attempt, answer, most } = scene();
    const attempts = Array.from({ length: 30 }, () => attempt('router'));
    await answer(true);
    expect(await Promise.all(attempts)).toEqual(Array(30).fill(true));
    expect(most()).toBe(10);
  });

  it('checks ten wrong keys a minute from an address, however many are tried at once', async () => {
    const { attempt, answer, advance } = scene();
    const guesses = Array.from({ length: 500 }, () => attempt('guesser'));
    await answer(false);
    const ends = await Promise.all(guesses);
    expect(ends.filter((end) => end === false)).toHaveLength(10);
    expect(ends.filter((end) => end === 60)).toHaveLength(490);
    const elsewhere = attempt('router');
    await answer(true);
    expect(await elsewhere).toBe(true);
    advance(MINUTE_MS - 1);
    expect(await attempt('guesser')).toBe(1);
    advance(1);
    const again = attempt('guesser');
    await answer(false);
    expect(await again).toBe(false);
  });

  it('checks sixty wrong keys a minute from all addresses', async () => {
    const { attempt, answer } = scene();
    const guesses = Array.from({ length: 100 }, (_, nth) => attempt(`guesser ${nth}`));
    await answer(false);
    expect((await Promise.all(guesses)).filter((end) => end === false)).toHaveLength(60);
    expect(await attempt('router')).toBe(60);
  });

  it('counts no attempt that could not be checked', async () => {
    const throttle = createSignInThrottle('keys', () => 0);
    for (let nth = 0; nth < 30; nth += 1)
      await expect(throttle.attempt('router', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await throttle.attempt('router', async () => true)).toBe(true);
  });
});

it('wrong set-up codes from strangers do not keep the owner out', async () => {
  const { attempt, answer } = scene('codes');
  const guesses = Array.from({ length: 1_000 }, (_, nth) => attempt(`stranger ${nth % 200}`));
  await answer(false);
  expect((await Promise.all(guesses)).filter((end) => end === false)).toHaveLength(1_000);
  expect(await attempt('stranger 0')).toBe(60);
  const owner = attempt('owner');
  await answer(true);
  expect(await owner).toBe(true);
});
