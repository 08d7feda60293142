import { FIRST_DATE, isDate } from './calendar-day.ts';
import { type OpeningHours, openMinutes, usualHours } from './opening-hours.ts';
import { parseClockTime } from './typed-time.ts';
import type { ClockTime } from './wall-clock.ts';

const minuteOf = ({ hour, minute }: ClockTime) => hour * 60 + minute;

const usualDay = openMinutes(usualHours, FIRST_DATE) ?? [];

/** The hours to read a time in: those of a usual day where the store is closed, its hours are unknown, or there is no date yet. */
function hoursOn(hours: OpeningHours, date: string) {
  const open = isDate(date) ? (openMinutes(hours, date) ?? []) : [];
  return open.length > 0 ? open : usualDay;
}

/**
 * Parses the time at which a visit starts on a date (`YYYY-MM-DD`). A bare number is read within the store's hours: `2`
 * and `230` are 14:00 and 14:30 where it opens at 8.
 */
export function parseStart(text: string, hours: OpeningHours, date: string): ClockTime | null {
  return parseClockTime(text, (time) => {
    const minute = minuteOf(time);
    return hoursOn(hours, date).some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
  });
}

/** Parses the time at which a visit ends that starts on a date: as {@link parseStart}, and after a start that is known. */
export function parseEnd(text: string, hours: OpeningHours, date: string, start: ClockTime | null): ClockTime | null {
  return parseClockTime(text, (time) => {
    const minute = minuteOf(time);
    if (start !== null && minute <= minuteOf(start)) return false;
    return hoursOn(hours, date).some(({ fromMinute, toMinute }) => fromMinute < minute && minute <= toMinute);
  });
}
