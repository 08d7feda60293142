import { addDays, isoDate } from './calendar-dates.ts';
import { listNames } from './date-words.ts';
import { normalizeText } from './text.ts';
import { formatClock, readTime } from './times.ts';

/*
 * Dates and times as other programs write them, in the six languages of the app: numbers in any order, names of months,
 * 12-hour and 24-hour clocks, and day numbers of spreadsheets.
 */

/** The order of day, month and year in dates such as 03/04/2020. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date in a file, with the time if there is one next to it. */
export interface DateAndTime {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM` on the wall clock, without seconds; null if the text has no time. */
  time: string | null;
  /** The offset from UTC, `Z` or such as `+02:00`; null if the text has none, so that the time is the store's. */
  offset: string | null;
}

export type DateProblem = 'not_a_date' | 'ambiguous_date';

interface FileDateOptions {
  /** Whether a number of five digits may be the day number of a spreadsheet, such as 45385 for 3 April 2024. */
  serials?: boolean;
  /** The last year that two digits can mean: 25 is 1925 if this is 2024. */
  latestYear?: number;
}

/** The locales of the six languages, and of regions with other names of months. */
const LOCALES = ['en', 'de', 'de-AT', 'fr', 'es', 'nl', 'ar', 'ar-LB'];
/** Names of months that programs use, but `Intl` does not. */
const FURTHER_MONTHS: Readonly<Record<string, number>> = { feber: 2, mrz: 3, setiembre: 9 };
const MIN_LETTERS_OF_MONTH = 3;
const MIN_LETTERS_OF_WEEKDAY = 2;

const listAbbreviations = (name: string, least: number) => [
  name,
  ...Array.from({ length: Math.max(0, name.length - least) }, (_, index) => name.slice(0, least + index)),
];

function buildDateNames() {
  const months = new Map<string, Set<number>>();
  const addMonth = (name: string, month: number) => {
    for (const text of listAbbreviations(name, MIN_LETTERS_OF_MONTH))
      months.set(text, (months.get(text) ?? new Set()).add(month));
  };
  for (const [index, all] of listNames(LOCALES, 'month').entries()) for (const name of all) addMonth(name, index + 1);
  for (const [name, month] of Object.entries(FURTHER_MONTHS)) addMonth(name, month);
  const weekdays = listNames(LOCALES, 'weekday').flat();
  return { months, weekdays: new Set(weekdays.flatMap((name) => listAbbreviations(name, MIN_LETTERS_OF_WEEKDAY))) };
}

let names: ReturnType<typeof buildDateNames> | undefined;
/** The names in all languages, computed when the first date with letters is read. */
const getDateNames = () => (names ??= buildDateNames());

/** The maximum length of a date: longer texts are notes. */
const MAX_LENGTH = 100;
const NUMERIC_DATE = /^(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{1,2})(?!\d)/;
const COMPACT_DATE = /^(\d{4})(\d\d)(\d\d)(?:[t ]?(\d\d)(\d\d)(?:\d\d)?(z)?)?$/;
const SERIAL_NUMBER = /^(\d{5})(?:[.,](\d+))?$/;
const NAME = '(\\p{L}{2,}(?: \\p{L}{2,})??)';
const ORDINAL = '(?:st|nd|rd|th|er|ste|de|e|o|a)?';
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})${ORDINAL}[ ./-]*(?:(?:of|de|del) )?${NAME}[ .,/-]*(?:(?:of|de|del) )?(\\d{4}|'?\\d{2})(?!\\d)`,
  'u',
);
const MONTH_FIRST = new RegExp(`^${NAME}[ ./-]*(\\d{1,2})${ORDINAL}(?: ?[,./-] ?| )(\\d{4}|'?\\d{2})(?![\\d:])`, 'u');
const YEAR_FIRST = new RegExp(`^(\\d{4})[ ./-]*${NAME}[ ./-]*(\\d{1,2})(?!\\d)`, 'u');

/**
 * Reads a date, optionally with a time. Without an `order`, numbers with two readings are `ambiguous_date`; with an
 * order, a date that it does not allow is `not_a_date`. A year of four digits at the start is never ambiguous.
 */
export function readFileDate(
  text: string,
  order: DateOrder | null,
  { serials = false, latestYear = 2049 }: FileDateOptions = {},
): DateAndTime | DateProblem {
  if (text.length > MAX_LENGTH) return 'not_a_date';
  const plain = removeWeekday(normalizeText(text).replaceAll('،', ','));
  const compact = COMPACT_DATE.exec(plain);
  if (compact !== null) {
    const [, year, month, day, hour, minute, zone] = compact;
    const date = supportedDate(Number(year), Number(month), Number(day));
    const time = hour === undefined ? null : readTime(`${hour}:${minute}`);
    if (date === null || (hour !== undefined && time === null)) return 'not_a_date';
    return { date, time, offset: zone === undefined ? null : 'Z' };
  }
  if (serials) {
    const serial = readSerial(plain);
    if (serial !== null) return serial;
  }
  const found = matchNumericDate(plain, order, latestYear) ?? matchNamedMonth(plain, latestYear);
  if (found === null) return 'not_a_date';
  if (typeof found === 'string') return found;
  return addTime(found.date, plain.slice(found.length));
}

/**
 * Detects the order of the numbers in the dates of a column or file, if it can be determined: a number above 12 is not
 * a month, one above 31 is a year, and dates with dots begin with the day. Also returns whether the order
 * must be asked for, because some dates have two readings and the others do not decide between them.
 */
export function detectDateOrder(texts: Iterable<string>): { order: DateOrder | null; isAmbiguous: boolean } {
  let common: readonly DateOrder[] = dateOrders;
  let anyNumeric = false;
  let ambiguous = false;
  let yearFirst = false;
  for (const text of texts) {
    const parts = NUMERIC_DATE.exec(normalizeText(text));
    if (parts === null) continue;
    if (parts[1]?.length === 4) {
      yearFirst = true;
      continue;
    }
    const readings = findReadings(parts, 2049);
    if (readings.length === 0) continue;
    anyNumeric = true;
    common = common.filter((order) => readings.some((reading) => reading.order === order));
    ambiguous ||= readings.some(({ date }) => date !== readings[0]?.date);
  }
  if (!anyNumeric) return { order: yearFirst ? 'ymd' : null, isAmbiguous: false };
  const [order = null, ...others] = common;
  return order !== null && others.length === 0
    ? { order, isAmbiguous: false }
    : { order: null, isAmbiguous: ambiguous };
}

/** Whether a number of five digits, with a fraction for the time, can be the day number of a spreadsheet. */
export function isSerialDate(text: string): boolean {
  return readSerial(text.trim()) !== null;
}

function addTime(date: string, after: string): DateAndTime | DateProblem {
  const rest = after.replace(/^(?:t(?=\d)|[ ,–-]+)/, '').replace(/ ?\([^)]*\)$/, '');
  if (rest === '') return { date, time: null, offset: null };
  const zoned = /^(.*\d) ?(z|(?:gmt|utc)?([+-]\d\d):?(\d\d)|utc|gmt)$/.exec(rest);
  const time = readTime(zoned?.[1] ?? rest);
  if (time === null) return 'not_a_date';
  const offset = zoned === null ? null : zoned[3] === undefined ? 'Z' : `${zoned[3]}:${zoned[4]}`;
  return { date, time, offset };
}

interface DateMatch {
  date: string;
  /** The length of the date within the text. */
  length: number;
}

function matchNumericDate(plain: string, order: DateOrder | null, latestYear: number): DateMatch | DateProblem | null {
  const parts = NUMERIC_DATE.exec(plain);
  if (parts === null) return null;
  const [{ length }] = parts;
  const readings = findReadings(parts, latestYear, order);
  const date = readings[0]?.date;
  if (date === undefined) return 'not_a_date';
  return readings.some((reading) => reading.date !== date) ? 'ambiguous_date' : { date, length };
}

/**
 * Finds the dates that three numbers can mean, each with the order in which it is read. An order that gives no date is
 * left out.
 */
function findReadings(parts: RegExpExecArray, latestYear: number, only: DateOrder | null = null) {
  const [, first = '', separator, second = '', third = ''] = parts;
  const readInOrder = (order: DateOrder) => {
    const [year, month, day] =
      order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second];
    if (day.length > 2 || month.length > 2 || (year.length !== 2 && year.length !== 4)) return [];
    const date = supportedDate(expandYear(year, latestYear), Number(month), Number(day));
    return date === null ? [] : [{ order, date }];
  };
  if (first.length > 2) return readInOrder('ymd');
  if (only !== null && (only !== 'ymd' || third.length === 2)) return readInOrder(only);
  const dayFirst = readInOrder('dmy');
  const ends = separator === '.' && dayFirst.length > 0 ? dayFirst : [...dayFirst, ...readInOrder('mdy')];
  // Years of two digits sometimes come first in 24-04-03, but hardly ever with other separators.
  return separator === '-' || ends.length === 0 ? [...ends, ...readInOrder('ymd')] : ends;
}

function matchNamedMonth(plain: string, latestYear: number): DateMatch | null {
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst !== null) return buildDate(dayFirst[0], dayFirst[3], dayFirst[2], dayFirst[1], latestYear);
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst !== null) return buildDate(monthFirst[0], monthFirst[3], monthFirst[1], monthFirst[2], latestYear);
  const yearFirst = YEAR_FIRST.exec(plain);
  return yearFirst === null ? null : buildDate(yearFirst[0], yearFirst[1], yearFirst[2], yearFirst[3], latestYear);
}

function buildDate(whole: string, year = '', name = '', day = '', latestYear: number): DateMatch | null {
  const month = findMonth(name);
  if (month === null) return null;
  const date = supportedDate(expandYear(year.replace("'", ''), latestYear), month, Number(day));
  return date === null ? null : { date, length: whole.length };
}

/** Finds the month with a name or an abbreviation; null if several months fit, or none. */
function findMonth(name: string): number | null {
  const [month = null, ...others] = getDateNames().months.get(name) ?? [];
  return others.length === 0 ? month : null;
}

function removeWeekday(plain: string): string {
  const [, name = '', rest = ''] = /^(\p{L}{2,})[., ]+(.*)$/u.exec(plain) ?? [];
  if (!getDateNames().weekdays.has(name)) return plain;
  // In French, `mar` is a weekday in `mar 5 avr 2024` and a month in `mar 5 2024`.
  return MONTH_FIRST.test(plain) && findMonth(name) !== null ? plain : rest;
}

function expandYear(digits: string, latestYear: number): number {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  return 2000 + year <= latestYear ? 2000 + year : 1900 + year;
}

const LAST_YEAR = 2199;

const supportedDate = (year: number, month: number, day: number) =>
  year > LAST_YEAR ? null : isoDate(year, month, day);

function readSerial(plain: string): DateAndTime | null {
  const [, days = '', fraction] = SERIAL_NUMBER.exec(plain) ?? [];
  if (days === '') return null;
  const minutes = Math.round(Number(`0.${fraction ?? 0}`) * 1440);
  // Spreadsheets count from 30 December 1899.
  const date = addDays('1899-12-30', Number(days) + Math.floor(minutes / 1440));
  return { date, time: fraction === undefined ? null : formatClock(minutes % 1440), offset: null };
}
