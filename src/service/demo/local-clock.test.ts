import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { weekdayOf } from '#contract/availability-rules.ts';
import { createLocalClock, dayNumberOf } from './local-clock.ts';

const dates = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => Temporal.PlainDate.from(date.toISOString().slice(0, 10)));

describe('weekdayOf', () => {
  it('is the weekday of the calendar', () => {
    fc.assert(fc.property(dates, (date) => weekdayOf(dayNumberOf(date)) === date.dayOfWeek));
  });
});

describe('createLocalClock', () => {
  it('agrees with Temporal in every zone, on days before and after too', () => {
    const zones = ['America/New_York', 'America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), dates, fc.integer({ min: -1_440, max: 6_000 }), (zone, date, minute) => {
        const wall = date.toPlainDateTime().add({ minutes: minute });
        const instant = createLocalClock(zone)(dayNumberOf(date), minute);
        expect(instant).toBe(wall.toZonedDateTime(zone).epochMilliseconds);
      }),
    );
  });

  it.each([
    ['the day with 23 hours', '2026-03-08', 23],
    ['the day with 25 hours', '2026-11-01', 25],
  ])('knows %s', (_, date, hours) => {
    const clock = createLocalClock('America/New_York');
    const day = dayNumberOf(Temporal.PlainDate.from(date));
    expect(clock(day, 1_440) - clock(day, 0)).toBe(hours * 3_600_000);
    expect(clock(day, 12 * 60) - clock(day, 0)).toBe((hours - 12) * 3_600_000);
  });
});
