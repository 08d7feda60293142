import { expect, test } from 'vitest';
import { findPeriodProblem, readReportPeriod, reportsSearchSchema } from './search-params.ts';

const MONDAY = 1;
const SUNDAY = 7;

test.each([
  // A Sunday, and the last day of February.
  ['last7', '2027-02-28', MONDAY, '2027-02-22', '2027-02-28'],
  ['week', '2027-02-28', MONDAY, '2027-02-22', '2027-02-28'],
  ['week', '2027-02-28', SUNDAY, '2027-02-28', '2027-03-06'],
  ['lastWeek', '2027-02-28', MONDAY, '2027-02-15', '2027-02-21'],
  ['month', '2027-02-28', MONDAY, '2027-02-01', '2027-02-28'],
  ['month', '2028-02-01', MONDAY, '2028-02-01', '2028-02-29'],
  ['lastMonth', '2027-01-31', MONDAY, '2026-12-01', '2026-12-31'],
])('%s on %s, with weeks from day %i on, is from %s to %s', (when, today, firstWeekday, from, to) => {
  expect(readReportPeriod(reportsSearchSchema.parse({ when }), today, firstWeekday)).toEqual({ from, to });
});

test('dates override a preset, and a single date is one day', () => {
  const span = (search: Record<string, string>) =>
    readReportPeriod(reportsSearchSchema.parse(search), '2027-02-28', MONDAY);
  expect(span({ when: 'month', from: '2027-01-05', to: '2027-01-07' })).toEqual({
    from: '2027-01-05',
    to: '2027-01-07',
  });
  expect(span({ from: '2027-01-05' })).toEqual({ from: '2027-01-05', to: '2027-01-05' });
  expect(span({ to: '2027-01-05' })).toEqual({ from: '2027-01-05', to: '2027-01-05' });
  expect(span({ when: 'never', from: '2027-02-30' })).toEqual({ from: '2027-02-22', to: '2027-02-28' });
});

test.each([
  ['2027-01-01', '2027-01-01', null],
  // A quarter of 92 days.
  ['2027-07-01', '2027-09-30', null],
  ['2027-07-01', '2027-10-01', 'length'],
  ['2027-07-02', '2027-07-01', 'order'],
])('from %s to %s: %s', (from, to, problem) => {
  expect(findPeriodProblem({ from, to })).toBe(problem);
});
