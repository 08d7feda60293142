import { expect, test } from 'vitest';
import { createBudgetAndClock } from './budget-and-clock.ts';

test('a slow answer does not set the practice’s clock back', () => {
  let now = 1_000_000;
  const signals = createBudgetAndClock(() => now);
  const answer = (clock: number, sentAt: number) =>
    signals.observe({
      path: '/api/ping',
      status: 200,
      messageKey: null,
      headers: new Headers({ 'x-frontdesk-clock': `${clock}` }),
      sentAt,
    });
  expect(signals.clock()).toBe(now);
  answer(now + 60_000, now - 20);
  const ahead = signals.clock() - now;
  expect(Math.abs(ahead - 60_000)).toBeLessThanOrEqual(20);
  now += 30_000;
  // The response was sent 14 s ago, so it says little about the clock.
  answer(now - 14_000 + 60_000, now - 14_050);
  expect(signals.clock() - now).toBe(ahead);
  // This computer's clock was set forward.
  now += 3_600_000;
  answer(now - 3_540_000, now - 10);
  expect(Math.abs(signals.clock() - now + 3_540_000)).toBeLessThanOrEqual(10);
});
