import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLength, longestLength, parseLengthText } from './length-text.ts';

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
  expect(parseLengthText(text)).toBe(minutes);
});

test.each(['', '0', '0h', '-5', 'half', '1:75', '1.33h', '100000', '5 x'])('%j is none', (text) => {
  expect(parseLengthText(text)).toBeNull();
});

test('a shown length is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: longestLength }), (minutes) => {
      expect(parseLengthText(formatLength(minutes))).toBe(minutes);
    }),
  );
});
