import type { AppointmentDay } from '#app/api/appointments.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { createDayClock, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { datesOfWeek, type StoreDay } from './board-columns.ts';
import type { BoardView } from './board-items.ts';

interface ShownDays {
  view: BoardView;
  /** `YYYY-MM-DD` in each store's own calendar. */
  date: string;
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  /** Whose week it is; null for the week of a store. */
  vetOfWeek: string | null;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
}

/**
 * The days that a board shows: one for each store, or the week of the first store, or of a vet in the stores that
 * share its zone.
 */
export function storeDays({ view, date, stores, fallbackZone, vetOfWeek, firstWeekday }: ShownDays): StoreDay[] {
  const [first] = stores;
  const clock = zoneOfStore(first, fallbackZone);
  const ofWeek = stores.filter((store) =>
    vetOfWeek === null ? store === first : zoneOfStore(store, fallbackZone) === clock,
  );
  const shown = view === 'week' ? ofWeek : stores;
  const dates = view === 'week' ? datesOfWeek(date, firstWeekday) : [date];
  return shown.flatMap((store) => {
    const zone = zoneOfStore(store, fallbackZone);
    return dates.map((day) => ({ store, zone, clock: createDayClock(zone, day) }));
  });
}

/** From the beginning of the first day until the end of the last one, in milliseconds since 1970. */
function spanOf(days: readonly StoreDay[]): { from: number; to: number } {
  return {
    from: Math.min(...days.map((day) => day.clock.start)),
    to: Math.max(...days.map((day) => day.clock.end)),
  };
}

/**
 * The time span that holds all the days, to be requested at once. Where the company lists no stores, it is requested
 * for all of them, since a day may have appointments of a store that is not known yet.
 */
export function dayToLoad(
  company: Pick<DeskCompany, 'id' | 'storesListed'>,
  days: readonly StoreDay[],
): AppointmentDay {
  const { from, to } = spanOf(days);
  return {
    companyId: company.id,
    storeIds: company.storesListed ? [...new Set(days.map((day) => day.store.id))] : [],
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
}

/**
 * Whether what is requested for the days is of these days alone: in stores of other zones it reaches into the days
 * beside them, and where the company lists no stores it is of all of them.
 */
export function isLoadedAlone(company: Pick<DeskCompany, 'storesListed'>, days: readonly StoreDay[]): boolean {
  const whole = spanOf(days);
  return (
    company.storesListed &&
    days.every(({ store }) => {
      const own = spanOf(days.filter((day) => day.store === store));
      return own.from === whole.from && own.to === whole.to;
    })
  );
}
