import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { MinuteRange } from '#contract/interval.ts';
import { findOpenIntervals } from './bookable.ts';
import { addDays, createDayClock, minuteOfDay } from './calendar-day.ts';
import { dayForNewRecord, type OpeningHours, openMinutes } from './opening-hours.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const TUESDAY = '2026-06-02';

/** The opening hours of a day at a store in Berlin, as used by the board's shading and by the booking form. */
function bothOn(date: string, openingHours: OpeningHours) {
  const timeZone = 'Europe/Berlin';
  const clock = createDayClock(timeZone, date);
  const shaded = openMinutes(openingHours, date);
  const bookable = findOpenIntervals({ openingHours, timeZone }, clock)
    ?.filter(({ start, end }) => start < clock.end && end > clock.start)
    .map(({ start, end }) => ({ fromMinute: minuteOfDay(clock, start), toMinute: minuteOfDay(clock, end) }));
  return { shaded, bookable: bookable ?? null };
}

/** In each of these cases, two earlier implementations disagreed. */
test.each<[name: string, hours: OpeningHours, open: MinuteRange[] | null]>([
  [
    'hours with seconds',
    [{ weekday: 2, opens: '08:00:00', closes: '18:30:00' }],
    [{ fromMinute: 480, toMinute: 1110 }],
  ],
  ['a single-digit hour', [{ weekday: 2, opens: '8:00', closes: '18:00' }], [{ fromMinute: 480, toMinute: 1080 }]],
  ['hours across midnight', [{ weekday: 2, opens: '20:00', closes: '02:00' }], [{ fromMinute: 1200, toMinute: 1440 }]],
  [
    'hours from the previous evening',
    [
      { weekday: 1, opens: '20:00', closes: '02:00' },
      { weekday: 2, opens: '09:00', closes: '12:00' },
    ],
    [
      { fromMinute: 0, toMinute: 120 },
      { fromMinute: 540, toMinute: 720 },
    ],
  ],
  ['the whole day', [{ weekday: 2, opens: '00:00', closes: '24:00' }], [{ fromMinute: 0, toMinute: 1440 }]],
  ['midnight to midnight', [{ weekday: 2, opens: '00:00', closes: '00:00' }], [{ fromMinute: 0, toMinute: 1440 }]],
  [
    'overlapping ranges',
    [
      { weekday: 2, opens: '08:00', closes: '13:00' },
      { weekday: 2, opens: '12:00', closes: '18:00' },
    ],
    [{ fromMinute: 480, toMinute: 1080 }],
  ],
  ['closed that day', [{ weekday: 3, opens: '08:00', closes: '18:00' }], []],
  ['no hours given', [], null],
  [
    'an invalid time',
    [
      { weekday: 2, opens: '08:00', closes: '18:00' },
      { weekday: 2, opens: 'late', closes: '25:00' },
    ],
    null,
  ],
  [
    'a text that is no time, on another day',
    [
      { weekday: 2, opens: '08:00', closes: '18:00' },
      { weekday: 4, opens: 'late', closes: '12:00' },
    ],
    [{ fromMinute: 480, toMinute: 1080 }],
  ],
])('board and form agree on %s', (_name, hours, open) => {
  expect(bothOn(TUESDAY, hours)).toEqual({ shaded: open, bookable: open });
});

const clockTimes = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45, 59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  fc.constant('24:00'),
);
const anyHours = fc.array(
  fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opens: clockTimes, closes: clockTimes }),
  { maxLength: 9 },
);
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu');
// Days on which the clocks of these zones change, and some on which they do not.
const dates = fc
  .constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-06-02')
  .chain((date) => fc.integer({ min: -1, max: 1 }).map((days) => addDays(date, days)));

test('the board shades exactly the moments that the form calls closed, in any zone, across clock changes', () => {
  fc.assert(
    fc.property(anyHours, zones, dates, fc.integer({ min: 0, max: 1439 }), (openingHours, timeZone, date, minute) => {
      const clock = createDayClock(timeZone, date);
      const instant = clock.start + minute * 60_000;
      // Whether a repeated or skipped time is open depends on which of the two is meant.
      if (instant >= clock.end || clock.end - clock.start !== 1440 * 60_000) return;
      const shaded = openMinutes(openingHours, date);
      const bookable = findOpenIntervals({ openingHours, timeZone }, { start: instant, end: instant + 1 });
      const wall = minuteOfDay(clock, instant);
      expect(shaded?.some(({ fromMinute, toMinute }) => fromMinute <= wall && wall < toMinute)).toBe(
        bookable?.some(({ start, end }) => start <= instant && instant < end),
      );
    }),
    { numRuns: 500 },
  );
});

test('each minute of a day is open at most once', () => {
  fc.assert(
    fc.property(anyHours, dates, (hours, date) => {
      const edges = openMinutes(hours, date)?.flatMap(({ fromMinute, toMinute }) => [fromMinute, toMinute]) ?? [];
      const times = [-1, ...edges, 1441];
      expect(times.every((minute, index) => index === 0 || minute > (times[index - 1] ?? 0))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('opening hours on the night of a clock change have their actual length', () => {
  const openingHours = [{ weekday: 6, opens: '22:00', closes: '06:00' }];
  const night = (zone: string, instant: string) =>
    findOpenIntervals({ openingHours, timeZone: zone }, { start: at(instant), end: at(instant) + 1 });
  expect(night('Europe/Berlin', '2026-03-29T02:00Z')).toEqual([
    { start: at('2026-03-28T21:00Z'), end: at('2026-03-29T04:00Z') },
  ]);
  expect(night('Europe/Berlin', '2026-10-25T02:00Z')).toEqual([
    { start: at('2026-10-24T20:00Z'), end: at('2026-10-25T05:00Z') },
  ]);
});

test('opening hours that start or end at a skipped time start or end at the clock change', () => {
  const openOn = (timeZone: string, date: string, opens: string, closes: string) => {
    const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));
    const clock = createDayClock(timeZone, date);
    return findOpenIntervals({ openingHours, timeZone }, clock)?.filter(({ end }) => end > clock.start);
  };
  // Clocks go forward from 2:00 to 3:00 in Berlin, and from midnight to 1:00 in Havana, where these hours do not exist.
  expect(openOn('Europe/Berlin', '2026-03-29', '02:30', '05:00')).toEqual([
    { start: at('2026-03-29T01:00Z'), end: at('2026-03-29T03:00Z') },
  ]);
  expect(openOn('Europe/Berlin', '2026-03-29', '01:00', '02:30')).toEqual([
    { start: at('2026-03-29T00:00Z'), end: at('2026-03-29T01:00Z') },
  ]);
  expect(openOn('America/Havana', '2026-03-08', '00:00', '00:45')).toEqual([]);
});

test('a new entry in a week is for the selected day, today, or the first open day', () => {
  const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
  const focus = (date: string, today: string) =>
    dayForNewRecord({ date, today, firstWeekday: 7, stores: [{ openingHours }] });
  expect(focus('2026-12-24', '2026-11-30')).toBe('2026-12-24');
  // Sunday, on which the week begins.
  expect(focus('2026-12-20', '2026-12-23')).toBe('2026-12-23');
  expect(focus('2026-12-20', '2026-11-30')).toBe('2026-12-21');
});
