import { expect, test } from 'vitest';
import { createTokenBucket } from './page-rate.ts';

test('twelve at once, then one in 1.2 s, and twelve again after a rest', () => {
  let now = 0;
  const bucket = createTokenBucket({ clock: () => now, burst: 12, refillMs: 1200 });
  let taken = 0;
  while (bucket.wait() === 0) {
    bucket.take();
    taken += 1;
  }
  expect(taken).toBe(12);
  expect(bucket.wait()).toBe(1200);
  now = 20_000 - (20_000 % 1200);
  for (taken = 12; bucket.wait() === 0; taken += 1) bucket.take();
  expect(taken).toBe(24);
  now += 1199;
  expect(bucket.wait()).toBe(1);
  now += 1;
  expect(bucket.wait()).toBe(0);
});

test('no minute takes more than twelve and fifty others', () => {
  let now = 0;
  const bucket = createTokenBucket({ clock: () => now, burst: 12, refillMs: 1200 });
  const taken: number[] = [];
  for (; now < 300_000; now += 100) {
    while (bucket.wait() === 0) {
      bucket.take();
      taken.push(now);
    }
  }
  for (const from of taken)
    expect(taken.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(62);
});
