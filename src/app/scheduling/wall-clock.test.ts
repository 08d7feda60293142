import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dateIn, daysBetween } from './calendar-day.ts';
import {
  clockAt,
  firstInstantOf,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  nextTimeAfter,
  parseClockTime,
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
  test('exists once on most days', () => {
    expect(resolveWallTime('Europe/Berlin', '2026-06-01', { hour: 9, minute: 30 })).toEqual({
      kind: 'once',
      instant: at('2026-06-01T07:30Z'),
    });
  });

  test('is skipped when clocks go forward', () => {
    const wall = resolveWallTime('Europe/Berlin', '2026-03-29', { hour: 2, minute: 30 });
    expect(wall).toEqual({ kind: 'skipped', before: at('2026-03-29T00:30Z'), after: at('2026-03-29T01:30Z') });
    expect(instantOfWallTime(wall, 'first')).toBeNull();
  });

  test('exists twice when clocks go back, and is asked for', () => {
    const wall = resolveWallTime('America/New_York', '2026-11-01', { hour: 1, minute: 30 });
    expect(wall).toEqual({ kind: 'twice', first: at('2026-11-01T05:30Z'), second: at('2026-11-01T06:30Z') });
    expect(instantOfWallTime(wall, null)).toBeNull();
    expect(instantOfWallTime(wall, 'second')).toBe(at('2026-11-01T06:30Z'));
  });

  test('knows the half-hour shift of Lord Howe', () => {
    const wall = resolveWallTime('Australia/Lord_Howe', '2026-10-04', { hour: 2, minute: 15 });
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
          const wall = resolveWallTime(zone, dateIn(zone, instant), clockAt(zone, instant));
          const fold = foldOf(zone, instant);
          expect(instantOfWallTime(wall, fold)).toBe(instant);
          if (fold !== 'second') {
            expect(firstInstantOf(zone, dateIn(zone, instant), clockAt(zone, instant))).toBe(instant);
          }
        },
      ),
    );
  });
});

describe('an end given as a time', () => {
  test('earlier than the start means the next day', () => {
    const start = at('2026-06-01T18:00Z');
    const end = nextTimeAfter('Europe/Berlin', start, { hour: 8, minute: 0 });
    expect(end).toBe(at('2026-06-02T06:00Z'));
    expect(daysBetween(dateIn('Europe/Berlin', start), dateIn('Europe/Berlin', end))).toBe(1);
  });

  test('is after the start and shows the asked time unless the clock skips it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00Z') / 60_000, max: at('2030-01-01T00:00Z') / 60_000 }),
        fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) }),
        fc.constantFrom(...zones),
        (minutes, time, zone) => {
          const start = minutes * 60_000;
          const end = nextTimeAfter(zone, start, time);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(25 * 3_600_000);
          const shown = clockAt(zone, end);
          if (shown.hour !== time.hour || shown.minute !== time.minute)
            expect(resolveWallTime(zone, dateIn(zone, end), time).kind).toBe('skipped');
        },
      ),
      { numRuns: 300 },
    );
  });
});

const anyTime = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });

describe('a typed time', () => {
  test.each([
    ['930', 9, 30],
    ['0930', 9, 30],
    ['9:30', 9, 30],
    ['9.30am', 9, 30],
    ['9.30 a.m.', 9, 30],
    ['9,30', 9, 30],
    ['14h', 14, 0],
    ['14h30', 14, 30],
    ['14 Uhr', 14, 0],
    ['9', 9, 0],
    ['2p', 14, 0],
    ['2 PM', 14, 0],
    ['230pm', 14, 30],
    ['12am', 0, 0],
    ['12pm', 12, 0],
    ['0:00', 0, 0],
    [' 23:59 ', 23, 59],
    ['９：３０', 9, 30],
  ])('%s', (text, hour, minute) => {
    expect(parseClockTime(text)).toEqual({ hour, minute });
  });

  test.each(['', '24:00', '9:60', '975', '13pm', '0am', '9:3', 'noonish', '9:30:15', '99', '-9', '9 30 pm x'])(
    '%j is none',
    (text) => {
      expect(parseClockTime(text)).toBeNull();
    },
  );

  test('is read back from both displays', () => {
    fc.assert(
      fc.property(anyTime, fc.boolean(), (time, twelveHours) => {
        expect(parseClockTime(formatClockTime(time, twelveHours))).toEqual(time);
      }),
    );
  });

  test('is a time of day or nothing, whatever is typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789:.,h apmAPM uhr') });
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), (text) => {
        const time = parseClockTime(text);
        if (time === null) return;
        expect(time.hour).toBeGreaterThanOrEqual(0);
        expect(time.hour).toBeLessThanOrEqual(23);
        expect(time.minute).toBeGreaterThanOrEqual(0);
        expect(time.minute).toBeLessThanOrEqual(59);
      }),
    );
  });
});

test('steps go to the grid and wrap at midnight', () => {
  expect(stepClockTime({ hour: 9, minute: 7 }, 15)).toEqual({ hour: 9, minute: 15 });
  expect(stepClockTime({ hour: 9, minute: 7 }, -15)).toEqual({ hour: 9, minute: 0 });
  expect(stepClockTime({ hour: 23, minute: 45 }, 15)).toEqual({ hour: 0, minute: 0 });
  expect(stepClockTime({ hour: 0, minute: 0 }, -15)).toEqual({ hour: 23, minute: 45 });
});
