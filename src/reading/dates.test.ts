import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateFormats } from '#app/text/time-text.ts';
import { rounds } from '#testing/rounds.ts';
import { addDays, addMonths } from './calendar-dates.ts';
import { findExtraWords } from './date-words.ts';
import { readDates, readWeek } from './dates.ts';

// A Saturday.
const today = '2026-11-21';
const readings = (text: string, locale = 'en-GB') => readDates(text, { today, locale });
const read = (text: string, locale = 'en-GB') => readings(text, locale)[0] ?? null;

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
  ['20.11', '2027-11-20'],
  ['24 dec', '2026-12-24'],
  ['dec 24', '2026-12-24'],
  ['Friday 27 November', '2026-11-27'],
  ['fri 20 nov', '2026-11-20'],
  ['mon 27 nov', '2026-11-27'],
  ['fri 27', '2026-11-27'],
  ['sun 27', '2026-12-27'],
  ['27th november', '2026-11-27'],
  ['the 27th of November', '2026-11-27'],
  ['1st dec', '2026-12-01'],
  ['20th', '2026-12-20'],
  ['31st', '2026-12-31'],
  ['27nov', '2026-11-27'],
  ['27 nov 26', '2026-11-27'],
  ['27-Nov-2026', '2026-11-27'],
  ['2026 nov 27', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
  ['20261127', '2026-11-27'],
  ['11/27', '2026-11-27'],
  ['next friday', '2026-11-27'],
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
  ['29.2.', '2028-02-29'],
])('%s', (text, date) => {
  expect(read(text)).toBe(date);
});

test('day and month are in the order of the language', () => {
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
});

test.each([
  ['de', 'übermorgen', '2026-11-23'],
  ['de', 'uebermorgen', '2026-11-23'],
  ['de', 'vorgestern', '2026-11-19'],
  ['de', 'morgen', '2026-11-22'],
  ['de', 'am Freitag', '2026-11-27'],
  ['de', 'am 27.', '2026-11-27'],
  ['fr', 'demain', '2026-11-22'],
  ['fr', 'après-demain', '2026-11-23'],
  ['fr', 'avant-hier', '2026-11-19'],
  ['fr', "aujourd'hui", '2026-11-21'],
  ['fr', 'lundi qui vient', '2026-11-23'],
  ['fr', 'le 27', '2026-11-27'],
  ['fr', 'le 1er décembre', '2026-12-01'],
  ['es', 'mañana', '2026-11-22'],
  ['es', 'pasado mañana', '2026-11-23'],
  ['es', 'anteayer', '2026-11-19'],
  ['es', 'el lunes que viene', '2026-11-23'],
  ['es', 'el 27', '2026-11-27'],
  ['nl', 'morgen', '2026-11-22'],
  ['nl', 'overmorgen', '2026-11-23'],
  ['nl', 'eergisteren', '2026-11-19'],
  ['ar', 'اليوم', '2026-11-21'],
  ['ar', 'غداً', '2026-11-22'],
  ['ar', 'غدًا', '2026-11-22'],
  ['ar', 'بعد غد', '2026-11-23'],
  ['ar', 'أول أمس', '2026-11-19'],
  ['ar', 'الإثنين', '2026-11-23'],
  ['ar', '٢٤/١٢', '2026-12-24'],
  ['ar', '٢٤.١٢.٢٠٢٧', '2027-12-24'],
  ['ar', '+٣', '2026-11-24'],
  ['ar', '۲۴/۱۲', '2026-12-24'],
])('in %s %s', (locale, text, date) => {
  expect(read(text, locale)).toBe(date);
});

test.each([
  ['de', 'Dienstag, 24.11.', '2026-11-24'],
  ['de', 'am 24.12.', '2026-12-24'],
  ['de', 'Dienstag, den 24.11.2026', '2026-11-24'],
  ['de', 'in einer Woche', '2026-11-28'],
  ['de', 'vor einer Woche', '2026-11-14'],
  ['de', 'in einem Monat', '2026-12-21'],
  ['de', 'übernächste Woche', '2026-12-05'],
  ['de', 'kommende Woche', '2026-11-28'],
  ['de', 'die nächste Woche', '2026-11-28'],
  ['de', 'Montag nächster Woche', '2026-11-23'],
  ['de', 'Sonnabend', '2026-11-28'],
  ['de', '24,12', '2026-12-24'],
  ['de', '2412', '2026-12-24'],
  ['de', '241226', '2026-12-24'],
  ['de', '24122026', '2026-12-24'],
  ['fr', 'mardi 24/11', '2026-11-24'],
  ['fr', 'mar. 24/11', '2026-11-24'],
  ['fr', 'ce soir', '2026-11-21'],
  ['fr', 'dans une semaine', '2026-11-28'],
  ['fr', 'il y a une semaine', '2026-11-14'],
  ['fr', 'lundi de la semaine prochaine', '2026-11-23'],
  ['es', 'la semana que viene', '2026-11-28'],
  ['es', 'próxima semana', '2026-11-28'],
  ['es', 'el mes que viene', '2026-12-21'],
  ['es', 'en una semana', '2026-11-28'],
  ['es', 'martes 24/11', '2026-11-24'],
  ['es', 'el lunes de la semana que viene', '2026-11-23'],
  ['nl', 'dinsdag 24-11', '2026-11-24'],
  ['nl', 'over een week', '2026-11-28'],
  ['nl', 'in 2 weken', '2026-12-05'],
  ['nl', 'een week geleden', '2026-11-14'],
  ['nl', 'vanmiddag', '2026-11-21'],
  ['nl', 'komende week', '2026-11-28'],
  ['nl', 'de komende maand', '2026-12-21'],
  ['ar', '12 آب', '2027-08-12'],
  ['ar', 'بكرة', '2026-11-22'],
  ['ar', 'بعد بكرة', '2026-11-23'],
  ['ar', 'النهاردة', '2026-11-21'],
  ['ar', 'امبارح', '2026-11-20'],
  ['ar', 'بعد أسبوع', '2026-11-28'],
  ['ar', 'بعد شهر', '2026-12-21'],
  ['ar', 'الأسبوع الجاي', '2026-11-28'],
  ['ar', 'الأحد الجاي', '2026-11-22'],
  ['ar', 'اثنين', '2026-11-23'],
  ['ar', 'الثلاثاء ٢٤/١١', '2026-11-24'],
  ['ar', '٢٤ كانون الأول', '2026-12-24'],
  ['en', 'in a week', '2026-11-28'],
  ['en', 'a week ago', '2026-11-14'],
  ['en', 'the week after next', '2026-12-05'],
  ['en', 'this afternoon', '2026-11-21'],
  ['en-US', 'Tue 11/24', '2026-11-24'],
])('in %s %s means one day', (locale, text, date) => {
  expect(readings(text, locale)).toEqual([date]);
});

test.each([
  ['fr', 'mar 24', ['2026-11-24', '2027-03-24']],
  ['es', 'mar 24', ['2026-11-24', '2027-03-24']],
  ['nl', 'maa 30', ['2026-11-30', '2027-03-30']],
  ['fr', 'jui 24', ['2027-06-24', '2027-07-24']],
  ['de', 'nächsten Sonntag', ['2026-11-22', '2026-11-29']],
  ['en-GB', 'next sunday', ['2026-11-22', '2026-11-29']],
  ['nl', 'volgende zondag', ['2026-11-22', '2026-11-29']],
  ['en', 'monday in 2 weeks', ['2026-12-07', '2026-11-30']],
])('in %s %s can be read in two ways', (locale, text, dates) => {
  expect(readings(text, locale)).toEqual(dates);
});

test.each([
  ['fr', '24 mar', '2027-03-24'],
  ['es', '24 mar', '2027-03-24'],
  ['fr', 'mars 24', '2027-03-24'],
  ['fr', 'mardi 24', '2026-11-24'],
  ['fr', 'mar 24 2027', '2027-03-24'],
  ['fr', 'juin 24', '2027-06-24'],
  ['en-US', 'mar 24', '2027-03-24'],
])('in %s %s can be read in one way only', (locale, text, date) => {
  expect(readings(text, locale)).toEqual([date]);
});

test.each([
  ['en', 'monday in a week'],
  ['en', 'Monday week'],
  ['en', 'a week on Monday'],
  ['en', 'the monday after next'],
  ['de', 'am Montag in einer Woche'],
  ['de', 'Mo in einer Woche'],
  ['de', 'Montag in acht Tagen'],
  ['de', 'übernächsten Montag'],
  ['de', 'am uebernaechsten Montag'],
  ['fr', 'lundi en huit'],
  ['es', 'el lunes en ocho días'],
  ['nl', 'maandag over acht dagen'],
  ['ar', 'الاثنين بعد أسبوع'],
  ['ar', 'يوم الاثنين بعد القادم'],
])('in %s %s is the Monday after the next one', (locale, text) => {
  // The next Monday is 23 November.
  expect(readings(text, locale)).toEqual(['2026-11-30']);
});

test.each([
  ['en', 'two weeks on monday'],
  ['en', 'monday fortnight'],
  ['de', 'Montag in zwei Wochen'],
  ['fr', 'lundi en quinze'],
  ['es', 'el lunes en quince días'],
  ['nl', 'maandag over veertien dagen'],
  ['ar', 'الاثنين بعد أسبوعين'],
])('in %s %s is two weeks after the next Monday', (locale, text) => {
  expect(readings(text, locale)).toEqual(['2026-12-07']);
});

test.each(['en', 'de', 'fr', 'es', 'nl', 'ar'])(
  'in %s weeks after a weekday count from its next occurrence, and a week that is named is a calendar week',
  (locale) => {
    const { inWeeks = {}, weeksAfter = {}, week = {} } = findExtraWords(locale);
    const phrases = (list: Readonly<Record<number, string>>) =>
      Object.entries(list).flatMap(([weeks, texts]) =>
        texts.split('|').map((text) => ({ weeks: Number(weeks), text })),
      );
    const later = [
      ...phrases(inWeeks).flatMap(({ weeks, text }) => [
        { weeks, text: `# ${text}` },
        { weeks, text: `${text} #` },
      ]),
      ...phrases(weeksAfter),
    ];
    const named = phrases(week).filter(({ text }) => !/\b(?:ago|vor|il y a|hace|geleden)\b|قبل/.test(text));
    expect(later.length).toBeGreaterThan(2);
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 1, max: 7 }), (from, ahead) => {
        const day = addDays(today, from);
        const next = addDays(day, ahead);
        const name = weekday.format(Date.parse(next));
        const readOn = (text: string) => readDates(text, { today: day, locale });
        for (const { weeks, text } of later)
          expect(readOn(text.replace('#', name)), text).toEqual([addDays(next, 7 * weeks)]);
        // Weeks begin on Monday.
        const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
        const inThisWeek = addDays(monday, (new Date(next).getUTCDay() + 6) % 7);
        for (const { weeks, text } of named)
          for (const written of [`${name} ${text}`, `${text} ${name}`])
            expect(readOn(written), written).toEqual([addDays(inThisWeek, 7 * weeks)]);
      }),
      { numRuns: rounds({ few: 20, many: 500 }) },
    );
  },
);

test('an abbreviation that could mean many days is rejected', () => {
  expect(readings('ال', 'ar')).toEqual([]);
});

const wordsOf = (words: string) => words.split(' ').filter(Boolean);

test.each(['de', 'fr', 'es', 'nl', 'ar'])(
  'in %s a word next to a weekday, or an article alone, is rejected',
  (locale) => {
    const { coming, next, last, fillers } = findExtraWords(locale);
    for (const word of [coming, next, last, fillers].flatMap(wordsOf))
      expect(read(`${word} bella`, locale), word).toBeNull();
  },
);

test.each(['de', 'fr', 'es', 'nl', 'ar'])('in %s every weekday is read with every word next to it', (locale) => {
  const { coming, next, last } = findExtraWords(locale);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  for (let days = 1; days <= 7; days += 1) {
    for (const [words, date] of [
      [[coming, next].flatMap(wordsOf), addDays(today, days)],
      [wordsOf(last), addDays(today, -days)],
    ] as const) {
      const name = weekday.format(Date.parse(date));
      for (const text of words.flatMap((word) => [`${word} ${name}`, `${name} ${word}`]))
        expect(read(text, locale), text).toBe(date);
    }
  }
});

test.each(['en', 'de', 'fr', 'es', 'nl', 'ar'])('in %s every distance that the app displays is read back', (locale) => {
  for (const numeric of ['auto', 'always'] as const) {
    const format = new Intl.RelativeTimeFormat(locale, { numeric });
    for (const unit of ['day', 'week', 'month'] as const)
      for (let count = -60; count <= 60; count += 1) {
        const text = format.format(count, unit);
        const date = unit === 'month' ? addMonths(today, count) : addDays(today, unit === 'week' ? 7 * count : count);
        expect(readings(text, locale), text).toEqual([date]);
      }
  }
});

const locales = [
  'en-GB',
  'en-US',
  'en-CA',
  'de',
  'de-AT',
  'fr',
  'fr-CA',
  'es',
  'es-MX',
  'nl',
  'nl-BE',
  'ar',
  'ar-EG',
  'ar-LB',
  'ar-SA',
];

test.each(locales)('every date that the app displays in %s is read back', (locale) => {
  const shownAs = (look: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' }).format(Date.parse(date));
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 4000 }), (days) => {
      const date = addDays(today, days);
      expect(read(shownAs(dateFormats.full, date), locale)).toBe(date);
      expect(read(shownAs(dateFormats.besideTime, date), locale)).toBe(date);
    }),
    { numRuns: rounds({ few: 4, many: 100 }) },
  );
  fc.assert(
    // A date without a year is displayed only in the months around today.
    fc.property(fc.integer({ min: -100, max: 200 }), (days) => {
      const date = addDays(today, days);
      expect(read(shownAs(dateFormats.short, date), locale)).toBe(date);
    }),
    { numRuns: rounds({ few: 4, many: 100 }) },
  );
});

test.each(['', 'bella', '31.2.', '99/99', 'm', '24 bella', '27', 'nov', 'next', 'next bella', '31/31', '27 nov 1'])(
  '%j is rejected',
  (text) => {
    expect(read(text)).toBeNull();
  },
);

test('never throws, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789./- +decmonfrithnx') })),
      (text) => {
        for (const date of readDates(text, { today, locale: 'en-US' }))
          expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      },
    ),
  );
});

test('a day outside the supported range is rejected', () => {
  expect(readDates('24.12.2031', { today, locale: 'en-GB' })).toEqual(['2031-12-24']);
  expect(readDates('1.1.1899', { today, locale: 'en-GB' })).toEqual([]);
  expect(readDates('9998-12-31', { today, locale: 'en-GB' })).toEqual([]);
});

test('a date without a year or month can mean the nearest one', () => {
  const nearest = (text: string, locale = 'en-US') => readDates(text, { today, locale, isNearest: true });
  expect(nearest('11/20')).toEqual(['2026-11-20']);
  expect(nearest('20 nov')).toEqual(['2026-11-20']);
  expect(nearest('12/24')).toEqual(['2026-12-24']);
  expect(nearest('6/15')).toEqual(['2026-06-15']);
  expect(nearest('1/5')).toEqual(['2027-01-05']);
  expect(nearest('11/20/27')).toEqual(['2027-11-20']);
  expect(nearest('20th')).toEqual(['2026-11-20']);
  expect(nearest('2nd')).toEqual(['2026-12-02']);
  expect(nearest('20.', 'de')).toEqual(['2026-11-20']);
  fc.assert(
    fc.property(fc.integer({ min: -180, max: 180 }), (days) => {
      const [, month, day] = addDays(today, days).split('-');
      expect(nearest(`${month}/${day}`)).toEqual([addDays(today, days)]);
    }),
  );
});

test('a week that is named is read as its days', () => {
  const week = (text: string, locale: string) => readWeek(text, { today, locale });
  for (const [text, locale] of [
    ['this week', 'en-GB'],
    ['diese Woche', 'de'],
    ['cette semaine', 'fr'],
  ] as const)
    expect(week(text, locale)).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  for (const [text, locale] of [
    ['next week', 'en-GB'],
    ['la semana que viene', 'es'],
    ['volgende week', 'nl'],
  ] as const)
    expect(week(text, locale)).toEqual({ first: '2026-11-23', last: '2026-11-29' });
  expect(week('last week', 'en-GB')).toEqual({ first: '2026-11-09', last: '2026-11-15' });
  const sunday = { today: '2026-11-22', locale: 'en-US' };
  expect(readWeek('last week', { ...sunday, firstWeekday: 7 })).toEqual({ first: '2026-11-15', last: '2026-11-21' });
  expect(readWeek('this week', { ...sunday, firstWeekday: 1 })).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  expect(week('tomorrow', 'en-GB')).toBeNull();
});
