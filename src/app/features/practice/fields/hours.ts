import { formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { type MinuteRange, minutesOverlap } from '#contract/interval.ts';
import { parseClockTime, parseClosing, toMinutesAfterMidnight } from '#reading/times.ts';
import { MINUTES_PER_DAY } from '#scheduling/calendar-day.ts';
import { formatIsoClockTime } from '#scheduling/wall-clock.ts';

/** A period in which a store is open on a weekday (Monday is 1), with its times as typed. */
export interface TypedHours {
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
}

/**
 * What is wrong with a period: a time cannot be parsed, the times are in the wrong order, or the period overlaps another one of
 * the same day.
 */
export type HoursProblem = 'opens' | 'closes' | 'order' | 'overlap';

const formatMinute = (minute: number) =>
  formatClockTime({ hour: Math.floor(minute / 60), minute: minute % 60 }, usesTwelveHours());

/** Parses the closing time, which depends on the opening time: `8` to `6` closes at 18:00. */
export const parseClosingTime = ({ opens, closes }: TypedHours) => parseClosing(closes, parseClockTime(opens));

/**
 * Parses the opening and closing times into minutes after midnight. Returns null if they cannot be parsed or are in the wrong
 * order.
 */
export function parseRange(hours: TypedHours): MinuteRange | null {
  const [opens, closes] = [parseClockTime(hours.opens), parseClosingTime(hours)];
  if (opens === null || closes === null) return null;
  const [fromMinute, toMinute] = [toMinutesAfterMidnight(opens), toMinutesAfterMidnight(closes)];
  return fromMinute < toMinute ? { fromMinute, toMinute } : null;
}

function ownProblem(hours: TypedHours): HoursProblem | null {
  if (parseClockTime(hours.opens) === null) return 'opens';
  if (parseClosingTime(hours) === null) return 'closes';
  return parseRange(hours) === null ? 'order' : null;
}

/**
 * Parses typed opening hours. Returns `hours` in the format of the API, or null if any period is invalid, and the problem of
 * each period, in the order of `typed`. Of two overlapping periods, the later one has the problem.
 */
export function readHours(typed: readonly TypedHours[]): {
  hours: OpeningHours[] | null;
  problems: (HoursProblem | null)[];
} {
  const ranges = typed.map(parseRange);
  const isOverlapped = (nth: number) =>
    typed.some((other, before) => {
      const [range, others] = [ranges[nth], ranges[before]];
      if (!range || !others || before === nth || other.weekday !== typed[nth]?.weekday) return false;
      const isLater = others.fromMinute < range.fromMinute || (others.fromMinute === range.fromMinute && before < nth);
      return isLater && minutesOverlap(others, range);
    });
  const problems = typed.map((hours, nth) => ownProblem(hours) ?? (isOverlapped(nth) ? 'overlap' : null));
  if (problems.some((problem) => problem !== null)) return { hours: null, problems };
  const isoTime = (minute: number) => formatIsoClockTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const hours = typed
    .map(({ weekday }, nth) => ({
      weekday,
      from: ranges[nth]?.fromMinute ?? 0,
      to: ranges[nth]?.toMinute ?? MINUTES_PER_DAY,
    }))
    .sort((one, other) => one.weekday - other.weekday || one.from - other.from)
    .map(({ weekday, from, to }) => ({ weekday, opens: isoTime(from), closes: isoTime(to) }));
  return { hours, problems };
}

/** Formats opening hours for editing, with a 12-hour or 24-hour clock. */
export function toTypedHours(hours: readonly TypedHours[]): TypedHours[] {
  return hours.map((one) => {
    const range = parseRange(one);
    return range === null
      ? one
      : { weekday: one.weekday, opens: formatMinute(range.fromMinute), closes: formatMinute(range.toMinute) };
  });
}

/** The times of a weekday, in the order of the list. */
export const hoursOfDay = (hours: readonly TypedHours[], weekday: number) =>
  hours.filter((one) => one.weekday === weekday);

/** The hours with the times of one weekday replaced. */
export function replaceDay(hours: readonly TypedHours[], weekday: number, day: readonly TypedHours[]): TypedHours[] {
  return [...hours.filter((one) => one.weekday !== weekday), ...day.map((one) => ({ ...one, weekday }))];
}

const USUAL_HOURS = { opens: 8 * 60, closes: 18 * 60 };
/** The midday break, which is added if the store is open then. */
const MIDDAY_BREAK: MinuteRange = { fromMinute: 12 * 60, toMinute: 13 * 60 };

/**
 * The hours with a weekday changed from closed to open. The day gets the times of the nearest earlier open day, or standard
 * times if every day is closed.
 */
export function openDay(hours: readonly TypedHours[], weekday: number): TypedHours[] {
  const before = [1, 2, 3, 4, 5, 6].map((days) => hoursOfDay(hours, ((weekday - 1 - days + 7) % 7) + 1));
  const usual = { weekday, opens: formatMinute(USUAL_HOURS.opens), closes: formatMinute(USUAL_HOURS.closes) };
  return replaceDay(hours, weekday, before.find((day) => day.length > 0) ?? [usual]);
}

/** The hours with another break on a weekday: at midday if the store is open then, otherwise before a new, empty period. */
export function addBreak(hours: readonly TypedHours[], weekday: number): TypedHours[] {
  const day = hoursOfDay(hours, weekday);
  const split = day.findIndex((one) => {
    const range = parseRange(one);
    return range !== null && range.fromMinute < MIDDAY_BREAK.fromMinute && MIDDAY_BREAK.toMinute < range.toMinute;
  });
  const [openRange] = day.slice(split, split + 1);
  if (split === -1 || openRange === undefined)
    return replaceDay(hours, weekday, [...day, { weekday, opens: '', closes: '' }]);
  return replaceDay(hours, weekday, [
    ...day.slice(0, split),
    { ...openRange, closes: formatMinute(MIDDAY_BREAK.fromMinute) },
    { ...openRange, opens: formatMinute(MIDDAY_BREAK.toMinute) },
    ...day.slice(split + 1),
  ]);
}

/** The hours without the break before the nth period of a weekday: the previous period then closes when the nth one did. */
export function removeBreak(hours: readonly TypedHours[], weekday: number, nth: number): TypedHours[] {
  const day = hoursOfDay(hours, weekday);
  const closes = day[nth]?.closes ?? '';
  const joined = day.map((one, index) => (index === nth - 1 && closes !== '' ? { ...one, closes } : one));
  return replaceDay(
    hours,
    weekday,
    joined.filter((_, index) => index !== nth),
  );
}

/** The hours with the times of one weekday copied to others. */
export function copyDay(hours: readonly TypedHours[], from: number, weekdays: readonly number[]): TypedHours[] {
  const day = hoursOfDay(hours, from);
  return weekdays.reduce<TypedHours[]>((all, weekday) => replaceDay(all, weekday, day), [...hours]);
}
