/* The texts of the cells of a workbook that depend on their number format: dates, times, percentages, leading zeros. */

/**
 * The meaning of a number in a cell according to its format. `digits` is the minimum number of digits, so that a phone
 * number keeps its leading zero.
 */
export type NumberFormat =
  | { kind: 'number'; digits: number }
  | { kind: 'percent' }
  | { kind: 'moment'; hasDate: boolean; hasTime: boolean }
  | { kind: 'duration' };

const PLAIN_FORMAT: NumberFormat = { kind: 'number', digits: 1 };
const DATE_FORMAT: NumberFormat = { kind: 'moment', hasDate: true, hasTime: false };
const TIME_FORMAT: NumberFormat = { kind: 'moment', hasDate: false, hasTime: true };

/**
 * Returns the built-in format with an id, for which workbooks contain no code. The ids from 27 to 36 and from 50 to 58
 * are for East Asian languages.
 */
function getBuiltInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: 'percent' };
  if (id === 22) return { kind: 'moment', hasDate: true, hasTime: true };
  if (id === 46) return { kind: 'duration' };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DATE_FORMAT;
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? TIME_FORMAT : PLAIN_FORMAT;
}

/**
 * Parses the code of a format, such as `dd.mm.yyyy`, `[h]:mm`, `0.00%` or `00000`. Without a code, the format is the
 * built-in one with this id.
 */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return getBuiltInFormat(id);
  const [positive = ''] = code
    // Removes texts within the format, characters that only take up space, and sections in brackets: colours,
    // languages, conditions.
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';');
  const plain = positive.toLowerCase();
  if (/general|standard|@/.test(plain)) return PLAIN_FORMAT;
  if (/\[[hms]+\]/.test(plain)) return { kind: 'duration' };
  const hasTime = /[hs]|am\/pm/.test(plain);
  const hasDate = /[yd]/.test(plain) || (!hasTime && plain.includes('m'));
  if (hasDate || hasTime) return { kind: 'moment', hasDate, hasTime };
  if (plain.includes('%')) return { kind: 'percent' };
  const digits = /^[0# ()/+-]+$/.test(plain) ? plain.replaceAll(/[^0]/g, '').length : 1;
  return { kind: 'number', digits };
}

const DAY_SECONDS = 86_400;
const padTwo = (number: number) => String(number).padStart(2, '0');

/** Formats seconds after midnight as `09:30`, with seconds only if there are any. */
function formatClock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${padTwo(hours)}:${padTwo(minutes)}${rest === 0 ? '' : `:${padTwo(rest)}`}`;
}

/**
 * Formats a day number as a date. Spreadsheets that count from 1900 include 29 February 1900, which never existed, as
 * day 60.
 */
function formatDay(days: number, is1904: boolean): string {
  const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(zero + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

/** The day after the last one that a spreadsheet can show, which is 31 December 9999. */
const LAST_DAY = 2_958_466;

/** Formats a number without an exponent, and without decimals that are only imprecision. */
function formatPlainNumber(written: string): string {
  const number = Number(written);
  if (!Number.isFinite(number) || /^-?\d+$/.test(written)) return written;
  return Number.isInteger(number) ? BigInt(number).toString() : String(Number(number.toPrecision(15)));
}

/**
 * Formats a number by its format in the workbook: a date as `2026-03-31`, a date with a time as `2026-03-31 14:30`, and a
 * time alone as `14:30`.
 */
export function formatNumber(written: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(written);
  if (format.kind === 'number') {
    const text = formatPlainNumber(written);
    return /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
  }
  if (format.kind === 'percent') return `${formatPlainNumber(String(number * 100))}%`;
  if (!(number >= 0 && number < LAST_DAY)) return formatPlainNumber(written);
  const seconds = Math.round(number * DAY_SECONDS);
  const [days, ofDay] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  if (format.kind === 'duration') return formatClock(seconds);
  // A value of less than one day is a time of day, even if the format also has a date.
  if (days === 0 && format.hasTime) return formatClock(ofDay);
  const date = formatDay(days, is1904);
  return ofDay > 0 || format.hasTime ? `${date} ${formatClock(ofDay)}` : date;
}
