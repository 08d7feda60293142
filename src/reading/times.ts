import { normalizeText } from './text.ts';

/*
 * Times of day and durations in digits, as people type them and as programs write them, in the six languages of the
 * app. All of them are read in every language, since a draft remains when the language is changed.
 */

/** A wall-clock time. */
interface TimeOfDay {
  hour: number;
  minute: number;
}

/** Minutes after midnight; the end is exclusive. */
interface MinuteRange {
  fromMinute: number;
  toMinute: number;
}

const HOUR_OF_CLOCK = "(?:h|hs|hrs?|hours?|o'clock|uhr|heures?|horas?|u|uur)";
const WORD_BEFORE_HOUR = /^(?:(?:a )?las?|um|gegen|at|@|a|om|le|في|الساعه) /;
/** Words and abbreviations after the hour on a 12-hour clock; in Arabic also before it. */
const HALF_OF_DAY = '(am?|pm?|ص|م|صباحا|مساء|vorm|nachm)';
const MORNING = /^(?:a|ص|vorm)/;
const CLOCK = new RegExp(
  `^(\\d{1,2})(?:(?: ?(?:[:.,]|${HOUR_OF_CLOCK}) ?| )(\\d{2})(?: ?min)?(?:[:.]\\d{2}(?:[.,]\\d+)?)?)? ?${HOUR_OF_CLOCK}?$`,
);
const JOINED_DIGITS = new RegExp(`^(\\d{1,2})(\\d{2}) ?${HOUR_OF_CLOCK}?$`);
const HALF_OF_DAY_AFTER = new RegExp(`^(.*?\\S) ?${HALF_OF_DAY}$`);
const HALF_OF_DAY_BEFORE = /^(ص|م) (.*)$/;
/** Matches an hour with a leading zero, as in `06:30`, which is never in the afternoon. */
const LEADING_ZERO = /^\D*0\d/;
/** Matches 10 or 11 o'clock as a number alone, with or without minutes. */
const BARE_TEN_OR_ELEVEN = /^1[01](?:\d{2})?$/;

/** Normalises text for the patterns, and removes the full stops of abbreviations. */
const normalizeTime = (text: string) =>
  normalizeText(text)
    .replace(/[٫،]/g, ',')
    .replace(/(\p{L})\./gu, '$1')
    .replace(/\b([ap]) m$/, '$1m');

/** A time as written, up to 24:00. */
interface ClockReading extends TimeOfDay {
  /** Whether the text specifies the half of the day. */
  hasHalfOfDay: boolean;
}

function readClock(plain: string): ClockReading | null {
  const bare = plain.replace(WORD_BEFORE_HOUR, '');
  const [, before, afterIt] = HALF_OF_DAY_BEFORE.exec(bare) ?? [];
  const [, ahead, after] = HALF_OF_DAY_AFTER.exec(bare) ?? [];
  const half = before ?? after;
  const digits = afterIt ?? ahead ?? bare;
  const [, hourText, minuteText = '0'] = CLOCK.exec(digits) ?? JOINED_DIGITS.exec(digits) ?? [];
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (hourText === undefined || minute > 59 || hour * 60 + minute > 1440) return null;
  if (half === undefined) return { hour, minute, hasHalfOfDay: false };
  const isMorning = MORNING.test(half);
  if (hour > 23 || (isMorning && hour > 12)) return null;
  // Some programs write 13:30 PM, or 0:30 PM for half past noon, which are unambiguous.
  const hourOfDay = isMorning ? hour % 12 : hour > 12 ? hour : (hour % 12) + 12;
  return { hour: hourOfDay, minute, hasHalfOfDay: true };
}

/** Converts a time of day to minutes after midnight. */
export const toMinutesAfterMidnight = ({ hour, minute }: TimeOfDay): number => hour * 60 + minute;

/**
 * Parses a time of day as people type it: `930`, `9:30`, `9 30`, `9.30am`, `14h`, `9 Uhr 30`, `2 p.m.`, `9`. Null for
 * any other text. An hour from 1 to 9 without am, pm and leading zero (or 10 or 11 as a number alone) is moved by
 * twelve hours if `isAfternoon` says so, given both times in minutes after midnight.
 */
export function parseClockTime(
  text: string,
  isAfternoon: (morning: number, afternoon: number) => boolean = () => false,
): TimeOfDay | null {
  const plain = normalizeTime(text);
  const read = readClock(plain);
  if (read === null || read.hour === 24) return null;
  const { hour, minute, hasHalfOfDay } = read;
  // 10 and 11 cannot have a leading zero, so only a number alone is ambiguous: `10:30`, as the app itself displays it,
  // stays in the morning.
  const isAmbiguous = hour >= 1 && hour <= 9 ? !LEADING_ZERO.test(plain) : BARE_TEN_OR_ELEVEN.test(plain);
  const morning = toMinutesAfterMidnight(read);
  const isLater = isAmbiguous && !hasHalfOfDay && isAfternoon(morning, morning + 720);
  return { hour: isLater ? hour + 12 : hour, minute };
}

/** The end of a day as a closing time. */
const END_OF_DAY: TimeOfDay = { hour: 24, minute: 0 };

/**
 * Parses a closing time: an hour without am or pm is after the opening time (`6` and `6:30` are in the evening if the
 * store opens at 8), and midnight is the end of the day, with the hour 24.
 */
export function parseClosing(text: string, opens: TimeOfDay | null): TimeOfDay | null {
  if (readClock(normalizeTime(text))?.hour === 24) return END_OF_DAY;
  const opening = opens && toMinutesAfterMidnight(opens);
  const time = parseClockTime(
    text,
    (morning, afternoon) => opening !== null && morning <= opening && opening < afternoon,
  );
  return time !== null && toMinutesAfterMidnight(time) === 0 ? END_OF_DAY : time;
}

/**
 * From this time on (in minutes after midnight), no time counts as before opening: 10 and 11 o'clock are in the morning
 * even if the store opens after noon.
 */
const TEN_O_CLOCK = 10 * 60;

/**
 * Creates the rule that decides whether a typed time is moved to the afternoon: the time as typed must be unlikely, and
 * either the time twelve hours later is likely, or the typed time is before the store opens.
 */
const createLaterRule = (open: readonly MinuteRange[], isLikely: (minute: number) => boolean) => {
  const opening = Math.min(open[0]?.fromMinute ?? 0, TEN_O_CLOCK);
  return (morning: number, afternoon: number) => !isLikely(morning) && (isLikely(afternoon) || morning < opening);
};

/**
 * Parses the start time of an appointment, given the hours in which the store is open. An hour without am, pm or a
 * leading zero is in the afternoon if it is before the store opens, or if the store is open only then: `2`, `230` and
 * `6:30` are 14:00, 14:30 and 18:30 if it opens at 8.
 */
export function parseStart(text: string, open: readonly MinuteRange[]): TimeOfDay | null {
  const isOpenAt = (minute: number) =>
    open.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
  return parseClockTime(text, createLaterRule(open, isOpenAt));
}

/** Parses the end time of an appointment like {@link parseStart}; the end is after the start if the start can be read. */
export function parseEnd(text: string, open: readonly MinuteRange[], start: TimeOfDay | null): TimeOfDay | null {
  const isAfterStart = (minute: number) => start === null || minute > toMinutesAfterMidnight(start);
  const isOpenUntil = (minute: number) =>
    open.some(({ fromMinute, toMinute }) => fromMinute < minute && minute <= toMinute);
  const isLater = createLaterRule(open, (minute) => isAfterStart(minute) && isOpenUntil(minute));
  return parseClockTime(text, (morning, afternoon) => isAfterStart(afternoon) && isLater(morning, afternoon));
}

/** Formats minutes after midnight as `HH:MM`; null for 1440 or more. */
export function formatClock(minutes: number): string | null {
  if (minutes >= 1440) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Matches a number that could also be an amount. In a file, such a number is not read as a time. */
const POSSIBLE_AMOUNT = /^\d{1,2}(?:[, ]\d{2})?$/;

/**
 * Reads a time as a program writes it, including the fraction of a day in a spreadsheet. Returns `HH:MM` without
 * seconds, or null for any other text.
 */
export function readTime(text: string): string | null {
  const plain = normalizeTime(text);
  const fraction = /^0[.,](\d|\d{3,})$/.exec(plain);
  if (fraction !== null) return formatClock(Math.round(Number(`0.${fraction[1]}`) * 1440));
  const read = POSSIBLE_AMOUNT.test(plain) ? null : readClock(plain);
  return read && formatClock(toMinutesAfterMidnight(read));
}

const DAYS = '(?:d|days?|t|tg|tage?n?|j|jours?|dias?|dag|dagen|ي|يوما?|ايام)';
const HOURS = '(?:h|hrs?|hs|hours?|std|stunden?|heures?|horas?|u|uur|uren|س|ساعه|ساعات)';
const MINUTES = "(?:m|mins?|mn|minut[eo]s?|minuten|minuut|'|د|دق|دقيقه|دقائق|دقايق)";
const AND = '(?:(?:and|und|et|y|en|و|,) ?)?';
const NUMBER = String.raw`(\d+(?:[.,]\d+)?|[.,]\d+)`;
const DURATION_WITH_COLON = new RegExp(`^(\\d{1,3}):([0-5]\\d)(?::[0-5]\\d)? ?${HOURS}?$`);
const DURATION_IN_PARTS = new RegExp(
  `^(?:${NUMBER} ?${DAYS} ?)?(?:${AND}${NUMBER} ?${HOURS} ?)?(?:${AND}(\\d+) ?${MINUTES}?)?$`,
);

/** The longest accepted duration, in minutes: 60 days. */
export const maxDuration = 60 * 1440;

const parseDecimal = (text = '0') => Number(text.replace(',', '.'));

/** The minutes of a duration as people and programs write it; may be 0 or a fraction. Null for any other text. */
export function readMinutes(text: string): number | null {
  const plain = normalizeTime(text)
    .replace(/^pt(?=\d)/, '')
    // Arabic writes one and two without a digit, as the app itself does.
    .replace(/(ساع|دقيق|يوم)ت?(?:ين|ان)(?= |$)/g, (_, unit) => (unit === 'يوم' ? '2 يوم' : `2 ${unit}ه`))
    .replace(/يوم واحد(?= |$)/g, '1 يوم');
  const [, hoursOfClock, minutesOfClock] = DURATION_WITH_COLON.exec(plain) ?? [];
  if (hoursOfClock !== undefined) return Number(hoursOfClock) * 60 + Number(minutesOfClock);
  const [whole = '', days, hours, minutes] = DURATION_IN_PARTS.exec(plain) ?? [];
  return whole === '' ? null : parseDecimal(days) * 1440 + parseDecimal(hours) * 60 + parseDecimal(minutes);
}

/**
 * Parses a duration as people type it, in whole minutes: `30`, `45 min`, `1h`, `1h30`, `1:30`, `1,5 Std.`, `2 d`. A
 * bare number is minutes. Null for any other text, for zero, and for more than {@link maxDuration}.
 */
export function parseDuration(text: string): number | null {
  const minutes = readMinutes(text);
  return minutes !== null && Number.isInteger(minutes) && minutes >= 1 && minutes <= maxDuration ? minutes : null;
}
