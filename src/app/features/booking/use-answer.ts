import { useDebounced, useStable } from '#app/browser/use-debounced.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { createBookable, type FreeStart } from '#app/scheduling/bookable.ts';
import { dayInterval, dayOfInstant } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { isStay } from '#app/scheduling/visit.ts';
import { instantOfWallTime, resolveWallTime } from '#app/scheduling/wall-clock.ts';
import {
  appointmentsNamed,
  needsOfRequest,
  type Requested,
  type Warning,
  warningsAgainst,
} from '#app/scheduling/warnings.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import { AHEAD_DEBOUNCE_MS, type FreeTimes, useFreeTimes } from '#app/session/free-times.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { BookingStore } from './booking-values.ts';

interface Question extends Requested {
  store: BookingStore;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** The calendar's day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  /** In milliseconds; null while it cannot be read. */
  length: number | null;
  /** The start that is typed or chosen, in milliseconds since 1970-01-01T00:00Z; null where the first free one is taken. */
  start: number | null;
  /** Whether pet and type are chosen: before that nothing is called free. */
  isReady: boolean;
  /** The appointments that are moved, whose own times count as free. */
  moved: ReadonlySet<string>;
  freshness: DayFreshness;
}

/** When an appointment that is requested can be, and what speaks against another time. */
export interface Answer {
  /**
   * `waiting`: pet, type or length are missing; `loading` and `failed`: the day, or its plan (`unplanned`), is not loaded; `known`
   * otherwise.
   */
  state: 'waiting' | 'loading' | 'failed' | 'unplanned' | 'loaded';
  /** Loads again what could not be. */
  retry: () => void;
  /** Whether the day is loaded and has free times to offer for such an appointment. */
  isPossible: boolean;
  /** The free starts of the day that are still to come. */
  starts: readonly FreeStart[];
  /** Milliseconds since 1970-01-01T00:00Z: an earlier start is in the morning. */
  noon: number;
  /** The first free start after the one that is typed, or of the next day that has one; null where none was found (yet). */
  next: FreeStart | null;
  /** Whether later days are still searched for one; until when they were, else. */
  isSearching: boolean;
  searchedUntil: number;
  /** All that speaks against a time of the day; null where that is not freeTimes. */
  warningsAt: (time: Interval) => Warning[] | null;
  /** What speaks against a time by other appointments then, as they are read again just before it is booked. */
  conflictsAt: (time: Interval, appointments: readonly ReceivedAppointment[]) => ReceivedAppointment[];
  /** Who would be with it then, and where. */
  placeAt: (time: Interval) => { employeeId: string | null; roomId: string | null };
  isRoomFree: (roomId: string, time: Interval) => boolean;
  /** The pets with an appointment that day. */
  petIds: ReadonlySet<string>;
  /** The pet's other appointments that day. */
  ofPet: readonly ReceivedAppointment[];
  /** Records of the day, and of its plan, that could not be read: any time may be taken by them. */
  unreadable: number;
  freeTimes: FreeTimes;
}

const NOON = { hour: 12, minute: 0 };
/** While a date or a length is typed it passes through others: days are loaded at a pause. */
const DEBOUNCE_MS = 200;
/** Longer for a stay, whose days have many pages. */
const STAY_DEBOUNCE_MS = 1000;

/** Answers when an appointment can be, on the calendar's day and, where that has no free time, on the days after it. */
export function useAnswer(question: Question): Answer {
  const { store, stores, employees, vet, petId, day, length, start, isReady, moved, freshness } = question;
  const now = useMinute();
  const zone = store.timeZone;
  const own = dayInterval(zone, day);
  const stay = start !== null && length !== null && isStay({ start, end: start + length }, own);
  const end = stay ? dayOfInstant(zone, start + length - 1).end : own.end;
  const settledStart = useDebounced(own.start, DEBOUNCE_MS);
  const settledEnd = useDebounced(end, stay ? STAY_DEBOUNCE_MS : DEBOUNCE_MS);
  const isSettled = settledStart === own.start && settledEnd === end;
  const needs = needsOfRequest(question, employees);
  const isElsewhere = vet?.storeIds?.includes(store.id) === false;
  const isPossible = isReady && length !== null && needs.rooms?.length !== 0 && !isElsewhere;
  const search = { length: length ?? 0, from: Math.max(now, start ?? own.start) };
  const freeTimes = useFreeTimes({
    ...needs,
    ...search,
    ...{ stores, employees, now, freshness },
    firstDay: { start: own.start, end },
    without: moved,
    isFirstNeeded: true,
    count: isPossible ? 1 : 0,
    begin: isSettled,
    ahead: useStable(`${day} ${length} ${vet?.id} ${store.id}`, AHEAD_DEBOUNCE_MS),
  });
  const { bookable, span } = freeTimes;
  const isDayLoaded = span.start === own.start && span.end >= end;
  const state = !isReady || length === null ? 'waiting' : isDayLoaded ? 'loaded' : freeTimes.state;
  const context = { bookable, employees, now };
  return {
    state: state === 'enough' || state === 'ended' ? 'loading' : state,
    retry: freeTimes.retry,
    isPossible: isDayLoaded && isPossible,
    starts:
      isDayLoaded && isPossible
        ? bookable.freeStarts(needs, {
            length,
            from: Math.max(now, own.start),
            until: own.end,
            count: Number.POSITIVE_INFINITY,
          })
        : [],
    noon: instantOfWallTime(resolveWallTime(zone, day, NOON), 'first') ?? own.end,
    next: freeTimes.starts[0] ?? null,
    isSearching: freeTimes.state === 'loading',
    searchedUntil: span.end,
    warningsAt: (time) =>
      isDayLoaded && time.start >= span.start && time.end <= span.end ? warningsAgainst(question, time, context) : null,
    conflictsAt: (time, appointments) => {
      const others = appointments.filter(({ id }) => !moved.has(id));
      const fresh = createBookable({ span: time, appointments: others, plan: freeTimes.plan, stores, employees, now });
      return appointmentsNamed(warningsAgainst(question, time, { ...context, bookable: fresh }));
    },
    placeAt: (time) => bookable.freePlace(needs, time),
    isRoomFree: (roomId, time) => bookable.ofRoom(roomId).isFree(time, stay),
    petIds: new Set(freeTimes.appointments.flatMap((one) => one.petId ?? [])),
    ofPet: isDayLoaded && petId !== null ? bookable.ofPet(petId, own) : [],
    unreadable: freeTimes.unreadable,
    freeTimes,
  };
}
