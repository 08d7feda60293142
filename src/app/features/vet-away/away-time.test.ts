import { expect, test } from 'vitest';
import { type AwayValues, initialValues, readAway, timeOfRange } from './away-time.ts';

const zone = 'America/New_York';
const place = {
  zone,
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
};
/** A Monday, ten past eleven in New York. */
const now = Date.parse('2026-11-30T16:10:00Z');
const hoursOf = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000;
const read = (values: Partial<AwayValues>) =>
  readAway({ ...initialValues('2026-11-30', now, place), ...values }, place);

test('whole days are from midnight to midnight, even when the clocks change', () => {
  expect(hoursOf(timeOfRange({ from: '2026-11-30', until: '2026-11-30' }, zone))).toBe(24);
  expect(hoursOf(timeOfRange({ from: '2026-10-31', until: '2026-11-01' }, zone))).toBe(49);
});

test('at first it is the whole day; the hours are from now, or from opening on another day, until closing', () => {
  expect(read({})).toEqual({ from: '2026-11-30', until: '2026-11-30' });
  expect(read({ allDay: false })).toEqual({ from: '2026-11-30T11:00', until: '2026-11-30T18:00' });
  const later = { ...initialValues('2026-12-01', now, place), allDay: false };
  expect(readAway(later, place)).toEqual({ from: '2026-12-01T08:00', until: '2026-12-01T18:00' });
});

test('times are read within the opening hours, and the last day may be a later one', () => {
  expect(read({ allDay: false, from: '1', until: '430', lastDay: '2026-12-04' })).toEqual({
    ...{ from: '2026-11-30T13:00', until: '2026-12-04T16:30' },
  });
  expect(read({ allDay: false, until: '00:00' })).toEqual({ from: '2026-11-30T11:00', until: '2026-11-30' });
});

test('a time that cannot be read or ends before it begins has a fault at its field', () => {
  expect(read({ firstDay: 'soon' })).toMatchObject({ faults: { firstDay: expect.any(String) } });
  expect(read({ lastDay: '2026-11-29' })).toMatchObject({ faults: { lastDay: expect.any(String) } });
  expect(read({ allDay: false, from: 'noonish' })).toMatchObject({ faults: { from: expect.any(String) } });
  expect(read({ allDay: false, from: '15:00', until: '14:00' })).toMatchObject({
    faults: { until: expect.any(String) },
  });
});
