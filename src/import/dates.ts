import type { DateOrder } from './choices.ts';
import { folded } from './folded.ts';

/*
 * Dates and times as other programs write them, in the six languages of the app: numbers in any order, names of months, clocks of 12
 * and 24 hours, and the days that a spreadsheet counts.
 */

/** A date of a file, with the time where there is one beside it. */
export interface DateAndTime {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM` on the wall clock; seconds are left out. */
  time: string | null;
  /** `Z` or `+02:00` where the text says so; otherwise the time is the store's. */
  offset: string | null;
}

export type DateProblem = 'not_a_date' | 'ambiguous_date';

interface DateOptions {
  /** Whether a number of five digits is a day as a spreadsheet counts them, 45385 for 3 April 2024. */
  serials?: boolean;
  /** The last year that two digits can mean: 25 is 1925 before 2025. */
  latestYear?: number;
}

/** The first three letters of each month in all languages, and what is shortened otherwise. */
const MONTHS = [
  'january|januar|janner|janvier|januari|enero|يناير|كانون الثاني',
  'february|februar|feber|fevrier|febrero|februari|فبراير|شباط',
  'march|marz|mrz|mars|marzo|maart|mrt|مارس|اذار',
  'april|avril|abril|ابريل|نيسان',
  'may|mai|mayo|mei|مايو|ايار',
  'june|juni|juin|junio|يونيو|حزيران',
  'july|juli|juillet|julio|يوليو|تموز',
  'august|aout|agosto|augustus|اغسطس|اب',
  'september|septembre|septiembre|setiembre|سبتمبر|ايلول',
  'october|oktober|octobre|octubre|اكتوبر|تشرين الاول',
  'november|novembre|noviembre|نوفمبر|تشرين الثاني',
  'december|dezember|decembre|diciembre|ديسمبر|كانون الاول',
].map((names) => names.split('|').map(folded));

const WEEKDAYS = [
  'monday|montag|lundi|lunes|maandag|الاثنين',
  'tuesday|dienstag|mardi|martes|dinsdag|الثلاثاء',
  'wednesday|mittwoch|mercredi|miercoles|woensdag|الاربعاء',
  'thursday|donnerstag|jeudi|jueves|donderdag|الخميس',
  'friday|freitag|vendredi|viernes|vrijdag|الجمعة',
  'saturday|samstag|sonnabend|samedi|sabado|zaterdag|السبت',
  'sunday|sonntag|dimanche|domingo|zondag|الاحد',
].flatMap((names) => names.split('|').map(folded));

/** No date takes more letters, and notes are not looked through for one. */
const LONGEST = 100;
const NUMERIC = /^(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{1,2})(?!\d)/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[t ]?(\d\d)(\d\d)(?:\d\d)?(z)?)?$/;
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const NAME = '(\\p{L}{2,}(?: \\p{L}{2,})??)';
const ORDINAL = '(?:st|nd|rd|th|er|ste|de|e|o|a)?';
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})${ORDINAL}[ ./-]*(?:(?:of|de|del) )?${NAME}[ .,/-]*(?:(?:of|de|del) )?(\\d{4}|'?\\d{2})(?!\\d)`,
  'u',
);
const MONTH_FIRST = new RegExp(`^${NAME}[ ./-]*(\\d{1,2})${ORDINAL}(?: ?[,./-] ?| )(\\d{4}|'?\\d{2})(?![\\d:])`, 'u');
const YEAR_FIRST = new RegExp(`^(\\d{4})[ ./-]*${NAME}[ ./-]*(\\d{1,2})(?!\\d)`, 'u');

/**
 * Reads a date, also with a time behind it. Without an `order`, numbers that can be read in two ways are `ambiguous_date`; with one, what
 * that order does not allow is `not_a_date`. A year of four digits in the first place is never ambiguous.
 */
export function readDate(
  text: string,
  order: DateOrder | null,
  { serials = false, latestYear = 2049 }: DateOptions = {},
): DateAndTime | DateProblem {
  if (text.length > LONGEST) return 'not_a_date';
  const plain = withoutWeekday(folded(text).replaceAll('،', ','));
  const compact = COMPACT.exec(plain);
  if (compact !== null) {
    const [, year, month, day, hour, minute, zone] = compact;
    const date = dateOf(Number(year), Number(month), Number(day));
    const time = hour === undefined ? null : clockOf(Number(hour), Number(minute));
    if (date === null || (hour !== undefined && time === null)) return 'not_a_date';
    return { date, time, offset: zone === undefined ? null : 'Z' };
  }
  if (serials) {
    const serial = serialOf(plain);
    if (serial !== null) return serial;
  }
  const found = numericDate(plain, order, latestYear) ?? namedDate(plain, latestYear);
  if (found === null) return 'not_a_date';
  if (typeof found === 'string') return found;
  return withTime(found.date, plain.slice(found.length));
}

/**
 * The order of the numbers in the dates of a column or file, as far as they tell: a number above 12 is no month, one above 31 a year, and
 * dots stand in dates that begin with the day. `asks` where some of them can be read in two ways and the others do not say how.
 */
export function dateOrderOf(texts: Iterable<string>): { order: DateOrder | null; asks: boolean } {
  let common = ALL;
  let told = false;
  let ambiguous = false;
  let yearFirst = false;
  for (const text of texts) {
    const parts = NUMERIC.exec(folded(text));
    if (parts === null) continue;
    if (parts[1]?.length === 4) {
      yearFirst = true;
      continue;
    }
    const readings = readingsOf(parts, 2049);
    if (readings.length === 0) continue;
    told = true;
    common = common.filter((order) => readings.some((reading) => reading.order === order));
    ambiguous ||= readings.some(({ date }) => date !== readings[0]?.date);
  }
  if (!told) return { order: yearFirst ? 'ymd' : null, asks: false };
  const [order = null, ...others] = common;
  return order !== null && others.length === 0 ? { order, asks: false } : { order: null, asks: ambiguous };
}

const ALL: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];

/** Whether a number of five digits, with a fraction for the time, can be a day as a spreadsheet counts them. */
export function isSerialDate(text: string): boolean {
  return serialOf(text.trim()) !== null;
}

/** A time on the wall clock as `HH:MM`, without its seconds; null for what is none. */
export function readTime(text: string): string | null {
  const plain = folded(text)
    .replace(/^(?:um|at|a las|a la|a|om|le|kl|في|الساعه) /, '')
    .replace(/(?<=\d) ?(?:uhr|uur|u|hrs?|hours?|horas?|heures?)\.?$/, 'h');
  const digits = /^(\d{1,2})(\d\d)$/.exec(plain);
  if (digits !== null) return clockOf(Number(digits[1]), Number(digits[2]));
  const fraction = /^0[.,](\d|\d{3,})$/.exec(plain);
  if (fraction !== null) return clockOfMinutes(Math.round(Number(`0.${fraction[1]}`) * 1440));
  const parts = CLOCK.exec(plain);
  if (parts === null) return null;
  const { before, hour = '', minute, half = before } = parts.groups ?? {};
  if (minute === undefined && half === undefined && !plain.endsWith('h')) return null;
  return clockOf(Number(hour), Number(minute ?? 0), half === undefined ? undefined : MORNING.test(half) ? 'am' : 'pm');
}

const HALF = '[ap]\\.? ?m\\.?|[ap]|ص|م|صباحا|مساء|vorm\\.?|nachm\\.?';
const MORNING = /^(?:a|ص|vorm)/;
const CLOCK = new RegExp(
  `^(?:(?<before>ص|م) )?(?<hour>\\d{1,2})(?: ?[:.h] ?(?<minute>[0-5]\\d))?(?:[:.][0-5]\\d(?:[.,]\\d+)?)? ?(?:(?<half>${HALF})|h)?$`,
);

function clockOf(hour: number, minute: number, half?: 'am' | 'pm'): string | null {
  // Some programs write 13:30 PM, or 0:30 PM for half past noon, which can mean one time alone.
  if (half === 'am' && hour > 12) return null;
  const hours = half === 'am' && hour === 12 ? 0 : half === 'pm' && hour < 12 ? hour + 12 : hour;
  return hours < 24 && minute < 60 ? clockOfMinutes(hours * 60 + minute) : null;
}

function clockOfMinutes(minutes: number): string | null {
  if (minutes >= 1440) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function withTime(date: string, after: string): DateAndTime | DateProblem {
  const rest = after.replace(/^(?:t(?=\d)|[ ,–-]+)/, '').replace(/ ?\([^)]*\)$/, '');
  if (rest === '') return { date, time: null, offset: null };
  const zoned = /^(.*\d) ?(z|(?:gmt|utc)?([+-]\d\d):?(\d\d)|utc|gmt)$/.exec(rest);
  const time = readTime(zoned?.[1] ?? rest);
  if (time === null) return 'not_a_date';
  const offset = zoned === null ? null : zoned[3] === undefined ? 'Z' : `${zoned[3]}:${zoned[4]}`;
  return { date, time, offset };
}

interface Found {
  date: string;
  /** How much of the text it takes. */
  length: number;
}

function numericDate(plain: string, order: DateOrder | null, latestYear: number): Found | DateProblem | null {
  const parts = NUMERIC.exec(plain);
  if (parts === null) return null;
  const [{ length }] = parts;
  const readings = readingsOf(parts, latestYear, order);
  const date = readings[0]?.date;
  if (date === undefined) return 'not_a_date';
  return readings.some((reading) => reading.date !== date) ? 'ambiguous_date' : { date, length };
}

/** The dates that three numbers can be, in each order that makes one of them. */
function readingsOf(parts: RegExpExecArray, latestYear: number, asked: DateOrder | null = null) {
  const [, first = '', sign, second = '', third = ''] = parts;
  const read = (order: DateOrder) => {
    const [year, month, day] =
      order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second];
    if (day.length > 2 || month.length > 2 || (year.length !== 2 && year.length !== 4)) return [];
    const date = dateOf(yearOf(year, latestYear), Number(month), Number(day));
    return date === null ? [] : [{ order, date }];
  };
  if (first.length > 2) return read('ymd');
  if (asked !== null && (asked !== 'ymd' || third.length === 2)) return read(asked);
  const dayFirst = read('dmy');
  const ends = sign === '.' && dayFirst.length > 0 ? dayFirst : [...dayFirst, ...read('mdy')];
  // Years of two digits stand first in 24-04-03 now and then, with other signs hardly ever.
  return sign === '-' || ends.length === 0 ? [...ends, ...read('ymd')] : ends;
}

function namedDate(plain: string, latestYear: number): Found | null {
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst !== null) return named(dayFirst[0], dayFirst[3], dayFirst[2], dayFirst[1], latestYear);
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst !== null) return named(monthFirst[0], monthFirst[3], monthFirst[1], monthFirst[2], latestYear);
  const yearFirst = YEAR_FIRST.exec(plain);
  return yearFirst === null ? null : named(yearFirst[0], yearFirst[1], yearFirst[2], yearFirst[3], latestYear);
}

function named(whole: string, year = '', name = '', day = '', latestYear: number): Found | null {
  const month = monthOf(name);
  if (month === null) return null;
  const date = dateOf(yearOf(year.replace("'", ''), latestYear), month, Number(day));
  return date === null ? null : { date, length: whole.length };
}

/** The month of a name or of its first letters; null where they are those of several, or of none. */
function monthOf(name: string): number | null {
  if (name.length < 3) return name === 'اب' ? 8 : null;
  const found = MONTHS.flatMap((names, index) => (names.some((one) => one.startsWith(name)) ? [index + 1] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function withoutWeekday(plain: string): string {
  const [, name = '', rest = ''] = /^(\p{L}{2,})[., ]+(.*)$/u.exec(plain) ?? [];
  if (!WEEKDAYS.some((day) => name !== '' && day.startsWith(name))) return plain;
  // "mar" is a day in "mar 5 avr 2024" and a month in "mar 5 2024".
  return MONTH_FIRST.test(plain) && monthOf(name) !== null ? plain : rest;
}

function yearOf(digits: string, latestYear: number): number {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  return 2000 + year <= latestYear ? 2000 + year : 1900 + year;
}

function dateOf(year: number, month: number, day: number): string | null {
  if (year < 1850 || year > 2199 || month < 1 || month > 12 || day < 1) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function serialOf(plain: string): DateAndTime | null {
  const [, days = '', fraction] = SERIAL.exec(plain) ?? [];
  if (days === '') return null;
  const minutes = Math.round(Number(`0.${fraction ?? 0}`) * 1440);
  // A spreadsheet counts from 30 December 1899.
  const midnight = new Date(Date.UTC(1899, 11, 30 + Number(days) + Math.floor(minutes / 1440)));
  const date = dateOf(midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, midnight.getUTCDate());
  if (date === null) return null;
  return { date, time: fraction === undefined ? null : clockOfMinutes(minutes % 1440), offset: null };
}
