import type { AppointmentDay } from '#app/api/appointment-queries.ts';
import { createDayClock } from '#app/components/day-clock.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { datesOfWeek, type StoreDay, zoneOfStore } from './board-columns.ts';
import type { BoardView } from './board-items.ts';

interface ShownDays {
  view: BoardView;
  /** `YYYY-MM-DD` in each store's own calendar. */
  date: string;
  stores: readonly ReceivedStore[];
  fallbackZone: string;
}

/** The days that a board shows: one a store, or the week of the first store. */
export function storeDays({ view, date, stores, fallbackZone }: ShownDays): StoreDay[] {
  const shown = view === 'week' ? stores.slice(0, 1) : stores;
  const dates = view === 'week' ? datesOfWeek(date) : [date];
  return shown.flatMap((store) => {
    const zone = zoneOfStore(store, fallbackZone);
    return dates.map((day) => ({ store, zone, clock: createDayClock(zone, day) }));
  });
}

/** The one span of time that holds all the days, for asking the service. */
export function spanOf(companyId: string, days: readonly StoreDay[]): AppointmentDay {
  const from = Math.min(...days.map((day) => day.clock.startsAt));
  const to = Math.max(...days.map((day) => day.clock.endsAt));
  return {
    companyId,
    storeIds: [...new Set(days.map((day) => day.store.id))].filter((id) => id !== ''),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
}
