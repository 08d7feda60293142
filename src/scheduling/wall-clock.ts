import type { WallClock } from '#contract/availability-rules.ts';
import { dateIn, getWallTime } from './calendar-day.ts';
import './temporal.ts';

/** A wall-clock time of day, without date or zone. */
export interface ClockTime {
  /** 0 to 23. */
  hour: number;
  /** 0 to 59. */
  minute: number;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** A time of day in the format of URLs, `09:30`. */
export function formatIsoClockTime({ hour, minute }: ClockTime): string {
  return `${padTwoDigits(hour)}:${padTwoDigits(minute)}`;
}

/** The next multiple of `step` minutes after (or, for a negative step, before) a time; wraps at midnight. */
export function stepClockTime(time: ClockTime, step: number): ClockTime {
  const grid = Math.abs(step);
  const minutes = time.hour * 60 + time.minute;
  const stepped = step > 0 ? Math.floor(minutes / grid) * grid + grid : Math.ceil(minutes / grid) * grid - grid;
  const wrapped = (stepped + 1440) % 1440;
  return { hour: Math.floor(wrapped / 60), minute: wrapped % 60 };
}

/**
 * The instants of a wall-clock time in a zone, in milliseconds since 1970-01-01T00:00Z. Some times do not exist when
 * clocks go forward, and some occur twice when they go back.
 */
export type ResolvedWallTime =
  | { kind: 'once'; instant: number }
  | { kind: 'twice'; first: number; second: number }
  | { kind: 'skipped'; before: number; after: number };

/** The choice between the two instants of a wall-clock time that occurs twice. */
export type Fold = 'first' | 'second';

/**
 * Resolves a wall-clock time on a date (`YYYY-MM-DD`) in an IANA zone. For a skipped time, `before` is computed with the offset
 * after the change and `after` with the offset before it; they are an hour apart if the gap is an hour.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function resolveWallTime(zone: string, date: string, { hour, minute }: ClockTime): ResolvedWallTime {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number);
  const wall = new Temporal.PlainDateTime(year, month, day, hour, minute);
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds)
    return { kind: 'once', instant: earlier.epochMilliseconds };
  return earlier.toPlainDateTime().equals(wall)
    ? { kind: 'twice', first: earlier.epochMilliseconds, second: later.epochMilliseconds }
    : { kind: 'skipped', before: earlier.epochMilliseconds, after: later.epochMilliseconds };
}

/** The instant of a wall-clock time, with `fold` choosing between two; null if it is skipped or ambiguous. */
export function instantOfWallTime(wall: ResolvedWallTime, fold: Fold | null): number | null {
  if (wall.kind === 'once') return wall.instant;
  if (wall.kind === 'twice' && fold !== null) return wall[fold];
  return null;
}

/**
 * The first instant at which the clocks of a zone show a time on a date (`YYYY-MM-DD`). A skipped time is interpreted
 * with the offset before the change: 2:30 is an hour and a half after 1:00.
 */
export function findFirstInstant(zone: string, date: string, time: ClockTime): number {
  const wall = resolveWallTime(zone, date, time);
  return wall.kind === 'once' ? wall.instant : wall.kind === 'twice' ? wall.first : wall.after;
}

/**
 * The instant at which the clocks of a zone reach a time on a date (`YYYY-MM-DD`): its first instant or, if it is skipped,
 * the clock change that skips it.
 */
export function instantOfClockTime(zone: string, date: string, time: ClockTime): number {
  const wall = resolveWallTime(zone, date, time);
  if (wall.kind !== 'skipped') return wall.kind === 'once' ? wall.instant : wall.first;
  const before = Temporal.Instant.fromEpochMilliseconds(wall.before).toZonedDateTimeISO(zone);
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? wall.after;
}

/** The wall-clock time in a zone at an instant in milliseconds since 1970; seconds are dropped. */
export function clockAt(zone: string, instant: number): ClockTime {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return { hour, minute };
}

/**
 * Whether an instant (in whole minutes) is the first or the second occurrence of its wall-clock time in a zone; null if
 * that time occurs only once.
 */
export function findFold(zone: string, instant: number): Fold | null {
  const wall = resolveWallTime(zone, dateIn(zone, instant), clockAt(zone, instant));
  if (wall.kind !== 'twice') return null;
  return wall.first === instant ? 'first' : 'second';
}

/** The wall clock of an IANA zone for the rules of availability (`contract/availability-rules.ts`). */
export function createWallClock(zone: string): WallClock {
  return {
    toWall: (instant) => getWallTime(zone, instant),
    toInstant: (wall) =>
      Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(zone)
        .epochMilliseconds,
  };
}

/** The number of minutes by which arrow keys and dragging move an appointment. */
export const MOVE_STEP_MINUTES = 15;
/** The number of minutes for a move while Alt is pressed. */
export const FINE_MOVE_STEP_MINUTES = 5;
