import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { availabilityProblem, expandRecurrence, moveWithEntry } from '#contract/availability-rules.ts';
import { createWallClock } from './wall-clock.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const time = (start: string, end: string) => ({ start: at(start), end: at(end) });
const shown = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((instant) => new Date(instant).toISOString());

/** With gaps and folds of an hour, half an hour, two hours and a whole day, at midnight too, and with none. */
const zones = [
  'Europe/Amsterdam',
  'America/New_York',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
];

/** Random instants, half of them within two days of a clock change from 2011 to 2030. */
const zoneAndInstant = fc.constantFrom(...zones).chain((zone) => {
  const changes: number[] = [];
  for (let at = Temporal.ZonedDateTime.from(`2011-01-01T00:00[${zone}]`); at.year < 2030; ) {
    const next = at.getTimeZoneTransition('next');
    if (next === null) break;
    changes.push(next.epochMilliseconds);
    at = next;
  }
  const anywhere = fc.integer({ min: at('2011-01-01T00:00Z') / MINUTE_MS, max: at('2030-01-01T00:00Z') / MINUTE_MS });
  const near = fc
    .tuple(fc.constantFrom(...changes, 0), fc.integer({ min: -2 * 1440, max: 2 * 1440 }))
    .map(([change, minutes]) => change / MINUTE_MS + minutes);
  const minute = changes.length === 0 ? anywhere : fc.oneof(anywhere, near);
  return minute.map((minutes) => ({ zone, instant: Math.round(minutes) * MINUTE_MS }));
});

const wallOf = (zone: string, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
const instantIn = (zone: string, wall: Temporal.PlainDateTime) =>
  wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

describe('the wall clock of a zone', () => {
  test('shows local time, and moves a skipped time forward by the gap', () => {
    const { toWall, toInstant } = createWallClock('Europe/Amsterdam');
    expect(toWall(at('2026-03-02T08:00:00.123Z'))).toBe(at('2026-03-02T09:00:00.123Z'));
    // 2:30 does not exist on 29 March, and occurs twice on 25 October.
    expect(toInstant(at('2026-03-29T02:30Z'))).toBe(at('2026-03-29T01:30Z'));
    expect(toInstant(at('2026-10-25T02:30Z'))).toBe(at('2026-10-25T00:30Z'));
    expect(createWallClock('Asia/Kathmandu').toInstant(at('2026-03-02T05:45Z'))).toBe(at('2026-03-02T00:00Z'));
  });
});

describe('a repetition', () => {
  test.each([
    // The time is skipped on 29 March.
    ['03-22T01:30Z', '03-22T02:30Z', ['2026-03-29T01:30:00.000Z', '2026-03-29T02:30:00.000Z'], '2026-03-29'],
    // Its end would be before its start there, so it keeps its length of 45 minutes.
    ['03-22T01:30Z', '03-22T02:15Z', ['2026-03-29T01:30:00.000Z', '2026-03-29T02:15:00.000Z'], '2026-03-29'],
    // Across midnight; an hour shorter on the night of the clock change.
    ['03-21T21:00Z', '03-22T05:00Z', ['2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z'], '2026-03-28'],
    // From the second 2:30 of a night to 2:45. A night with a single 2:30 uses that.
    ['10-25T01:30Z', '10-25T01:45Z', ['2026-11-01T01:30:00.000Z', '2026-11-01T01:45:00.000Z'], '2026-11-01'],
    // From the first 2:45 to the second 2:15, half an hour later, although the wall clock goes backwards.
    ['10-25T00:45Z', '10-25T01:15Z', ['2026-11-01T01:45:00.000Z', '2026-11-01T02:15:00.000Z'], '2026-11-01'],
  ])('from %s to %s is a week later %s', (start, end, later, until) => {
    const first = time(`2026-${start}`, `2026-${end}`);
    const clock = createWallClock('Europe/Amsterdam');
    const weekday = new Date(clock.toWall(first.start)).getUTCDay() || 7;
    const times = expandRecurrence(first, { weekdays: [weekday], everyWeeks: 1, until }, clock);
    expect('times' in times ? times.times.map(shown) : times).toEqual([shown(first), later]);
  });

  test('agrees with Temporal, day by day, in any zone', () => {
    const repetition = fc.record({
      others: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      everyWeeks: fc.integer({ min: 1, max: 4 }),
      days: fc.integer({ min: 0, max: 60 }),
    });
    const length = fc.integer({ min: 1, max: 1439 });
    fc.assert(
      fc.property(zoneAndInstant, length, repetition, ({ zone, instant }, minutes, { others, everyWeeks, days }) => {
        const first = { start: instant, end: instant + minutes * MINUTE_MS };
        const [wallStart, wallEnd] = [wallOf(zone, first.start), wallOf(zone, first.end)];
        const from = wallStart.toPlainDate();
        const until = from.add({ days });
        const weekdays = [...new Set([from.dayOfWeek, ...others])];
        const times = expandRecurrence(first, { weekdays, everyWeeks, until: until.toString() }, createWallClock(zone));
        const wallLength = wallStart.until(wallEnd).total('milliseconds');
        if (wallLength >= 24 * HOUR_MS) {
          expect(times).toEqual({ problem: 'end' });
          return;
        }
        const expected = [first];
        for (
          let date = from.add({ days: 1 });
          Temporal.PlainDate.compare(date, until) <= 0;
          date = date.add({ days: 1 })
        ) {
          const weeks = mondayOf(from).until(mondayOf(date)).days / 7;
          if (!weekdays.includes(date.dayOfWeek) || weeks % everyWeeks !== 0) continue;
          const nextDay = (wall: Temporal.PlainDateTime) => instantIn(zone, wall.add({ days: from.until(date).days }));
          const [start, end] = [nextDay(wallStart), nextDay(wallEnd)];
          const length = wallLength > 0 ? wallLength : first.end - first.start;
          expected.push({ start, end: end > start ? end : start + length });
        }
        expect('times' in times ? times.times.map(shown) : times).toEqual(expected.map(shown));
      }),
      { numRuns: 300 },
    );
  });
});

describe('an entry that is moved together with another', () => {
  const clock = createWallClock('Europe/Amsterdam');

  test.each([
    [
      'keeps the second 2:30 if its start does not change',
      '10-25T01:30Z',
      '10-25T02:30Z',
      ['11-01T01:30Z', '11-01T02:30Z'],
      ['11-01T01:30Z', '11-01T03:00Z'],
      ['10-25T01:30Z', '10-25T03:00Z'],
    ],
    [
      'does not move by an hour that the day skips',
      '03-29T00:30Z',
      '03-29T03:00Z',
      ['03-22T00:30Z', '03-22T03:00Z'],
      ['03-22T01:30Z', '03-22T03:00Z'],
      ['03-29T01:30Z', '03-29T03:00Z'],
    ],
  ] as const)('%s', (_what, start, end, from, to, moved) => {
    const of = ([one, other]: readonly [string, string]) => time(`2026-${one}`, `2026-${other}`);
    expect(shown(moveWithEntry(of([start, end]), of(from), of(to), clock))).toEqual(shown(of(moved)));
  });

  test('does not move if the other moves from the first to the second 2:30, which have the same wall-clock time', () => {
    const [from, to] = [time('2026-10-25T00:30Z', '2026-10-25T02:30Z'), time('2026-10-25T01:30Z', '2026-10-25T02:30Z')];
    // The second 2:30 a year later.
    const later = time('2027-10-31T01:30Z', '2027-10-31T02:30Z');
    expect(moveWithEntry(later, from, to, clock)).toEqual(later);
  });

  test('may end before it starts on the day of a clock change, which is reported as a problem', () => {
    const [from, to] = [time('2026-03-22T00:30Z', '2026-03-22T02:15Z'), time('2026-03-22T01:30Z', '2026-03-22T02:15Z')];
    const moved = moveWithEntry(time('2026-03-29T00:30Z', '2026-03-29T01:15Z'), from, to, clock);
    const entry = { kind: 'unavailable', storeId: null, employeeId: 'x', roomId: null } as const;
    expect(availabilityProblem({ ...entry, ...moved })).toMatchObject({ field: 'end' });
  });

  test('agrees with Temporal in any zone at both ends', () => {
    const shift = fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 }));
    fc.assert(
      fc.property(
        zoneAndInstant,
        fc.integer({ min: -30, max: 30 }),
        shift,
        shift,
        ({ zone, instant }, days, one, other) => {
          const from = { start: instant, end: instant + 8 * HOUR_MS };
          const to = { start: from.start + one * MINUTE_MS, end: from.end + other * MINUTE_MS };
          const later = { start: from.start + days * 24 * HOUR_MS, end: from.end + days * 24 * HOUR_MS };
          const moved = moveWithEntry(later, from, to, createWallClock(zone));
          for (const edge of ['start', 'end'] as const) {
            const difference = wallOf(zone, from[edge]).until(wallOf(zone, to[edge]));
            const expected = difference.blank
              ? later[edge]
              : instantIn(zone, wallOf(zone, later[edge]).add(difference));
            expect(new Date(moved[edge]).toISOString()).toBe(new Date(expected).toISOString());
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
