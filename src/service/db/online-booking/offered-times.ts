import type { Interval } from '#contract/interval.ts';
import { EXPIRY_BEFORE_START_MS } from '#contract/online-request-rules.ts';
import { determineNeeds, findStartsFromOpening } from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval, isUsableDate } from '#scheduling/calendar-day.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import type { Database } from '#service/db/database.ts';
import { loadBookable, readStoresAndStaff } from '#service/db/free-times.ts';
import type { Executor } from '#service/db/run-query.ts';
import type { BookingPage } from './booking-page.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The number of days that are read first. A page shows only a few days, which are nearly always among them. */
const FIRST_DAYS = 9;
/** The maximum number of days that are read at once. */
const MAX_DAYS = 28;
/** The number of alternative start times that are offered if the requested one is taken. */
const ALTERNATIVE_START_COUNT = 3;

/** A date of the store's calendar with free times. */
export interface OfferedDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** All free starts of the date in ascending order, in epoch milliseconds. There is at least one. */
  readonly starts: readonly number[];
}

/** A search for days on which a visit type can be requested. */
export interface OfferedDaysQuery {
  visitTypeId: string;
  /** The first date, `YYYY-MM-DD`. Null, or a text that is not a date, stands for the first day that can be requested. */
  from: string | null;
  /** The maximum number of days. */
  count: number;
}

/**
 * The next days with free times for one of the page's types, after the page's period of notice and within its days ahead, by
 * the same rules as in the calendar. The result is empty for a type that the page does not have, and if the daily limit has
 * been reached. `now` is epoch milliseconds.
 */
export async function findOfferedDays(
  { sql: executor }: Database,
  page: BookingPage,
  { visitTypeId, from, count }: OfferedDaysQuery,
  now: number,
): Promise<OfferedDay[]> {
  if (page.isFull) return [];
  const days = new Map<string, number[]>();
  const { timeZone } = page.store;
  const fromStart = from !== null && isUsableDate(from) ? dayInterval(timeZone, from).start : Number.NEGATIVE_INFINITY;
  await searchStarts(executor, page, { visitTypeId, from: fromStart, now }, (starts) => {
    for (const start of starts) {
      const date = dateIn(timeZone, start);
      const ofDate = days.get(date);
      if (ofDate) ofDate.push(start);
      else days.set(date, [start]);
    }
    return days.size >= count;
  });
  return [...days].slice(0, count).map(([date, starts]) => ({ date, starts }));
}

/** Whether a start (epoch milliseconds) can be requested at `now` for one of the page's types. */
export async function isStartOffered(
  { sql: executor }: { sql: Executor },
  page: BookingPage,
  { visitTypeId, start }: { visitTypeId: string; start: number },
  now: number,
): Promise<boolean> {
  const searched = computeOfferedInterval(page, now);
  if (!Number.isInteger(start) || start < searched.start || start >= searched.end) return false;
  const search = await prepareSearch(executor, page, { visitTypeId, now });
  if (search === null) return false;
  const time = { start, end: start + 1 };
  return (await search(time))(time).length > 0;
}

/** The next free starts after one that is taken; epoch milliseconds. */
export async function findOtherStarts(
  { sql: executor }: Database,
  page: BookingPage,
  { visitTypeId, start }: { visitTypeId: string; start: number },
  now: number,
): Promise<number[]> {
  const found: number[] = [];
  await searchStarts(executor, page, { visitTypeId, from: start + 1, now }, (starts) => {
    found.push(...starts);
    return found.length >= ALTERNATIVE_START_COUNT;
  });
  return found.slice(0, ALTERNATIVE_START_COUNT);
}

/** The interval in which starts are offered. It begins late enough that no request for a start expires at once. */
function computeOfferedInterval({ noticeHours, daysAhead, store }: BookingPage, now: number): Interval {
  const start = now + Math.max(noticeHours * HOUR, EXPIRY_BEFORE_START_MS + 1);
  const last = addDays(dateIn(store.timeZone, now), daysAhead);
  return { start, end: dayInterval(store.timeZone, last).end };
}

/**
 * Searches for starts from a moment on, one day of the store's calendar after another, and passes each day's starts to
 * `isEnough` until that returns true. Several days are read at once, but a day is searched only if the days before it
 * were not enough.
 */
async function searchStarts(
  executor: Executor,
  page: BookingPage,
  { visitTypeId, from, now }: { visitTypeId: string; from: number; now: number },
  isEnough: (starts: readonly number[]) => boolean,
): Promise<void> {
  const searched = computeOfferedInterval(page, now);
  const first = Math.max(from, searched.start);
  if (first >= searched.end) return;
  const search = await prepareSearch(executor, page, { visitTypeId, now });
  if (search === null) return;
  const { timeZone } = page.store;
  let start = first;
  for (let days = FIRST_DAYS; start < searched.end; days = Math.min(2 * days, MAX_DAYS)) {
    const end = Math.min(dayInterval(timeZone, addDays(dateIn(timeZone, start), days)).start, searched.end);
    const startsIn = await search({ start, end });
    while (start < end) {
      const next = Math.min(dayInterval(timeZone, dateIn(timeZone, start)).end, end);
      if (isEnough(startsIn({ start, end: next }))) return;
      start = next;
    }
  }
}

/**
 * Prepares a search for the free starts of a type. Returns a function that loads an interval, and in turn returns a function
 * that finds the free starts in a part of that interval. Null if there can be no starts, whatever is booked, for example in
 * a store without opening hours or a suitable room.
 */
async function prepareSearch(
  executor: Executor,
  { companyId, storeId, types }: BookingPage,
  { visitTypeId, now }: { visitTypeId: string; now: number },
): Promise<((within: Interval) => Promise<(part: Interval) => number[]>) | null> {
  const type = types.find(({ id }) => id === visitTypeId);
  if (type === undefined) return null;
  const { stores, staff } = await readStoresAndStaff(executor, companyId);
  const store = stores.find(({ id }) => id === storeId);
  if (store === undefined || store.openingHours.length === 0) return null;
  const needs = determineNeeds({ store, vet: null, type, petId: null, employees: staff });
  if (needs.rooms?.length === 0 || needs.staff?.length === 0) return null;
  const length = type.durationMinutes * MINUTE;
  return async (within) => {
    const bookable = await loadBookable(executor, { companyId, stores, staff, within, length, now });
    return (part) => findStartsFromOpening(bookable, needs, { ...part, length, step: QUARTER_HOUR_MS });
  };
}

/**
 * Picks `count` (at least 2) items that are spread evenly over all items and include the first and the last; all items
 * if there are fewer.
 */
export function pickSpreadItems<Item>(all: readonly Item[], count: number): Item[] {
  if (all.length <= count) return [...all];
  const positions = Array.from({ length: count }, (_, nth) => Math.round((nth * (all.length - 1)) / (count - 1)));
  const selected = new Set(positions);
  return all.filter((_, index) => selected.has(index));
}
