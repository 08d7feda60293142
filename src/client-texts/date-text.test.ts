import { expect, test } from 'vitest';
import { formatDateAndTime, formatShortDay } from './date-text.ts';

const instant = '2026-03-29T00:30:00.000Z';

test.each([
  ['en', 'Europe/London', 'Sunday, 29 March 2026', '00:30'],
  ['en', 'America/New_York', 'Saturday, March 28, 2026', '8:30 PM'],
  ['de', 'Europe/Berlin', 'Sonntag, 29. März 2026', '01:30'],
  ['fr', 'Europe/Paris', 'dimanche 29 mars 2026', '01:30'],
  ['es', 'America/New_York', 'sábado, 28 de marzo de 2026', '20:30'],
  ['nl', 'Europe/Amsterdam', 'zondag 29 maart 2026', '01:30'],
  ['ar', 'Asia/Tokyo', 'الأحد، 29 مارس 2026', '9:30 ص'],
] as const)('a time is written in %s as on the clock in %s', (language, timeZone, date, time) => {
  const text = formatDateAndTime(instant, { language, timeZone });
  expect(text).toEqual({ date, time });
});

test('a date is short and without its year where it is wanted so', () => {
  const options = { timeZone: 'Europe/Berlin', style: 'short', hasYear: false } as const;
  const dates = (['en', 'de', 'fr', 'es', 'nl'] as const).map(
    (language) => formatDateAndTime('2026-12-01T09:00:00Z', { ...options, language }).date,
  );
  expect(dates).toEqual(['Tue 1 Dec', 'Di., 1. Dez.', 'mar. 1er déc.', 'mar, 1 dic', 'di 1 dec']);
});

test('a day is written in two parts, as in its date', () => {
  const options = { timeZone: 'Europe/Berlin' } as const;
  const days = (['en', 'de', 'fr'] as const).map((language) =>
    formatShortDay('2026-12-01T09:00:00Z', { ...options, language }),
  );
  expect(days).toEqual([
    { weekday: 'Tue', day: '1 Dec' },
    { weekday: 'Di', day: '1. Dez.' },
    { weekday: 'mar.', day: '1er déc.' },
  ]);
});
