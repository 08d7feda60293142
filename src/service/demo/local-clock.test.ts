import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createLocalClock } from './local-clock.ts';

const dates = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const changes = fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05', '2011-12-29');
const zones = ['America/New_York', 'America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'];

test('the clock of a date agrees with Temporal in every zone, including the following days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.oneof(dates, changes).map((date) => Temporal.PlainDate.from(date)),
      fc.integer({ min: 0, max: 6_000 }),
      (zone, date, minute) => {
        const wall = date.toPlainDateTime().add({ minutes: minute });
        expect(createLocalClock(date, zone)(minute)).toBe(wall.toZonedDateTime(zone).epochMilliseconds);
      },
    ),
  );
});
