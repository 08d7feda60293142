import type { Database } from '#service/db/database.ts';
import type { BookingPage } from './booking-page.ts';

/** A date of the store's calendar with free times. */
export interface OfferedDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** All free starts of the date, in order; epoch milliseconds. There is at least one. */
  readonly starts: readonly number[];
}

/** Which days are looked for. */
export interface OfferedQuery {
  visitTypeId: string;
  /** The first date, `YYYY-MM-DD`; null for the first day that can be requested. */
  from: string | null;
  /** The maximum number of days. */
  count: number;
}

/**
 * The next days with free times for one of the page's types, after the notice and within the days ahead, by the rule of
 * the screens. Empty for a type that the page does not have, and at the limit of the day. `now` is epoch milliseconds.
 */
export function findOfferedDays(
  _database: Database,
  _page: BookingPage,
  _query: OfferedQuery,
  _now: number,
): Promise<OfferedDay[]> {
  throw new Error('findOfferedDays');
}

/** Whether a start (epoch milliseconds) can be requested at `now` for one of the page's types. */
export function isOffered(
  _database: Database,
  _page: BookingPage,
  _time: { visitTypeId: string; start: number },
  _now: number,
): Promise<boolean> {
  throw new Error('isOffered');
}

/** Of more than `count` (at least 2) starts, as many spread over all of them, the first and the last included. */
export function spread<Item>(all: readonly Item[], count: number): Item[] {
  if (all.length <= count) return [...all];
  return all.filter((_, index) => {
    const step = Math.round((index * (count - 1)) / (all.length - 1));
    return Math.round((step * (all.length - 1)) / (count - 1)) === index;
  });
}
