import '#app/scheduling/temporal.ts';
import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { FIRST_DATE, LAST_DATE } from '#app/scheduling/calendar-day.ts';
import {
  type DateWords,
  type DistanceUnit,
  dateWords,
  distanceUnits,
  ORDINAL_ENDINGS,
  type PartAfter,
  runsOf,
} from './date-words.ts';

const OFFSET = /^([+-])\s?(\d{1,4})\s?([dw])?$/;
const YEAR_FIRST = /^(\d{4})(?:(\d{2})(\d{2})|[./\s-]\s?(\d{1,2})[./\s-]\s?(\d{1,2})\.?)$/;
const NUMBERS = /^(\d{1,2})[.,/\s-]\s?(\d{1,2})(?:[.,/\s-]\s?(\d{4}|\d{2}))?\.?$/;
const RUN_TOGETHER = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/;
/** Words, each perhaps with a comma or full stop, before a date of numbers. */
const AFTER_WORDS = /^((?:\p{L}+[.,]*\s?){1,3})(?=\d)(.+)$/u;
// `9a` and `9o` could be a time, or a slip.
const DAY_ALONE = /^(\d{1,2})(st|nd|rd|th|er|ste|de|e|\.)?$/;
const ORDINAL = new RegExp(`(\\d)(?:${ORDINAL_ENDINGS})(?!\\p{L})`, 'gu');
const WORD = /\p{L}+(?:['’-]\p{L}+)*/gu;
const TOKEN = /\d+|\p{L}+(?:['’-]\p{L}+)*/gu;
const MIN_LETTERS_OF_RELATIVE = 3;
const MIN_LETTERS_OF_MONTH = 3;
const MIN_LETTERS_OF_WEEKDAY = 2;
const MAX_LENGTH = 60;
/** A text that could be more than these is the beginning of a word rather than a date. */
const MAX_READINGS = 3;
/** Day, month and year, and in some languages the weekday. */
const MAX_NUMBERS = 4;
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365.2425;
/** More than a year in any calendar. */
const DAYS_AROUND = 400;
const MAX_YEARS = 50;
/** A 29 February may be eight years away, around a century without one. */
const YEARS_AHEAD = 8;

/** The language of the text, then the others that are read. */
type Languages = readonly [DateWords, ...DateWords[]];

interface DateTextOptions {
  today: Temporal.PlainDate;
  /** The language in which words are read besides English, and the order of day and month; the page's own if none is given. */
  locale?: string | undefined;
}

/**
 * Parses a date as people type it (`tomorrow`, `+3`, `fri`, `23.11.`, `11/23`, `nov 23rd`, `next week`, `2026-11-23`)
 * and as this app writes it in the given language. Without a year it is the next one to come; a weekday that
 * contradicts the rest is ignored. Every day that the text may mean, the likeliest first: in French `mar 24` is a Tuesday
 * or a day in March. Empty for any other text.
 */
export function parseDateText(text: string, { today, locale = shownLocale }: DateTextOptions): Temporal.PlainDate[] {
  if (text.length > MAX_LENGTH) return [];
  const own = dateWords(locale);
  const languages: Languages = [own, dateWords('en')];
  const plain = own.plain(text);
  for (const spelling of spellingsOf(plain, languages)) {
    for (const read of [fromToday, shown, numeric, named, inWeek]) {
      const found = new Map(read(spelling, today, languages).map((date) => [date.toString(), date]));
      if (found.size > 0) return found.size > MAX_READINGS ? [] : [...found.values()];
    }
  }
  return [];
}

/**
 * The same from today's `YYYY-MM-DD` to those of the days, without days that the app cannot be asked for.
 */
export function readDates(text: string, { today, locale }: { today: string; locale?: string | undefined }): string[] {
  return parseDateText(text, { today: Temporal.PlainDate.from(today), locale })
    .map((date) => date.toString())
    .filter((date) => date >= FIRST_DATE && date <= LAST_DATE);
}

/** The ways to spell a text, beginning with its own: with other words, with digits, and without the part of the day. */
function spellingsOf(text: string, languages: readonly DateWords[]): ReadonlySet<string> {
  // Another spelling may make a day of it.
  const isPart = languages.some(({ dayPart }) => dayPart(text)?.before === '');
  const spelled = [text, ...(isPart ? [] : respellingsOf(text, languages))];
  const inDigits = languages.flatMap((language) => spelled.map(language.inDigits));
  const all = [...spelled, ...inDigits];
  const days = languages.flatMap(({ dayPart }) => all.map((one) => dayPart(one)?.before ?? ''));
  return new Set([...all, ...days].filter((one) => one !== ''));
}

function respellingsOf(text: string, languages: readonly DateWords[]): string[] {
  return languages.flatMap(({ respelled }) => respelled.map(([other, own]) => text.replace(other, own)));
}

/**
 * Reads the part of the day that ends a text in the given language or in English, as `tomorrow afternoon` and `this morning`;
 * null for a text without one.
 */
export function readDayPart(text: string, locale = shownLocale): PartAfter | null {
  const languages = [dateWords(locale), dateWords('en')];
  const plain = dateWords(locale).plain(text);
  for (const spelling of new Set([plain, ...respellingsOf(plain, languages)])) {
    for (const { dayPart } of languages) {
      const found = dayPart(spelling);
      if (found) return found;
    }
  }
  return null;
}

/**
 * Reads `this week` and `next week`, in the given language or in English: the days from Monday, or today, until Sunday, each
 * `YYYY-MM-DD`. Null for any other text.
 */
export function readWeek(
  text: string,
  { today, locale = shownLocale }: { today: string; locale?: string | undefined },
) {
  const plain = dateWords(locale).plain(text);
  const found = /\d/.test(plain) ? null : distanceOf(plain, [dateWords(locale), dateWords('en')]);
  const [weeks] = found?.unit === 'week' ? found.counts : [];
  if (weeks !== 0 && weeks !== 1) return null;
  const monday = ofWeek(0, Temporal.PlainDate.from(today)).add({ weeks });
  return { first: weeks === 0 ? today : monday.toString(), last: monday.add({ days: 6 }).toString() };
}

interface Distance {
  unit: DistanceUnit;
  counts: readonly number[];
}

/** `tomorrow`, the beginning of it, `in 3 days`, `last week`, `+3`, `+2w`. */
function distanceOf(text: string, languages: readonly DateWords[]): Distance | null {
  for (const { said, distance } of languages) {
    for (const unit of distanceUnits) {
      const counts = said[unit].get(distance(text));
      if (counts) return { unit, counts };
    }
  }
  const offset = OFFSET.exec(text);
  if (offset) return { unit: offset[3] === 'w' ? 'week' : 'day', counts: [Number(`${offset[1]}${offset[2]}`)] };
  const count = /\d+/.exec(text)?.[0];
  if (count !== undefined && count.length > 3) return null;
  const counts = count === undefined ? [0, 1, -1, 2, -2] : [Number(count), -Number(count)];
  for (const { phrases, distance } of languages) {
    const bare = distance(text);
    for (const unit of distanceUnits) {
      for (const away of counts) {
        for (const phrase of phrases(`${away} ${unit}`)) {
          const begun =
            unit === 'day' && bare.length >= MIN_LETTERS_OF_RELATIVE && !/\d/.test(phrase) && phrase.startsWith(bare);
          if (bare === phrase || begun) return { unit, counts: [away] };
        }
      }
    }
  }
  return null;
}

function fromToday(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]): Temporal.PlainDate[] {
  const { unit, counts } = distanceOf(text, languages) ?? { unit: 'day', counts: [] };
  return counts.map((count) => today.add({ [`${unit}s`]: count }));
}

/** A day and a number of weeks, in either order: `monday next week`, `today in 2 weeks`. */
function inWeek(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]): Temporal.PlainDate[] {
  const tokens = text.split(' ');
  for (let at = 1; at < tokens.length; at += 1) {
    const parts = [tokens.slice(0, at).join(' '), tokens.slice(at).join(' ')] as const;
    for (const [dayText, weeksText] of [parts, [parts[1], parts[0]]] as const) {
      const weeks = distanceOf(weeksText, languages);
      if (weeks?.unit !== 'week') continue;
      const day = distanceOf(dayText, languages);
      if (day?.unit === 'day')
        return day.counts.flatMap((days) => weeks.counts.map((count) => today.add({ days, weeks: count })));
      const words = wordsOf(dayText, languages);
      if (words.length !== 1) continue;
      const found = namesOf(words[0], 'weekdays', languages).flatMap((weekday) =>
        weeks.counts.flatMap((count) => [
          // In two weeks may be counted from the coming one.
          ...(/\d/.test(weeksText) ? [coming(weekday, today).add({ weeks: count })] : []),
          ofWeek(weekday, today).add({ weeks: count }),
        ]),
      );
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The words of a text without those that are skipped. */
function wordsOf(text: string, languages: readonly DateWords[]): string[] {
  return (text.match(WORD) ?? []).filter((word) => !languages.some(({ fillers }) => fillers.has(word)));
}

/**
 * Finds a date as this app writes it, in any order, script and calendar: the day near today, or near the same day of
 * the named year, that is written like the text.
 */
function shown(text: string, today: Temporal.PlainDate, [own]: Languages) {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 0 || numbers.length > MAX_NUMBERS) return [];
  const wanted = runsOf(text);
  const now = Date.parse(today.toString());
  const thisYear = own.yearOf(now);
  const years = new Set(
    [0, ...numbers.map((number) => number - thisYear)].filter((away) => Math.abs(away) <= MAX_YEARS),
  );
  for (const away of years) {
    const found: number[] = [];
    const middle = now + Math.round(away * DAYS_OF_YEAR) * DAY_MS;
    for (let days = -DAYS_AROUND; days <= DAYS_AROUND; days += 1) {
      const instant = middle + days * DAY_MS;
      if (!numbers.includes(own.dayOf(instant))) continue;
      if (own.written(instant).includes(wanted)) found.push(instant);
    }
    const likeliest = found.find((instant) => instant >= now) ?? found.at(-1);
    if (likeliest !== undefined) return [Temporal.PlainDate.from(new Date(likeliest).toISOString().slice(0, 10))];
  }
  return [];
}

/**
 * A date of numbers only, or with a weekday before it. Day and month are in the order of the language, or the other way
 * round where only that is a date.
 */
function numeric(text: string, today: Temporal.PlainDate, languages: Languages): Temporal.PlainDate[] {
  const after = AFTER_WORDS.exec(text);
  const before = wordsOf(after?.[1] ?? '', languages);
  const weekdays = namesOf(before[0], 'weekdays', languages);
  if (before.length > 1 || (before.length === 1 && weekdays.length === 0)) return [];
  const digits = after?.[2] ?? text;
  const [, year, month, day, loneMonth, loneDay] = YEAR_FIRST.exec(digits) ?? [];
  const yearFirst =
    year === undefined ? null : dateOf(Number(year), Number(month ?? loneMonth), Number(day ?? loneDay));
  if (yearFirst) return [yearFirst];
  const [, lone, ordinal] = before.length > 0 ? [] : (DAY_ALONE.exec(digits) ?? []);
  if (lone !== undefined && (after !== null || ordinal !== undefined))
    return listOf(dayOfMonth(Number(lone), null, today));
  const numbers = NUMBERS.exec(digits) ?? RUN_TOGETHER.exec(digits);
  if (!numbers) return [];
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  const weekday = weekdays[0] ?? null;
  const dayFirst = () => inYear(numbers[3], { month: second, day: first, weekday }, today);
  const dayLast = () => inYear(numbers[3], { month: first, day: second, weekday }, today);
  const monthFirst = languages[0].monthFirst && !digits.includes('.');
  return listOf(monthFirst ? (dayLast() ?? dayFirst()) : (dayFirst() ?? dayLast()));
}

function listOf<Thing>(thing: Thing | null): Thing[] {
  return thing === null ? [] : [thing];
}

/** A date of which at least one part is a name: `fri`, `next fri`, `fri 27`, `27 nov`, `Friday, 27th of November 2026`. */
function named(text: string, today: Temporal.PlainDate, languages: readonly DateWords[]): Temporal.PlainDate[] {
  const tokens = text.replace(ORDINAL, '$1 ').match(TOKEN) ?? [];
  const numbers = tokens.filter((token) => /\d/.test(token));
  const words = wordsOf(tokens.filter((token) => !/\d/.test(token)).join(' '), languages);
  if (numbers.length === 0) return besideWeekday(words, today, languages);
  if (words.length === 0 || words.length > 2) return [];
  const [first = '', second] = numbers;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  const isYear = year === undefined || year.length === 4 || year.length === 2;
  const [one, other] = words;
  const inMonth =
    numbers.length > 2 || !isYear
      ? []
      : [
          [one, other],
          [other, one],
        ].flatMap(([monthWord, weekdayWord]) => {
          const weekday = namesOf(weekdayWord, 'weekdays', languages)[0] ?? null;
          if (weekdayWord !== undefined && weekday === null) return [];
          return namesOf(monthWord, 'months', languages).flatMap((month) =>
            listOf(inYear(year, { month: month + 1, day: Number(day), weekday }, today)),
          );
        });
  if (numbers.length > 1 || words.length > 1) return inMonth;
  const onWeekday = namesOf(one, 'weekdays', languages).flatMap((weekday) =>
    listOf(dayOfMonth(Number(first), weekday, today)),
  );
  // Behind the number stands the month: `24 mar` is never a Tuesday.
  return tokens[0] === first && inMonth.length > 0 ? inMonth : [...onWeekday, ...inMonth];
}

/** `fri`, `next fri`, `last fri`. */
function besideWeekday(words: readonly string[], today: Temporal.PlainDate, languages: readonly DateWords[]) {
  const isOf = (kind: keyof DateWords['beside'], word: string) =>
    languages.some(({ beside }) => beside[kind].has(word));
  const beside = (['coming', 'next', 'last'] as const).filter((kind) => words.some((word) => isOf(kind, word)));
  const names = words.filter((word) => !beside.some((kind) => isOf(kind, word)));
  if (names.length !== 1) return [];
  return namesOf(names[0], 'weekdays', languages).flatMap((weekday) => {
    if (beside.includes('last')) return [today.subtract({ days: daysFrom(weekday + 1, today.dayOfWeek) })];
    const first = coming(weekday, today);
    return beside.includes('next') ? [first, ofWeek(weekday, today).add({ weeks: 1 })] : [first];
  });
}

/**
 * The months (January 0) or weekdays (Monday 0) that a word is the name of, or else the beginning of, in the first
 * language that has any.
 */
function namesOf(word: string | undefined, kind: 'months' | 'weekdays', languages: readonly DateWords[]): number[] {
  if (word === undefined) return [];
  const isLong = word.length >= (kind === 'months' ? MIN_LETTERS_OF_MONTH : MIN_LETTERS_OF_WEEKDAY);
  for (const language of languages) {
    const all = language[kind].map((names, index) => ({ names, index }));
    const whole = all.filter(({ names }) => names.includes(word));
    const begun = isLong ? all.filter(({ names }) => names.some((name) => name.startsWith(word))) : [];
    const found = whole.length > 0 ? whole : begun;
    if (found.length > 0) return found.map(({ index }) => index);
  }
  return [];
}

/** The weekday (Monday 0) of the week that a day is in. */
function ofWeek(weekday: number, today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ days: weekday + 1 - today.dayOfWeek });
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

const weekdayFormat = new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' });

/** Examples of what can be typed, in words of the language that the parser understands. */
function typedNames() {
  // A Friday.
  const weekday = weekdayFormat.format(Date.UTC(2026, 0, 2)).toLocaleLowerCase(shownLocale);
  const nextWeek = new Intl.RelativeTimeFormat(shownLocale, { numeric: 'auto' }).format(1, 'week');
  return { weekday, nextWeek };
}

/** Examples of dates that can be typed. */
export function dateExamples(): string {
  const { weekday, nextWeek } = typedNames();
  return t({
    message: `${weekday}, 24.12., +3, ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

/** The error of a text that is not a date. */
export function notADate(): string {
  const { weekday, nextWeek } = typedNames();
  return t({
    message: `This is not a date. Try 24.12., ${weekday}, +3 or ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

/** The question which of several days a text means. */
export function whichDay(): string {
  return t({ message: 'Which day do you mean?', comment: 'What was typed could be any of the days below.' });
}
