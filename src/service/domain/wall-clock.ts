import { Temporal } from 'temporal-polyfill';
import type { WallClock } from '#contract/availability-rules.ts';

/** The wall clock of an IANA zone. */
export function wallClockOf(timeZone: string): WallClock {
  return {
    toWall(instant) {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
      return instant + offsetNanoseconds / 1_000_000;
    },
    toInstant: (wall) =>
      Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(timeZone)
        .epochMilliseconds,
  };
}
