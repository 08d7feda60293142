import { expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { createPracticeClock } from './practice-clock.ts';

const base = Date.UTC(2026, 2, 29, 7, 30);

function answer(date: string | null, sentAt: number, receivedAt: number): Answer {
  const limits = { retryAfter: null, rateLimit: null, rateLimitRemaining: null, rateLimitReset: null, date };
  return { status: 200, body: new Uint8Array(), explains: false, limits, sentAt, receivedAt };
}

it('shows the time of the practice API, and moves only when the clocks part', () => {
  const now = base;
  const practice = createPracticeClock({ clock: () => now });
  expect(practice.now()).toBe(base);
  practice.observe(answer(new Date(base + 1_000).toUTCString(), base, base + 100));
  expect(practice.now()).toBe(base);
  practice.observe(answer('not a date', base, base));
  practice.observe(answer(new Date(base + 3_600_000).toUTCString(), base, base + 60_000));
  expect(practice.now()).toBe(base);
  practice.observe(answer(new Date(base + 3_600_000).toUTCString(), base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
  practice.observe(answer(new Date(base + 3_601_000).toUTCString(), base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
});
