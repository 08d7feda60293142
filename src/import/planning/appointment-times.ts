import { Temporal } from 'temporal-polyfill';
import { minuteOf } from '#contract/date-time.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { RefusalReason } from '#import/reasons.ts';
import { type DateAndTime, readFileDate } from '#reading/file-dates.ts';
import { normalizeText } from '#reading/text.ts';
import { readMinutes, readTime } from '#reading/times.ts';
import type { TimeCells } from './cells.ts';

/* Reads the times of an appointment from its cells. */

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/**
 * An end that is earlier on the clock than the start is taken to be on the next day, unless the appointment would then
 * be longer than this, in minutes. In that case one of the two times must be wrong.
 */
const MAX_OVERNIGHT_MINUTES = 18 * 60;
/** Databases without a type for a time of day write this date before it. */
const PLACEHOLDER_DATE = /^1(?:899|900)-/;

/** The start and the end of an appointment, in milliseconds since 1970-01-01T00:00Z. The end is null if no cell has it. */
export interface ParsedAppointmentTimes {
  start: number;
  end: number | null;
}

/** A date and minutes since its midnight, with a UTC offset; `offset` is null for a time on the store's clock. */
interface LocalTime {
  date: string;
  minutes: number;
  offset: string | null;
}

const isReason = (value: LocalTime | RefusalReason): value is RefusalReason => 'code' in value;

/**
 * Reads the times of an appointment; `clock` is the clock of its store. An end whose time of day is not later than that of
 * the start is on the next day, unless the appointment would be longer than {@link MAX_OVERNIGHT_MINUTES}.
 */
export function readAppointmentTimes(
  cells: TimeCells,
  file: ParsedFile,
  clock: StoreClock,
): ParsedAppointmentTimes | RefusalReason {
  const start = readStart(cells, file);
  if (isReason(start)) return start;
  const from = toInstant(start, clock);
  if (cells.end !== null || cells.endDate !== null) {
    const end = readEnd(cells, start, file);
    if (isReason(end)) return end;
    const until = toInstant(end, clock);
    return until > from ? { start: from, end: until } : { code: 'ends_before_start', text: cells.end ?? '' };
  }
  if (cells.duration === null) return { start: from, end: null };
  const minutes = readDuration(cells.duration);
  if (minutes === null) return { code: 'not_a_time', text: cells.duration };
  return { start: from, end: minutes === 0 ? null : from + minutes * MINUTE_MS };
}

function readDateCell(text: string, { dates, serialDates }: ParsedFile): DateAndTime | RefusalReason {
  const found = readFileDate(text, dates, { serials: serialDates });
  return typeof found === 'string' ? { code: found, text } : found;
}

function readLocalTime({ date, time, offset }: DateAndTime, text: string): LocalTime | RefusalReason {
  return time === null ? { code: 'not_a_time', text } : { date, minutes: minuteOf(time), offset };
}

function readStart({ date, start }: TimeCells, file: ParsedFile): LocalTime | RefusalReason {
  const alone = start === null ? null : readTime(start);
  if (start === null || (alone !== null && date === null)) {
    if (date === null) return { code: 'no_start' };
    const found = readDateCell(date, file);
    return 'code' in found ? found : readLocalTime(found, date);
  }
  const day = date === null ? null : readDateCell(date, file);
  if (alone !== null && day !== null) {
    return 'code' in day ? day : { date: day.date, minutes: minuteOf(alone), offset: null };
  }
  const found = readDateCell(start, file);
  if ('code' in found) return day === null || 'code' in day ? found : { code: 'not_a_time', text: start };
  if (!PLACEHOLDER_DATE.test(found.date) || day === null) return readLocalTime(found, start);
  return 'code' in day ? day : readLocalTime({ ...found, date: day.date }, start);
}

function readEnd({ end, endDate }: TimeCells, start: LocalTime, file: ParsedFile): LocalTime | RefusalReason {
  const day = endDate === null ? null : readDateCell(endDate, file);
  if (day !== null && 'code' in day) return day;
  if (end === null) return day === null ? { code: 'no_start' } : readLocalTime(day, endDate ?? '');

  const clock = /^24[:.h]?00(?:[:.]00)?$/.test(end) ? DAY_MINUTES : readMinutesOfDay(end);
  if (clock === null) {
    const found = readDateCell(end, file);
    if ('code' in found) return found.code === 'ambiguous_date' ? found : { code: 'not_a_time', text: end };
    const localTime = readLocalTime(found, end);
    if (isReason(localTime) || !PLACEHOLDER_DATE.test(localTime.date)) return localTime;
    return endFromTime(localTime.minutes, day, start);
  }
  return endFromTime(clock, day, start);
}

function readMinutesOfDay(text: string): number | null {
  const time = readTime(text);
  return time === null ? null : minuteOf(time);
}

/** Computes the end of an appointment from a time of day and, if there is one, its date. */
function endFromTime(minutes: number, day: DateAndTime | null, start: LocalTime): LocalTime {
  const { offset } = start;
  if (day !== null) return { date: day.date, minutes, offset };
  const isNextDay = minutes <= start.minutes && minutes + DAY_MINUTES - start.minutes <= MAX_OVERNIGHT_MINUTES;
  return { date: start.date, minutes: isNextDay ? minutes + DAY_MINUTES : minutes, offset };
}

/** The minutes of a duration: `45`, `45 min`, `0:45`, `1 h 30`, `1.5 h`, `PT45M`. Null for anything else. */
export function readDuration(text: string): number | null {
  const plain = normalizeText(text);
  // A decimal number below 5 is hours, such as `1.5`; from 5 on it is minutes, such as `30.0`.
  if (/^\d{1,3}[.,]\d+$/.test(plain)) {
    const number = Number(plain.replace(',', '.'));
    return Math.round(number < 5 ? number * 60 : number);
  }
  const minutes = readMinutes(plain);
  return minutes === null ? null : Math.round(minutes);
}

function toInstant({ date, minutes, offset }: LocalTime, clock: StoreClock): number {
  if (offset === null) return clock(date, minutes);
  return Date.parse(`${date}T00:00:00${offset}`) + minutes * MINUTE_MS;
}

/**
 * Converts a time on the wall clock of a store to an instant: a date and minutes since its midnight, which may extend
 * into the next day.
 */
export type StoreClock = (date: string, minutes: number) => number;

/**
 * Creates the wall clock of a time zone (IANA). A time that a clock change skips moves later by the same amount; a time that
 * occurs twice is the first occurrence.
 */
export function createStoreClock(timeZone: string): StoreClock {
  const instantAt = (date: Temporal.PlainDate, minutes: number) =>
    date
      .add({ days: Math.floor(minutes / DAY_MINUTES) })
      .toPlainDateTime({ hour: Math.floor((minutes % DAY_MINUTES) / 60), minute: minutes % 60 })
      .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  // Each day is computed once: nearly every day has no clock change, and many appointments are on the same day.
  const days = new Map<string, { midnight: number; isPlain: boolean }>();
  return (date, minutes) => {
    let day = days.get(date);
    if (day === undefined) {
      const plain = Temporal.PlainDate.from(date);
      const midnight = instantAt(plain, 0);
      const isPlain = [1, 2].every(
        (nth) => instantAt(plain, nth * DAY_MINUTES) - midnight === nth * DAY_MINUTES * MINUTE_MS,
      );
      day = { midnight, isPlain };
      days.set(date, day);
    }
    return day.isPlain ? day.midnight + minutes * MINUTE_MS : instantAt(Temporal.PlainDate.from(date), minutes);
  };
}

/** Creates a lookup of wall clocks by time zone. Each clock is created once, when it is first needed. */
export function createStoreClocks(): (timeZone: string) => StoreClock {
  const clocks = new Map<string, StoreClock>();
  return (timeZone) => {
    const clock = clocks.get(timeZone) ?? createStoreClock(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  };
}
