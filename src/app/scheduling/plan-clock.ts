import type { WallClock } from '#contract/availability-rules.ts';
import { zoneOf } from './calendar-day.ts';
import './temporal.ts';

type ListedStores = Parameters<typeof zoneOf>[1];

/**
 * The zone on whose clocks an entry of the plan is repeated and moved: that of its store, and of the first one that the company
 * lists where it has none.
 */
export function planZoneOf(storeId: string | null, desk: ListedStores): string {
  return zoneOf({ storeId: storeId ?? desk.company.stores[0]?.id ?? null }, desk);
}

/** The wall clock of an IANA zone for the rules of the plan (`contract/availability-rules.ts`). */
export function wallClockOf(zone: string): WallClock {
  return {
    toWall: (instant) =>
      instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6,
    toInstant: (wall) =>
      Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(zone)
        .epochMilliseconds,
  };
}
