import { expect, it } from 'vitest';
import { createPracticeClock } from './practice-clock.ts';
import type { UpstreamResponse } from './upstream-response.ts';

const base = Date.UTC(2026, 2, 29, 7, 30);

function response(upstreamTime: number | null, sentAt: number, receivedAt: number): UpstreamResponse {
  const rateLimit = { remaining: null, resetMs: null, retryAfterMs: null };
  return {
    status: 200,
    body: new Uint8Array(),
    hasMessage: false,
    errorInstanceId: null,
    rateLimit,
    upstreamTime,
    sentAt,
    receivedAt,
  };
}

it('shows the time of the practice API, and moves only when the clocks part', () => {
  const now = base;
  const practice = createPracticeClock({ clock: () => now });
  expect(practice.now()).toBe(base);
  practice.observe(response(base + 1_000, base, base + 100));
  expect(practice.now()).toBe(base);
  practice.observe(response(null, base, base));
  practice.observe(response(base + 3_600_000, base, base + 60_000));
  expect(practice.now()).toBe(base);
  practice.observe(response(base + 3_600_000, base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
  practice.observe(response(base + 3_601_000, base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
});
