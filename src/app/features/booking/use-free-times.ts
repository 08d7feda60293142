import { useDebouncedValue, useIsStable } from '#app/browser/use-debounced-value.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { NEXT_DAYS_DEBOUNCE_MS, useFreeTimes as useLoadedTimes } from '#app/days/free-times.ts';
import type { DayFreshness } from '#app/days/use-days.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayInterval, dayOfInstant } from '#scheduling/calendar-day.ts';
import { explainNoTime } from '#scheduling/no-time.ts';
import { isStay } from '#scheduling/visit.ts';
import { instantOfWallTime, resolveWallTime } from '#scheduling/wall-clock.ts';
import {
  appointmentsInWarnings,
  findWarnings,
  needsOfRequest,
  type RequestedAppointment,
} from '#scheduling/warnings.ts';
import type { BookingStore } from './booking-values.ts';
import type { PartOfDay } from './no-time-text.ts';

interface BookingFreeTimesQuery extends RequestedAppointment {
  store: BookingStore;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** The calendar's day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  /** In milliseconds; null if it cannot be read. */
  length: number | null;
  /** The typed or selected start, in milliseconds since 1970-01-01T00:00Z; null to use the first free one. */
  start: number | null;
  /** Whether pet and type are selected. Before that, no time is marked as free. */
  isReady: boolean;
  /** Ids of the appointments that are being moved, or of the request that is being booked: their own times count as free. */
  movedIds: ReadonlySet<string>;
  freshness: DayFreshness;
}

/** When a requested appointment is possible, and the warnings about other times. */
export type BookingFreeTimes = ReturnType<typeof useBookingFreeTimes>;

const NOON = { hour: 12, minute: 0 };
/**
 * How long to wait before days are loaded, in milliseconds, since a date or length passes through other values while it
 * is typed.
 */
const DEBOUNCE_MS = 200;
/**
 * How long to wait before the days of a stay are loaded, in milliseconds. It is longer because these days have many pages of
 * appointments.
 */
const STAY_DEBOUNCE_MS = 1000;

/** Determines when an appointment is possible: on the calendar's day or, if that has no free time, on later days. */
export function useBookingFreeTimes(query: BookingFreeTimesQuery) {
  const { store, stores, employees, vet, petId, day, length, start, isReady, movedIds, freshness } = query;
  const now = useMinute();
  const zone = store.timeZone;
  const own = dayInterval(zone, day);
  const stay = start !== null && length !== null && isStay({ start, end: start + length }, own);
  const end = stay ? dayOfInstant(zone, start + length - 1).end : own.end;
  const settledStart = useDebouncedValue(own.start, DEBOUNCE_MS);
  const settledEnd = useDebouncedValue(end, stay ? STAY_DEBOUNCE_MS : DEBOUNCE_MS);
  const isSettled = settledStart === own.start && settledEnd === end;
  const needs = needsOfRequest(query, employees);
  const isElsewhere = vet?.storeIds?.includes(store.id) === false;
  const isPossible = isReady && length !== null && needs.rooms?.length !== 0 && !isElsewhere;
  const search = { length: length ?? 0, from: Math.max(now, start ?? own.start) };
  const loaded = useLoadedTimes({
    ...needs,
    ...search,
    ...{ stores, employees, now, freshness },
    firstDay: { start: own.start, end },
    without: movedIds,
    isFirstShown: true,
    count: isPossible ? 1 : 0,
    begin: isSettled,
    ahead: useIsStable(`${day} ${length} ${vet?.id} ${store.id}`, NEXT_DAYS_DEBOUNCE_MS),
  });
  const { bookable, span } = loaded;
  const isDayLoaded = span.start === own.start && span.end >= end;
  const state = !isReady || length === null ? 'waiting' : isDayLoaded ? 'loaded' : loaded.state;
  const context = { bookable, employees, now };
  const noon = instantOfWallTime(resolveWallTime(zone, day, NOON), 'first') ?? own.end;
  const parts = { day: own, morning: { ...own, end: noon }, afternoon: { ...own, start: noon } };
  const ofDay = { length: length ?? 0, from: Math.max(now, own.start), until: own.end };
  const starts =
    isDayLoaded && isPossible ? bookable.findFreeStarts(needs, { ...ofDay, count: Number.POSITIVE_INFINITY }) : [];
  const isVetFull = isDayLoaded && isPossible && vet !== null && starts.length === 0;
  const anyVet = needsOfRequest({ ...query, vet: null }, employees);
  return {
    /**
     * `waiting`: the pet, type or length is missing. `loading`, `failed`: the day is not loaded. `unplanned`: its plan
     * is not loaded. Otherwise `loaded`.
     */
    state: state === 'enough' || state === 'ended' ? ('loading' as const) : state,
    /** Retries what could not be loaded. */
    retry: loaded.retry,
    /** Whether the day is loaded and could have free times for the appointment. */
    isPossible: isDayLoaded && isPossible,
    /** The free starts in the rest of the day. */
    starts,
    /** Noon on this day, in milliseconds since 1970-01-01T00:00Z; it divides the starts into morning and afternoon. */
    noon,
    /**
     * The first free start, not before the typed one, on this day or the next one that has any; null if none has been
     * found.
     */
    next: loaded.starts[0] ?? null,
    /** Whether later days are still being searched. */
    isSearching: loaded.state === 'loading',
    /** The end of the search so far, in milliseconds since 1970-01-01T00:00Z. */
    searchedUntil: span.end,
    /** Why the day, or a part of it, has no free start. */
    whyNone: (part: PartOfDay) => explainNoTime(bookable, needs, { ...ofDay, time: parts[part], day: own }),
    /** The first free start with another vet, if the requested one has no free time on this day; otherwise null. */
    otherVetStart:
      isVetFull && anyVet.staff !== null ? (bookable.findFreeStarts(anyVet, { ...ofDay, count: 1 })[0] ?? null) : null,
    /** All warnings about a time on this day; null if the appointments at that time are not loaded. */
    warningsAt: (time: Interval) =>
      isDayLoaded && time.start >= span.start && time.end <= span.end ? findWarnings(query, time, context) : null,
    /**
     * Returns those of the appointments read just before booking that clash with a booking at a time. `employeeId` is
     * the vet to be booked, even if none was requested.
     */
    conflictsAt(time: Interval, employeeId: string | null, appointments: readonly ReceivedAppointment[]) {
      const booked = { ...query, vet: employees.find(({ id }) => id === employeeId) ?? null };
      const others = appointments.filter(({ id }) => !movedIds.has(id));
      const { held, plan } = loaded;
      const fresh = createBookable({
        span: time,
        appointments: others,
        heldRequests: held,
        plan,
        stores,
        employees,
        now,
      });
      return appointmentsInWarnings(findWarnings(booked, time, { ...context, bookable: fresh }));
    },
    /** The vet and the room that the appointment would get at a time. */
    placeAt: (time: Interval) => bookable.findFreePlace(needs, time),
    isRoomFree: (roomId: string, time: Interval) => bookable.roomTimeline(roomId).isFree(time, stay),
    /** The ids of the pets with an appointment that day. */
    petIds: new Set(loaded.appointments.flatMap((appointment) => appointment.petId ?? [])),
    /** The pet's other appointments that day. */
    petAppointments: isDayLoaded && petId !== null ? bookable.findPetAppointments(petId, own) : [],
    /** The number of unreadable records on the day and in its plan. They may take up any time of the day. */
    unreadable: loaded.unreadable,
    loaded,
  };
}
