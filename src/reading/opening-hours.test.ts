import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingHoursText, readOpeningHours } from './opening-hours.ts';

const LOCALES = ['en-GB', 'en-US', 'de', 'de-AT', 'fr', 'es', 'nl', 'ar', 'ar-EG'];

/** Hours as a line of the form `12345 08:00-18:00; 6 09:00-13:00`, to make tables of them readable. */
function short(text: string, locale: string): string {
  const read = readOpeningHours(text, locale);
  if ('fault' in read) return `${read.fault.kind}: ${read.fault.part}`;
  const byTimes = new Map<string, string>();
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const times = read.hours.filter((one) => one.weekday === weekday).map(({ opens, closes }) => `${opens}-${closes}`);
    if (times.length > 0) byTimes.set(times.join(' '), `${byTimes.get(times.join(' ')) ?? ''}${weekday}`);
  }
  return [...byTimes].map(([times, days]) => `${days} ${times}`).join('; ');
}

test.each([
  ['en', 'Mon–Fri 8:00–18:00, Sat 9–13', '12345 08:00-18:00; 6 09:00-13:00'],
  ['en', 'mon-fri 8-6, sat 9-1', '12345 08:00-18:00; 6 09:00-13:00'],
  ['en', 'Monday to Friday from 8 AM to 6 PM', '12345 08:00-18:00'],
  ['en', 'Mon, Wed & Fri 9-12 14-18', '135 09:00-12:00 14:00-18:00'],
  ['en', 'Mon-Fri 8-12, 14-18', '12345 08:00-12:00 14:00-18:00'],
  ['en', 'Mon-Wed 8-12 Thu 9-1, Sun closed', '123 08:00-12:00; 4 09:00-13:00'],
  ['en', 'Mon-Tue 8-12 2-6, Fri 9-12 1-6pm', '12 08:00-12:00 14:00-18:00; 5 09:00-12:00 13:00-18:00'],
  ['en', 'daily 0-24', '1234567 00:00-24:00'],
  ['en', 'Sat-Mon 10:30am-3:15pm', '167 10:30-15:15'],
  ['en', 'Mon 2000-24', '1 20:00-24:00'],
  ['de', 'Mo-Fr 8-18 Uhr, Sa 9-13 Uhr', '12345 08:00-18:00; 6 09:00-13:00'],
  ['de', 'Montag bis Donnerstag von 8.30 bis 12 und 14 bis 18 Uhr', '1234 08:30-12:00 14:00-18:00'],
  ['de', 'Mo, Di, Do 8-12; Mi geschlossen', '124 08:00-12:00'],
  ['fr', 'du lundi au vendredi de 8h à 18h, samedi 9h-12h30', '12345 08:00-18:00; 6 09:00-12:30'],
  ['fr', 'lun-ven 8h30–12h 14h–18h', '12345 08:30-12:00 14:00-18:00'],
  ['es', 'lunes a viernes de 9 a 14 y de 16 a 20, sábado 10-13', '12345 09:00-14:00 16:00-20:00; 6 10:00-13:00'],
  ['es', 'L-V 9-14', 'unknown: l'],
  ['nl', 'ma t/m vr 8.00-17.30 uur, za 9-12', '12345 08:00-17:30; 6 09:00-12:00'],
  ['ar', 'الأحد–الخميس ٨:٠٠ ص–٦:٠٠ م', '12347 08:00-18:00'],
  ['ar', 'من السبت إلى الأربعاء من ٩ إلى ٥', '12367 09:00-17:00'],
  ['de', 'Mon-Fri 8-18', '12345 08:00-18:00'],
  ['en', '', ''],
  ['en', 'always', 'unknown: always'],
  ['en', '8-18', 'no_days: 8-18'],
  ['en', 'Mon-Fri', 'no_times: mon-fri'],
  ['en', 'Mon 8', 'no_end: mon 8'],
  ['en', 'Mon 8 12', 'no_end: mon 8 12'],
  ['en', 'Mon 12:00-8:00', '1 12:00-20:00'],
  ['en', 'Mon 18:00-08:00', 'order: mon 18:00-08:00'],
  ['en', 'Mon 8-25', 'unknown: mon 8-25'],
  ['en', 'Mon-Fri 8-18, Wed 8-12', 'overlap: wed 8-12'],
])('%s: %s', (locale, text, expected) => {
  expect(short(text, locale)).toBe(expected);
});

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const aDay = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 6 })
  .map((minutes) => minutes.sort((one, other) => one - other).map(clock))
  .map((ends) =>
    ends.flatMap((opens, nth) =>
      nth % 2 === 0 && ends[nth + 1] !== undefined ? [{ opens, closes: ends[nth + 1]! }] : [],
    ),
  );
const aWeek = fc
  .array(fc.option(aDay), { minLength: 7, maxLength: 7 })
  .map((days) => days.flatMap((day, nth) => (day ?? []).map((times) => ({ weekday: nth + 1, ...times }))));

test('formatted hours are read back, in every language, on 12-hour and 24-hour clocks', () => {
  fc.assert(
    fc.property(
      aWeek,
      fc.constantFrom(...LOCALES),
      fc.constantFrom('h12' as const, 'h23' as const, undefined),
      (hours, locale, hourCycle) => {
        const look = {
          hour: 'numeric',
          minute: '2-digit',
          timeZone: 'UTC',
          ...(hourCycle === undefined ? {} : { hourCycle }),
        } as const;
        const format = new Intl.DateTimeFormat(locale, look);
        const time = (text: string) => format.format(Date.parse(`2024-01-01T${text === '24:00' ? '00:00' : text}:00Z`));
        const text = openingHoursText(hours, { locale, time });
        expect([text, readOpeningHours(text, locale)]).toEqual([text, { hours }]);
      },
    ),
  );
});

test('every text is either read or has an error somewhere', () => {
  const typed = fc.array(
    fc.constantFrom('Mon', 'Fri ', '-', '–', ' to ', '8', '18:00', ' ', ',', 'pm', 'closed', 'x', '٩'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        typed.map((all) => all.join('')),
      ),
      (text) => {
        const read = readOpeningHours(text, 'en');
        if ('fault' in read) expect(read.fault.part).not.toBe('');
        else for (const { opens, closes } of read.hours) expect(opens < closes).toBe(true);
      },
    ),
  );
});
