import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dateIn } from '#scheduling/calendar-day.ts';
import { rounds } from '#testing/rounds.ts';
import { nextDays } from './free-times.ts';

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

test('the next days are whole days, follow directly, and contain as many records as intended', () => {
  const zoneOf = fc.constantFrom(...zones, 'Pacific/Kiritimati', 'America/St_Johns');
  fc.assert(
    fc.property(
      zoneOf,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(5000),
      fc.constantFrom(5, 14),
      (zone, later, knownDays, records, days) => {
        const first = Temporal.PlainDate.from('2026-01-01').add({ days: later });
        const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
        const known = { start: startOf(first), end: startOf(first.add({ days: knownDays })) };
        const found = nextDays({ known, records, zone, most: 500, days });
        expect(found.start).toBe(known.end);
        const count = first.add({ days: knownDays }).until(Temporal.PlainDate.from(dateIn(zone, found.end))).days;
        expect(found.end).toBe(startOf(first.add({ days: knownDays + count })));
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(days);
        if (count > 1) expect((records / knownDays) * count).toBeLessThanOrEqual(500);
        else if (days > 1) expect((records / knownDays) * 2).toBeGreaterThan(500);
      },
    ),
    { numRuns: rounds({ few: 100, many: 2000 }) },
  );
});
