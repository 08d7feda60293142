import { Temporal } from 'temporal-polyfill';
import { shownLocale } from '#app/language/shown-language.ts';
import { FIRST_DATE, LAST_DATE } from '#app/scheduling/calendar-day.ts';
import { type DateWords, dateWords } from './date-words.ts';

const OFFSET = /^([+-])\s?(\d{1,4})\s?([dw])?$/;
const YEAR_FIRST = /^(\d{4})(?:(\d{2})(\d{2})|[./\s-]\s?(\d{1,2})[./\s-]\s?(\d{1,2})\.?)$/;
const NUMBERS = /^(\d{1,2})[./\s-]\s?(\d{1,2})(?:[./\s-]\s?(\d{4}|\d{2}))?\.?$/;
const DAY_ALONE = /^(?:(\p{L}+) )?(\d{1,2})(st|nd|rd|th|er|e|de|ste|\.)?$/u;
const ORDINAL = /(\d)(?:st|nd|rd|th|er|e|o|a)(?!\p{L})/gu;
const TOKEN = /\d+|\p{L}+(?:['’-]\p{L}+)*/gu;
const UNITS = ['day', 'week', 'month'] as const;
const WEDNESDAY = 2;
const MIN_LETTERS_OF_RELATIVE = 3;
const MIN_LETTERS_OF_MONTH = 3;
const MIN_LETTERS_OF_WEEKDAY = 2;
const MAX_LENGTH = 60;
/** Day, month and year, and in some languages the weekday. */
const MAX_NUMBERS = 4;
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365.2425;
/** More than a year in any calendar. */
const DAYS_AROUND = 400;
const MAX_YEARS = 50;
/** A 29 February may be eight years away, around a century without one. */
const YEARS_AHEAD = 8;

interface DateTextOptions {
  today: Temporal.PlainDate;
  /** The language in which words are read besides English, and the order of day and month; the page's own if none is given. */
  locale?: string | undefined;
}

/**
 * Parses a date as people type it (`tomorrow`, `+3`, `fri`, `23.11.`, `11/23`, `nov 23rd`, `next week`, `2026-11-23`)
 * and as this app writes it in the given language. Without a year it is the next one to come; a weekday that
 * contradicts the rest is ignored. Null for any other text.
 */
export function parseDateText(
  text: string,
  { today, locale = shownLocale }: DateTextOptions,
): Temporal.PlainDate | null {
  if (text.length > MAX_LENGTH) return null;
  const own = dateWords(locale);
  const languages = [own, dateWords('en')];
  const plain = own.plain(text);
  return (
    fromToday(plain, today, languages) ??
    shown(plain, today, own) ??
    numeric(plain, today, languages) ??
    named(plain, today, languages)
  );
}

/**
 * The same from today's `YYYY-MM-DD` to the day's. Null also for a day that the app cannot be asked for.
 */
export function readDate(
  text: string,
  { today, locale }: { today: string; locale?: string | undefined },
): string | null {
  const date = parseDateText(text, { today: Temporal.PlainDate.from(today), locale })?.toString() ?? null;
  return date !== null && date >= FIRST_DATE && date <= LAST_DATE ? date : null;
}

/** `tomorrow`, the beginning of it, `in 3 days`, `last week`, `+3`, `+2w`. */
function fromToday(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]) {
  const shorthand = languages.map(({ days }) => days.get(text)).find((days) => days !== undefined);
  if (shorthand !== undefined) return today.add({ days: shorthand });
  const offset = OFFSET.exec(text);
  if (offset) {
    const distance = Number(`${offset[1]}${offset[2]}`);
    return today.add(offset[3] === 'w' ? { weeks: distance } : { days: distance });
  }
  const count = /\d+/.exec(text)?.[0];
  if (count !== undefined && count.length > 3) return null;
  const distances = count === undefined ? [0, 1, -1, 2, -2] : [Number(count), -Number(count)];
  for (const { distances: formats, otherDistances, plain } of languages) {
    const [first = '', ...rest] = text.split(' ');
    const other = otherDistances.get(first);
    const phrases = other === undefined ? [text] : [text, [other, ...rest].join(' ')];
    for (const unit of UNITS) {
      for (const distance of distances) {
        for (const format of formats) {
          const phrase = plain(format.format(distance, unit));
          const begun =
            unit === 'day' && text.length >= MIN_LETTERS_OF_RELATIVE && !/\d/.test(phrase) && phrase.startsWith(text);
          if (phrases.includes(phrase) || begun) return today.add({ [`${unit}s`]: distance });
        }
      }
    }
  }
  return null;
}

/** The letters and digits of a text, without signs and spaces. */
function runsOf(text: string): string {
  return text.match(/\d+|\p{L}+/gu)?.join(' ') ?? '';
}

/**
 * Finds a date as this app writes it, in any order, script and calendar: the day near today, or near the same day of
 * the named year, that is written like the text.
 */
function shown(text: string, today: Temporal.PlainDate, { plain, looks, numberOf }: DateWords) {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 0 || numbers.length > MAX_NUMBERS) return null;
  const wanted = runsOf(text);
  const now = Date.parse(today.toString());
  const thisYear = numberOf('year', now);
  const years = new Set(
    [0, ...numbers.map((number) => number - thisYear)].filter((away) => Math.abs(away) <= MAX_YEARS),
  );
  for (const away of years) {
    const found: number[] = [];
    const middle = now + Math.round(away * DAYS_OF_YEAR) * DAY_MS;
    for (let days = -DAYS_AROUND; days <= DAYS_AROUND; days += 1) {
      const instant = middle + days * DAY_MS;
      if (!numbers.includes(numberOf('day', instant))) continue;
      if (looks.some((look) => runsOf(plain(look.format(instant))) === wanted)) found.push(instant);
    }
    const likeliest = found.find((instant) => instant >= now) ?? found.at(-1);
    if (likeliest !== undefined) return Temporal.PlainDate.from(new Date(likeliest).toISOString().slice(0, 10));
  }
  return null;
}

/**
 * A date of numbers only. Day and month are in the order of the language, or the other way round where only that is a
 * date.
 */
function numeric(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]) {
  const monthFirst = languages[0]?.monthFirst ?? false;
  const [, year, month, day, loneMonth, loneDay] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return dateOf(Number(year), Number(month ?? loneMonth), Number(day ?? loneDay));
  const [, article, lone, ordinal] = DAY_ALONE.exec(text) ?? [];
  const isArticle = article !== undefined && languages.some(({ fillers }) => fillers.has(article));
  if (lone !== undefined && (article === undefined ? ordinal !== undefined : isArticle)) {
    return dayOfMonth(Number(lone), null, today);
  }
  const numbers = NUMBERS.exec(text);
  if (!numbers) return null;
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  const dayFirst = () => inYear(numbers[3], { month: second, day: first, weekday: null }, today);
  const dayLast = () => inYear(numbers[3], { month: first, day: second, weekday: null }, today);
  return monthFirst && !text.includes('.') ? (dayLast() ?? dayFirst()) : (dayFirst() ?? dayLast());
}

/** A date of which at least one part is a name: `fri`, `next fri`, `fri 27`, `27 nov`, `Friday, 27th of November 2026`. */
function named(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]) {
  const weekdayOf = (word: string | undefined) => nameIndex(word, 'weekdays', languages);
  const tokens = text.replace(ORDINAL, '$1 ').match(TOKEN) ?? [];
  const numbers = tokens.filter((token) => /\d/.test(token));
  const isOf = (kind: 'fillers' | 'next' | 'last', token: string) =>
    languages.some((language) => language[kind].has(token));
  const words = tokens.filter((token) => !/\d/.test(token) && !isOf('fillers', token));
  if (numbers.length === 0) {
    const isLast = words.some((word) => isOf('last', word));
    const names = words.filter((word) => !isOf('next', word) && !isOf('last', word));
    const weekday = names.length === 1 ? weekdayOf(names[0]) : null;
    if (weekday === null) return null;
    return isLast ? today.subtract({ days: daysFrom(weekday + 1, today.dayOfWeek) }) : coming(weekday, today);
  }
  const [one, other] = words;
  if (words.length > 2) return null;
  for (const [monthWord, weekdayWord] of [
    [one, other],
    [other, one],
  ]) {
    const month = nameIndex(monthWord, 'months', languages);
    const weekday = weekdayOf(weekdayWord);
    if (weekdayWord !== undefined && weekday === null) continue;
    if (month !== null) {
      const [first = '', second] = numbers;
      const [day, year] = first.length === 4 ? [second, first] : [first, second];
      const isYear = year === undefined || year.length === 4 || year.length === 2;
      return numbers.length <= 2 && isYear
        ? inYear(year, { month: month + 1, day: Number(day), weekday }, today)
        : null;
    }
    if (monthWord === undefined && weekday !== null && numbers.length === 1) {
      return dayOfMonth(Number(numbers[0]), weekday, today);
    }
  }
  return null;
}

/** The index of the month (January 0) or weekday (Monday 0) whose name begins with a word. */
function nameIndex(word: string | undefined, kind: 'months' | 'weekdays', languages: readonly DateWords[]) {
  if (word === undefined || word.length < (kind === 'months' ? MIN_LETTERS_OF_MONTH : MIN_LETTERS_OF_WEEKDAY))
    return null;
  if (kind === 'weekdays' && word === 'weds') return WEDNESDAY;
  for (const language of languages) {
    const index = language[kind].findIndex((names) => names.some((name) => name.startsWith(word)));
    if (index >= 0) return index;
  }
  return null;
}

/** The days from one ISO weekday to the next occurrence of the other; seven where they are the same. */
function daysFrom(weekday: number, other: number): number {
  return ((other - weekday + 6) % 7) + 1;
}

/** The next occurrence of a weekday (Monday 0) after today. */
function coming(weekday: number, today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ days: daysFrom(today.dayOfWeek, weekday + 1) });
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** The next day of that number, and of that weekday (Monday 0) where one is named. */
function dayOfMonth(day: number, weekday: number | null, today: Temporal.PlainDate): Temporal.PlainDate | null {
  // Within a year each day of the month falls on each weekday, except the 29th to 31st, which may take two.
  for (let ahead = 0; ahead <= 24; ahead += 1) {
    const { year, month } = today.with({ day: 1 }).add({ months: ahead });
    const date = dateOf(year, month, day);
    if (!date || Temporal.PlainDate.compare(date, today) < 0) continue;
    if (weekday === null || date.dayOfWeek === weekday + 1) return date;
  }
  return null;
}

interface DayOfYear {
  month: number;
  day: number;
  /** Monday 0; null where none is named. */
  weekday: number | null;
}

/** The date in its year; without a year the next one to come, or the nearest one on the named weekday. */
function inYear(year: string | undefined, { month, day, weekday }: DayOfYear, today: Temporal.PlainDate) {
  if (year !== undefined) return dateOf(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  const dates: Temporal.PlainDate[] = [];
  for (let ahead = -1; ahead <= YEARS_AHEAD; ahead += 1) {
    const date = dateOf(today.year + ahead, month, day);
    if (date) dates.push(date);
  }
  const near = dates.find((date) => date.dayOfWeek - 1 === weekday && date.year <= today.year + 1);
  return near ?? dates.find((date) => Temporal.PlainDate.compare(date, today) >= 0) ?? null;
}
