import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekdayOf } from '#app/scheduling/calendar-day.ts';
import { openMinutes } from '#app/scheduling/opening-hours.ts';
import { formatClockTime, isoClockTime } from '#app/scheduling/wall-clock.ts';
import { parseClockTime, parseEnd, parseStart } from './times.ts';

/** A Tuesday. */
const DATE = '2026-11-24';
const opening = (opens: string, closes: string) => [{ weekday: weekdayOf(DATE), opens, closes }];
const start = (text: string, hours = opening('08:00', '18:00'), date = DATE) => {
  const time = parseStart(text, hours, date);
  return time && isoClockTime(time);
};
const end = (text: string, from: string | null, hours = opening('08:00', '18:00')) => {
  const time = parseEnd(text, hours, DATE, from === null ? null : parseClockTime(from));
  return time && isoClockTime(time);
};

describe('a start', () => {
  test.each([
    ['2', '14:00'],
    ['230', '14:30'],
    ['٢', '14:00'],
    ['545', '17:45'],
    ['8', '08:00'],
    ['9', '09:00'],
    ['1130', '11:30'],
    ['12', '12:00'],
    // It is closed either way, and whoever types a whole time means it.
    ['6', '06:00'],
    ['730', '07:30'],
    ['02', '02:00'],
    ['0230', '02:30'],
    ['2:30', '02:30'],
    ['2am', '02:00'],
    ['14', '14:00'],
  ])('%s in a store that is open from 8 to 18 is %s', (text, expected) => {
    expect(start(text)).toBe(expected);
  });

  test('where the store is open at both times, is the one that was typed', () => {
    expect(start('9', opening('08:00', '22:00'))).toBe('09:00');
    expect(start('1', opening('00:00', '24:00'))).toBe('01:00');
    expect(start('9', opening('20:00', '02:00'))).toBe('21:00');
  });

  test('on a day without hours is read as on a usual one', () => {
    expect(start('2', [])).toBe('14:00');
    expect(start('2', opening('08:00', '18:00'), '2026-11-22')).toBe('14:00');
    expect(start('2', opening('soon', 'later'))).toBe('14:00');
    expect(start('2', opening('08:00', '18:00'), '')).toBe('14:00');
    expect(start('7', [])).toBe('07:00');
  });
});

test('an end may be the closing time, and is after the start', () => {
  expect(end('6', '17:30')).toBe('18:00');
  expect(end('6', null)).toBe('18:00');
  expect(end('10', '09:30')).toBe('10:00');
  expect(end('9', '20:30', opening('08:00', '22:00'))).toBe('21:00');
  expect(end('9', '14:00')).toBe('09:00');
});

const quarter = fc.integer({ min: 0, max: 96 });
const aDay = fc
  .uniqueArray(quarter, { minLength: 0, maxLength: 4 })
  .map((quarters) => quarters.sort((one, other) => one - other))
  .map((quarters) => quarters.slice(0, quarters.length - (quarters.length % 2)));
const textOf = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
const hoursOf = (quarters: readonly number[]) =>
  quarters.flatMap((from, index) =>
    index % 2 === 1
      ? []
      : [{ weekday: weekdayOf(DATE), opens: textOf(from), closes: textOf(quarters[index + 1] ?? from) }],
  );
const morning = fc.record({ hour: fc.integer({ min: 1, max: 11 }), minute: fc.integer({ min: 0, max: 59 }) });

test('whatever the hours, a bare number is the morning, or the afternoon where only that is open', () => {
  fc.assert(
    fc.property(aDay, morning, (quarters, time) => {
      const hours = hoursOf(quarters);
      const open = openMinutes(hours, DATE) ?? [];
      fc.pre(open.length > 0);
      const isOpen = (minute: number) => open.some((one) => one.fromMinute <= minute && minute < one.toMinute);
      const minute = time.hour * 60 + time.minute;
      const later = { ...time, hour: time.hour + 12 };
      const expected = !isOpen(minute) && isOpen(minute + 720) ? later : time;
      expect(parseStart(`${time.hour}${String(time.minute).padStart(2, '0')}`, hours, DATE)).toEqual(expected);
    }),
  );
});

test('whatever the hours, a time that the app shows is read as it is', () => {
  const anyTime = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
  fc.assert(
    fc.property(aDay, anyTime, fc.boolean(), fc.constantFrom('en', 'de', 'ar-EG'), (quarters, time, twelve, locale) => {
      const shown = formatClockTime(time, twelve, locale);
      expect(parseStart(shown, hoursOf(quarters), DATE)).toEqual(time);
      expect(parseEnd(shown, hoursOf(quarters), DATE, { hour: 9, minute: 0 })).toEqual(time);
    }),
  );
});
