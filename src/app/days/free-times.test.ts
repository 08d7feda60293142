import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { weeksToLoad } from '#scheduling/plan.ts';
import { rounds } from '#testing/rounds.ts';
import { estimateNextDays, extendSearch } from './free-times.ts';
import type { DaySpan } from './use-days.ts';

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
        const found = estimateNextDays({ loaded: known, records, zone, most: 500, days });
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

test('a search goes on day after day with six requests at most, and waits for what it has asked for', () => {
  const limitsOf = (zone: string, later: number, hasPlan: boolean) => ({
    firstDay: dayInterval(zone, Temporal.PlainDate.from('2026-01-01').add({ days: later }).toString()),
    ...{ zone, planZones: hasPlan ? [zone] : [] },
  });
  fc.assert(
    fc.property(
      fc
        .constantFrom(...zones)
        .chain((zone) => fc.tuple(fc.nat(400), fc.boolean()).map(([later, hasPlan]) => limitsOf(zone, later, hasPlan))),
      fc.array(fc.record({ pages: fc.integer({ min: 1, max: 3 }), records: fc.nat(1500) }), {
        minLength: 9,
        maxLength: 9,
      }),
      (limits, loads) => {
        const start = { isEnough: false, records: 0, requestCount: 0 };
        let days: readonly DaySpan[] = extendSearch({ ...start, days: [], isComplete: true }, limits);
        let pages = 0;
        for (const load of loads) {
          expect(extendSearch({ ...start, days, isComplete: false }, limits)).toBe(days);
          expect(extendSearch({ ...start, days, isComplete: true, isEnough: true }, limits)).toBe(days);
          pages += Math.min(load.pages, days.at(-1)?.maxPages ?? 0);
          const searched = { start: limits.firstDay.start, end: days.at(-1)?.end ?? 0 };
          const requestCount = pages + weeksToLoad(limits.planZones, searched).length;
          expect(requestCount).toBeLessThanOrEqual(6);
          const known = { days, isComplete: true, isEnough: false, records: load.records, requestCount };
          const wanted = extendSearch(known, limits);
          expect(wanted.slice(0, days.length)).toEqual(days);
          if (wanted.length > days.length) expect(wanted.at(-1)?.start).toBe(searched.end);
          expect(wanted.length).toBeLessThanOrEqual(Math.min(4, days.length + 1));
          days = wanted;
          if (wanted === known.days) break;
        }
        expect(days[0]).toMatchObject(limits.firstDay);
      },
    ),
    { numRuns: rounds({ few: 100, many: 2000 }) },
  );
});
