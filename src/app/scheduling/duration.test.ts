import { expect, test } from 'vitest';
import { durationBetween, durationText } from './duration.ts';

test('a duration is told in whole minutes, and none is negative', () => {
  expect(durationText(29.6)).toBe('30 min');
  expect(durationText(-3)).toBe('0 min');
  expect(durationBetween(0, 90 * 60_000)).toBe('1 h 30 min');
});
