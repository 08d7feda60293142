import type { ClockTime } from './wall-clock.ts';

// Patterns of times and durations as people type them, in all languages of the app, after accents and full stops are
// removed. All of them are read in every language, since a draft stays when the language is changed.

const DAYS = '(?:d|days?|t|tg|tage?n?|j|jours?|dias?|dag|dagen|ي|يوما?|ايام)';
const HOURS = '(?:h|hrs?|hs|hours?|std|stunden?|heures?|horas?|u|uur|uren|س|ساعة|ساعات)';
const MINUTES = '(?:m|mins?|mn|minut[eo]s?|minuten|minuut|د|دق|دقيقة|دقائق)';
const AND = '(?:and|und|et|y|en|و|,)';
const ARTICLE = /^(?:an?|one|eine?n?|une?|una|een) /;
/** Durations without a number in them, by their minutes. */
const IN_WORDS = {
  15: "quarter of an hour|quarter hour|viertelstunde|quart d'heure|cuarto de hora|kwartier|ربع ساعة",
  30: 'half an hour|half hour|halbe stunde|demi-heure|demi heure|media hora|half uur|halfuur|نصف ساعة',
  45: "three quarters of an hour|dreiviertelstunde|trois quarts d'heure|tres cuartos de hora|drie kwartier",
  60: 'hour|stunde|heure|hora|uur|ساعة',
  90: 'hour and a half|anderthalb stunden|eineinhalb stunden|heure et demie|hora y media|anderhalf uur|ساعة ونصف',
  120: 'ساعتان|ساعتين',
  1440: 'day|tag|jour|dia|dag|يوم',
  2880: 'يومان|يومين',
};
const minutesInWords = new Map(
  Object.entries(IN_WORDS).flatMap(([minutes, texts]) => texts.split('|').map((text) => [text, Number(minutes)])),
);

/** The longest duration that the app takes, in minutes: 60 days. */
export const maxDuration = 60 * 1440;

const NUMBER = String.raw`(\d+(?:[.,]\d+)?|[.,]\d+)`;
const WITH_COLON = new RegExp(`^(\\d{1,3}):([0-5]\\d) ?${HOURS}?$`);
const IN_PARTS = new RegExp(
  `^(?:${NUMBER} ?${DAYS} ?)?(?:(?:${AND} ?)?${NUMBER} ?${HOURS} ?)?(?:(?:${AND} ?)?(\\d+) ?${MINUTES}?)?$`,
);

const HOUR_OF_CLOCK = "(?:h|hs|hrs|o'clock|uhr|heures?|horas?|u|uur)";
const AFTERNOON = 'p|pm|م|مساء';
const HALF_OF_DAY = `(a|am|ص|صباحا|${AFTERNOON})`;
const SEPARATED = new RegExp(
  `^(?:الساعة )?(\\d{1,2})(?: ?(?:[:.,]|${HOUR_OF_CLOCK}) ?(\\d{2}))? ?${HOUR_OF_CLOCK}? ?${HALF_OF_DAY}?$`,
);
const RUN_TOGETHER = new RegExp(`^(\\d{1,2})(\\d{2}) ?${HOUR_OF_CLOCK}? ?${HALF_OF_DAY}?$`);

/** Normalises text for parsing: no case, no accents, digits 0 to 9, single spaces, no direction marks. */
function plainOf(text: string): string {
  return text
    .replace(/½/g, '.5')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replace(/[٫،]/g, ',')
    .replace(/’/g, "'")
    .replace(/(\p{L})\./gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text.replace(',', '.')));

/**
 * Parses a duration as people type it, in whole minutes: `30`, `45 min`, `1h`, `1h30`, `1:30`, `1,5 Std.`, `2 d`,
 * `half an hour`. A bare number is minutes. Null for any other text, for zero, and for more than {@link maxDuration}.
 */
export function parseDuration(text: string): number | null {
  const plain = plainOf(text);
  const colon = WITH_COLON.exec(plain);
  const parts = IN_PARTS.exec(plain);
  let minutes = minutesInWords.get(plain.replace(ARTICLE, '')) ?? 0;
  if (colon) minutes = Number(colon[1]) * 60 + Number(colon[2]);
  else if (parts) minutes = numberOf(parts[1]) * 1440 + numberOf(parts[2]) * 60 + numberOf(parts[3]);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= maxDuration ? minutes : null;
}

function clockTime(hourText: string, minuteText: string | undefined, half: string | undefined): ClockTime | null {
  const minute = minuteText === undefined ? 0 : Number(minuteText);
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (AFTERNOON.split('|').includes(half) ? 12 : 0);
  }
  return hour <= 23 && minute <= 59 ? { hour, minute } : null;
}

/**
 * Parses a time of day as people type it: `930`, `9:30`, `9.30am`, `14h`, `9 Uhr 30`, `2 p.m.`, `9`. Null for any
 * other text. Without am or pm the hour is read as 0 to 23.
 */
export function parseClockTime(text: string): ClockTime | null {
  const plain = plainOf(text).replace(/([ap]) ?m$/, '$1m');
  const separated = SEPARATED.exec(plain);
  if (separated?.[1] !== undefined) return clockTime(separated[1], separated[2], separated[3]);
  const together = RUN_TOGETHER.exec(plain);
  if (together?.[1] !== undefined) return clockTime(together[1], together[2], together[3]);
  return null;
}
