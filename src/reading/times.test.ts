import { i18n, type Messages } from '@lingui/core';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { languages } from '#app/language/languages.ts';
import { durationText, formatClockTime } from '#app/text/time-text.ts';
import { maxDuration, parseClockTime, parseDuration, readTime } from './times.ts';

describe('a typed duration', () => {
  test.each([
    ['30', 30],
    ['1h30', 90],
    ['1 h 30 min', 90],
    ['1:30', 90],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['2d', 2880],
    ['1 day 2 hours', 1560],
    ['1 hour and 30 minutes', 90],
    ['45 Min.', 45],
    ['1 Std., 30 Min.', 90],
    ['1,5 Stunden', 90],
    ['1:30 Std.', 90],
    ['2 Tage', 2880],
    ['1 h 30 mn', 90],
    ['2 heures et 15 minutes', 135],
    ['2 j', 2880],
    ['2 días', 2880],
    ['1 uur 30', 90],
    ['1 u 30 min', 90],
    ['2 dagen', 2880],
    ['٤٥ دقيقة', 45],
    ['١ ساعة و ٣٠ دقيقة', 90],
    ['١٫٥ س', 90],
    ['يومان', 2880],
    ['ساعتين', 120],
    ['٢٠ دقايق', 20],
    ["30'", 30],
  ])('%s is %d minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes);
  });

  test.each(['', '0', '0h', '-5', 'h', '1:75', '1.33h', '100000', '5 x', 'und', '1 h und', 'an'])(
    '%j is rejected',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  const catalogues = import.meta.glob<{ messages: Messages }>('/translations/*.po', { eager: true });

  afterEach(() => i18n.activate('en'));

  test.each(languages.map(({ tag }) => tag))('a duration displayed in %s is read back', (tag) => {
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

  test('the digits of every language are read', () => {
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
    ['9:30', 9, 30],
    ['9.30am', 9, 30],
    ['14h', 14, 0],
    ['9', 9, 0],
    ['2p', 14, 0],
    ['230pm', 14, 30],
    ['12am', 0, 0],
    ['12pm', 12, 0],
    [' 23:59 ', 23, 59],
    ['９：３０', 9, 30],
    ['9 h 30', 9, 30],
    ['9 heures', 9, 0],
    ["9 o'clock", 9, 0],
    ['9.30 Uhr', 9, 30],
    ['14 uur', 14, 0],
    ['9u30', 9, 30],
    ['9:30 h', 9, 30],
    ['9:30:15', 9, 30],
    ['13:30 PM', 13, 30],
    ['14:30 horas', 14, 30],
    ['2:30 p. m.', 14, 30],
    ['9.30a.m.', 9, 30],
    ['٩:٣٠', 9, 30],
    ['٢ م', 14, 0],
    ['٩٣٠ صباحًا', 9, 30],
    ['الساعة ٩', 9, 0],
    ['14 05', 14, 5],
    ['9 h 30 min', 9, 30],
    ['at 9', 9, 0],
    ['um 9', 9, 0],
    ['à 9h', 9, 0],
    ['a las 10', 10, 0],
    ['om 9 uur', 9, 0],
    ['٩:٣٠ صباحا', 9, 30],
  ])('%s', (text, hour, minute) => {
    expect(parseClockTime(text)).toEqual({ hour, minute });
  });

  test.each(['', '24:00', '9:60', '975', '13am', '24pm', '9:3', 'noonish', '99', '-9', '9 30 pm x', '9 3', '9:30:1'])(
    '%j is rejected',
    (text) => {
      expect(parseClockTime(text)).toBeNull();
    },
  );

  test('is read back from 12-hour and 24-hour clocks in every language', () => {
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

  test('is a time of day or null, whatever the text', () => {
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

test.each([
  ['10:15', '10:15'],
  ['9.05', '09:05'],
  ['9 h', '09:00'],
  ['9 Uhr', '09:00'],
  ['0930', '09:30'],
  ['10:15:30.000', '10:15'],
  ['9 AM', '09:00'],
  ['9pm', '21:00'],
  ['12:00 a.m.', '00:00'],
  ['12:30 p. m.', '12:30'],
  ['13:30 PM', '13:30'],
  ['13:30 AM', null],
  ['م 4:15', '16:15'],
  ['0.4270833', '10:15'],
  ['24:00', null],
  ['10:60', null],
  ['9', null],
  ['9,50', null],
  ['9 50', null],
  ['soon', null],
])('in a file, the time %s is %s', (text, expected) => expect(readTime(text)).toBe(expected));
