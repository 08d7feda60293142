import { browserZone } from '#app/text/time-text.ts';
import type { DeskSession } from '#contract/desk.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';

/** The zone of stores without one: the configured zone, otherwise the browser's. */
export function fallbackZoneOf(session: DeskSession): string {
  return zoneOfStore(session, browserZone);
}
