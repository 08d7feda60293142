import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { spanOf, startFields } from './booking-times.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

test('a start that is offered is the one that the form then asks for, also where a time comes twice', () => {
  const quarters = fc.oneof(
    fc.integer({ min: -200, max: 20_000 }),
    // The hours around the change of clocks in New York, Lord Howe and Berlin.
    ...['2026-11-01T06:00Z', '2027-04-03T15:00Z', '2026-10-25T01:00Z'].map((change) =>
      fc.integer({ min: -8, max: 8 }).map((near) => near + (at(change) - at('2026-06-02T00:00Z')) / 900_000),
    ),
  );
  const zones = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin');
  fc.assert(
    fc.property(quarters, zones, fc.boolean(), (quarter, zone, twelveHours) => {
      const instant = at('2026-06-02T00:00Z') + quarter * 900_000;
      const fields = startFields(instant, zone, twelveHours);
      expect(spanOf({ ...fields, length: '30 min', end: '' }, zone)).toEqual({
        start: instant,
        end: instant + 30 * 60_000,
      });
    }),
    { numRuns: 500 },
  );
  expect(startFields(at('2026-11-01T06:15Z'), 'America/New_York', true)).toEqual({
    date: '2026-11-01',
    start: '1:15 AM',
    fold: 'second',
  });
});
