import { expect, test } from 'vitest';
import { dayHeading, weekHeading } from './date-heading.ts';

const long = { length: 'long', today: '2026-06-03' } as const;
const short = { length: 'short', today: '2026-06-03' } as const;

test('a week is named by its first and last day, without repeating the parts they share', () => {
  const british = { ...long, locale: 'en-GB' };
  expect(weekHeading('2026-11-16', 1, british)).toBe('16 – 22 November');
  expect(weekHeading('2026-11-22', 1, british)).toBe('16 – 22 November');
  expect(weekHeading('2026-12-02', 1, british)).toBe('30 November – 6 December');
  expect(weekHeading('2026-11-16', 1, { ...long, locale: 'de' })).toBe('16. – 22. November');
});

test('a day is named in the format of the language', () => {
  expect(dayHeading('2026-11-16', { ...long, locale: 'en-US' })).toBe('Monday, November 16');
  expect(dayHeading('2026-11-16', { ...short, locale: 'en-US' })).toBe('Mon, Nov 16');
  expect(dayHeading('2026-11-16', { ...long, locale: 'de' })).toBe('Montag, 16. November');
});

test('the year is included unless it is the current one', () => {
  expect(dayHeading('2027-01-04', { ...short, locale: 'en-US' })).toBe('Mon, Jan 4, 2027');
  expect(weekHeading('2027-01-01', 1, { ...short, locale: 'en-GB' })).toBe('28 Dec 2026 – 3 Jan 2027');
  expect(weekHeading('2027-01-05', 1, { ...short, locale: 'en-GB' })).toBe('4 – 10 Jan 2027');
});
