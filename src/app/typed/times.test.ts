import { i18n, type Messages } from '@lingui/core';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { languages } from '#app/language/languages.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { formatClockTime } from '#app/scheduling/wall-clock.ts';
import { maxDuration, parseClockTime, parseDuration } from './times.ts';

describe('a typed duration', () => {
  test.each([
    ['30', 30],
    ['45 min', 45],
    ['1h', 60],
    ['1h30', 90],
    ['1 h 30 min', 90],
    ['1:30', 90],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['2d', 2880],
    ['1 day 2 hours', 1560],
    ['1½ h', 90],
    ['half an hour', 30],
    ['1 hour and 30 minutes', 90],
    ['90 Min', 90],
    ['45 Min.', 45],
    ['1 Std. 30', 90],
    ['1 Std., 30 Min.', 90],
    ['1,5 Stunden', 90],
    ['1:30 Std.', 90],
    ['2 Tage', 2880],
    ['eine halbe Stunde', 30],
    ['anderthalb Stunden', 90],
    ['1 h 30 mn', 90],
    ['2 heures et 15 minutes', 135],
    ['un quart d’heure', 15],
    ['2 j', 2880],
    ['1 hora y 30 minutos', 90],
    ['media hora', 30],
    ['2 días', 2880],
    ['1 uur 30', 90],
    ['1 u 30 min', 90],
    ['kwartier', 15],
    ['een half uur', 30],
    ['2 dagen', 2880],
    ['ساعة', 60],
    ['٤٥ دقيقة', 45],
    ['١ ساعة و ٣٠ دقيقة', 90],
    ['١٫٥ س', 90],
    ['نصف ساعة', 30],
    ['يومان', 2880],
    ['ساعة وربع', 75],
    ['ساعة ونص', 90],
    ['ساعة ونصف', 90],
    ['ساعة إلا ربع', 45],
    ['ساعة وثلث', 80],
    ['ساعتين', 120],
    ['ساعتان ونصف', 150],
    ['نص ساعة', 30],
    ['ربع ساعة', 15],
    ['ثلث ساعة', 20],
    ['ساعه', 60],
    ['٢٠ دقايق', 20],
    ['eine Stunde', 60],
    ['zwei Stunden', 120],
    ['zweieinhalb Std.', 150],
    ['dreiviertel Stunde', 45],
    ['halbe Std.', 30],
    ['eine Stunde und eine Viertelstunde', 75],
    ['1 1/2 Std.', 90],
    ['1/2 h', 30],
    ['¾ h', 45],
    ['1¼ h', 75],
    ['1h et quart', 75],
    ['une heure et quart', 75],
    ['une heure et demie', 90],
    ['deux heures et demie', 150],
    ["trois quarts d'heure", 45],
    ['vingt minutes', 20],
    ["30'", 30],
    ['una hora', 60],
    ['una hora y cuarto', 75],
    ['2 horas y media', 150],
    ['hora y cuarto', 75],
    ['tres cuartos de hora', 45],
    ['drie kwartier', 45],
    ['vijf kwartier', 75],
    ['een uur en een kwartier', 75],
    ['anderhalf uur', 90],
    ['tweeënhalf uur', 150],
    ['half uurtje', 30],
    ['an hour and a quarter', 75],
    ['two and a half hours', 150],
    ['three quarters of an hour', 45],
    ['two hours', 120],
    ['twenty minutes', 20],
  ])('%s is %d minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes);
  });

  test.each(['', '0', '0h', '-5', 'half', '1:75', '1.33h', '100000', '5 x', 'und', '1 h und', 'an'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  const catalogues = import.meta.glob<{ messages: Messages }>('/translations/*.po', { eager: true });

  afterEach(() => i18n.activate('en'));

  test.each(languages.map(({ tag }) => tag))('a length that is shown in %s is read back', (tag) => {
    const { messages } = catalogues[`/translations/${tag}.po`] ?? {};
    expect(messages).toBeDefined();
    if (tag !== 'en') i18n.load(tag, messages ?? {});
    i18n.activate(tag);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxDuration }), (minutes) => {
        expect(parseDuration(durationText(minutes))).toBe(minutes);
      }),
    );
  });

  test('every digit of every language is read', () => {
    for (const zero of ['0', '٠', '۰']) {
      const digits = (text: string) =>
        text.replace(/\d/g, (digit) => String.fromCodePoint(zero.charCodeAt(0) + Number(digit)));
      expect(parseDuration(digits('1h45'))).toBe(105);
      expect(parseDuration(digits('236'))).toBe(236);
      expect(parseDuration(digits('7:09'))).toBe(429);
    }
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
    ['9h30', 9, 30],
    ['9 h 30', 9, 30],
    ['9 heures', 9, 0],
    ["9 o'clock", 9, 0],
    ['9.30 Uhr', 9, 30],
    ['9 Uhr 30', 9, 30],
    ['14 uur', 14, 0],
    ['9u30', 9, 30],
    ['9:30 h', 9, 30],
    ['14:30 horas', 14, 30],
    ['2:30 p. m.', 14, 30],
    ['9.30a.m.', 9, 30],
    ['٩:٣٠', 9, 30],
    ['٢ م', 14, 0],
    ['٩٣٠ صباحًا', 9, 30],
    ['الساعة ٩', 9, 0],
    ['9 30', 9, 30],
    ['14 05', 14, 5],
    ['9 h 30 min', 9, 30],
    ['at 9', 9, 0],
    ['noon', 12, 0],
    ['12 noon', 12, 0],
    ['midnight', 0, 0],
    ['half past 9', 9, 30],
    ['quarter past 2', 2, 15],
    ['quarter to ten', 9, 45],
    ['20 past 3', 3, 20],
    ['3 in the afternoon', 15, 0],
    ['half past two pm', 14, 30],
    ['um 9', 9, 0],
    ['9 Uhr früh', 9, 0],
    ['3 Uhr nachmittags', 15, 0],
    ['halb 10', 9, 30],
    ['halb zehn', 9, 30],
    ['halb 1', 12, 30],
    ['halb 4 nachmittags', 15, 30],
    ['Viertel nach 9', 9, 15],
    ['viertel vor zehn', 9, 45],
    ['dreiviertel 10', 9, 45],
    ['10 nach 9', 9, 10],
    ['fünf vor halb zehn', 9, 25],
    ['mittag', 12, 0],
    ['12 Uhr mittags', 12, 0],
    ['midi', 12, 0],
    ['midi et demi', 12, 30],
    ['midi 30', 12, 30],
    ['à 9h', 9, 0],
    ['9h et demie', 9, 30],
    ['9 heures et quart', 9, 15],
    ['10 heures moins le quart', 9, 45],
    ['dix heures moins dix', 9, 50],
    ['neuf heures', 9, 0],
    ['8 h du matin', 8, 0],
    ['3 h de l’après-midi', 15, 0],
    ['7 h du soir', 19, 0],
    ['9 y media', 9, 30],
    ['las 9 y cuarto', 9, 15],
    ['a las 10', 10, 0],
    ['10 menos cuarto', 9, 45],
    ['cuarto para las 10', 9, 45],
    ['nueve y media', 9, 30],
    ['9 y 20', 9, 20],
    ['mediodía', 12, 0],
    ['9 de la mañana', 9, 0],
    ['5 y media de la tarde', 17, 30],
    ['om 9 uur', 9, 0],
    ['kwart over 9', 9, 15],
    ['kwart voor tien', 9, 45],
    ['5 over 9', 9, 5],
    ["9 uur 's ochtends", 9, 0],
    ["3 uur 's middags", 15, 0],
    ['٩ ونص', 9, 30],
    ['٩ ونصف', 9, 30],
    ['٩ وربع', 9, 15],
    ['١٠ إلا ربع', 9, 45],
    ['١٠ الا ٥', 9, 55],
    ['تسعة ونص', 9, 30],
    ['الساعة التاسعة والنصف', 9, 30],
    ['الظهر', 12, 0],
    ['٣ العصر', 15, 0],
    ['٩ الصبح', 9, 0],
    ['٩:٣٠ صباحا', 9, 30],
  ])('%s', (text, hour, minute) => {
    expect(parseClockTime(text)).toEqual({ hour, minute });
  });

  test.each([
    '',
    '24:00',
    '9:60',
    '975',
    '13pm',
    '0am',
    '9:3',
    'noonish',
    '9:30:15',
    '99',
    '-9',
    '9 30 pm x',
    'half 10',
    '9 3',
    '12 Uhr morgens',
    '9 nach 61',
    'halb 25',
    '61 past 9',
  ])('%j is none', (text) => {
    expect(parseClockTime(text)).toBeNull();
  });

  test('is read back from both displays in every language', () => {
    const locales = [...languages.map(({ tag }) => tag), 'en-US', 'es-MX', 'fr-CA', 'ar-EG'];
    fc.assert(
      fc.property(anyTime, fc.boolean(), fc.constantFrom(...locales), (time, twelveHours, locale) => {
        expect(parseClockTime(formatClockTime(time, twelveHours, locale))).toEqual(time);
      }),
    );
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...locales), (time, locale) => {
        const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
        expect(parseClockTime(format.format((time.hour * 60 + time.minute) * 60_000))).toEqual(time);
      }),
    );
    expect(formatClockTime({ hour: 21, minute: 30 }, true, 'en-US')).toBe('9:30 PM');
    expect(formatClockTime({ hour: 21, minute: 30 }, true, 'ar-EG')).toBe('٩:٣٠ م');
    expect(formatClockTime({ hour: 9, minute: 0 }, false, 'de')).toBe('09:00');
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
