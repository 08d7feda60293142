import { expect, test } from 'vitest';
import { instantOf, nextUpdatedAt, toUtcDateTime } from './date-time.ts';
import { dateTimeSchema, queryTextSchema, utcDateTimeSchema } from './primitives.ts';

test.each([
  '2026-01-01T10:00Z',
  '2026-01-01T10:00+02:00',
  '2026-01-01T10:00:00-23:59',
  '2024-02-29T23:59:59.123456789Z',
  '0001-01-01T00:00:00Z',
])('%s is a date-time', (text) => {
  expect(dateTimeSchema.safeParse(text).success).toBe(true);
  expect(instantOf(text)).not.toBeNaN();
});

test.each([
  '2026-01-01T10:00',
  '2026-01-01 10:00Z',
  '2026-01-01T10:00:00.Z',
  '2026-01-01T24:00Z',
  '2026-01-01T10:00:60Z',
  '2026-01-01T10:00+0200',
  '2026-02-29T10:00Z',
  '1900-02-29T10:00Z',
  '2026-04-31T10:00Z',
  '0000-01-01T10:00Z',
  '2026-01-01T10:00Z\n',
])('%j is not a date-time', (text) => {
  expect(dateTimeSchema.safeParse(text).success).toBe(false);
});

test.each([
  ['0001-01-01T01:00+01:00', true],
  ['0001-01-01T00:00+01:00', false],
  ['9999-12-31T23:59:59.999Z', true],
  ['9999-12-31T23:59-00:01', false],
])('%s is in the years 0001 to 9999 in UTC: %s', (text, accepted) => {
  expect(utcDateTimeSchema.safeParse(text).success).toBe(accepted);
});

test.each([
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['😀'.repeat(100), true],
  ['😀'.repeat(101), false],
  ['', false],
])('a query is 1 to 200 UTF-16 units', (text, accepted) => {
  expect(queryTextSchema.safeParse(text).success).toBe(accepted);
});

test('an instant has milliseconds and is in UTC', () => {
  expect(instantOf('2026-03-29T09:30:00.1239+02:00')).toBe(Date.UTC(2026, 2, 29, 7, 30, 0, 123));
  expect(toUtcDateTime('2026-03-29T09:30:00.12345678+02:00')).toBe('2026-03-29T07:30:00.123Z');
  expect(toUtcDateTime('2026-03-29T07:30Z')).toBe('2026-03-29T07:30:00.000Z');
});

test('a change is always later than the previous one, whatever the clock says', () => {
  const before = '2026-03-29T07:30:00.000Z';
  expect([-1, 0, 1, 2].map((ms) => nextUpdatedAt(Date.parse(before) + ms, before) - Date.parse(before))).toEqual([
    1, 1, 1, 2,
  ]);
});
