import { Temporal } from 'temporal-polyfill';
import type { ClockTime } from '#app/components/time-text.ts';

/**
 * What a wall-clock time of a day means in a zone. On the night when clocks go forward some times do not exist, on the
 * night when they go back some exist twice. Instants are in milliseconds since 1970-01-01T00:00Z.
 */
export type WallTime =
  | { kind: 'once'; instant: number }
  | { kind: 'twice'; first: number; second: number }
  | { kind: 'skipped'; before: number; after: number };

/** Which of two equal wall-clock times is meant. */
export type Fold = 'first' | 'second';

/**
 * Resolves a wall-clock time on a date in an IANA zone. For a skipped time `before` and `after` are the instants that
 * the clock would show with the offset from after and from before the change, an hour apart where the gap is an hour.
 */
export function resolveWallTime(date: Temporal.PlainDate, time: ClockTime, zone: string): WallTime {
  const wall = date.toPlainDateTime({ hour: time.hour, minute: time.minute });
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds)
    return { kind: 'once', instant: earlier.epochMilliseconds };
  return earlier.toPlainDateTime().equals(wall)
    ? { kind: 'twice', first: earlier.epochMilliseconds, second: later.epochMilliseconds }
    : { kind: 'skipped', before: earlier.epochMilliseconds, after: later.epochMilliseconds };
}

/** The instant that a wall-clock time means, `fold` choosing between two; null when it must be asked. */
export function instantOfWallTime(wall: WallTime, fold: Fold | null): number | null {
  if (wall.kind === 'once') return wall.instant;
  if (wall.kind === 'twice' && fold !== null) return wall[fold];
  return null;
}

/** Which of two equal wall-clock times an instant (whole minutes) is in a zone; null where its wall clock comes once. */
export function foldOf(instant: number, zone: string): Fold | null {
  const zoned = zonedAt(instant, zone);
  const wall = resolveWallTime(zoned.toPlainDate(), zoned, zone);
  if (wall.kind !== 'twice') return null;
  return wall.first === instant ? 'first' : 'second';
}

/** The wall clock of an instant in a zone. */
export function clockAt(instant: number, zone: string): ClockTime {
  const { hour, minute } = zonedAt(instant, zone);
  return { hour, minute };
}

/** An instant in milliseconds, in a zone. */
export function zonedAt(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}

/** How many whole days after the day of `start` the instant `end` lies on the calendar of the zone. */
export function daysAfter(start: number, end: number, zone: string): number {
  const from = zonedAt(start, zone).toPlainDate();
  return from.until(zonedAt(end, zone).toPlainDate(), { largestUnit: 'day' }).days;
}

/**
 * The next instant after `start` at which the wall clock of the zone shows `time`: today, or tomorrow when it is past.
 * A skipped time counts from after the change; of a doubled time the first that is after the start.
 */
export function nextTimeAfter(start: number, time: ClockTime, zone: string): number {
  const today = zonedAt(start, zone).toPlainDate();
  for (let days = 0; days <= 1; days += 1) {
    const wall = resolveWallTime(today.add({ days }), time, zone);
    const candidates =
      wall.kind === 'once' ? [wall.instant] : wall.kind === 'twice' ? [wall.first, wall.second] : [wall.after];
    const next = candidates.find((candidate) => candidate > start);
    if (next !== undefined) return next;
  }
  // Two days hold every wall-clock time after the start; only a change of a whole day could lead here.
  return today.add({ days: 2 }).toPlainDateTime({ hour: time.hour, minute: time.minute }).toZonedDateTime(zone)
    .epochMilliseconds;
}

/** The first and the last instant (exclusive) of a calendar day in a zone: 23, 24 or 25 hours, or what the zone did. */
export function dayBounds(date: Temporal.PlainDate, zone: string): { start: number; end: number } {
  return {
    start: date.toZonedDateTime(zone).epochMilliseconds,
    end: date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}
