import type { DaySearch } from '#contract/day-search.ts';
import { type Interval, isSameInterval } from '#contract/interval.ts';
import type { ReceivedStore } from '#contract/received.ts';
import type { ColumnsView } from './board-day.ts';
import { addDays, createDayClock, type DayClock, getWeekStart, zoneOfStore } from './calendar-day.ts';
import { weeksToLoad } from './plan.ts';

/** A store with one of the days that the board shows. */
export interface StoreDay {
  store: ReceivedStore;
  zone: string;
  clock: DayClock;
}

/** The seven dates of the week that contains a date. */
function datesOfWeek(date: string, firstWeekday: number): string[] {
  const first = getWeekStart(date, firstWeekday);
  return Array.from({ length: 7 }, (_, day) => addDays(first, day));
}

interface StoreDaysInput {
  view: ColumnsView;
  /** `YYYY-MM-DD` in each store's own calendar. */
  date: string;
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  /**
   * Returns the ISO weekday on which weeks begin. It is called only for the week view, because browsers take long to
   * determine it.
   */
  firstWeekday: () => number;
}

/**
 * The days that a board shows: one for each store. The week view has a week for each store that is in the zone of the
 * first store.
 */
export function listStoreDays({ view, date, stores, fallbackZone, firstWeekday }: StoreDaysInput): StoreDay[] {
  const [first] = stores;
  const firstZone = zoneOfStore(first, fallbackZone);
  const storesInZone = stores.filter((store) => zoneOfStore(store, fallbackZone) === firstZone);
  const shown = view === 'week' ? storesInZone : stores;
  const dates = view === 'week' ? datesOfWeek(date, firstWeekday()) : [date];
  return shown.flatMap((store) => {
    const zone = zoneOfStore(store, fallbackZone);
    return dates.map((day) => ({ store, zone, clock: createDayClock(zone, day) }));
  });
}

/** The interval from the start of the first day to the end of the last. */
export function getIntervalOfDays(days: readonly StoreDay[]): Interval {
  return {
    start: Math.min(...days.map((day) => day.clock.start)),
    end: Math.max(...days.map((day) => day.clock.end)),
  };
}

/**
 * A single request that covers all these days. If the company lists no stores, the request is for all stores, since a day may
 * have appointments at a store that is not listed yet.
 */
export function createSearchForDays(
  company: { id: string; storesListed: boolean },
  days: readonly StoreDay[],
): DaySearch {
  const { start, end } = getIntervalOfDays(days);
  return {
    companyId: company.id,
    storeIds: company.storesListed ? [...new Set(days.map((day) => day.store.id))] : [],
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
  };
}

/**
 * Whether the request for these days covers nothing else. For stores in different zones it extends into the adjacent days;
 * if the company lists no stores, it covers all stores.
 */
export function isRequestExact(company: { storesListed: boolean }, days: readonly StoreDay[]): boolean {
  const fullSpan = getIntervalOfDays(days);
  return (
    company.storesListed &&
    days.every(({ store }) => {
      const own = getIntervalOfDays(days.filter((day) => day.store === store));
      return isSameInterval(own, fullSpan);
    })
  );
}

/** The Mondays (`YYYY-MM-DD`) of the weeks whose plan the days need. */
export function listWeeksOfDays(days: readonly StoreDay[]): string[] {
  return [...new Set(days.flatMap(({ zone, clock }) => weeksToLoad([zone], clock)))];
}
