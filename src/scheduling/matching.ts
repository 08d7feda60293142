import { minuteOf } from '#contract/date-time.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import {
  type AppointmentNeeds,
  type BookableStore,
  type createBookable,
  determineNeeds,
  type FreeStart,
} from './bookable.ts';
import {
  addDays,
  createDayClock,
  type DayClock,
  dateIn,
  MINUTES_PER_DAY,
  minuteOfDay,
  weekdayOf,
} from './calendar-day.ts';
import { QUARTER_HOUR_MS } from './opening-hours.ts';

/*
 * Finds waiting list entries that fit free times. An entry fits a time if its appointment could be booked then without any
 * warning (`bookable.ts`), on suitable dates, weekdays and hours.
 */

/** A waiting list entry, reduced to the parts that describe the requested appointment. */
export type WaitingEntry = Omit<
  ReceivedWaitingListEntry,
  'clientId' | 'notes' | 'status' | 'appointmentId' | 'updatedAt'
>;

/** Time that is no longer taken by an appointment, with the store and the vet (if any) of that appointment. */
export interface Gap extends Interval {
  readonly storeId: string;
  readonly employeeId: string | null;
}

/** A time that an entry fits, with vet and room as in {@link FreeStart}. */
export interface Match<Entry extends WaitingEntry = WaitingEntry> extends FreeStart {
  readonly entry: Entry;
}

interface MatchingInput {
  bookable: ReturnType<typeof createBookable>;
  /** The interval for which everything is loaded, in milliseconds since 1970-01-01T00:00Z: the span of `bookable`. */
  span: Interval;
  stores: readonly BookableStore[];
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
  /** The earliest start, in milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;

/** Sorts entries by how long they have waited, longest first. */
export function sortByWaitingTime<Entry extends Pick<WaitingEntry, 'id' | 'createdAt'>>(
  entries: readonly Entry[],
): Entry[] {
  const isAfter = (one: Entry, other: Entry) =>
    one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
  return [...entries].sort((a, b) => (isAfter(a, b) ? 1 : -1));
}

/** Returns a generator function for the free starts of a day. Each start is computed when it is first needed, and only once. */
function createFreeStarts(day: Interval, from: number, placeAt: (start: number, day: Interval) => FreeStart | null) {
  const found: FreeStart[] = [];
  let next = Math.ceil(Math.max(day.start, from) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return function* freeStarts(): Generator<FreeStart, void, void> {
    for (let nth = 0; ; nth += 1) {
      for (; nth >= found.length; next += QUARTER_HOUR_MS) {
        if (next >= day.end) return;
        const place = placeAt(next, day);
        if (place) found.push(place);
      }
      const place = found[nth];
      if (place) yield place;
    }
  };
}

interface Day extends DayClock {
  readonly weekday: number;
}

/** The wall-clock minute of an instant on a day. Simple arithmetic is enough on days without a clock change. */
function minuteAt(day: Day, instant: number): number {
  return day.end - day.start === DAY_MS ? (instant - day.start) / MINUTE_MS : minuteOfDay(day, instant);
}

/**
 * Creates functions that find the entries that fit the free times of a span. Free starts are shared by all entries with the
 * same needs, and are computed only for as many days as an entry requires.
 */
export function createMatching({ bookable, span, stores, types, employees, now }: MatchingInput) {
  const daysOfZone = new Map<string, readonly Day[]>();
  function listDays(zone: string): readonly Day[] {
    const existing = daysOfZone.get(zone);
    if (existing) return existing;
    const days: Day[] = [];
    const last = dateIn(zone, span.end - 1);
    for (let date = dateIn(zone, Math.max(span.start, now)); date <= last; date = addDays(date, 1))
      days.push({ ...createDayClock(zone, date), weekday: weekdayOf(date) });
    daysOfZone.set(zone, days);
    return days;
  }

  /** The needs of an entry without its pet; null if its store, type or vet is unknown, or cannot be booked. */
  function needsOfEntry(
    { storeId, visitTypeId, employeeId }: WaitingEntry,
    preferredId: string | null,
  ): AppointmentNeeds | null {
    const store = stores.find(({ id }) => id === storeId);
    const type = types.find(({ id, isActive }) => id === visitTypeId && isActive);
    const vet = employees.find(({ id, isActive }) => id === employeeId && isActive) ?? null;
    const isVetThere = employeeId === null || (vet !== null && (vet.storeIds?.includes(storeId) ?? true));
    if (!store || !type || !isVetThere) return null;
    const needs = determineNeeds({ store, vet, type, petId: null, employees });
    const isPreferred = ({ id }: { id: string }) => id === preferredId;
    return {
      ...needs,
      staff: needs.staff && [
        ...needs.staff.filter(isPreferred),
        ...needs.staff.filter((employee) => !isPreferred(employee)),
      ],
    };
  }

  type FreeDay = ReturnType<typeof createFreeStarts>;
  const freeDaysByNeeds = new Map<string, readonly { readonly day: Day; readonly free: FreeDay }[]>();
  /** The days of an entry's store, with the free starts for its appointment, regardless of its pet. */
  function findFreeDays(entry: WaitingEntry, preferredId: string | null) {
    const { storeId, visitTypeId, durationMinutes, employeeId } = entry;
    const key = [storeId, visitTypeId, durationMinutes, employeeId ?? `any ${preferredId}`].join();
    const existing = freeDaysByNeeds.get(key);
    if (existing) return existing;
    const needs = needsOfEntry(entry, preferredId);
    const placeAt = needs && bookable.createPlaceFinder(needs, durationMinutes * MINUTE_MS);
    const days = placeAt ? listDays(needs.store.timeZone) : [];
    const freeDays = days.map((day) => ({ day, free: createFreeStarts(day, now, placeAt ?? (() => null)) }));
    freeDaysByNeeds.set(key, freeDays);
    return freeDays;
  }

  /** The starts of an entry within an interval, in order. If several vets are free, each start has the preferred one. */
  function* findStarts(
    entry: WaitingEntry,
    within: Interval,
    preferredId: string | null,
  ): Generator<FreeStart, void, void> {
    const { petId, from, until, weekdays } = entry;
    const length = entry.durationMinutes * MINUTE_MS;
    const earliest = entry.earliest === null ? null : minuteOf(entry.earliest);
    const latest = entry.latest === null ? null : minuteOf(entry.latest);
    for (const { day, free } of findFreeDays(entry, preferredId)) {
      if (!overlaps(day, within)) continue;
      if ((from !== null && day.date < from) || (until !== null && day.date > until)) continue;
      if (weekdays.length > 0 && !weekdays.includes(day.weekday)) continue;
      for (const place of free()) {
        const { start } = place;
        const end = start + length;
        if (start < within.start) continue;
        if (start >= within.end) break;
        if (earliest !== null && minuteAt(day, start) < earliest) continue;
        if (latest !== null && (end > day.end || minuteAt(day, end) > latest)) continue;
        if (bookable.findPetAppointments(petId, { start, end }).length === 0) yield place;
      }
    }
  }

  return {
    /** The first time that each entry fits. Entries that fit nowhere are left out. */
    findFirstTimes<Entry extends WaitingEntry>(entries: readonly Entry[]): Match<Entry>[] {
      return sortByWaitingTime(entries).flatMap((entry) => {
        const [first] = findStarts(entry, span, null);
        return first ? [{ ...first, entry }] : [];
      });
    },

    /**
     * The entries that fit a gap, each with its possible start that is closest to the gap's start. The appointment must
     * overlap the gap, and everything that it needs must be free.
     */
    findFittingEntries<Entry extends WaitingEntry>(entries: readonly Entry[], gap: Gap): Match<Entry>[] {
      return sortByWaitingTime(entries.filter(({ storeId }) => storeId === gap.storeId)).flatMap((entry) => {
        const length = entry.durationMinutes * MINUTE_MS;
        const reachable = { start: gap.start - length + 1, end: gap.end };
        const distance = ({ start }: FreeStart) => Math.abs(start - gap.start);
        const [nearest] = [...findStarts(entry, reachable, gap.employeeId)].sort((a, b) => distance(a) - distance(b));
        return nearest ? [{ ...nearest, entry }] : [];
      });
    },
  };
}
