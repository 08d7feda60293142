import { DEFAULT_DURATION_MINUTES, durationText, formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointmentType, ReceivedStore } from '#contract/received.ts';
import { parseClockTime, parseDuration, parseStart } from '#reading/times.ts';
import { isDate } from '#scheduling/calendar-day.ts';
import { likelyHours } from '#scheduling/opening-hours.ts';
import {
  type ClockTime,
  clockAt,
  type Fold,
  findFold,
  instantOfWallTime,
  type ResolvedWallTime,
  resolveWallTime,
} from '#scheduling/wall-clock.ts';

/** The time of an appointment as a person types it; empty fields have defaults. */
export interface TypedTime {
  /** The typed text if it cannot be read as a date; otherwise empty. */
  date: string;
  /** As typed, in the store's wall-clock time. */
  start: string;
  /** Which of two identical times is meant on the day when the clocks go back; null until one is selected. */
  fold: Fold | null;
  length: string;
}

/**
 * The texts of the start and length fields for an interval in wall-clock time, such as one from a drag. The text is empty for a
 * missing part.
 */
export function startAndLengthTexts(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  zone: string,
) {
  const [from, until] = [start, end].map((text) => {
    const [date = '', time = ''] = text?.split('T') ?? [];
    const clock = parseClockTime(time);
    return clock && isDate(date)
      ? { clock, instant: instantOfWallTime(resolveWallTime(zone, date, clock), 'first') }
      : null;
  });
  const minutes = from?.instant != null && until?.instant != null ? (until.instant - from.instant) / 60_000 : 0;
  return {
    start: from ? formatClockTime(from.clock, usesTwelveHours()) : '',
    length: minutes > 0 ? durationText(minutes) : '',
  };
}

/** The values of the date and time fields, in the store's time zone, for a start, which must be a whole minute. */
export function typedStartAt(zone: string, instant: number): Omit<TypedTime, 'length'> {
  return {
    date: '',
    start: formatClockTime(clockAt(zone, instant), usesTwelveHours()),
    fold: findFold(zone, instant),
  };
}

/** When an appointment is supposed to take place: the typed values, with defaults for empty fields. */
export interface RequestedTime {
  /**
   * The wall-clock time that a typed start means in the store's zone; null if none is typed or the text cannot be read.
   */
  wall: ResolvedWallTime | null;
  /** Whether the start was typed or selected, rather than being the default. */
  isChosen: boolean;
  /** In milliseconds since 1970-01-01T00:00Z; null while it is unknown, cannot be read, or is ambiguous. */
  start: number | null;
  /** In milliseconds; null if it cannot be read. */
  length: number | null;
  time: Interval | null;
  /** The text that the field shows: what was typed, or the default. */
  startText: string;
  lengthText: string;
}

interface RequestedTimeContext {
  store: Pick<ReceivedStore, 'openingHours'> & { timeZone: string };
  /** The calendar's day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  type: Pick<ReceivedAppointmentType, 'durationMinutes'> | null;
}

/**
 * Parses a typed start time. If it has no am or pm, the store's hours that day decide which is meant. Returns null if
 * it cannot be read.
 */
export function readStart(text: string, { store, day }: Pick<RequestedTimeContext, 'store' | 'day'>): ClockTime | null {
  return parseStart(text, likelyHours(store.openingHours, day));
}

/**
 * Resolves when the appointment is supposed to take place.
 *
 * @param following the start to use if none is typed
 */
export function resolveTime(
  { start: typed, fold, length: typedLength, date }: TypedTime,
  { store, day, type }: RequestedTimeContext,
  following: number | null,
): RequestedTime {
  const zone = store.timeZone;
  const lengthText = typedLength === '' ? durationText(type?.durationMinutes || DEFAULT_DURATION_MINUTES) : typedLength;
  const minutes = parseDuration(lengthText);
  const length = minutes === null ? null : minutes * 60_000;
  const isChosen = typed.trim() !== '';
  const clock = isChosen ? readStart(typed, { store, day }) : null;
  const wall = clock && resolveWallTime(zone, day, clock);
  const start = date !== '' ? null : isChosen ? wall && instantOfWallTime(wall, fold) : following;
  return {
    wall,
    isChosen,
    start,
    length,
    time: start === null || length === null ? null : { start, end: start + length },
    startText: isChosen || following === null ? typed : formatClockTime(clockAt(zone, following), usesTwelveHours()),
    lengthText,
  };
}
