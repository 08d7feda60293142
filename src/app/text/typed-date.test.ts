import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dateLooks } from '#app/scheduling/time-text.ts';
import { rounds } from '#testing/rounds.ts';
import { shorthandOf } from './date-words.ts';
import { parseDateText, readDate } from './typed-date.ts';

// A Saturday.
const today = Temporal.PlainDate.from('2026-11-21');
const read = (text: string, locale = 'en-GB') => parseDateText(text, { today, locale })?.toString() ?? null;

test.each([
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-20'],
  ['+3', '2026-11-24'],
  ['-1', '2026-11-20'],
  ['mon', '2026-11-23'],
  ['saturday', '2026-11-28'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.', '2026-12-24'],
  ['24/12', '2026-12-24'],
  ['20.11', '2027-11-20'],
  ['24.12.27', '2027-12-24'],
  ['24 dec', '2026-12-24'],
  ['dec 24', '2026-12-24'],
  ['1 march 2027', '2027-03-01'],
  ['Friday 27 November', '2026-11-27'],
  ['Friday, 27 November 2026', '2026-11-27'],
  ['Fri, 27 Nov', '2026-11-27'],
  ['fri 20 nov', '2026-11-20'],
  ['mon 27 nov', '2026-11-27'],
  ['fri 27', '2026-11-27'],
  ['sun 27', '2026-12-27'],
  ['27th november', '2026-11-27'],
  ['the 27th of November', '2026-11-27'],
  ['1st dec', '2026-12-01'],
  ['nov 27th', '2026-11-27'],
  ['27th', '2026-11-27'],
  ['20th', '2026-12-20'],
  ['31st', '2026-12-31'],
  ['27nov', '2026-11-27'],
  ['27 nov 26', '2026-11-27'],
  ['27-Nov-2026', '2026-11-27'],
  ['2026 nov 27', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
  ['2026.11.27', '2026-11-27'],
  ['20261127', '2026-11-27'],
  ['11/27', '2026-11-27'],
  ['12/24/2026', '2026-12-24'],
  ['next friday', '2026-11-27'],
  ['this fri', '2026-11-27'],
  ['last monday', '2026-11-16'],
  ['last sat', '2026-11-14'],
  ['in 3 days', '2026-11-24'],
  ['3 days ago', '2026-11-18'],
  ['next week', '2026-11-28'],
  ['in 2 weeks', '2026-12-05'],
  ['next month', '2026-12-21'],
  ['+2w', '2026-12-05'],
  ['tmr', '2026-11-22'],
  ['tom', '2026-11-22'],
  ['yest', '2026-11-20'],
  ['day after tomorrow', '2026-11-23'],
  ['weds', '2026-11-25'],
  ['wed.', '2026-11-25'],
  ['29.2.', '2028-02-29'],
  ['29 feb', '2028-02-29'],
])('%s', (text, date) => {
  expect(read(text)).toBe(date);
});

test('day and month stand as the language has them', () => {
  expect(read('12/24', 'en-US')).toBe('2026-12-24');
  expect(read('24.12.', 'en-US')).toBe('2026-12-24');
  expect(read('donnerstag', 'de')).toBe('2026-11-26');
  expect(read('24 dezember', 'de')).toBe('2026-12-24');
  expect(read('3/4', 'en-US')).toBe('2027-03-04');
  expect(read('3/4')).toBe('2027-04-03');
});

test('words are read in the language and in English, with and without accents', () => {
  expect(read('übermorgen', 'de')).toBe('2026-11-23');
  expect(read('in 3 Tagen', 'de')).toBe('2026-11-24');
  expect(read('tomorrow', 'de')).toBe('2026-11-22');
  expect(read('1er fevrier', 'fr')).toBe('2027-02-01');
  expect(read('27 ноября', 'ru')).toBe('2026-11-27');
  expect(read('27 de nov de 2026', 'es')).toBe('2026-11-27');
  expect(read('11月27日', 'ja')).toBe('2026-11-27');
});

test.each([
  ['de', 'übermorgen', '2026-11-23'],
  ['de', 'uebermorgen', '2026-11-23'],
  ['de', 'vorgestern', '2026-11-19'],
  ['de', 'heute', '2026-11-21'],
  ['de', 'morgen', '2026-11-22'],
  ['de', 'mo', '2026-11-23'],
  ['de', 'nächsten Montag', '2026-11-23'],
  ['de', 'am Freitag', '2026-11-27'],
  ['de', 'letzten Montag', '2026-11-16'],
  ['de', 'nächste Woche', '2026-11-28'],
  ['de', 'am 27.', '2026-11-27'],
  ['de', '27. November', '2026-11-27'],
  ['de', 'in 1 Tag', '2026-11-22'],
  ['fr', 'demain', '2026-11-22'],
  ['fr', 'après-demain', '2026-11-23'],
  ['fr', 'apres demain', '2026-11-23'],
  ['fr', 'avant-hier', '2026-11-19'],
  ['fr', "aujourd'hui", '2026-11-21'],
  ['fr', 'lundi prochain', '2026-11-23'],
  ['fr', 'lundi qui vient', '2026-11-23'],
  ['fr', 'lundi dernier', '2026-11-16'],
  ['fr', 'le 27', '2026-11-27'],
  ['fr', 'le 1er décembre', '2026-12-01'],
  ['es', 'mañana', '2026-11-22'],
  ['es', 'manana', '2026-11-22'],
  ['es', 'pasado mañana', '2026-11-23'],
  ['es', 'anteayer', '2026-11-19'],
  ['es', 'el próximo lunes', '2026-11-23'],
  ['es', 'el lunes que viene', '2026-11-23'],
  ['es', 'el lunes pasado', '2026-11-16'],
  ['es', 'en 3 días', '2026-11-24'],
  ['es', 'el 27', '2026-11-27'],
  ['nl', 'morgen', '2026-11-22'],
  ['nl', 'overmorgen', '2026-11-23'],
  ['nl', 'eergisteren', '2026-11-19'],
  ['nl', 'volgende maandag', '2026-11-23'],
  ['nl', 'afgelopen maandag', '2026-11-16'],
  ['nl', 'ma', '2026-11-23'],
  ['nl', 'over 3 dagen', '2026-11-24'],
  ['ar', 'اليوم', '2026-11-21'],
  ['ar', 'غداً', '2026-11-22'],
  ['ar', 'غدًا', '2026-11-22'],
  ['ar', 'بعد غد', '2026-11-23'],
  ['ar', 'أول أمس', '2026-11-19'],
  ['ar', 'الاثنين القادم', '2026-11-23'],
  ['ar', 'الإثنين', '2026-11-23'],
  ['ar', 'يوم الاثنين الماضي', '2026-11-16'],
  ['ar', 'بعد 3 أيام', '2026-11-24'],
  ['ar', '٢٤/١٢', '2026-12-24'],
  ['ar', '٢٤.١٢.٢٠٢٧', '2027-12-24'],
  ['ar', '+٣', '2026-11-24'],
  ['ar', '۲۴/۱۲', '2026-12-24'],
])('in %s %s', (locale, text, date) => {
  expect(read(text, locale)).toBe(date);
});

test.each(['de', 'fr', 'es', 'nl', 'ar'])('in %s a word beside a weekday, or an article alone, is none', (locale) => {
  const { next, last, fillers } = shorthandOf(locale);
  for (const word of [...next, ...last, ...fillers]) expect(read(`${word} bella`, locale), word).toBeNull();
});

test.each(['de', 'fr', 'es', 'nl', 'ar'])('in %s every weekday is read with every word beside it', (locale) => {
  const { next, last } = shorthandOf(locale);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  for (let days = 1; days <= 7; days += 1) {
    for (const [words, date] of [
      [next, today.add({ days })],
      [last, today.subtract({ days })],
    ] as const) {
      const name = weekday.format(Date.parse(date.toString()));
      for (const text of words.flatMap((word) => [`${word} ${name}`, `${name} ${word}`]))
        expect(read(text, locale), text).toBe(date.toString());
    }
  }
});

const locales = [
  ...['en-GB', 'en-US', 'de', 'fr', 'es', 'pt-BR', 'ru', 'cs', 'hu', 'lt', 'tr', 'el', 'eu', 'vi'],
  ...['ja', 'ja-JP-u-ca-japanese', 'zh-CN', 'ko', 'th', 'hi', 'he', 'ar-EG', 'fa', 'ar-SA-u-ca-islamic-umalqura'],
];

test.each(locales)('what the app shows in %s is read back', (locale) => {
  const shownAs = (look: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' }).format(Date.parse(date));
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 4000 }), (days) => {
      const date = today.add({ days }).toString();
      expect(read(shownAs(dateLooks.full, date), locale)).toBe(date);
      expect(read(shownAs(dateLooks.besideTime, date), locale)).toBe(date);
    }),
    { numRuns: rounds({ few: 4, many: 100 }) },
  );
  fc.assert(
    // Without its year a date is shown of the months around today.
    fc.property(fc.integer({ min: -100, max: 200 }), (days) => {
      const date = today.add({ days }).toString();
      expect(read(shownAs(dateLooks.short, date), locale)).toBe(date);
    }),
    { numRuns: rounds({ few: 4, many: 100 }) },
  );
});

test.each(['', 'bella', '31.2.', '99/99', 'm', '24 bella', '27', 'nov', 'next', 'next bella', '31/31', '27 nov 1'])(
  '%j is none',
  (text) => {
    expect(read(text)).toBeNull();
  },
);

test('never throws, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789./- +decmonfrithnx') })),
      (text) => {
        const date = parseDateText(text, { today, locale: 'en-US' });
        expect(date === null || date instanceof Temporal.PlainDate).toBe(true);
      },
    ),
  );
});

test('a day beyond those that the app can be asked for is none', () => {
  expect(readDate('24.12.2031', { today: '2026-11-21' })).toBe('2031-12-24');
  expect(readDate('1.1.1899', { today: '2026-11-21' })).toBeNull();
  expect(readDate('9998-12-31', { today: '2026-11-21' })).toBeNull();
});
