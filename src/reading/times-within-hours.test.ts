import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClockTime } from '#app/text/time-text.ts';
import { weekdayOf } from '#scheduling/calendar-day.ts';
import { likelyHours, openMinutes } from '#scheduling/opening-hours.ts';
import { formatIsoClockTime } from '#scheduling/wall-clock.ts';
import { parseClockTime, parseEnd, parseStart } from './times.ts';

/** A Tuesday. */
const DATE = '2026-11-24';
const opening = (opens: string, closes: string) => [{ weekday: weekdayOf(DATE), opens, closes }];
const start = (text: string, hours = opening('08:00', '18:00'), date = DATE) => {
  const time = parseStart(text, likelyHours(hours, date));
  return time && formatIsoClockTime(time);
};
const end = (text: string, from: string | null, hours = opening('08:00', '18:00')) => {
  const time = parseEnd(text, likelyHours(hours, DATE), from === null ? null : parseClockTime(from));
  return time && formatIsoClockTime(time);
};

describe('a start', () => {
  test.each([
    ['2', '14:00'],
    ['8', '08:00'],
    ['12', '12:00'],
    // Also if the store is closed by then.
    ['6', '18:00'],
    ['7:59', '19:59'],
    ['8:00', '08:00'],
    ['11:30', '11:30'],
    ['0:30', '00:30'],
    // A leading zero, am or a word for the morning decides which half of the day is meant.
    ['02', '02:00'],
    ['2am', '02:00'],
    ['14', '14:00'],
  ])('%s in a store that is open from 8 to 18 is %s', (text, expected) => {
    expect(start(text)).toBe(expected);
  });

  test('if the store is open at both times, is read as typed', () => {
    expect(start('9', opening('08:00', '22:00'))).toBe('09:00');
    expect(start('1', opening('00:00', '24:00'))).toBe('01:00');
    expect(start('9', opening('20:00', '02:00'))).toBe('21:00');
  });

  test('with 10 or 11 o’clock is in the morning if the store opens in the afternoon, since a leading zero is impossible', () => {
    expect(start('11', opening('14:00', '19:00'))).toBe('11:00');
    expect(start('10:30', opening('14:00', '23:00'))).toBe('10:30');
    expect(start('9:30', opening('14:00', '19:00'))).toBe('21:30');
  });

  test('on a day without hours is read as on a usual day', () => {
    expect(start('2', [])).toBe('14:00');
    expect(start('2', opening('08:00', '18:00'), '2026-11-22')).toBe('14:00');
    expect(start('2', opening('soon', 'later'))).toBe('14:00');
    expect(start('2', opening('08:00', '18:00'), '')).toBe('14:00');
    expect(start('7', [])).toBe('19:00');
  });
});

test('an end may be the closing time, and is after the start', () => {
  expect(end('6', '17:30')).toBe('18:00');
  expect(end('6', null)).toBe('18:00');
  expect(end('10', '09:30')).toBe('10:00');
  expect(end('9', '20:30', opening('08:00', '22:00'))).toBe('21:00');
  expect(end('9', '14:00')).toBe('09:00');
  expect(end('6:30', '17:30')).toBe('18:30');
  expect(end('4:30', '14:00')).toBe('16:30');
  expect(end('06:30', '17:30')).toBe('06:30');
  // The next morning, since the evening is over by then.
  expect(end('6:30', '22:00')).toBe('06:30');
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
function openingOf(quarters: readonly number[]) {
  const hours = hoursOf(quarters);
  const open = openMinutes(hours, DATE) ?? [];
  const isOpen = (minute: number) => open.some((one) => one.fromMinute <= minute && minute < one.toMinute);
  return { hours, open, isOpen };
}
/** Ways to type a time of day with a single-digit hour. */
const spellings: ((hour: number, minute: string) => string)[] = [
  (hour, minute) => `${hour}:${minute}`,
  (hour, minute) => `${hour}.${minute}`,
  (hour, minute) => `${hour},${minute}`,
  (hour, minute) => `${hour} ${minute}`,
  (hour, minute) => `${hour}${minute}`,
  (hour, minute) => `${hour}h${minute}`,
  (hour, minute) => `${hour} Uhr ${minute}`,
  (hour, minute) => `a las ${hour}:${minute}`,
  (hour, minute) => `om ${hour}u${minute}`,
  (hour, minute) => `الساعة ${hour}:${minute}`,
];
const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit);
const spelled = (
  spelling: (hour: number, minute: string) => string,
  isArabic: boolean,
  hour: string,
  minute: number,
) => {
  const text = spelling(0, String(minute).padStart(2, '0')).replace('0', hour);
  return isArabic ? arabicDigits(text) : text;
};
const upToNine = fc.record({ hour: fc.integer({ min: 1, max: 9 }), minute: fc.integer({ min: 0, max: 59 }) });

test('whatever the hours, an hour from 1 to 9 is in the afternoon before the store opens and if it is open only then', () => {
  fc.assert(
    fc.property(aDay, upToNine, fc.constantFrom(...spellings), fc.boolean(), (quarters, time, spelling, isArabic) => {
      const { hours, open, isOpen } = openingOf(quarters);
      fc.pre(open.length > 0);
      const minute = time.hour * 60 + time.minute;
      const isBeforeOpening = open.every(({ fromMinute }) => minute < fromMinute);
      const isLater = isBeforeOpening || (!isOpen(minute) && isOpen(minute + 720));
      const text = spelled(spelling, isArabic, String(time.hour), time.minute);
      expect([text, parseStart(text, likelyHours(hours, DATE))]).toEqual([
        text,
        isLater ? { ...time, hour: time.hour + 12 } : time,
      ]);
    }),
  );
});

test('whatever the hours, 10 or 11 as a number alone is in the evening if the store is open only then', () => {
  const tenOrEleven = fc.record({ hour: fc.integer({ min: 10, max: 11 }), minute: fc.integer({ min: 0, max: 59 }) });
  fc.assert(
    fc.property(aDay, tenOrEleven, (quarters, time) => {
      const { hours, open, isOpen } = openingOf(quarters);
      fc.pre(open.length > 0);
      const minute = time.hour * 60 + time.minute;
      const isLater = !isOpen(minute) && isOpen(minute + 720);
      expect(parseStart(`${time.hour}${String(time.minute).padStart(2, '0')}`, likelyHours(hours, DATE))).toEqual(
        isLater ? { ...time, hour: time.hour + 12 } : time,
      );
    }),
  );
});

test('whatever the hours, an hour with a leading zero is in the morning', () => {
  fc.assert(
    fc.property(aDay, upToNine, fc.constantFrom(...spellings), fc.boolean(), (quarters, time, spelling, isArabic) => {
      const text = spelled(spelling, isArabic, `0${time.hour}`, time.minute);
      expect([text, parseStart(text, likelyHours(hoursOf(quarters), DATE))]).toEqual([text, time]);
    }),
  );
});

test('whatever the hours, a time that the app displays is read back', () => {
  const anyTime = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
  fc.assert(
    fc.property(aDay, anyTime, fc.boolean(), fc.constantFrom('en', 'de', 'ar-EG'), (quarters, time, twelve, locale) => {
      const shown = formatClockTime(time, twelve, locale);
      expect(parseStart(shown, likelyHours(hoursOf(quarters), DATE))).toEqual(time);
      expect(parseEnd(shown, likelyHours(hoursOf(quarters), DATE), { hour: 9, minute: 0 })).toEqual(time);
    }),
  );
});
