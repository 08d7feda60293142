import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { addDays, dateIn } from './calendar-day.ts';
import { computeSeriesTimes, findLaterInSeries, findPositionInSeries, seriesUnits } from './series.ts';
import { compareByStart } from './visit.ts';
import { findFirstInstant, resolveWallTime } from './wall-clock.ts';

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const MINUTE = 60_000;

/** The dates of a series of half-hour appointments that starts at a wall-clock time. */
function datesOf(date: string, hour: number, every: number, unit: (typeof seriesUnits)[number], count: number) {
  const start = findFirstInstant('Europe/Berlin', date, { hour, minute: 30 });
  const times = computeSeriesTimes({ start, end: start + 30 * MINUTE }, { every, unit, count }, 'Europe/Berlin');
  return times.map((time) => dateIn('Europe/Berlin', time.start));
}

describe('the times of a series', () => {
  const rhythms = fc.record({
    every: fc.integer({ min: 1, max: 26 }),
    unit: fc.constantFrom(...seriesUnits),
    count: fc.integer({ min: 2, max: 52 }),
  });
  const firsts = fc.record({
    start: fc
      .integer({ min: at('2024-01-01T00:00Z') / MINUTE, max: at('2030-01-01T00:00Z') / MINUTE })
      .map((minute) => minute * MINUTE),
    minutes: fc.integer({ min: 5, max: 3 * 1440 }),
  });

  test('have the same number, length and time of day, in ascending order', () => {
    fc.assert(
      fc.property(firsts, rhythms, fc.constantFrom(...zones), ({ start, minutes }, rhythm, zone) => {
        const first = { start, end: start + minutes * MINUTE };
        const times = computeSeriesTimes(first, rhythm, zone);
        expect(times).toHaveLength(rhythm.count);
        expect(times[0]).toEqual(first);
        const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
        for (const [nth, time] of times.entries()) {
          expect(time.end - time.start).toBe(first.end - first.start);
          if (nth === 0) continue;
          expect(time.start).toBeGreaterThan(times[nth - 1]?.start ?? 0);
          const wall = resolveWallTime(zone, plainDateOf(start, zone, rhythm, nth), { hour, minute });
          expect(time.start).toBe(
            {
              once: 'instant' in wall ? wall.instant : 0,
              twice: 'first' in wall ? wall.first : 0,
              skipped: 'after' in wall ? wall.after : 0,
            }[wall.kind],
          );
        }
      }),
    );
  });

  /** Counts days, or months with the same day of the month as the first. */
  function plainDateOf(
    start: number,
    zone: string,
    { every, unit }: { every: number; unit: (typeof seriesUnits)[number] },
    nth: number,
  ): string {
    const date = dateIn(zone, start);
    if (unit !== 'months') return addDays(date, nth * every * (unit === 'weeks' ? 7 : 1));
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const months = year * 12 + month - 1 + nth * every;
    const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
    return new Date(Date.UTC(Math.floor(months / 12), months % 12, Math.min(day, last))).toISOString().slice(0, 10);
  }

  test('are on the last day of a shorter month, and on the 31st again afterwards', () => {
    expect(datesOf('2027-01-31', 9, 1, 'months', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('move forward by the gap if skipped, and are the first of two identical times', () => {
    const start = findFirstInstant('Europe/Berlin', '2026-03-28', { hour: 2, minute: 30 });
    const [, second, third] = computeSeriesTimes(
      { start, end: start + 30 * MINUTE },
      { every: 1, unit: 'days', count: 3 },
      'Europe/Berlin',
    );
    expect(second?.start).toBe(at('2026-03-29T01:30Z'));
    expect(third?.start).toBe(at('2026-03-30T00:30Z'));
    const autumn = findFirstInstant('Europe/Berlin', '2026-10-18', { hour: 2, minute: 30 });
    const weekly = { every: 1, unit: 'weeks', count: 2 } as const;
    expect(computeSeriesTimes({ start: autumn, end: autumn + MINUTE }, weekly, 'Europe/Berlin')[1]?.start).toBe(
      at('2026-10-25T00:30Z'),
    );
  });
});

describe('an appointment of a series', () => {
  const one = (id: string, day: number, status = 'confirmed', updatedAt: string | null = '2026-01-01T00:00:00.000Z') =>
    receivedAppointmentSchema.parse({
      id,
      ...{ status, updatedAt },
      start: `2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`,
      end: `2026-03-${String(day).padStart(2, '0')}T09:30:00.000Z`,
    });
  const series = [one('c', 15), one('a', 1, 'completed'), one('d', 22), one('b', 8, 'cancelled')];

  test('counts its position, by start, among appointments that are not cancelled', () => {
    expect(series.toSorted(compareByStart).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(['a', 'b', 'c', 'd'].map((id) => findPositionInSeries(series, id))).toEqual([
      { nth: 1, of: 3 },
      { nth: null, of: 3 },
      { nth: 2, of: 3 },
      { nth: 3, of: 3 },
    ]);
  });

  test('that was booked alone has no position', () => {
    expect(findPositionInSeries([one('a', 1)], 'a')).toBeNull();
    expect(findPositionInSeries([], 'a')).toBeNull();
  });

  test('is followed by later ones that have not started and can be changed', () => {
    const following = [...series, one('here', 16, 'checked_in'), one('no version', 29, 'confirmed', null)];
    expect(findLaterInSeries(following, one('a', 1)).map(({ id }) => id)).toEqual(['c', 'd']);
    expect(findLaterInSeries(following, one('c', 15)).map(({ id }) => id)).toEqual(['d']);
    expect(findLaterInSeries(following, one('d', 22))).toEqual([]);
  });
});
