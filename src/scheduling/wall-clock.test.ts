import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dateIn } from './calendar-day.ts';
import {
  clockAt,
  findFirstInstant,
  findFold,
  formatIsoClockTime,
  instantOfWallTime,
  resolveWallTime,
  stepClockTime,
} from './wall-clock.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
];

describe('a wall-clock time', () => {
  test('is skipped when clocks go forward', () => {
    const wall = resolveWallTime('Europe/Berlin', '2026-03-29', { hour: 2, minute: 30 });
    expect(wall).toEqual({ kind: 'skipped', before: at('2026-03-29T00:30Z'), after: at('2026-03-29T01:30Z') });
    expect(instantOfWallTime(wall, 'first')).toBeNull();
  });

  test('exists twice when clocks go back, so that one has to be selected', () => {
    const wall = resolveWallTime('America/New_York', '2026-11-01', { hour: 1, minute: 30 });
    expect(wall).toEqual({ kind: 'twice', first: at('2026-11-01T05:30Z'), second: at('2026-11-01T06:30Z') });
    expect(instantOfWallTime(wall, null)).toBeNull();
    expect(instantOfWallTime(wall, 'second')).toBe(at('2026-11-01T06:30Z'));
  });

  test('supports the half-hour clock change of Lord Howe', () => {
    const wall = resolveWallTime('Australia/Lord_Howe', '2026-10-04', { hour: 2, minute: 15 });
    expect(wall.kind).toBe('skipped');
    if (wall.kind === 'skipped') expect(wall.after - wall.before).toBe(30 * 60_000);
  });

  test('of any instant resolves to that instant again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00Z') / 60_000, max: at('2030-01-01T00:00Z') / 60_000 }),
        fc.constantFrom(...zones),
        (minutes, zone) => {
          const instant = minutes * 60_000;
          const wall = resolveWallTime(zone, dateIn(zone, instant), clockAt(zone, instant));
          const fold = findFold(zone, instant);
          expect(instantOfWallTime(wall, fold)).toBe(instant);
          if (fold !== 'second') {
            expect(findFirstInstant(zone, dateIn(zone, instant), clockAt(zone, instant))).toBe(instant);
          }
        },
      ),
    );
  });
});

test('steps are multiples and wrap around at midnight', () => {
  expect(stepClockTime({ hour: 9, minute: 7 }, 15)).toEqual({ hour: 9, minute: 15 });
  expect(stepClockTime({ hour: 9, minute: 7 }, -15)).toEqual({ hour: 9, minute: 0 });
  expect(stepClockTime({ hour: 23, minute: 45 }, 15)).toEqual({ hour: 0, minute: 0 });
  expect(stepClockTime({ hour: 0, minute: 0 }, -15)).toEqual({ hour: 23, minute: 45 });
});

test('a time in a URL has the same digits in every language', () => {
  expect(formatIsoClockTime({ hour: 9, minute: 5 })).toBe('09:05');
});
