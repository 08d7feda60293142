import { expect, it } from 'vitest';
import type { CheckedResponse } from './connection.ts';
import { createPracticeClock } from './vendor.ts';

const base = Date.UTC(2026, 2, 29, 7, 30);

function response(upstreamTime: number | null, sentAt: number, receivedAt: number): CheckedResponse {
  const rateLimit = { remaining: null, resetMs: null, retryAfterMs: null };
  return {
    status: 200,
    body: new Uint8Array(),
    message: null,
    errorInstanceId: null,
    rateLimit,
    upstreamTime,
    sentAt,
    receivedAt,
  };
}

it('the practice API’s clock is adjusted only if the clocks differ', () => {
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
