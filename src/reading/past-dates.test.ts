import { expect, test } from 'vitest';
import { formatAge, readPastDates } from './past-dates.ts';

const read = (text: string, locale = 'en-GB') => readPastDates(text, { today: '2026-11-29', locale });

test.each([
  ['October 2026', '2026-10-01'],
  ['10/2026', '2026-10-01'],
  ['2026-10', '2026-10-01'],
  ['2019', '2019-01-01'],
  ['3 months', '2026-08-29'],
  ['2 years old', '2024-11-29'],
  ['8 weeks', '2026-10-04'],
  ['3 May 2021', '2021-05-03'],
  ['2021-05-03', '2021-05-03'],
  ['yesterday', '2026-11-28'],
])('“%s” is %s', (text, date) => {
  expect(read(text)).toEqual([date]);
});

test('without a year it is the latest such date in the past, even if it comes again this year', () => {
  expect(read('24 Dec')).toEqual(['2025-12-24']);
  expect(read('3 May')).toEqual(['2026-05-03']);
  expect(read('24/12')).toEqual(['2025-12-24']);
});

test('a date in the future is read as such: nothing else was typed', () => {
  expect(read('tomorrow')).toEqual(['2026-11-30']);
  expect(read('3 May 2030')).toEqual(['2030-05-03']);
});

test('ages and months are read in the language of the page', () => {
  expect(read('Oktober 2026', 'de')).toEqual(['2026-10-01']);
  expect(read('2 Jahre alt', 'de')).toEqual(['2024-11-29']);
  expect(read('mars 2024', 'fr')).toEqual(['2024-03-01']);
  expect(read('2 ans', 'fr')).toEqual(['2024-11-29']);
  expect(read('3 meses', 'es')).toEqual(['2026-08-29']);
  for (const locale of ['en', 'de', 'fr', 'es', 'nl', 'ar'])
    expect(read(formatAge(3, 'month', locale), locale)).toEqual(['2026-08-29']);
});

test.each(['soon', 'October', '3', '1234 months'])('“%s” is no past date', (text) => {
  expect(read(text).filter((date) => date <= '2026-11-29')).toEqual([]);
});
