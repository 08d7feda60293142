import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { asksForFreeTimes, createWordReader, type SearchWords } from './search-words.ts';

/** A Monday. */
const today = '2026-11-23';
const vets = [
  { id: 'mensah', name: 'Kwame Mensah' },
  { id: 'fournier', name: 'Élodie Fournier' },
  { id: 'mensink', name: 'Ans Mensink' },
  { id: 'tom', name: 'Tom Dunn' },
  { id: 'fatima', name: 'فاطمة حسن' },
];
const stores = [
  { id: 'lakeside', name: 'Lakeside', openingHours: [] },
  { id: 'north', name: 'North Hill', openingHours: [{ weekday: 2, opens: '04:00', closes: '12:00' }] },
];
const rooms = [
  { id: 'consult', name: 'Consult 1', storeId: 'lakeside' },
  { id: 'theatre', name: 'Theatre', storeId: 'lakeside' },
  { id: 'consult of north', name: 'Consult 1', storeId: 'north' },
];
const types = [
  { id: 'check', name: 'Check-up' },
  { id: 'dental', name: 'Dental cleaning' },
];
const readers = new Map<string, ReturnType<typeof createWordReader>>();
function read(text: string, locale = 'en-GB') {
  const reader = readers.get(locale) ?? createWordReader({ today, locale, vets, stores, rooms, types });
  readers.set(locale, reader);
  return reader(text);
}
const nothing: SearchWords = {
  ...{ days: null, part: null, time: null, minutes: null },
  ...{ vetId: null, storeId: null, roomId: null, typeId: null },
  ...{ isFree: false, isAway: false, rest: [] },
};
const on = (date: string) => ({ first: date, last: date });
const at = (hour: number, minute = 0) => ({ hour, minute });

/** Days, parts of the day, half an hour, and two in the afternoon, as people say them. */
const spoken: Record<
  string,
  { day: [text: string, date: string][]; afternoon: string[]; length: string[]; time: string[] }
> = {
  'en-GB': {
    day: [
      ['tomorrow', '2026-11-24'],
      ['Tue 24', '2026-11-24'],
      ['24/11', '2026-11-24'],
      ['day after tomorrow', '2026-11-25'],
      ['next Friday', '2026-11-27'],
    ],
    afternoon: ['afternoon', 'in the afternoon'],
    length: ['30 min', '30min', '0.5 h'],
    time: ['14:00', '2pm', '2 p.m.'],
  },
  de: {
    day: [
      ['morgen', '2026-11-24'],
      ['heute', '2026-11-23'],
      ['Di 24.', '2026-11-24'],
      ['24.11.', '2026-11-24'],
      ['übermorgen', '2026-11-25'],
      ['nächsten Freitag', '2026-11-27'],
      ['Freitag in einer Woche', '2026-12-04'],
    ],
    afternoon: ['Nachmittag', 'am Nachmittag', 'nachmittags'],
    length: ['30 Min', '30 Min.', '0,5 Std.'],
    time: ['14:00', '14 Uhr', 'um 14 Uhr'],
  },
  fr: {
    day: [
      ['demain', '2026-11-24'],
      ['après-demain', '2026-11-25'],
      ['24/11', '2026-11-24'],
      ['vendredi prochain', '2026-11-27'],
      ['vendredi en huit', '2026-12-04'],
    ],
    afternoon: ['après-midi', "l'après-midi"],
    length: ['30 min', '0,5 h', '30 minutes'],
    time: ['14h00', '14:00', 'à 14h'],
  },
  es: {
    day: [
      ['mañana', '2026-11-24'],
      ['pasado mañana', '2026-11-25'],
      ['24/11', '2026-11-24'],
      ['el viernes que viene', '2026-11-27'],
    ],
    afternoon: ['por la tarde', 'tarde'],
    length: ['30 min', '0,5 h', '30 minutos'],
    time: ['14:00', 'a las 14:00', '14 h'],
  },
  nl: {
    day: [
      ['morgen', '2026-11-24'],
      ['overmorgen', '2026-11-25'],
      ['24-11', '2026-11-24'],
      ['volgende vrijdag', '2026-11-27'],
      ['vrijdag over een week', '2026-12-04'],
    ],
    afternoon: ['middag', 'in de middag', "'s middags"],
    length: ['30 min', '0,5 u', '30 minuten'],
    time: ['14:00', '14 uur', 'om 14 uur'],
  },
  ar: {
    day: [
      ['غدا', '2026-11-24'],
      ['بعد غد', '2026-11-25'],
      ['24/11', '2026-11-24'],
    ],
    afternoon: ['بعد الظهر', 'عصرا'],
    length: ['30 دقيقة', '٣٠ د', '٣٠ دقيقة'],
    time: ['14:00', '١٤:٠٠', 'الساعة 14'],
  },
};

/** Queries: each with its text, and its expected meaning. */
function wishes(locale: string) {
  const { day = [], afternoon = [], length = [], time = [] } = spoken[locale] ?? {};
  const optional = (texts: [text: string, meaning: Partial<SearchWords>][]) =>
    fc.option(fc.constantFrom(...texts), { nil: null });
  const when = fc.oneof(
    optional(afternoon.map((text) => [text, { part: 'afternoon' }])),
    optional(time.map((text) => [text, { time: at(14) }])),
  );
  return fc
    .tuple(
      optional(day.map(([text, date]) => [text, { days: on(date) }])),
      when,
      optional(length.map((text) => [text, { minutes: 30 }])),
      optional([
        ['Mensah', { vetId: 'mensah' }],
        ['kwame mensah', { vetId: 'mensah' }],
        ['fourn', { vetId: 'fournier' }],
        ['حسن', { vetId: 'fatima' }],
      ]),
      optional([
        ['lakeside', { storeId: 'lakeside' }],
        ['theatre', { storeId: 'lakeside', roomId: 'theatre' }],
        ['north hill', { storeId: 'north' }],
      ]),
      optional([
        ['check-up', { typeId: 'check' }],
        ['dental', { typeId: 'dental' }],
      ]),
    )
    .map((parts) => parts.filter((part) => part !== null))
    .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }));
}
/** A number next to another number may belong to it. */
const isClear = (texts: readonly string[]) => texts.length > 0 && !/\d \d/.test(texts.join(' '));
/** Words that are in no name and no language. */
const unknown = fc.constantFrom('Bella', 'sunny', 'qwx', "O'Hara", 'زززز');

test.each(Object.keys(spoken))('%s: every part is read, in any order', (locale) => {
  fc.assert(
    fc.property(wishes(locale), (parts) => {
      const texts = parts.map(([text]) => text);
      fc.pre(isClear(texts));
      const meaning = Object.assign({}, nothing, ...parts.map(([, part]) => part));
      expect([texts.join(' '), read(texts.join(' '), locale)]).toEqual([texts.join(' '), meaning]);
    }),
    { numRuns: rounds({ few: 40, ci: 150, many: 1500 }) },
  );
});

test.each(Object.keys(spoken))('%s: unknown words only change the rest, which includes all of them', (locale) => {
  const withUnknown = fc.tuple(wishes(locale), fc.array(fc.tuple(fc.nat(6), unknown), { minLength: 1, maxLength: 3 }));
  fc.assert(
    fc.property(withUnknown, ([parts, words]) => {
      const texts = parts.map(([text]) => text);
      fc.pre(isClear(texts));
      const all = texts.map((text) => ({ text, isUnknown: false }));
      for (const [place, word] of words) all.splice(Math.min(place, all.length), 0, { text: word, isUnknown: true });
      const rest = all.filter(({ isUnknown }) => isUnknown).map(({ text }) => text);
      expect(read(all.map(({ text }) => text).join(' '), locale)).toEqual({ ...read(texts.join(' '), locale), rest });
    }),
    { numRuns: rounds({ few: 40, ci: 150, many: 1500 }) },
  );
});

test('all input is either understood or in the rest, in order, and no day is before today', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { rest, ...meaning } = read(text);
      expect(meaning.days === null || meaning.days.first >= today).toBe(true);
      let from = 0;
      for (const word of rest) {
        from = text.replace(/\p{Cf}+/gu, '').indexOf(word, from);
        expect(from).toBeGreaterThanOrEqual(0);
        from += word.length;
      }
    }),
  );
});

test.each([
  ['en-GB', 'tomorrow afternoon', { days: on('2026-11-24'), part: 'afternoon' }],
  ['en-GB', 'fri morning', { days: on('2026-11-27'), part: 'morning' }],
  ['en-GB', 'this afternoon', { days: on(today), part: 'afternoon' }],
  ['en-GB', 'tonight', { days: on(today), part: 'afternoon', time: at(17) }],
  ['en-GB', 'in 2 weeks', { days: on('2026-12-07') }],
  ['en-GB', 'fri 9 am', { days: on('2026-11-27'), time: at(9) }],
  ['en-GB', 'fri 3 in the afternoon', { days: on('2026-11-27'), part: 'afternoon', time: at(15) }],
  ['en-GB', '14:00 monday next week', { days: on('2026-11-30'), time: at(14) }],
  ['es', 'viernes a las 5 de la tarde', { days: on('2026-11-27'), part: 'afternoon', time: at(17) }],
  ['en-GB', 'this week', { days: { first: today, last: '2026-11-29' } }],
  ['en-GB', 'next week', { days: { first: '2026-11-30', last: '2026-12-06' } }],
  ['en-GB', 'next week in the morning', { days: { first: '2026-11-30', last: '2026-12-06' }, part: 'morning' }],
  ['de', 'morgen früh', { days: on('2026-11-24'), part: 'morning' }],
  ['de', 'Freitag morgen', { days: on('2026-11-27'), part: 'morning' }],
  ['de', 'Freitagnachmittag', { days: on('2026-11-27'), part: 'afternoon' }],
  ['de', 'heute Abend', { days: on(today), part: 'afternoon', time: at(17) }],
  ['fr', 'demain matin', { days: on('2026-11-24'), part: 'morning' }],
  ['fr', 'cet après-midi', { days: on(today), part: 'afternoon' }],
  ['es', 'mañana por la mañana', { days: on('2026-11-24'), part: 'morning' }],
  ['es', 'esta tarde', { days: on(today), part: 'afternoon' }],
  ['nl', 'vanmiddag', { days: on(today), part: 'afternoon' }],
  ['nl', 'morgenochtend', { days: on('2026-11-24'), part: 'morning' }],
  ['ar', 'غدا صباحا', { days: on('2026-11-24'), part: 'morning' }],
  ['ar', 'صباح الغد', { days: on('2026-11-24'), part: 'morning' }],
  ['ar', 'الأسبوع القادم', { days: { first: '2026-11-30', last: '2026-12-06' } }],
] as const)('%s: %s', (locale, text, meaning) => {
  expect(read(text, locale)).toEqual({ ...nothing, ...meaning });
});

test('filler words are skipped, and words such as “free” ask for free times', () => {
  const meaning = { ...nothing, days: on('2026-11-24'), vetId: 'mensah' };
  expect(read('tomorrow, with Dr Mensah for 30 min at Lakeside')).toEqual({
    ...{ ...meaning, minutes: 30, storeId: 'lakeside' },
  });
  expect(read('free slots with Mensah tomorrow?')).toEqual({ ...meaning, isFree: true });
});

test('a bare number is minutes or an hour next to other parts, or belongs to a day or a room if possible', () => {
  const meaning = { ...nothing, days: on('2026-11-24') };
  expect(read('tomorrow Mensah 30')).toEqual({ ...meaning, vetId: 'mensah', minutes: 30 });
  expect(read('tomorrow Mensah 9')).toEqual({ ...meaning, vetId: 'mensah', time: at(9) });
  expect(read('Tue 24 Mensah')).toEqual({ ...meaning, vetId: 'mensah' });
  expect(read('next Tuesday 14:00 45 min')).toEqual({ ...meaning, time: at(14), minutes: 45 });
  expect(read('consult 1 45 min')).toEqual({ ...nothing, roomId: 'consult', storeId: 'lakeside', minutes: 45 });
});

test('a time without am or pm is read within the hours of the named store, or the first, and the part of the day', () => {
  expect(read('tomorrow 4:30 Mensah').time).toEqual(at(16, 30));
  expect(read('tomorrow 04:30 Mensah').time).toEqual(at(4, 30));
  expect(read('tomorrow 4:30 Lakeside').time).toEqual(at(16, 30));
  expect(read('tomorrow 4:30 North Hill').time).toEqual(at(4, 30));
  expect(read('tomorrow afternoon 4:30 North Hill').time).toEqual(at(16, 30));
  expect(read('tomorrow evening 6').time).toEqual(at(18));
});

test('a full name takes precedence over the start of another word', () => {
  expect(read('tom 30 min')).toEqual({ ...nothing, vetId: 'tom', minutes: 30 });
  expect(read('mens 30 min').vetId).toBe('mensah');
  expect(read('mensink 30 min').vetId).toBe('mensink');
});

test('of rooms with the same name, the one in the store is meant; a room of another store is not understood', () => {
  expect(read('consult 1 north hill')).toMatchObject({ roomId: 'consult of north', storeId: 'north', rest: [] });
  expect(read('theatre north hill')).toMatchObject({ roomId: null, storeId: 'north', rest: ['theatre'] });
});

test.each([
  ...(['tomorrow', 'Mensah', 'Lakeside', 'Theatre', 'theatre lakeside', '14:00', 'afternoon', 'free'] as const),
  ...(['yesterday Mensah', 'Bella Tom Lakeside', 'Bella Stone', 'Bella tomorrow', ''] as const),
])('%s asks for no free times', (text) => {
  expect(asksForFreeTimes(read(text))).toBe(false);
});

test.each([
  ...['45 min', 'Mensah 45 min', 'tomorrow Mensah', 'tomorrow check-up', 'friday 9:30', 'tomorrow afternoon'],
  ...['Tom Lakeside', 'Mensah afternoon', 'free Mensah', 'tomorrow Bella 30 min', 'Bella tomorrow afternoon'],
])('%s asks for free times', (text) => {
  expect(asksForFreeTimes(read(text))).toBe(true);
});

test('text that is too long is not understood', () => {
  const text = Array.from({ length: 21 }, () => 'tomorrow').join(' ');
  expect(read(text)).toEqual({ ...nothing, rest: text.split(' ') });
});
