import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationBetween, durationText, longestDuration, parseDuration } from './duration.ts';

test.each([
  ['30', 30],
  ['45 min', 45],
  ['1h', 60],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['1:30', 90],
  ['1.5h', 90],
  ['1,5 h', 90],
  ['2d', 2880],
  ['1 day 2 hours', 1560],
])('%s is %d minutes', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each(['', '0', '0h', '-5', 'half', '1:75', '1.33h', '100000', '5 x'])('%j is none', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test('a shown length is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: longestDuration }), (minutes) => {
      expect(parseDuration(durationText(minutes))).toBe(minutes);
    }),
  );
});

test('a duration is told in whole minutes, and none is negative', () => {
  expect(durationText(29.6)).toBe('30 min');
  expect(durationText(-3)).toBe('0 min');
  expect(durationBetween(0, 90 * 60_000)).toBe('1 h 30 min');
});
