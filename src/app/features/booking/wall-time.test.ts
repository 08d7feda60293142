import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { clockAt, daysAfter, foldOf, instantOfWallTime, nextTimeAfter, resolveWallTime, zonedAt } from './wall-time.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const day = (text: string) => Temporal.PlainDate.from(text);

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
];

describe('a wall-clock time', () => {
  test('exists once on most days', () => {
    expect(resolveWallTime(day('2026-06-01'), { hour: 9, minute: 30 }, 'Europe/Berlin')).toEqual({
      kind: 'once',
      instant: at('2026-06-01T07:30Z'),
    });
  });

  test('is skipped when clocks go forward', () => {
    const wall = resolveWallTime(day('2026-03-29'), { hour: 2, minute: 30 }, 'Europe/Berlin');
    expect(wall).toEqual({ kind: 'skipped', before: at('2026-03-29T00:30Z'), after: at('2026-03-29T01:30Z') });
    expect(instantOfWallTime(wall, 'first')).toBeNull();
  });

  test('exists twice when clocks go back, and is asked for', () => {
    const wall = resolveWallTime(day('2026-11-01'), { hour: 1, minute: 30 }, 'America/New_York');
    expect(wall).toEqual({ kind: 'twice', first: at('2026-11-01T05:30Z'), second: at('2026-11-01T06:30Z') });
    expect(instantOfWallTime(wall, null)).toBeNull();
    expect(instantOfWallTime(wall, 'second')).toBe(at('2026-11-01T06:30Z'));
  });

  test('knows the half-hour shift of Lord Howe', () => {
    const wall = resolveWallTime(day('2026-10-04'), { hour: 2, minute: 15 }, 'Australia/Lord_Howe');
    expect(wall.kind).toBe('skipped');
    if (wall.kind === 'skipped') expect(wall.after - wall.before).toBe(30 * 60_000);
  });

  test('of any instant resolves back to that instant', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00Z') / 60_000, max: at('2030-01-01T00:00Z') / 60_000 }),
        fc.constantFrom(...zones),
        (minutes, zone) => {
          const instant = minutes * 60_000;
          const zoned = zonedAt(instant, zone);
          const wall = resolveWallTime(zoned.toPlainDate(), clockAt(instant, zone), zone);
          expect(instantOfWallTime(wall, foldOf(instant, zone))).toBe(instant);
        },
      ),
    );
  });
});

describe('an end given as a time', () => {
  test('earlier than the start means the next day', () => {
    const start = at('2026-06-01T18:00Z');
    const end = nextTimeAfter(start, { hour: 8, minute: 0 }, 'Europe/Berlin');
    expect(end).toBe(at('2026-06-02T06:00Z'));
    expect(daysAfter(start, end, 'Europe/Berlin')).toBe(1);
  });

  test('is after the start and shows the asked time unless the clock skips it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00Z') / 60_000, max: at('2030-01-01T00:00Z') / 60_000 }),
        fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) }),
        fc.constantFrom(...zones),
        (minutes, time, zone) => {
          const start = minutes * 60_000;
          const end = nextTimeAfter(start, time, zone);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(25 * 3_600_000);
          const shown = clockAt(end, zone);
          if (shown.hour !== time.hour || shown.minute !== time.minute)
            expect(resolveWallTime(zonedAt(end, zone).toPlainDate(), time, zone).kind).toBe('skipped');
        },
      ),
      { numRuns: 300 },
    );
  });
});
