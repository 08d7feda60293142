import { expect, test } from 'vitest';
import { csvSeparatorOf } from './csv-file.ts';

test.each([
  ['en-GB', ','],
  ['es-MX', ','],
  ['de', ';'],
  ['ar-EG', ';'],
  ['en-DE', ';'],
])('a CSV file in %s has the separator %s, as spreadsheets there expect', (locale, sign) => {
  expect(csvSeparatorOf(locale)).toBe(sign);
});
