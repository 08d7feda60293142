import { expect, test } from 'vitest';
import { separatorOf } from './csv-file.ts';

test.each([
  ['en-GB', ','],
  ['en-US', ','],
  ['es-MX', ','],
  ['de', ';'],
  ['de-CH', ';'],
  ['fr', ';'],
  ['es', ';'],
  ['nl', ';'],
  ['ar-EG', ';'],
  ['ar-AE', ';'],
  ['en-DE', ';'],
])('a CSV file of %s has the separator %s, as the spreadsheets there', (locale, sign) => {
  expect(separatorOf(locale)).toBe(sign);
});
