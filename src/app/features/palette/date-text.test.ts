import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { parseDateText } from './date-text.ts';

// A Saturday.
const today = Temporal.PlainDate.from('2026-11-21');
const read = (text: string, locale = 'en-GB') => parseDateText(text, { today, locale })?.toString() ?? null;

test.each([
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-20'],
  ['+3', '2026-11-24'],
  ['-1', '2026-11-20'],
  ['mon', '2026-11-23'],
  ['saturday', '2026-11-28'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.', '2026-12-24'],
  ['24/12', '2026-12-24'],
  ['20.11', '2027-11-20'],
  ['24.12.27', '2027-12-24'],
  ['24 dec', '2026-12-24'],
  ['dec 24', '2026-12-24'],
  ['1 march 2027', '2027-03-01'],
])('%s', (text, date) => {
  expect(read(text)).toBe(date);
});

test('day and month stand as the language has them', () => {
  expect(read('12/24', 'en-US')).toBe('2026-12-24');
  expect(read('24.12.', 'en-US')).toBe('2026-12-24');
  expect(read('donnerstag', 'de')).toBe('2026-11-26');
  expect(read('24 dezember', 'de')).toBe('2026-12-24');
});

test.each(['', 'bella', '31.2.', '99/99', 'm', '24 bella'])('%j is none', (text) => {
  expect(read(text)).toBeNull();
});

test('never throws, whatever is typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789./- +decmonfri') })), (text) => {
      const date = parseDateText(text, { today, locale: 'en-US' });
      expect(date === null || date instanceof Temporal.PlainDate).toBe(true);
    }),
  );
});
