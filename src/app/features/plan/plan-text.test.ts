import { expect, test } from 'vitest';
import type { Directory } from '#app/api/directory.ts';
import { planHoursText } from '#app/text/plan-text.ts';
import { entryTimeText } from './plan-text.ts';

const directory: Directory = {
  company: { id: 'c', name: 'C', stores: [], storesListed: true },
  fallbackZone: 'America/New_York',
  employees: new Map(),
  types: new Map(),
  pets: new Map(),
};
const text = (start: string, end: string) =>
  entryTimeText(
    { kind: 'unavailable', storeId: null, employeeId: 'a', roomId: null, title: null, start, end },
    directory,
  );

test('whole days are shown as “all day”, even on the day of a clock change; other times are shown as clock times', () => {
  expect(text('2041-06-04T04:00:00Z', '2041-06-05T04:00:00Z')).toBe('Tue, Jun 4, all day');
  expect(text('2041-11-02T04:00:00Z', '2041-11-04T05:00:00Z')).toBe('Sat, Nov 2 – Sun, Nov 3, all day');
  expect(text('2041-06-04T04:00:00Z', '2041-06-04T16:00:00Z')).toBe('Tue, Jun 4, 12:00 AM – 12:00 PM');
});

test('beside its day, a whole day is “all day”, and several whole days are named', () => {
  const zone = 'America/New_York';
  const hours = (start: string, end: string) =>
    planHoursText(zone, { start: Date.parse(start), end: Date.parse(end) }, Date.parse(start));
  expect(hours('2041-06-04T04:00:00Z', '2041-06-05T04:00:00Z')).toBe('all day');
  expect(hours('2041-11-02T04:00:00Z', '2041-11-04T05:00:00Z')).toBe('Sat, Nov 2 – Sun, Nov 3');
  expect(hours('2041-06-04T13:00:00Z', '2041-06-04T16:00:00Z')).toBe('9:00 AM – 12:00 PM');
});
