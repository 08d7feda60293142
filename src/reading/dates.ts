import { addDays, addMonths, getMondayBasedWeekday, isoDate, splitDate } from './calendar-dates.ts';
import { type DateWords, type DistanceUnit, getDateWords } from './date-words.ts';
import { normalizeText } from './text.ts';

const OFFSET = /^([+-]) ?(\d{1,4}) ?([dw])?$/;
const YEAR_FIRST = /^(\d{4})(?:(\d{2})(\d{2})|[./ -] ?(\d{1,2})[./ -] ?(\d{1,2})\.?)$/;
const NUMBERS = /^(\d{1,2})[.,/ -] ?(\d{1,2})(?:[.,/ -] ?(\d{4}|\d{2}))?\.?$/;
const JOINED_DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/;
const DAY_ALONE = /^(\d{1,2})(\.)?$/;
/**
 * Matches the numbers next to the name of a month, once the name has been replaced by a space. Numbers without a space
 * between them, such as `24/11`, do not match.
 */
const DAY_AND_YEAR = /^(\d{1,2})[./-]*(?:[ ,][.,'/ -]*(\d{4}|\d{2}))?$/;
const YEAR_AND_DAY = /^(\d{4})[.,/ -]+(\d{1,2})\.?$/;
/** Endings after the number of a day in one of the languages: `23rd`, `1er`, `1ste`. */
const ORDINAL_ENDING = /(\d)(?:st|nd|rd|th|er|ste|de|e|o|a)(?!\p{L})/gu;
const WORD = /\p{L}+(?:['-]\p{L}+)*\.?/gu;
const MIN_RELATIVE_DATE_LETTERS = 3;
const MIN_LETTERS = { months: 3, weekdays: 2 };
const MAX_LENGTH = 60;
/** The number of words of the longest date: a weekday, a month of two words, and another word. */
const MAX_WORDS = 4;
/** A text with more readings than this is a prefix of a word rather than a date. */
const MAX_READINGS = 3;
/**
 * The number of years ahead in which dates are searched. A 29 February may be eight years away, around a century that
 * is not a leap year.
 */
const YEARS_AHEAD = 8;

/**
 * Half a month and half a year, in days. The nearest matching date is the first one after the day that is half a period
 * ago.
 */
const [HALF_MONTH, HALF_YEAR] = [15, 182];

/** The words of the text's language, then those of the other accepted languages. */
type Languages = readonly [DateWords, ...DateWords[]];

export interface DateOptions {
  /** `YYYY-MM-DD` */
  today: string;
  /**
   * The BCP 47 tag of the language in which words are read besides English. It also determines the order of day and
   * month.
   */
  locale: string;
  /**
   * Whether a date without a year or month is the nearest such day, before or after today; otherwise the next one, as
   * for bookings.
   */
  isNearest?: boolean;
}

export const getLanguages = (locale: string): Languages => [getDateWords(locale), getDateWords('en')];

/**
 * Reads a date as people type it (`tomorrow`, `+3`, `fri`, `23.11.`, `11/23`, `nov 23rd`, `next week`, `2026-11-23`)
 * and as this app displays it in the given language. Without a year it is the next such date, or the nearest; a weekday
 * that contradicts the rest is ignored. Returns every day (`YYYY-MM-DD`) that the text may mean, the most likely first:
 * in French `mar 24` is a Tuesday or a day in March. Empty for any other text.
 */
export function readDates(text: string, { today, locale, isNearest = false }: DateOptions): string[] {
  if (text.length > MAX_LENGTH) return [];
  const plain = normalizeText(text);
  for (const read of [readRelativeDate, readNumericDate, readWeekday, readWeeksAfter, readWeekdayAndWeek]) {
    const found = [...new Set(read(plain, today, getLanguages(locale), isNearest))];
    if (found.length > 0) return found.length > MAX_READINGS ? [] : found;
  }
  return [];
}

/** The first and the last day of a week, `YYYY-MM-DD`. */
export interface WeekDates {
  first: string;
  last: string;
}

/**
 * Reads `last week`, `this week` and `next week`; null for any other text.
 *
 * @param options.firstWeekday The ISO weekday on which weeks begin; Monday by default
 */
export function readWeek(text: string, options: DateOptions & { firstWeekday?: number }): WeekDates | null {
  const { today, locale, firstWeekday = 1 } = options;
  const plain = normalizeText(text);
  const found = /\d/.test(plain) ? null : readDistance(plain, getLanguages(locale));
  if (found?.unit !== 'week' || Math.abs(found.count) > 1) return null;
  const first = addDays(today, 7 * found.count - ((getMondayBasedWeekday(today) + 8 - firstWeekday) % 7));
  return { first, last: addDays(first, 6) };
}

/** Reads a distance from today: `tomorrow`, a prefix of it, `in 3 days`, `last week`, `+3`, `+2w`. */
function readDistance(text: string, languages: readonly DateWords[]): { unit: DistanceUnit; count: number } | null {
  const offset = OFFSET.exec(text);
  if (offset) return { unit: offset[3] === 'w' ? 'week' : 'day', count: Number(`${offset[1]}${offset[2]}`) };
  const digits = /\d+/.exec(text)?.[0];
  for (const { distances, normalizePhrase } of languages) {
    const own = normalizePhrase(text);
    const found = distances.get(own.replace(/\d+/, '#'));
    if (found && 'count' in found && digits === undefined) return found;
    if (found && 'sign' in found && digits !== undefined && digits.length <= 3)
      return { unit: found.unit, count: found.sign * Number(digits) };
    if (own.length < MIN_RELATIVE_DATE_LETTERS) continue;
    for (const [word, distance] of distances)
      if (distance.unit === 'day' && 'count' in distance && !word.includes(' ') && word.startsWith(own))
        return distance;
  }
  return null;
}

function readRelativeDate(text: string, today: string, languages: Languages): string[] {
  const found = readDistance(text, languages);
  if (found === null) return [];
  const { unit, count } = found;
  return [unit === 'month' ? addMonths(today, count) : addDays(today, unit === 'week' ? 7 * count : count)];
}

/** Returns the words of a text except fillers. */
function splitWords(text: string, languages: readonly DateWords[]): string[] {
  const words = (text.match(WORD) ?? []).map((word) => word.replace(/\.$/, ''));
  return words.filter((word) => !languages.some(({ fillers }) => fillers.has(word)));
}

/** Reads a date that contains numbers: `24.12.`, `fri 27`, `27 nov`, `Friday, 27th of November 2026`. */
export function readNumericDate(text: string, today: string, languages: Languages, isNearest: boolean): string[] {
  const plain = text.replaceAll('،', ',').replace(ORDINAL_ENDING, '$1. ');
  const digits = plain
    .replace(WORD, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,'-]+|[\s,'-]+$/g, '');
  const words = splitWords(plain, languages);
  if (digits === '' || words.length > MAX_WORDS) return [];
  const isAfterWords = /^\p{L}/u.test(plain);
  const context = { today, languages, isNearest, isAfterWords };
  const found: string[] = [];
  const addCandidate = (date: string | null) => date !== null && found.push(date);
  if (words.length === 0) addCandidate(readDateInDigits(digits, null, context));
  for (const { weekday, month } of findNameCombinations(words, languages)) {
    // A name after the number is that of a month: in French, `24 mar` is never a Tuesday (`mardi`).
    if (month === null && isAfterWords) addCandidate(readDateInDigits(digits, weekday, context));
    if (month !== null) addCandidate(readDayBesideMonth(digits, { month: month + 1, weekday }, context));
  }
  return found;
}

/** The combinations of weekday (Monday 0) and month (January 0) that the words can name. */
function findNameCombinations(
  words: readonly string[],
  languages: Languages,
): { weekday: number | null; month: number | null }[] {
  const whole = words.join(' ');
  const alone =
    words.length === 0
      ? []
      : findIndexesByName(whole, 'weekdays', languages).map((weekday) => ({ weekday, month: null }));
  const months = findIndexesByName(whole, 'months', languages).map((month) => ({ weekday: null, month }));
  const both = words.slice(1).flatMap((_, at) => {
    const [before, after] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      [before, after],
      [after, before],
    ].flatMap(([day, name]) => {
      const [weekday] = findIndexesByName(day, 'weekdays', languages);
      return weekday === undefined
        ? []
        : findIndexesByName(name, 'months', languages).map((month) => ({ weekday, month }));
    });
  });
  return [...alone, ...months, ...both];
}

interface ReadingContext {
  today: string;
  languages: Languages;
  isNearest: boolean;
  /** Whether words precede the numbers, in which case a number alone is a day. */
  isAfterWords: boolean;
}

/** Reads a date in digits, with day and month in the order of the language, or the other way round if only that is a date. */
function readDateInDigits(digits: string, weekday: number | null, context: ReadingContext): string | null {
  const { languages, isAfterWords } = context;
  const [, year, month, day, loneMonth, loneDay] = YEAR_FIRST.exec(digits) ?? [];
  const yearFirst = year === undefined ? null : parseSupportedDate(year, month ?? loneMonth, day ?? loneDay);
  if (yearFirst !== null) return yearFirst;
  const [, lone, dot] = DAY_ALONE.exec(digits) ?? [];
  if (lone !== undefined) return isAfterWords || dot ? findDayOfMonth(Number(lone), weekday, context) : null;
  const numbers = NUMBERS.exec(digits) ?? JOINED_DIGITS.exec(digits);
  if (!numbers) return null;
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  const dayFirst = resolveDayOfYear(numbers[3], { month: second, day: first, weekday }, context);
  const monthFirst = resolveDayOfYear(numbers[3], { month: first, day: second, weekday }, context);
  return languages[0].monthFirst && !digits.includes('.') ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

function readDayBesideMonth(digits: string, dayOfYear: Omit<DayOfYear, 'day'>, context: ReadingContext): string | null {
  const [, laterYear, laterDay] = YEAR_AND_DAY.exec(digits) ?? [];
  const [, day = laterDay, year = laterYear] = DAY_AND_YEAR.exec(digits) ?? [];
  return day === undefined ? null : resolveDayOfYear(year, { ...dayOfYear, day: Number(day) }, context);
}

/** Reads a weekday: `fri`, `next fri`, `last fri`. */
function readWeekday(text: string, today: string, languages: Languages): string[] {
  const words = splitWords(text, languages);
  if (/\d/.test(text) || words.length > MAX_WORDS) return [];
  const hasWord = (kind: keyof DateWords['weekdayModifiers'], word: string) =>
    languages.some(({ weekdayModifiers }) => weekdayModifiers[kind].has(word));
  const beside = (['coming', 'next', 'last'] as const).filter((kind) => words.some((word) => hasWord(kind, word)));
  const names = words.filter((word) => !beside.some((kind) => hasWord(kind, word)));
  if (names.length !== 1) return [];
  return findIndexesByName(names[0], 'weekdays', languages).flatMap((weekday) => {
    if (beside.includes('last')) return [addDays(findNextWeekday(weekday, addDays(today, -1)), -7)];
    const first = findNextWeekday(weekday, today);
    return beside.includes('next') ? [first, addDays(findWeekdayInWeek(weekday, today), 7)] : [first];
  });
}

/** Reads a number of weeks after the next occurrence of a weekday: `monday in a week`, `monday week`. */
function readWeeksAfter(text: string, today: string, languages: Languages): string[] {
  for (const language of languages)
    for (const { pattern, weeks } of language.weeksAfter) {
      const [, day] = pattern.exec(text) ?? [];
      const found = day === undefined ? [] : findWeekdays(day, languages);
      if (found.length > 0) return found.map((weekday) => addDays(findNextWeekday(weekday, today), 7 * weeks));
    }
  return [];
}

/** Reads a weekday and a week, in either order: `monday next week`, `monday in 2 weeks`. */
function readWeekdayAndWeek(text: string, today: string, languages: Languages): string[] {
  const tokens = text.split(' ');
  for (let at = 1; at < tokens.length; at += 1) {
    const [before, after] = [tokens.slice(0, at).join(' '), tokens.slice(at).join(' ')];
    for (const [dayText, weeksText] of [
      [before, after],
      [after, before],
    ] as const) {
      const weeks = readDistance(weeksText, languages);
      const found = weeks?.unit === 'week' ? findWeekdays(dayText, languages) : [];
      if (!weeks || found.length === 0) continue;
      return found.flatMap((weekday) => [
        // "In two weeks" may be counted from the next weekday.
        ...(/\d/.test(weeksText) ? [addDays(findNextWeekday(weekday, today), 7 * weeks.count)] : []),
        addDays(findWeekdayInWeek(weekday, today), 7 * weeks.count),
      ]);
    }
  }
  return [];
}

/** The weekdays (Monday 0) that a text without other words or numbers can name. */
function findWeekdays(text: string, languages: Languages): number[] {
  const [word, ...others] = splitWords(text, languages);
  return others.length > 0 || /\d/.test(text) ? [] : findIndexesByName(word, 'weekdays', languages);
}

/**
 * The months (January 0) or weekdays (Monday 0) that a text names; if it names none, those whose name begins with the text.
 * Only the first language with a match counts.
 */
function findIndexesByName(
  text: string | undefined,
  kind: 'months' | 'weekdays',
  languages: readonly DateWords[],
): number[] {
  if (text === undefined || text === '') return [];
  for (const language of languages) {
    const indexes = [...language[kind].keys()];
    const whole = indexes.filter((index) => language[kind][index]?.includes(text));
    if (whole.length > 0) return whole;
    const begun = indexes.filter((index) => language[kind][index]?.some((name) => name.startsWith(text)));
    if (begun.length > 0 && text.length >= MIN_LETTERS[kind]) return begun;
  }
  return [];
}

/** The months (January 0) that a text without numbers can name. */
export function findMonths(text: string, languages: Languages): number[] {
  const words = splitWords(text, languages);
  return words.length > MAX_WORDS ? [] : findIndexesByName(words.join(' '), 'months', languages);
}

/** The day with a weekday (Monday 0) in the same week as `today`. */
const findWeekdayInWeek = (weekday: number, today: string) => addDays(today, weekday - getMondayBasedWeekday(today));

/** The next occurrence of a weekday (Monday 0) after a day. */
const findNextWeekday = (weekday: number, day: string) =>
  addDays(day, ((weekday - getMondayBasedWeekday(day) + 6) % 7) + 1);

/** The next or nearest day with that number, and on that weekday (Monday 0) if one is named. */
function findDayOfMonth(day: number, weekday: number | null, { today, isNearest }: ReadingContext): string | null {
  const earliest = isNearest ? addDays(today, -HALF_MONTH) : today;
  const [year, month] = splitDate(earliest);
  // Within a year each day of the month falls on each weekday, except the 29th to 31st, which may take two years.
  for (let ahead = month - 1; ahead <= month + 23; ahead += 1) {
    const date = isoDate(year + Math.floor(ahead / 12), (ahead % 12) + 1, day);
    if (date !== null && date >= earliest && (weekday === null || getMondayBasedWeekday(date) === weekday)) return date;
  }
  return null;
}

interface DayOfYear {
  /** The month, from 1 (January) to 12. */
  month: number;
  day: number;
  /** The weekday, Monday 0; null if none is named. */
  weekday: number | null;
}

/**
 * Resolves a day of the year to a date: in the given year; without a year, the next or nearest such date; with a
 * weekday as well, the nearest such date on that weekday.
 */
function resolveDayOfYear(
  year: string | undefined,
  { month, day, weekday }: DayOfYear,
  { today, isNearest }: ReadingContext,
): string | null {
  if (year !== undefined) return parseSupportedDate(year, month, day);
  const earliest = isNearest ? addDays(today, -HALF_YEAR) : today;
  const [thisYear] = splitDate(today);
  const dates = Array.from({ length: YEARS_AHEAD + 2 }, (_, index) => isoDate(thisYear - 1 + index, month, day));
  const near = dates.slice(0, 3).find((date) => date !== null && getMondayBasedWeekday(date) === weekday);
  return near ?? dates.find((date) => date !== null && date >= earliest) ?? null;
}

/** The first supported year: no appointment is earlier, and no date field accepts an earlier day. */
export const FIRST_YEAR = 1900;

function parseSupportedDate(
  year: string,
  month: string | number | undefined,
  day: string | number | undefined,
): string | null {
  const whole = year.length === 2 ? 2000 + Number(year) : Number(year);
  return whole < FIRST_YEAR ? null : isoDate(whole, Number(month), Number(day));
}
