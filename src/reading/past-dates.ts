import { addDays, addMonths, isoDate, splitDate } from './calendar-dates.ts';
import { type DateOptions, FIRST_YEAR, findMonths, getLanguages, readDates, readNumericDate } from './dates.ts';
import { normalizeText } from './text.ts';

const YEAR = /^\d{4}$/;
const MONTH_AND_YEAR = /^(\d{1,2})[./ -] ?(\d{4})$/;
const YEAR_AND_MONTH = /^(\d{4})[./ -] ?(\d{1,2})$/;
const NAME_AND_YEAR = /^(\D+?)[ .,]*(\d{4})$/;
const AGE = /^\D{0,2}(\d{1,3})(?!\d)/;

const units = ['day', 'week', 'month', 'year'] as const;
const displays = ['long', 'short', 'narrow'] as const;

/**
 * Reads a past date as {@link readDates} does, but also a month (`October 2026`, `10/2026`) or a year, which mean their
 * first day, and an age (`3 months`, `2 years old`). Without a year it is the latest such date. A text that can only
 * mean future dates gives those.
 */
export function readPastDates(text: string, options: DateOptions): string[] {
  const { today, locale } = options;
  const plain = normalizeText(text);
  const languages = getLanguages(locale);
  const rough =
    readFirstOfMonth(plain, languages) ?? readFirstOfYear(plain, today) ?? readBirthDateFromAge(plain, options);
  if (rough !== null) return [rough];
  const dates = readDates(text, options);
  if (dates.some((date) => date <= today)) return dates;
  const past = readNumericDate(plain, addMonths(today, -12), languages, false).filter((date) => date <= today);
  return past.length > 0 ? [...new Set(past)] : dates;
}

/** Formats an age, such as `3 months`, in a form that {@link readPastDates} can read in the same language. */
export function formatAge(count: number, unit: (typeof units)[number], locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function readFirstOfMonth(text: string, languages: ReturnType<typeof getLanguages>): string | null {
  const [, yearFirst, monthLast] = YEAR_AND_MONTH.exec(text) ?? [];
  const [, month = monthLast, year = yearFirst] = MONTH_AND_YEAR.exec(text) ?? [];
  if (month !== undefined) return Number(year) < FIRST_YEAR ? null : isoDate(Number(year), Number(month), 1);
  const [, name = '', yearOfName] = NAME_AND_YEAR.exec(text) ?? [];
  const [named, ...others] = findMonths(name, languages);
  if (named === undefined || others.length > 0 || Number(yearOfName) < FIRST_YEAR) return null;
  return isoDate(Number(yearOfName), named + 1, 1);
}

function readFirstOfYear(text: string, today: string): string | null {
  const year = YEAR.test(text) ? Number(text) : 0;
  return year >= FIRST_YEAR && year <= splitDate(today)[0] ? isoDate(year, 1, 1) : null;
}

function readBirthDateFromAge(text: string, { today, locale }: DateOptions): string | null {
  const digits = AGE.exec(text)?.[1];
  if (digits === undefined) return null;
  const count = Number(digits);
  const unit = units.find((one) =>
    [locale, 'en'].some((language) =>
      displays.some((unitDisplay) => {
        const format = new Intl.NumberFormat(language, { style: 'unit', unit: one, unitDisplay });
        const age = normalizeText(format.format(count));
        return text === age || text.startsWith(`${age} `);
      }),
    ),
  );
  if (unit === undefined) return null;
  if (unit === 'day' || unit === 'week') return addDays(today, -count * (unit === 'week' ? 7 : 1));
  return addMonths(today, -count * (unit === 'year' ? 12 : 1));
}
