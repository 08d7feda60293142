import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { fileOf } from '#testing/import-files.ts';
import { rounds } from '#testing/rounds.ts';
import { createStoreClock, readAppointmentTimes, readDuration } from './appointment-times.ts';
import type { TimeCells } from './cells.ts';

const file = fileOf('appointments', []);
const empty: TimeCells = { date: null, start: null, end: null, endDate: null, duration: null };

/** The times of an appointment in Berlin as `start/end` in UTC, or the code of a reason. */
function times(cells: Partial<TimeCells>): string {
  const read = readAppointmentTimes({ ...empty, ...cells }, file, createStoreClock('Europe/Berlin'));
  if ('code' in read) return read.code;
  const format = (instant: number | null) => (instant === null ? '' : new Date(instant).toISOString().slice(0, 16));
  return `${format(read.start)}/${format(read.end)}`;
}

test.each<[Partial<TimeCells>, string]>([
  [{ start: '24.11.2026 09:00' }, '2026-11-24T08:00/'],
  [{ date: '24.11.2026', start: '9:00' }, '2026-11-24T08:00/'],
  [{ date: '24.11.2026', start: '9:00', end: '9:30' }, '2026-11-24T08:00/2026-11-24T08:30'],
  [{ date: '24.11.2026 09:00', end: '24.11.2026 10:00' }, '2026-11-24T08:00/2026-11-24T09:00'],
  // Some databases have no type for a time of day.
  [{ date: '24.11.2026', start: '30.12.1899 09:00', end: '30.12.1899 09:30' }, '2026-11-24T08:00/2026-11-24T08:30'],
  [{ date: '24.11.2026 00:00', start: '09:00' }, '2026-11-24T08:00/'],
  [{ start: '24.11.2026 09:00', duration: '45' }, '2026-11-24T08:00/2026-11-24T08:45'],
  [{ start: '24.11.2026 09:00', duration: '0' }, '2026-11-24T08:00/'],
  [{ start: '24.11.2026 23:30', end: '00:15' }, '2026-11-24T22:30/2026-11-24T23:15'],
  [{ start: '24.11.2026 23:00', end: '24:00' }, '2026-11-24T22:00/2026-11-24T23:00'],
  [{ start: '24.11.2026 18:00', end: '9:00', endDate: '26.11.2026' }, '2026-11-24T17:00/2026-11-26T08:00'],
  [{ start: '2026-11-24T09:00Z', end: '10:00' }, '2026-11-24T09:00/2026-11-24T10:00'],
  [{ start: '24.11.2026 10:00', end: '09:30' }, 'ends_before_start'],
  [{ start: '24.11.2026 10:00', end: '24.11.2026 09:30' }, 'ends_before_start'],
  [{ start: '24.11.2026 10:00', end: '10:00' }, 'ends_before_start'],
  [{ start: '24.11.2026 10:00', end: 'late' }, 'not_a_time'],
  [{ start: '24.11.2026 10:00', duration: 'long' }, 'not_a_time'],
  [{ start: '24.11.2026' }, 'not_a_time'],
  [{ date: '24.11.2026', start: 'noonish' }, 'not_a_time'],
  [{ date: '31.02.2026', start: '9:00' }, 'not_a_date'],
  [{ start: '9:00' }, 'no_start'],
  [{}, 'no_start'],
])('%j becomes %s', (cells, expected) => {
  expect(times(cells)).toBe(expected);
});

test.each([
  ['45', 45],
  ['45 min', 45],
  ["45'", 45],
  ['0:45', 45],
  ['00:45:00', 45],
  ['1h30', 90],
  ['1,5 Stunden', 90],
  ['1.5', 90],
  ['30.0', 30],
  ['PT1H30M', 90],
  ['', null],
  ['h', null],
  ['half an hour', null],
  ['-30', null],
])('a duration of %j is %s minutes', (text, minutes) => {
  expect(readDuration(text)).toBe(minutes);
});

test('the clock of a store follows its time zone, including clock changes', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
    'Africa/Cairo',
  );
  const days = fc.integer({ min: 0, max: 800 });
  const clocks = new Map<string, ReturnType<typeof createStoreClock>>();
  fc.assert(
    fc.property(zone, days, fc.integer({ min: 0, max: 2879 }), (timeZone, day, minutes) => {
      const date = Temporal.PlainDate.from('2017-01-01').add({ days: day });
      const clock = clocks.get(timeZone) ?? createStoreClock(timeZone);
      clocks.set(timeZone, clock);
      const wall = date.toPlainDateTime().add({ minutes });
      expect(clock(date.toString(), minutes)).toBe(wall.toZonedDateTime(timeZone).epochMilliseconds);
    }),
    { numRuns: rounds({ few: 150, many: 2_000 }) },
  );
});
