import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { includes } from '#contract/interval.ts';
import {
  addDays,
  addMonths,
  countDaysBetween,
  createDayClock,
  dateIn,
  dayInterval,
  FIRST_DATE,
  getWeekStart,
  isDate,
  LAST_DATE,
  minuteOfDay,
  weekdayOf,
  zoneOfStore,
} from './calendar-day.ts';

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
);
const dates = fc
  .integer({ min: 0, max: 9500 })
  .map((days) => Temporal.PlainDate.from('2010-01-01').add({ days }).toString());

test('only days of the calendar are dates', () => {
  expect(['2026-02-28', '2024-02-29', FIRST_DATE, LAST_DATE].every(isDate)).toBe(true);
  expect(['', '2026-02-29', '2026-13-01', '2026-6-1', '+010000-01-01', '31.2.', '2026-06-01T09:00'].some(isDate)).toBe(
    false,
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d\d-\d\d$/)), (text) => {
      let real: boolean;
      try {
        real = Temporal.PlainDate.from(text).toString() === text;
      } catch {
        real = false;
      }
      expect(isDate(text)).toBe(real);
    }),
  );
});

test('date arithmetic agrees with Temporal', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
      const plain = Temporal.PlainDate.from(date);
      const later = addDays(date, days);
      expect(later).toBe(plain.add({ days }).toString());
      expect(countDaysBetween(date, later)).toBe(days);
      expect(weekdayOf(date)).toBe(plain.dayOfWeek);
      for (const first of [1, 6, 7]) {
        const start = getWeekStart(date, first);
        expect(weekdayOf(start)).toBe(first);
        expect(countDaysBetween(start, date)).toBeGreaterThanOrEqual(0);
        expect(countDaysBetween(start, date)).toBeLessThan(7);
      }
      expect(countDaysBetween(getWeekStart(date, 1), date)).toBe(plain.dayOfWeek - 1);
    }),
  );
});

test('months are added to a date, and the 31st becomes the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2027-12-31', 2)).toBe('2028-02-29');
  expect(addMonths('2026-05-15', 12)).toBe('2027-05-15');
  expect(addMonths('2026-01-01', -1)).toBe('2025-12-01');
});

test('a day contains exactly the instants with its date in the zone', () => {
  fc.assert(
    fc.property(zones, dates, fc.integer({ min: -1500, max: 3000 }), (zone, date, minutes) => {
      const day = dayInterval(zone, date);
      const instant = day.start + minutes * 60_000;
      expect(includes(day, instant)).toBe(dateIn(zone, instant) === date);
    }),
    { numRuns: 500 },
  );
});

test('the minute of a day is what the clocks in its zone show', () => {
  fc.assert(
    fc.property(zones, dates, fc.integer({ min: 0, max: 1559 }), (zone, date, minutes) => {
      const clock = createDayClock(zone, date);
      const instant = clock.start + minutes * 60_000;
      if (!includes(clock, instant)) return;
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      expect(minuteOfDay(clock, instant)).toBe(local.hour * 60 + local.minute);
    }),
    { numRuns: 500 },
  );
});

test('a store without a zone, or with an unknown one, uses the fallback', () => {
  expect(zoneOfStore({ timeZone: 'Asia/Tokyo' }, 'UTC')).toBe('Asia/Tokyo');
  expect(zoneOfStore({ timeZone: 'Mars/Olympus' }, 'UTC')).toBe('UTC');
  expect(zoneOfStore({ timeZone: null }, 'UTC')).toBe('UTC');
  expect(zoneOfStore(null, 'UTC')).toBe('UTC');
});
