import { Temporal } from 'temporal-polyfill';

const RELATIVE: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const OFFSET = /^([+-])\s?(\d{1,4})$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[./\s-](\d{1,2})(?:[./\s-](\d{4}|\d{2}))?\.?$/;
const NAMED = /^(?:(\d{1,2})\.?\s+(\p{L}{3,})|(\p{L}{3,})\.?\s+(\d{1,2}))(?:[,\s]+(\d{4}))?$/u;

interface DateTextOptions {
  today: Temporal.PlainDate;
  /** The language in which names of days and months are read besides English, and the order of day and month. */
  locale?: string | undefined;
}

/**
 * Reads a date as people type it: `tomorrow`, `+3`, `fri`, `23.11.`, `11/23`, `23 nov`, `2026-11-23`. Without a year it is
 * the next one to come. Null when it is none.
 */
export function parseDateText(text: string, { today, locale }: DateTextOptions): Temporal.PlainDate | null {
  const plain = text.trim().toLowerCase();
  const relative = Object.hasOwn(RELATIVE, plain) ? RELATIVE[plain] : undefined;
  if (relative !== undefined) return today.add({ days: relative });
  const offset = OFFSET.exec(plain);
  if (offset) return today.add({ days: Number(offset[2]) * (offset[1] === '-' ? -1 : 1) });
  const iso = ISO.exec(plain);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = NUMBERS.exec(plain);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const [day, month] = monthFirst(locale) && !plain.includes('.') ? [second, first] : [first, second];
    return inYear(numbers[3], month, day, today);
  }
  const named = NAMED.exec(plain);
  const month = named && nameIndex(named[2] ?? named[3] ?? '', 'month', locale);
  if (named && month !== null) return inYear(named[5], month + 1, Number(named[1] ?? named[4]), today);
  const weekday = /^\p{L}{2,}$/u.test(plain) ? nameIndex(plain, 'weekday', locale) : null;
  // A weekday is the next of its name after today.
  return weekday === null ? null : today.add({ days: ((weekday + 1 - today.dayOfWeek + 6) % 7) + 1 });
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function inYear(year: string | undefined, month: number, day: number, today: Temporal.PlainDate) {
  if (year !== undefined) return dateOf(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  const thisYear = dateOf(today.year, month, day);
  const next =
    thisYear && Temporal.PlainDate.compare(thisYear, today) < 0 ? dateOf(today.year + 1, month, day) : thisYear;
  return next ?? dateOf(today.year + 1, month, day);
}

function monthFirst(locale: string | undefined): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0);
  return parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day');
}

/** Which month (January 0) or weekday (Monday 0) begins like that, in the language or in English. */
function nameIndex(text: string, kind: 'month' | 'weekday', locale: string | undefined): number | null {
  const count = kind === 'month' ? 12 : 7;
  for (const language of [locale, 'en']) {
    const format = new Intl.DateTimeFormat(language, { [kind]: 'long', timeZone: 'UTC' });
    for (let index = 0; index < count; index += 1) {
      // The first of each month of 2024; 1 January 2024 was a Monday.
      const date = kind === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 1 + index);
      if (format.format(date).toLowerCase().startsWith(text)) return index;
    }
  }
  return null;
}
