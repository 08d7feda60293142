import { t } from '@lingui/core/macro';
import { words } from '#app/text/shared-texts.ts';
import { formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import { maxEntryDays } from '#contract/availability-rules.ts';
import type { Interval } from '#contract/interval.ts';
import { parseEnd, parseStart } from '#reading/times.ts';
import { dateIn, dayInterval, isUsableDate } from '#scheduling/calendar-day.ts';
import { likelyHours, type OpeningHours } from '#scheduling/opening-hours.ts';
import { type ClockTime, clockAt, firstInstantOf, isoClockTime, resolveWallTime } from '#scheduling/wall-clock.ts';

/** From when until when someone is away, as in the URL: dates, or wall-clock times such as `2026-11-28T09:30`. */
export interface AwayRange {
  from: string;
  /** A date is included in the time. */
  until: string;
}

/** The time of a range in an IANA zone. */
export function timeOfRange({ from, until }: AwayRange, zone: string): Interval {
  const start = clockIn(from);
  const end = clockIn(until);
  const [first, last] = [dayInterval(zone, from.slice(0, 10)), dayInterval(zone, until.slice(0, 10))];
  return {
    start: start ? firstInstantOf(zone, from.slice(0, 10), start) : first.start,
    end: end ? firstInstantOf(zone, until.slice(0, 10), end) : last.end,
  };
}

/** The wall-clock time of an end of a range; null if it is a date. */
function clockIn(text: string): ClockTime | null {
  const [, clock] = text.split('T');
  if (clock === undefined) return null;
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { hour, minute };
}

/** The fields of the form, as typed. */
export interface AwayValues {
  firstDay: string;
  lastDay: string;
  allDay: boolean;
  from: string;
  until: string;
}

export type AwayFaults = Partial<Record<'firstDay' | 'lastDay' | 'from' | 'until', string>>;

export interface StoreHours {
  /** IANA zone. */
  zone: string;
  openingHours: OpeningHours;
}

/**
 * The initial values: whole days from a date on. The hours, in case someone is away for a part of a day, are from now, or
 * from opening on another day, until closing.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function initialValues(date: string, now: number, { zone, openingHours }: StoreHours): AwayValues {
  const hours = likelyHours(openingHours, date);
  const clock = (minutes: number) => ({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 });
  const show = (time: ClockTime) => formatClockTime(time, usesTwelveHours());
  const { hour, minute } = clockAt(zone, now);
  const from = dateIn(zone, now) === date ? { hour, minute: minute - (minute % 15) } : clock(hours[0]?.fromMinute ?? 0);
  return {
    ...{ firstDay: date, lastDay: date, allDay: true },
    ...{ from: show(from), until: show(clock(hours.at(-1)?.toMinute ?? 0)) },
  };
}

export const readFrom = ({ from, firstDay }: AwayValues, { openingHours }: StoreHours) =>
  parseStart(from, likelyHours(openingHours, firstDay));

export function readUntil(values: AwayValues, place: StoreHours): ClockTime | null {
  const { firstDay, lastDay, until } = values;
  const start = firstDay === lastDay ? readFrom(values, place) : null;
  return parseEnd(until, likelyHours(place.openingHours, lastDay), start);
}

/** Reads the form: the range, or the faults of the fields. */
export function readAway(values: AwayValues, place: StoreHours): AwayRange | { faults: AwayFaults } {
  const { firstDay, allDay } = values;
  const lastDay = values.lastDay.trim() === '' ? firstDay : values.lastDay;
  const faults: AwayFaults = {};
  if (!isUsableDate(firstDay)) faults.firstDay = t`Enter a day.`;
  else if (!isUsableDate(lastDay)) faults.lastDay = t`Enter a day.`;
  else if (lastDay < firstDay) faults.lastDay = t`This is before the first day.`;
  const [from, until] = [readFrom(values, place), readUntil({ ...values, lastDay }, place)];
  if (!allDay && !from) faults.from = words.notATime;
  if (!allDay && !until) faults.until = words.notATime;
  if (Object.keys(faults).length > 0) return { faults };

  const isMidnight = until?.hour === 0 && until.minute === 0;
  const range = {
    from: allDay || !from ? firstDay : `${firstDay}T${isoClockTime(from)}`,
    until: allDay || !until || isMidnight ? lastDay : `${lastDay}T${isoClockTime(until)}`,
  };
  const { zone } = place;
  if (!allDay && from && resolveWallTime(zone, firstDay, from).kind === 'skipped')
    return { faults: { from: words.noSuchTime } };
  if (!allDay && until && resolveWallTime(zone, lastDay, until).kind === 'skipped')
    return { faults: { until: words.noSuchTime } };
  const { start, end } = timeOfRange(range, zone);
  if (end <= start) return { faults: { until: t`The end must be after the start.` } };
  if (end - start > maxEntryDays * 86_400_000) return { faults: { lastDay: tooManyDaysText(maxEntryDays) } };
  return range;
}

const tooManyDaysText = (most: number) => t`Use at most ${most} days.`;
