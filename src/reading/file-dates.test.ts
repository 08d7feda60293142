import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DateOrder, detectDateOrder, readFileDate } from './file-dates.ts';
import { readTime } from './times.ts';

const at = (text: string, order: DateOrder | null = null) => {
  const read = readFileDate(text, order);
  return typeof read === 'string'
    ? read
    : [read.date, read.time, read.offset].filter((part) => part !== null).join(' ');
};

describe('dates', () => {
  test.each([
    ['2024-04-03', '2024-04-03'],
    ['2024-04-03T09:05:00Z', '2024-04-03 09:05 Z'],
    ['2024-04-03T09:05:00.000+02:00', '2024-04-03 09:05 +02:00'],
    ['2024-04-03 09:05:00 +0200', '2024-04-03 09:05 +02:00'],
    ['2024.04.03.', 'not_a_date'],
    ['20240403', '2024-04-03'],
    ['20240403T090500', '2024-04-03 09:05'],
    ['3.4.2024', '2024-04-03'],
    ['03.04.24 9.05', '2024-04-03 09:05'],
    ['25/03/2024 9:05 AM', '2024-03-25 09:05'],
    ['03/25/2024 12:05 a.m.', '2024-03-25 00:05'],
    ['03/25/2024, 12:05:30 PM', '2024-03-25 12:05'],
    ['03/04/2024', 'ambiguous_date'],
    ['04/04/2024', '2024-04-04'],
    ['03-Mar-2021', '2021-03-03'],
    ["3 Mar '21", '2021-03-03'],
    ['March 3, 2021', '2021-03-03'],
    ['Mar 3 2021 4:15 PM', '2021-03-03 16:15'],
    ['Wed, 3rd March 2021 at 10:15', '2021-03-03 10:15'],
    ['Wed Mar 03 2021 10:15:00 GMT+0200 (CEST)', '2021-03-03 10:15 +02:00'],
    ['Mittwoch, 3. März 2021, 10:15 Uhr', '2021-03-03 10:15'],
    ['3. Mrz. 2021 um 10.15', '2021-03-03 10:15'],
    ['Jänner 5 2021', '2021-01-05'],
    ['mar. 3 août 2021 à 10h15', '2021-08-03 10:15'],
    ['mar 3 2021', '2021-03-03'],
    ['1er févr. 2021 10 h 15', '2021-02-01 10:15'],
    ['3 de septiembre de 2021 a las 4:15 p. m.', '2021-09-03 16:15'],
    ['di 3 mrt 2021 om 10:15 uur', '2021-03-03 10:15'],
    ['٣ أبريل ٢٠٢٤ ١٠:١٥ ص', '2024-04-03 10:15'],
    ['٢٥‏/٣‏/٢٠٢٤، ٤:١٥ م', '2024-03-25 16:15'],
    ['5 كانون الثاني 2024', '2024-01-05'],
    ['2021-Mar-03', '2021-03-03'],
    ['2023-02-29', 'not_a_date'],
    ['0000-00-00', 'not_a_date'],
    ['3 ju 2021', 'not_a_date'],
    ['3 June', 'not_a_date'],
    ['03/25/2024 soon', 'not_a_date'],
    ['45385', 'not_a_date'],
    ['0171 1234567', 'not_a_date'],
    ['', 'not_a_date'],
  ])('%s is %s', (text, expected) => expect(at(text)).toBe(expected));

  test('an order decides between two readings, and rejects dates that it does not allow', () => {
    expect(at('03/04/2024', 'dmy')).toBe('2024-04-03');
    expect(at('03/04/2024', 'mdy')).toBe('2024-03-04');
    expect(at('03.04.2024', 'mdy')).toBe('2024-03-04');
    expect(at('24/04/03', 'ymd')).toBe('2024-04-03');
    expect(at('03/25/2024', 'dmy')).toBe('not_a_date');
    expect(at('2024-04-03', 'mdy')).toBe('2024-04-03');
    expect(at('03/04/2024', 'ymd')).toBe('ambiguous_date');
    expect(at('24-04-03')).toBe('ambiguous_date');
  });

  test('a year of two digits is the last one that it can mean', () => {
    expect(readFileDate('13/04/26', 'dmy', { latestYear: 2026 })).toMatchObject({ date: '2026-04-13' });
    expect(readFileDate('13/04/27', 'dmy', { latestYear: 2026 })).toMatchObject({ date: '1927-04-13' });
    expect(readFileDate('13 Apr 99', null)).toMatchObject({ date: '1999-04-13' });
  });

  test('spreadsheet day numbers are read if requested', () => {
    const read = (text: string) => readFileDate(text, null, { serials: true });
    expect(read('45385')).toEqual({ date: '2024-04-03', time: null, offset: null });
    expect(read('45385,4270833')).toEqual({ date: '2024-04-03', time: '10:15', offset: null });
    expect(read('45385.99999')).toEqual({ date: '2024-04-04', time: '00:00', offset: null });
  });
});

describe('the order of a column', () => {
  test.each([
    [['03/04/2024', '13/04/2024'], 'dmy', false],
    [['03/04/2024', '04/13/2024'], 'mdy', false],
    [['13/04/2024', '04/13/2024'], null, false],
    [['13/04/2024', '04/13/2024', '03/04/2024'], null, true],
    [['03/04/2024', '05/06/2023'], null, true],
    [['04/04/2024'], null, false],
    [['03.04.2024'], 'dmy', false],
    [['2024-04-03', '2023-01-01'], 'ymd', false],
    [['2024-04-03', '03/04/2024'], null, true],
    [['98-04-03', '03-04-05'], 'ymd', false],
    [['03/04/24', '13/04/24'], 'dmy', false],
    [['24-04-03'], null, true],
    [['3 March 2024', '', 'unknown'], null, false],
  ] as const)('of %j is %s', (texts, order, isAmbiguous) =>
    expect(detectDateOrder(texts)).toEqual({ order, isAmbiguous }),
  );

  // The model tries each order on each text, without knowing how the dates are parsed.
  const pad = (value: number) => String(value).padStart(2, '0');
  const writers: Record<DateOrder, (year: number, month: number, day: number) => string> = {
    dmy: (year, month, day) => `${pad(day)}/${pad(month)}/${year}`,
    mdy: (year, month, day) => `${pad(month)}/${pad(day)}/${year}`,
    ymd: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  };
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  test('is the one that fits all dates, and must be asked for if another gives other dates', () => {
    fc.assert(
      fc.property(fc.constantFrom<DateOrder>('dmy', 'mdy', 'ymd'), fc.array(days, { minLength: 1 }), (order, all) => {
        const parts = all.map((day) => [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()] as const);
        const texts = parts.map((part) => writers[order](...part));
        const isos = parts.map((part) => writers.ymd(...part));
        const tells = order === 'ymd' || parts.some(([, , day]) => day > 12);
        const same = parts.every(([, month, day]) => month === day);
        const found = detectDateOrder(texts);
        expect(found).toEqual({ order: tells ? order : null, isAmbiguous: !tells && !same });
        const read = texts.map((text) => at(text, found.order));
        expect(read).toEqual(
          isos.map((iso, nth) => (tells || parts[nth]![1] === parts[nth]![2] ? iso : 'ambiguous_date')),
        );
        expect(texts.map((text) => at(text, order))).toEqual(isos);
      }),
    );
  });
});

test('every day is read as browsers format it in the six languages', () => {
  const locales = ['en-GB', 'de', 'fr', 'es', 'nl', 'ar-EG', 'ar-LB'];
  const looks = [
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'medium' },
    { dateStyle: 'long', timeStyle: 'short' },
    { dateStyle: 'medium', timeStyle: 'medium', hour12: true },
  ] as const;
  const formats = locales.flatMap((locale) =>
    looks.map((look) => new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC', calendar: 'gregory' })),
  );
  for (let day = 0; day < 366; day += 5) {
    const instant = Date.UTC(2024, 0, 1 + day, (day * 7) % 24, day % 60);
    const iso = new Date(instant).toISOString();
    for (const format of formats) {
      const text = format.format(instant);
      const { timeStyle } = format.resolvedOptions() as { timeStyle?: string };
      const expected = timeStyle === undefined ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
      expect([text, at(text, 'dmy')]).toEqual([text, expected]);
    }
  }
});

test('every text is either read or reported, and never throws', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(...'0123456789./-:, TZh', 'mar', 'May', 'mai', 'pm', '٣', 'ص', '\0', '\ud800'))
        .map((all) => all.join('')),
      fc.constantFrom<DateOrder | null>('dmy', 'mdy', 'ymd', null),
      (text, order) => {
        const read = readFileDate(text, order);
        if (typeof read !== 'string') expect(new Date(read.date).toISOString().slice(0, 10)).toBe(read.date);
        expect(readTime(text) ?? '00:00').toMatch(/^\d\d:\d\d$/);
      },
    ),
  );
});
