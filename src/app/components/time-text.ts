/** A wall-clock time of day, without date or zone. */
export interface ClockTime {
  /** 0 to 23. */
  hour: number;
  /** 0 to 59. */
  minute: number;
}

const SEPARATED = /^(\d{1,2})(?:\s*[:.,h]\s*(\d{2}))?\s*(?:h|uhr)?\s*(am|pm|a|p)?$/;
const RUN_TOGETHER = /^(\d{1,2})(\d{2})\s*(am|pm|a|p)?$/;

function clockTime(hourText: string, minuteText: string | undefined, half: string | undefined): ClockTime | null {
  const minute = minuteText === undefined ? 0 : Number(minuteText);
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.startsWith('p') ? 12 : 0);
  }
  return hour <= 23 && minute <= 59 ? { hour, minute } : null;
}

/**
 * Reads a time of day as people type it: `930`, `9:30`, `9.30am`, `14h`, `2 p.m.`, `9`. Null when it is none.
 * Without am or pm the hour is taken as written, 0 to 23.
 */
export function parseTimeText(text: string): ClockTime | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\b([ap])\.\s?m\.?/, '$1m')
    .replace(/\s+/g, ' ');
  const separated = SEPARATED.exec(plain);
  if (separated?.[1] !== undefined) return clockTime(separated[1], separated[2], separated[3]);
  const together = RUN_TOGETHER.exec(plain);
  if (together?.[1] !== undefined) return clockTime(together[1], together[2], together[3]);
  return null;
}

/** Whether a locale tells the time with am and pm. */
export function usesTwelveHours(locale?: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * A time of day as it stands in a text field: `9:30 AM` where the locale uses twelve hours, else `09:30`. Always in
 * Latin digits, so that {@link parseTimeText} reads it back.
 */
export function formatTimeText(time: ClockTime, twelveHours: boolean): string {
  if (!twelveHours) return `${twoDigits(time.hour)}:${twoDigits(time.minute)}`;
  return `${time.hour % 12 === 0 ? 12 : time.hour % 12}:${twoDigits(time.minute)} ${time.hour < 12 ? 'AM' : 'PM'}`;
}

/** The time some minutes later or earlier on the clock face, on the grid of `step` minutes; wraps at midnight. */
export function stepTime(time: ClockTime, step: number): ClockTime {
  const grid = Math.abs(step);
  const minutes = time.hour * 60 + time.minute;
  const stepped = step > 0 ? Math.floor(minutes / grid) * grid + grid : Math.ceil(minutes / grid) * grid - grid;
  const wrapped = (stepped + 1440) % 1440;
  return { hour: Math.floor(wrapped / 60), minute: wrapped % 60 };
}
