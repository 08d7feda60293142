import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { createDayClock } from '#scheduling/calendar-day.ts';
import { MIN_MINUTES, placeOnDay, shortNames } from './board-items.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Tehran',
  'America/Havana',
];

const zones = fc.constantFrom(...ZONES);
const days = fc
  .integer({ min: 0, max: 9500 })
  .map((days) => Temporal.PlainDate.from('2010-01-01').add({ days }).toString());

function span(start: string, end: string) {
  return { start: Date.parse(start), end: Date.parse(end) };
}

/** The wall clock in minutes after the date's midnight, calculated with Temporal only. */
function wallClock(zone: string, date: string, instant: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return Temporal.PlainDate.from(date).toPlainDateTime().until(local).total('minutes');
}

describe('placeOnDay', () => {
  test('agrees with Temporal for any zone, day and appointment', () => {
    const cases = fc.record({
      zone: zones,
      date: days,
      startOffset: fc.integer({ min: -3 * 1440, max: 2 * 1440 }),
      length: fc.integer({ min: -60, max: 4 * 1440 }),
    });
    fc.assert(
      fc.property(cases, ({ zone, date, startOffset, length }) => {
        const clock = createDayClock(zone, date);
        const start = clock.start + startOffset * 60_000;
        const end = start + length * 60_000;
        const day = Temporal.PlainDate.from(date);
        const dayStart = day.toZonedDateTime(zone).epochMilliseconds;
        const dayEnd = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;

        const placed = placeOnDay({ start, end }, clock);
        const isTouched = (start >= dayStart && start < dayEnd) || (start < dayStart && end > dayStart);
        // A date that the zone skipped has no time.
        expect(placed !== null).toBe(dayStart < dayEnd && isTouched);
        if (!placed) return;

        expect(placed.fromMinute).toBeGreaterThanOrEqual(0);
        expect(placed.toMinute).toBeGreaterThan(placed.fromMinute);
        expect(placed.toMinute).toBeLessThanOrEqual(1440);
        expect(placed.continuesBefore).toBe(start < dayStart);
        expect(placed.continuesAfter).toBe(end > start && end > dayEnd);
        expect(placed.oddEnd).toBe(end > start ? null : end < start ? 'before-start' : 'at-start');

        const wallStart = wallClock(zone, date, Math.max(start, dayStart));
        if (wallStart >= 0 && wallStart < 1439) expect(placed.fromMinute).toBeCloseTo(wallStart, 6);
        const wallEnd = end >= dayEnd ? 1440 : wallClock(zone, date, end);
        if (end > start && wallEnd > wallStart && wallEnd <= 1440) expect(placed.toMinute).toBeCloseTo(wallEnd, 6);
      }),
      { numRuns: 2000 },
    );
  });

  test('an appointment that starts or ends at midnight is on one day only', () => {
    const atMidnight = span('2026-06-09T22:00:00Z', '2026-06-09T22:30:00Z');
    expect(placeOnDay(atMidnight, createDayClock('Europe/Berlin', '2026-06-09'))).toBeNull();
    expect(placeOnDay(atMidnight, createDayClock('Europe/Berlin', '2026-06-10'))).toMatchObject({
      fromMinute: 0,
      toMinute: 30,
      continuesBefore: false,
    });
    const untilMidnight = span('2026-06-09T21:00:00Z', '2026-06-09T22:00:00Z');
    expect(placeOnDay(untilMidnight, createDayClock('Europe/Berlin', '2026-06-09'))).toMatchObject({
      toMinute: 1440,
      continuesAfter: false,
    });
    expect(placeOnDay(untilMidnight, createDayClock('Europe/Berlin', '2026-06-10'))).toBeNull();
  });

  test('an end before the start gets the minimum height and a mark', () => {
    const odd = span('2026-06-10T08:00:00Z', '2026-06-10T07:00:00Z');
    expect(placeOnDay(odd, createDayClock('UTC', '2026-06-10'))).toMatchObject({
      fromMinute: 480,
      toMinute: 480 + MIN_MINUTES,
      oddEnd: 'before-start',
      continuesAfter: false,
    });
  });

  test('both 01:30s of a day when clocks go back have the same position', () => {
    const clock = createDayClock('Europe/London', '2026-10-25');
    expect(placeOnDay(span('2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z'), clock)).toMatchObject({
      fromMinute: 90,
    });
    expect(placeOnDay(span('2026-10-25T01:30:00Z', '2026-10-25T01:45:00Z'), clock)).toMatchObject({
      fromMinute: 90,
    });
    // From 01:45 summer time to 01:15 winter time: half an hour, drawn as such.
    expect(placeOnDay(span('2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z'), clock)).toMatchObject({
      fromMinute: 105,
      toMinute: 135,
    });
  });

  test('a day skipped at the date line contains nothing', () => {
    const clock = createDayClock('Pacific/Apia', '2011-12-30');
    expect(placeOnDay(span('2011-12-30T09:00:00Z', '2011-12-30T10:30:00Z'), clock)).toBeNull();
  });
});

test('a vet is called by the family name, unless another employee has the same or there is none', () => {
  const employee = (id: string, name: string, lastName?: string) => ({
    ...{ id, name, storeIds: null, role: 'vet', isActive: true },
    ...(lastName === undefined ? {} : { lastName }),
  });
  const short = shortNames([
    employee('a', 'Siobhán Ní Bhriain', 'Ní Bhriain'),
    employee('b', 'Anna Berg', 'Berg'),
    employee('c', 'Ole Berg', 'Berg'),
    employee('d', 'Cher'),
  ]);
  expect([...short.values()]).toEqual(['Ní Bhriain', 'Anna Berg', 'Ole Berg', 'Cher']);
});
