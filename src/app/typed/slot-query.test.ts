import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksForFreeTimes, createSlotQueryReader, type SlotQuery } from './slot-query.ts';

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
const types = [
  { id: 'consult', name: 'Consultation' },
  { id: 'dental', name: 'Dental cleaning' },
];
const readers = new Map<string, ReturnType<typeof createSlotQueryReader>>();
function read(text: string, locale = 'en-GB') {
  const reader = readers.get(locale) ?? createSlotQueryReader({ today, locale, vets, stores, types });
  readers.set(locale, reader);
  return reader(text);
}
const nothing: SlotQuery = {
  date: null,
  time: null,
  minutes: null,
  vetId: null,
  storeId: null,
  typeId: null,
  unread: [],
};

/** The day after today, a length and a time of day, as people say them. */
const spoken: Record<string, { day: [text: string, date: string][]; length: string[]; time: string[] }> = {
  'en-GB': {
    day: [
      ['tomorrow', '2026-11-24'],
      ['Tue 24', '2026-11-24'],
      ['24/11', '2026-11-24'],
      ['day after tomorrow', '2026-11-25'],
      ['next Friday', '2026-11-27'],
    ],
    length: ['30 min', '30min', 'half an hour'],
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
    ],
    length: ['30 Min', '30 Min.', 'halbe Stunde'],
    time: ['14:00', '14 Uhr', 'um 14 Uhr'],
  },
  fr: {
    day: [
      ['demain', '2026-11-24'],
      ['après-demain', '2026-11-25'],
      ['24/11', '2026-11-24'],
      ['vendredi prochain', '2026-11-27'],
    ],
    length: ['30 min', 'demi-heure', '30 minutes'],
    time: ['14h00', '14:00', 'à 14h'],
  },
  es: {
    day: [
      ['mañana', '2026-11-24'],
      ['pasado mañana', '2026-11-25'],
      ['24/11', '2026-11-24'],
      ['el viernes que viene', '2026-11-27'],
    ],
    length: ['30 min', 'media hora', '30 minutos'],
    time: ['14:00', 'a las 14:00', '14 h'],
  },
  nl: {
    day: [
      ['morgen', '2026-11-24'],
      ['overmorgen', '2026-11-25'],
      ['24-11', '2026-11-24'],
      ['volgende vrijdag', '2026-11-27'],
    ],
    length: ['30 min', 'half uur', '30 minuten'],
    time: ['14:00', '14 uur', 'om 14 uur'],
  },
  ar: {
    day: [
      ['غدا', '2026-11-24'],
      ['بعد غد', '2026-11-25'],
      ['24/11', '2026-11-24'],
    ],
    length: ['30 دقيقة', 'نصف ساعة', '٣٠ دقيقة'],
    time: ['14:00', '١٤:٠٠', 'الساعة 14'],
  },
};

test.each(Object.keys(spoken))('%s: day, time, length, vet, store and type are read in any order', (locale) => {
  const { day = [], length = [], time = [] } = spoken[locale] ?? {};
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
  const part = fc.record({
    day: optional(fc.constantFrom(...day)),
    length: optional(fc.constantFrom(...length)),
    time: optional(fc.constantFrom(...time)),
    vet: optional(
      fc.constantFrom(['Mensah', 'mensah'], ['kwame mensah', 'mensah'], ['fourn', 'fournier'], ['حسن', 'fatima']),
    ),
    store: optional(fc.constantFrom(['lakeside', 'lakeside'], ['north hill', 'north'])),
    type: optional(fc.constantFrom(['consultation', 'consult'], ['dental', 'dental'])),
  });
  const wishes = part.chain((parts) => {
    const texts = [parts.day?.[0], parts.length, parts.time, parts.vet?.[0], parts.store?.[0], parts.type?.[0]];
    const said = texts.filter((text) => text !== null && text !== undefined);
    return fc.tuple(fc.constant(parts), fc.shuffledSubarray(said, { minLength: said.length }));
  });
  fc.assert(
    fc.property(wishes, ([parts, said]) => {
      // A number beside another number may belong to it.
      fc.pre(said.length > 0 && !/\d \d/.test(said.join(' ')));
      expect([said.join(' '), read(said.join(' '), locale)]).toEqual([
        said.join(' '),
        {
          date: parts.day?.[1] ?? null,
          time: parts.time ? { hour: 14, minute: 0 } : null,
          minutes: parts.length ? 30 : null,
          unread: [],
          vetId: parts.vet?.[1] ?? null,
          storeId: parts.store?.[1] ?? null,
          typeId: parts.type?.[1] ?? null,
        },
      ]);
    }),
    { numRuns: 150 },
  );
});

test('whatever is typed is read or not, and nothing earlier than today', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const query = read(text);
      expect(query === null || query.date === null || query.date >= today).toBe(true);
    }),
  );
});

test('words that mean nothing here are told apart from the others', () => {
  expect(read('tomorrow Bella 30 min')).toEqual({ ...nothing, date: '2026-11-24', minutes: 30, unread: ['Bella'] });
  expect(read('sunny tomorrow after lunch Mensah')).toMatchObject({
    ...{ date: '2026-11-24', vetId: 'mensah', unread: ['sunny', 'after', 'lunch'] },
  });
  expect(read('Bella Stone')).toBeNull();
  expect(read('')).toBeNull();
});

test('a text with words that mean nothing asks for free times only where it says when or how long', () => {
  const asks = (text: string) => asksForFreeTimes(read(text) ?? nothing);
  expect(asks('tomorrow Bella 30 min')).toBe(true);
  expect(asks('yesterday Mensah')).toBe(false);
  expect(asks('Bella Tom Lakeside')).toBe(false);
  expect(asks('Tom Lakeside')).toBe(true);
});

test('words between the parts are skipped', () => {
  expect(read('tomorrow, with Dr Mensah for 30 min at Lakeside')).toEqual({
    ...nothing,
    date: '2026-11-24',
    minutes: 30,
    vetId: 'mensah',
    storeId: 'lakeside',
  });
});

test('a number alone is minutes beside other parts, and belongs to a day where it can', () => {
  expect(read('tomorrow Mensah 30')).toEqual({ ...nothing, date: '2026-11-24', vetId: 'mensah', minutes: 30 });
  expect(read('Tue 24 Mensah')).toEqual({ ...nothing, date: '2026-11-24', vetId: 'mensah' });
  expect(read('next Tuesday 14:00 45 min')).toEqual({
    ...nothing,
    date: '2026-11-24',
    time: { hour: 14, minute: 0 },
    minutes: 45,
  });
});

test('a time without am or pm is read within the hours of the store that is named, else of the first', () => {
  expect(read('tomorrow 4:30 Mensah')?.time).toEqual({ hour: 16, minute: 30 });
  expect(read('tomorrow 04:30 Mensah')?.time).toEqual({ hour: 4, minute: 30 });
  expect(read('tomorrow 4:30 Lakeside')?.time).toEqual({ hour: 16, minute: 30 });
  expect(read('tomorrow 4:30 North Hill')?.time).toEqual({ hour: 4, minute: 30 });
});

test('a whole name is meant before the beginning of another word', () => {
  expect(read('tom 30 min')).toEqual({ ...nothing, vetId: 'tom', minutes: 30 });
  expect(read('mens 30 min')?.vetId).toBe('mensah');
  expect(read('mensink 30 min')?.vetId).toBe('mensink');
});

test('one part alone is a day, a vet or a store; with a length, or two of them, it asks for free times', () => {
  for (const text of ['tomorrow', 'Mensah', 'Lakeside', '14:00']) {
    const query = read(text);
    expect([text, query && asksForFreeTimes(query)]).toEqual([text, false]);
  }
  for (const text of ['45 min', 'Mensah 45 min', 'tomorrow Mensah', 'tomorrow consultation', 'friday 9:30']) {
    const query = read(text);
    expect([text, query && asksForFreeTimes(query)]).toEqual([text, true]);
  }
});
