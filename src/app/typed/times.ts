import { normalizeText } from '#app/language/normalize-text.ts';
import { shownLanguage } from '#app/language/shown-language.ts';
import { FIRST_DATE, isDate } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';
import { type OpeningHours, openMinutes, usualHours } from '#app/scheduling/opening-hours.ts';
import type { ClockTime } from '#app/scheduling/wall-clock.ts';
import { westernDigits, withDigits } from './number-words.ts';

// Patterns of times and durations as people type them, in all languages of the app, after accents and full stops are
// removed. All of them are read in every language, since a draft stays when the language is changed.

const DAYS = normalizeText('(?:d|days?|t|tg|tage?n?|j|jours?|dias?|dag|dagen|ي|يوما?|أيام)');
const HOURS = normalizeText('(?:h|hrs?|hs|hours?|std|stunden?|heures?|horas?|u|uur|uren|uurtje|س|ساعة|ساعات)');
const MINUTES = normalizeText("(?:m|mins?|mn|minut[eo]s?|minuten|minuut|minuutjes|'|د|دق|دقيقة|دقائق|دقايق)");
const AND = '(?:and|und|et|y|en|و|,)';
const LESS = normalizeText('(?:moins|menos|إلا)');
const ONE = "(?:an? |1 |le |l')?";
const ARTICLE = /^(?:an?|one|'?n|'?ne|eine?n?|une?|una|een) /;

/** Parts of an hour, by their minutes: after or before an hour, or alone. */
const PARTS = {
  15: 'quarter|viertel|viertelstunde|quart|cuarto|kwart|kwartier|kwartiertje|ربع|ربعا|الربع',
  20: 'ثلث|ثلثا|الثلث|تلت',
  30: 'half|halbe|demi|demie|media|نصف|النصف|نص',
};
const PART = `(${Object.values(PARTS).join('|')})`;
const minutesOfPart = byWord(PARTS);

/** Durations without a number in them, by their minutes. */
const IN_WORDS = {
  15: "quarter of an hour|quarter hour|viertelstunde|viertel stunde|quart d'heure|cuarto de hora|kwartier|kwartiertje|ربع ساعة",
  20: 'ثلث ساعة|تلت ساعة',
  30: 'half an hour|half hour|halbe stunde|halbe std|demi-heure|demi heure|media hora|half uur|halfuur|half uurtje|halfuurtje|نصف ساعة|نص ساعة',
  45: 'dreiviertelstunde|dreiviertel stunde|dreiviertel std',
  60: 'hour|stunde|heure|hora|uur|uurtje|ساعة',
  90: 'hour and a half|anderthalb stunden|anderthalb std|eineinhalb stunden|eineinhalb std|anderhalf uur',
  150: 'zweieinhalb stunden|zweieinhalb std|tweeënhalf uur',
  1440: 'day|tag|jour|dia|dag|يوم',
};
const minutesInWords = byWord(IN_WORDS);

/** The minutes of each of the texts that they are listed with. */
function byWord(texts: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(texts).flatMap(([minutes, all]) =>
      all.split('|').map((text) => [normalizeText(text), Number(minutes)] as const),
    ),
  );
}

/** The longest duration that the app takes, in minutes: 60 days. */
export const maxDuration = 60 * 1440;

const NUMBER = String.raw`(\d+(?:[.,]\d+)?|[.,]\d+)`;
const WITH_COLON = new RegExp(`^(\\d{1,3}):([0-5]\\d) ?${HOURS}?$`);
const IN_PARTS = new RegExp(
  `^(?:${NUMBER} ?${DAYS} ?)?(?:(?:${AND} ?)?${NUMBER} ?${HOURS} ?)?(?:(?:${AND} ?)?(\\d+) ?${MINUTES}?)?$`,
);

/** `3 kwartier` */
const QUARTERS =
  /^(\d) (?:kwartier(?:en|tjes)?|quarts? d'heure|cuartos? de hora|viertelstunden?|quarters? of an hour)$/;
/** `1 h et quart`, `ساعة إلا ربع` */
const WITH_PART = new RegExp(
  `^(?:(\\d+) ?)?${HOURS} ?(?:${AND}|(${LESS})) ?${ONE}${PART}(?: ?(?:${HOURS}|of an hour|d'heure|de hora))?$`,
);
/** `2 and a half hours` */
const PART_BETWEEN = new RegExp(`^(\\d+) and ${ONE}${PART} ${HOURS}$`);

const HOUR_OF_CLOCK = "(?:h|hs|hrs|o'clock|uhr|heures?|horas?|u|uur)";
const BEFORE_HOUR = /^(?:(?:a )?las?|um|gegen|at|@|a|om|الساعه) /;
const SEPARATED = new RegExp(
  `^(\\d{1,2})(?:(?: ?(?:[:.,]|${HOUR_OF_CLOCK}) ?| )(\\d{2})(?: ?min)?)? ?${HOUR_OF_CLOCK}?$`,
);
/** An hour with a leading zero, as in `06:30`, which is never the afternoon. */
const LEADING_ZERO = /^\D*0\d/;
/** 10 or 11 o'clock as a number alone. */
const BARE_TEN_OR_ELEVEN = /^1[01](?:\d{2})?$/;
const RUN_TOGETHER = new RegExp(`^(\\d{1,2})(\\d{2}) ?${HOUR_OF_CLOCK}?$`);
const MINUTES_OR_PART = `${ONE}(?:(\\d{1,2})(?: min(?:utes|uten)?)?|${PART})`;
/** `half past 9`, `5 vor halb 10`, `kwart over 9`, `dreiviertel 10`, `cuarto para las 10` */
const TOLD_BEFORE = new RegExp(
  `^(?:${MINUTES_OR_PART} (past|after|nach|over|to|before|of|vor|voor|para las?) )?(?:(halb|half|dreiviertel) )?(\\d{1,2})(?: ${HOUR_OF_CLOCK})?$`,
);
/** `9 y media`, `10 heures moins le quart`, `٩ ونص` */
const TOLD_AFTER = new RegExp(`^(\\d{1,2})(?: ?${HOUR_OF_CLOCK})? ?(?:et|y|و|(${LESS})) ?${MINUTES_OR_PART}$`);
const AFTER_THE_HOUR = /^(?:past|after|nach|over)$/;

const NOON = new RegExp(normalizeText('^(?:12 )?(?:noon|midday|mittag|midi|mediodia|الظهر|ظهرا)(?= |$)'));
const MIDNIGHT = new RegExp(normalizeText('^(?:midnight|mitternacht|minuit|medianoche|middernacht|منتصف الليل)$'));

/** What follows the hour of a clock of twelve hours, and the hour of the day that it makes of one; null where none. */
const PERIODS: readonly (readonly [words: string, hourOf: (hour: number) => number | null])[] = [
  ['a|am|ص|صباحا', (hour) => (within(hour, 1, 12) ? hour % 12 : null)],
  ['p|pm|م|مساء', (hour) => (within(hour, 1, 12) ? (hour % 12) + 12 : null)],
  [
    "in the morning|morgens|fruh|vormittags|in der fruh|du matin|de la manana|'?s (?:morgens|ochtends)|الصبح",
    (hour) => (within(hour, 1, 11) ? hour : null),
  ],
  [
    "in the afternoon|nachmittags|mittags|de l'apres-midi|de la tarde|del mediodia|'?s middags|الظهر|ظهرا|بعد الظهر|العصر|عصرا",
    (hour) => (hour === 12 || within(hour, 1, 8) ? (hour % 12) + 12 : null),
  ],
  [
    "in the evening|at night|abends|du soir|de la noche|'?s avonds|المساء|المسا|بالليل",
    (hour) => (within(hour, 5, 11) ? hour + 12 : null),
  ],
];
const periods = PERIODS.map(([words, hourOf]) => ({
  pattern: new RegExp(`^(.*?\\S) ?(?:${normalizeText(words)})$`),
  hourOf,
}));

function within(hour: number, first: number, last: number): boolean {
  return hour >= first && hour <= last;
}

/** Normalises text for parsing: no case, no accents, digits 0 to 9, single spaces, no direction marks. */
function plainOf(text: string): string {
  const plain = text
    .replace(/¼/g, '.25')
    .replace(/½/g, '.5')
    .replace(/¾/g, '.75')
    .replace(/\p{Cf}/gu, '');
  return westernDigits(normalizeText(plain))
    .replace(/[٫،]/g, ',')
    .replace(/’/g, "'")
    .replace(/(\p{L})\./gu, '$1')
    .replace(/(ساع|دقيق|يوم)ت?(?:ين|ان)(?= |$)/g, (_, of) => (of === 'يوم' ? '2 يوم' : `2 ${of}ه`))
    .replace(/يوم واحد(?= |$)/g, '1 يوم')
    .replace(/\s+/g, ' ')
    .trim();
}

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text.replace(',', '.')));

/** The result of the first spelling of a text, as it is or with its numbers in digits, that has one. */
function firstOf<Result>(plain: string, read: (spelling: string) => Result | null): Result | null {
  return read(plain) ?? read(withDigits(plain));
}

/**
 * Parses a duration as people type it, in whole minutes: `30`, `45 min`, `1h`, `1h30`, `1:30`, `1,5 Std.`, `2 d`,
 * `half an hour`, `3 kwartier`. A bare number is minutes. Null for any other text, for zero, and for more than
 * {@link maxDuration}.
 */
export function parseDuration(text: string): number | null {
  // Fractions: `1 1/2 h`.
  const plain = plainOf(text).replace(/(?:(\d+) )?([123])\/([24])(?!\d)/g, (_, whole = '0', part, parts) =>
    String(Number(whole) + Number(part) / Number(parts)),
  );
  const minutes = firstOf(plain, minutesOf);
  return minutes !== null && Number.isInteger(minutes) && minutes >= 1 && minutes <= maxDuration ? minutes : null;
}

function minutesOf(plain: string): number | null {
  const words = plain.replace(ARTICLE, '');
  const inWords = minutesInWords.get(words);
  if (inWords !== undefined) return inWords;
  const colon = WITH_COLON.exec(plain);
  if (colon) return Number(colon[1]) * 60 + Number(colon[2]);
  const parts = IN_PARTS.exec(plain);
  if (parts) return numberOf(parts[1]) * 1440 + numberOf(parts[2]) * 60 + numberOf(parts[3]);
  const quarters = QUARTERS.exec(plain);
  if (quarters) return Number(quarters[1]) * 15;
  const [, hours = '1', less, part] = WITH_PART.exec(words) ?? [];
  if (part !== undefined) return Number(hours) * 60 + (less === undefined ? 1 : -1) * partOf(part);
  const [, count, between] = PART_BETWEEN.exec(plain) ?? [];
  return between === undefined ? null : Number(count) * 60 + partOf(between);
}

function partOf(word: string): number {
  return minutesOfPart.get(word) ?? 0;
}

/** An hour as it is named, and the minutes after it; before it, if they are negative. */
interface SpokenTime {
  hour: number;
  minutes: number;
}

function spokenTime(text: string): SpokenTime | null {
  const inDigits = SEPARATED.exec(text) ?? RUN_TOGETHER.exec(text);
  if (inDigits) {
    const minutes = numberOf(inDigits[2]);
    return minutes <= 59 ? { hour: Number(inDigits[1]), minutes } : null;
  }
  const [, hourBefore, less, plus, plusPart] = TOLD_AFTER.exec(text) ?? [];
  if (hourBefore !== undefined) return around(hourBefore, plus, plusPart, less === undefined ? 1 : -1);
  const [, count, part, way, half, hour] = TOLD_BEFORE.exec(text) ?? [];
  if (hour === undefined) return null;
  // `half 10` is 9:30 in Dutch and 10:30 in English.
  if (half === 'half' && shownLanguage.tag !== 'nl') return null;
  const spoken = around(hour, count, part, way === undefined || AFTER_THE_HOUR.test(way) ? 1 : -1);
  if (!spoken || half === undefined) return spoken;
  return { hour: spoken.hour, minutes: spoken.minutes - (half === 'dreiviertel' ? 15 : 30) };
}

function around(hour: string, count: string | undefined, part: string | undefined, sign: 1 | -1): SpokenTime | null {
  const minutes = part === undefined ? numberOf(count) : partOf(part);
  return minutes <= 59 ? { hour: Number(hour), minutes: sign * minutes } : null;
}

function clockTime({ hour, minutes }: SpokenTime): ClockTime | null {
  if (hour > 23) return null;
  // Half an hour before one is after noon.
  const total = (hour === 1 && minutes < 0 ? 13 : hour) * 60 + minutes;
  const ofDay = (total + 1440) % 1440;
  return { hour: Math.floor(ofDay / 60), minute: ofDay % 60 };
}

const minuteOf = ({ hour, minute }: ClockTime) => hour * 60 + minute;

/**
 * Parses a time of day as people type it: `930`, `9:30`, `9 30`, `9.30am`, `14h`, `9 Uhr 30`, `2 p.m.`, `9`, `noon`,
 * `9 y media`, `halb 10`. Null for any other text. An hour from 1 to 9 that has neither am, pm nor a leading zero (or 10
 * or 11 as a number alone) is twelve hours later where `isAfternoon` says so of both times, in minutes after midnight.
 */
export function parseClockTime(
  text: string,
  isAfternoon: (morning: number, afternoon: number) => boolean = () => false,
): ClockTime | null {
  const plain = plainOf(text);
  const read = firstOf(plain, clockTimeOf);
  if (read === null) return null;
  const { time, hasPeriod } = read;
  // 10 and 11 cannot have a leading zero: `10:30`, as the app itself writes it, stays the morning.
  const isAmbiguous = within(time.hour, 1, 9) ? !LEADING_ZERO.test(plain) : BARE_TEN_OR_ELEVEN.test(plain);
  const later = { ...time, hour: time.hour + 12 };
  return isAmbiguous && !hasPeriod && isAfternoon(minuteOf(time), minuteOf(later)) ? later : time;
}

/** A time of day, and whether the text says in which part of the day it is, as `am` does. */
interface ReadTime {
  time: ClockTime;
  hasPeriod: boolean;
}

function clockTimeOf(plain: string): ReadTime | null {
  const bare = plain.replace(BEFORE_HOUR, '').replace(/([ap]) ?m$/, '$1m');
  if (MIDNIGHT.test(bare)) return { time: { hour: 0, minute: 0 }, hasPeriod: true };
  const named = bare.replace(NOON, '12 h');
  const spoken = spokenTime(named);
  if (spoken) return readTime(spoken, false);
  for (const { pattern, hourOf } of periods) {
    const rest = spokenTime(pattern.exec(named)?.[1] ?? '');
    const hour = rest ? hourOf(rest.hour) : null;
    if (rest && hour !== null) return readTime({ ...rest, hour }, true);
  }
  return null;
}

function readTime(spoken: SpokenTime, hasPeriod: boolean): ReadTime | null {
  const time = clockTime(spoken);
  return time && { time, hasPeriod };
}

/** The end of a day as the time at which a store closes. */
const END_OF_DAY: ClockTime = { hour: 24, minute: 0 };

/**
 * Parses the time at which a store closes: an hour without am or pm is after it opens (`6` and `6:30` are the evening where it
 * opens at 8), and midnight, by whatever name, is the end of the day: its hour is 24.
 */
export function parseClosing(text: string, opens: ClockTime | null): ClockTime | null {
  const spoken = spokenTime(plainOf(text));
  if (spoken?.hour === 24 && spoken.minutes === 0) return END_OF_DAY;
  const opening = opens && minuteOf(opens);
  const time = parseClockTime(
    text,
    (morning, afternoon) => opening !== null && morning <= opening && opening < afternoon,
  );
  return time !== null && minuteOf(time) === 0 ? END_OF_DAY : time;
}

const usualDay = openMinutes(usualHours, FIRST_DATE) ?? [];

/** The hours to read a time in: those of a usual day where the store is closed, its hours are unknown, or there is no date yet. */
function hoursOn(hours: OpeningHours, date: string) {
  const open = isDate(date) ? (openMinutes(hours, date) ?? []) : [];
  return open.length > 0 ? open : usualDay;
}

/** The latest time before which a store counts as not open yet: 10 and 11 o'clock are the morning where it opens after noon. */
const TEN = 10 * 60;

/**
 * The rule by which a time is twelve hours later: it is not likely as it is, and it is likely later, or comes before the
 * store opens.
 */
const laterWithin = (open: readonly MinuteRange[], isLikely: (minute: number) => boolean) => {
  const opening = Math.min(open[0]?.fromMinute ?? 0, TEN);
  return (morning: number, afternoon: number) => !isLikely(morning) && (isLikely(afternoon) || morning < opening);
};

/**
 * Parses the time at which a visit starts on a date (`YYYY-MM-DD`). An hour without am, pm or a leading zero is the afternoon
 * where it comes before the store opens, or where the store is open only then: `2`, `230` and `6:30` are 14:00, 14:30 and 18:30
 * where it opens at 8.
 */
export function parseStart(text: string, hours: OpeningHours, date: string): ClockTime | null {
  const open = hoursOn(hours, date);
  const isOpenAt = (minute: number) =>
    open.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
  return parseClockTime(text, laterWithin(open, isOpenAt));
}

/** Parses the time at which a visit ends that starts on a date: as {@link parseStart}, and after a start that can be read. */
export function parseEnd(text: string, hours: OpeningHours, date: string, start: ClockTime | null): ClockTime | null {
  const open = hoursOn(hours, date);
  const isAfterStart = (minute: number) => start === null || minute > minuteOf(start);
  const isOpenUntil = (minute: number) =>
    open.some(({ fromMinute, toMinute }) => fromMinute < minute && minute <= toMinute);
  const isLater = laterWithin(open, (minute) => isAfterStart(minute) && isOpenUntil(minute));
  return parseClockTime(text, (morning, afternoon) => isAfterStart(afternoon) && isLater(morning, afternoon));
}
