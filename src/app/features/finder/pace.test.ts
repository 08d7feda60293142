import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('twelve at once, then one in 1.2 s, and quick again after a rest', () => {
  let now = 0;
  const pace = createPace({ clock: () => now, quick: 12, everyMs: 1200 });
  let taken = 0;
  while (pace.wait() === 0) {
    pace.take();
    taken += 1;
  }
  expect(taken).toBe(12);
  expect(pace.wait()).toBe(1200);
  now = 20_000 - (20_000 % 1200);
  for (taken = 12; pace.wait() === 0; taken += 1) pace.take();
  expect(taken).toBe(24);
  now += 1199;
  expect(pace.wait()).toBe(1);
  now += 1;
  expect(pace.wait()).toBe(0);
});

test('no minute takes more than the quick ones and fifty others', () => {
  let now = 0;
  const pace = createPace({ clock: () => now, quick: 12, everyMs: 1200 });
  const taken: number[] = [];
  for (; now < 300_000; now += 100) {
    while (pace.wait() === 0) {
      pace.take();
      taken.push(now);
    }
  }
  for (const from of taken)
    expect(taken.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(62);
});
