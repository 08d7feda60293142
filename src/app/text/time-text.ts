import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import type { Interval } from '#contract/interval.ts';
import { countDaysBetween, dateIn } from '#scheduling/calendar-day.ts';
import { type InvalidEnd, invalidEndOf } from '#scheduling/visit.ts';
import type { ClockTime } from '#scheduling/wall-clock.ts';

// Times and dates in words, in the language of the page. Formatters are created only once, since creating one costs
// more than hundreds of uses.

/** The browser's IANA zone. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The date formats of the app: in full, short, and beside a time. */
export const dateFormats = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  besideTime: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const timeFormat = new Intl.DateTimeFormat(shownLocale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat(shownLocale, { ...dateFormats.full, timeZone: 'UTC' });
const mediumDate = new Intl.DateTimeFormat(shownLocale, { ...dateFormats.besideTime, timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat(shownLocale, { ...dateFormats.short, timeZone: 'UTC' });

const timeTexts = new Map<number, string>();

/** A wall-clock time from minutes after midnight, `9:30` or `9:30 AM`; 1440 is midnight. */
export function timeText(minute: number): string {
  const whole = Math.floor(minute);
  const cached = timeTexts.get(whole);
  if (cached !== undefined) return cached;
  const text = timeFormat.format(whole * 60_000);
  timeTexts.set(whole, text);
  return text;
}

/** A whole hour in short form, from minutes after midnight: `9 AM` on a 12-hour clock, else `9:00`. */
export function hourText(minute: number): string {
  const text = timeText(minute);
  return timeFormat.resolvedOptions().hour12 ? text.replace(/\D\p{Nd}{2}/u, '') : text;
}

/** `Friday, 10 April 2026` from `YYYY-MM-DD`. */
export function dateText(date: string): string {
  return longDate.format(Date.parse(date));
}

/** `Fri 10 Apr 2026` from `YYYY-MM-DD`. */
export function mediumDateText(date: string): string {
  return mediumDate.format(Date.parse(date));
}

/** `Fri 10 Apr` from `YYYY-MM-DD`. */
export function shortDateText(date: string): string {
  return shortDate.format(Date.parse(date));
}

/** `Fri 10 Apr` from `YYYY-MM-DD`, with its year unless that is the year of `today`, a date in the same form. */
export function dateInYearText(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4) ? shortDateText(date) : mediumDateText(date);
}

const TIME_OF_INSTANT = { hour: 'numeric', minute: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function cachedFormat(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(shownLocale, options);
    formats.set(key, format);
  }
  return format;
}

function formatInstant(instant: number, key: string, options: Intl.DateTimeFormatOptions): string {
  return cachedFormat(key, options).format(instant);
}

/** Date and time of an instant (milliseconds since 1970) in an IANA zone. */
export function instantText(zone: string, instant: number): string {
  return formatInstant(instant, zone, { ...dateFormats.besideTime, ...TIME_OF_INSTANT, timeZone: zone });
}

const yearIn = (zone: string, instant: number) => dateIn(zone, instant).slice(0, 4);

/** The day of an instant in a zone, `Fri 10 Apr`, with its year unless that is the year of `now`. */
export function dayInYearText(zone: string, instant: number, now: number): string {
  const isThisYear = yearIn(zone, instant) === yearIn(zone, now);
  return isThisYear ? dayText(zone, instant) : instantParts(zone, instant, zone).date;
}

/** Like {@link dayInYearText}, with the wall clock: `Fri 10 Apr, 9:30`. */
export function instantInYearText(zone: string, instant: number, now: number): string {
  const isThisYear = yearIn(zone, instant) === yearIn(zone, now);
  return isThisYear ? dayAndClockText(zone, instant) : instantText(zone, instant);
}

/** The weekday of an instant in a zone, `Fri`, which is unambiguous within a week. */
export function weekdayText(zone: string, instant: number): string {
  return formatInstant(instant, `weekday ${zone}`, { weekday: 'short', timeZone: zone });
}

/** The date and the time of an instant. The time includes the zone unless it is `ownZone`. */
export function instantParts(zone: string, instant: number, ownZone: string): { date: string; time: string } {
  const timeZoneName = zone === ownZone ? undefined : 'short';
  return {
    date: formatInstant(instant, `date ${zone}`, { ...dateFormats.besideTime, timeZone: zone }),
    time: formatInstant(instant, `${timeZoneName} time ${zone}`, { ...TIME_OF_INSTANT, timeZone: zone, timeZoneName }),
  };
}

function zoneName(zone: string, instant: number, style: 'long' | 'short'): string {
  const named = cachedFormat(`${style} zone ${zone}`, { timeZone: zone, timeZoneName: style });
  return named.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The short name of a zone at an instant, `CEST`, which distinguishes two identical wall-clock times. */
export function shortZoneText(zone: string, instant: number): string {
  return zoneName(zone, instant, 'short');
}

/** The long name of a zone, `Central European Summer Time`; the IANA name if there is none. */
export function zoneText(zone: string, instant: number): string {
  return zoneName(zone, instant, 'long');
}

/** The city of an IANA zone, `New York`: short enough for a heading. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** The wall clock of an instant (milliseconds since 1970) in a zone, `9:30` or `9:30 AM`. */
export function clockText(zone: string, instant: number): string {
  return formatInstant(instant, `clock ${zone}`, { ...TIME_OF_INSTANT, timeZone: zone });
}

/** The day of an instant in a zone, `Fri 10 Apr`. */
export function dayText(zone: string, instant: number): string {
  return formatInstant(instant, `day ${zone}`, { ...dateFormats.short, timeZone: zone });
}

/** The day and the wall clock of an instant in a zone, `Fri 10 Apr, 9:30`. */
export function dayAndClockText(zone: string, instant: number): string {
  return formatInstant(instant, `day and clock ${zone}`, { ...dateFormats.short, ...TIME_OF_INSTANT, timeZone: zone });
}

/**
 * The start and end of an interval in a zone. The start includes its day if that differs from the day of the instant
 * `within`. The end includes its day if that differs from both.
 */
export function intervalEnds(zone: string, interval: Interval, within: number): { start: string; end: string } {
  const day = dateIn(zone, within);
  const first = dateIn(zone, interval.start);
  const last = dateIn(zone, Math.max(interval.start, interval.end - 1));
  const endText = (instant: number, named: boolean) =>
    named ? dayAndClockText(zone, instant) : clockText(zone, instant);
  return {
    start: endText(interval.start, first !== day),
    end: endText(interval.end, last !== day && last !== first),
  };
}

/** Joins a start and an end: `9:30 – 10:00`. */
export function rangeText(start: string, end: string): string {
  return t({ message: `${start} – ${end}`, comment: 'from when until when' });
}

/**
 * Start and end in a zone: `9:30 – 10:00`, with days if they are not on the day of the instant `within`: `Fri 10 Apr,
 * 9:30 – 10:00`. Says so if the record's end is not after its start.
 */
export function intervalText(zone: string, interval: Interval, within: number): string {
  const { start, end } = intervalEnds(zone, interval, within);
  const odd = invalidEndOf(interval);
  if (odd === 'at-start') return t`${start} (ends when it starts)`;
  if (odd === 'before-start') return t`${start} (ends before it starts)`;
  return rangeText(start, end);
}

/** Describes the invalid end of an appointment: `ends when it starts`. */
export function invalidEndText(odd: InvalidEnd): string {
  return odd === 'at-start' ? t`ends when it starts` : t`ends before it starts`;
}

const relativeFormat = new Intl.RelativeTimeFormat(shownLocale, { numeric: 'auto' });

/**
 * The distance of a date (`YYYY-MM-DD`) from today: `today`, `yesterday`, `in 6 days`, `8 weeks ago`, `in 5 months`, `3
 * years ago`. It is rounded to a unit that grows with the distance.
 */
export function distanceText(today: string, date: string): string {
  const days = countDaysBetween(today, date);
  const distance = Math.abs(days);
  if (distance < 14) return relativeFormat.format(days, 'day');
  if (distance < 61) return relativeFormat.format(Math.round(days / 7), 'week');
  if (distance < 700) return relativeFormat.format(Math.round(days / 30.44), 'month');
  return relativeFormat.format(Math.round(days / 365.25), 'year');
}

const MONDAY = Date.UTC(2026, 0, 5);
const weekdayNames = {
  long: new Intl.DateTimeFormat(shownLocale, { weekday: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' }),
};

/** The name of an ISO weekday (Monday 1): `Monday`, or `Mon`. */
export function weekdayName(weekday: number, style: keyof typeof weekdayNames = 'long'): string {
  return weekdayNames[style].format(MONDAY + (weekday - 1) * 86_400_000);
}

/** The length of an appointment, in minutes, if neither its type nor anything else gives one. */
export const DEFAULT_DURATION_MINUTES = 30;

const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

const inDigits = new Intl.NumberFormat(shownLocale, { useGrouping: false });

/**
 * Formats a duration in minutes for display and for text fields: `45 min`, `1 h 30 min`, `2 d 4 h`. It is rounded to
 * whole minutes, and can be parsed by `parseDuration`. A negative duration is `0 min`.
 */
export function durationText(length: number): string {
  const total = Math.max(0, Math.round(length));
  const dayCount = Math.floor(total / MINUTES_A_DAY);
  const hourCount = Math.floor((total % MINUTES_A_DAY) / MINUTES_AN_HOUR);
  const minuteCount = total % MINUTES_AN_HOUR;
  const hours = inDigits.format(hourCount);
  const minutes = inDigits.format(minuteCount);
  const parts = [
    dayCount > 0 &&
      t({
        message: plural(dayCount, { one: '# d', other: '# d' }),
        comment: 'a duration in a text field: as short as people type it',
      }),
    hourCount > 0 && t({ message: `${hours} h`, comment: 'a duration in a text field: as short as people type it' }),
    (minuteCount > 0 || total === 0) &&
      t({ message: `${minutes} min`, comment: 'a duration in a text field: as short as people type it' }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** Formats the duration between two instants in milliseconds, like {@link durationText}. */
export function durationBetween(start: number, end: number): string {
  return durationText((end - start) / 60_000);
}

/** Whether the current locale uses a 12-hour clock. */
export function usesTwelveHours(): boolean {
  return new Intl.DateTimeFormat(shownLocale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

/**
 * Formats a time of day for a text field: `9:30 AM` on a 12-hour clock, otherwise `09:30`, in the digits of the
 * language. It can be parsed by `parseClockTime`.
 */
export function formatClockTime({ hour, minute }: ClockTime, twelveHours: boolean, locale = shownLocale): string {
  const one = new Intl.NumberFormat(locale);
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  if (!twelveHours) return `${two.format(hour)}:${two.format(minute)}`;
  return `${one.format(hour % 12 === 0 ? 12 : hour % 12)}:${two.format(minute)} ${dayPeriod(hour, locale)}`;
}

/** The half of the day that an hour is in, as a locale writes it: `AM` or `PM`. */
function dayPeriod(hour: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  return format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod')?.value ?? '';
}
