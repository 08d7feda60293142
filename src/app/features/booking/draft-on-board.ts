import { useEffect, useMemo } from 'react';
import { type DayFreshness, useCurrentDay } from '#app/api/appointments.ts';
import { useMinute } from '#app/browser/use-now.ts';
import type { DraftBooking, PlaceColumn } from '#app/scheduling/booking-place.ts';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { occupies, roomsThatSuit } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type BookingLists, type BookingStore, type FormValues, requestedTime } from './booking-schema.ts';
import { freeRoom, freeTimes } from './free-times.ts';
import { eligibleStaff } from './warnings/booking-warnings.ts';

/** The most pages of the shown days that are read for their free starts, since all desks share the request budget. */
const MAX_PAGES = 6;

const NONE: ReadonlyMap<string, readonly number[]> = new Map();

interface VisitWanted extends Omit<BookingLists, 'companyId'> {
  store: BookingStore;
  petId: string | null;
  visitTypeId: string | null;
  employeeId: string | null;
  /** Milliseconds. */
  length: number;
}

/**
 * The starts that are free in each column of the board, as instants: those that {@link freeTimes} finds for its room, its vet
 * or its day alone. The day of another visit of the pet is not left out, only the time of that visit.
 */
export function freeStartsByColumn(
  { store: chosen, stores, employees, appointmentTypes, petId, visitTypeId, employeeId, length }: VisitWanted,
  columns: readonly PlaceColumn[],
  appointments: readonly ReceivedAppointment[],
  from: number,
): ReadonlyMap<string, readonly number[]> {
  const type = appointmentTypes.find(({ id }) => id === visitTypeId) ?? null;
  const category = type?.category ?? null;
  const pets = petId === null ? [] : appointments.filter((other) => other.petId === petId && occupies(other));
  const petTimes = pets.map(takenTime);
  const vet = employees.find(({ id }) => id === employeeId) ?? null;
  return new Map(
    columns.map((column) => {
      const store = column.storeId === null ? chosen : stores.find(({ id }) => id === column.storeId);
      if (store === undefined || store.timeZone !== column.zone) return [column.id, []];
      const staffIds = eligibleStaff({ vet, type, store, employees }).map(({ id }) => id);
      const isOfRoom = column.roomId !== null;
      const rooms = isOfRoom ? store.rooms.filter(({ id }) => id === column.roomId) : store.rooms;
      const isOutside =
        (isOfRoom && roomsThatSuit(rooms, category).length === 0) ||
        (column.employeeId !== null && staffIds.length > 0 && !staffIds.includes(column.employeeId));
      if (isOutside) return [column.id, []];
      const starts = freeTimes({
        store: { ...store, rooms },
        staffIds: column.employeeId === null ? staffIds : [column.employeeId],
        ...{ length, category, appointments, from },
        petId: null,
        known: dayInterval(column.zone, column.date),
        count: Number.POSITIVE_INFINITY,
      });
      const isPetFree = (start: number) => !petTimes.some((time) => overlaps(time, { start, end: start + length }));
      return [column.id, starts.filter(isPetFree)];
    }),
  );
}

/** The days of the columns as one interval. */
function daysOf(columns: readonly PlaceColumn[]): Interval {
  const days = columns.map(({ zone, date }) => dayInterval(zone, date));
  return { start: Math.min(...days.map(({ start }) => start)), end: Math.max(...days.map(({ end }) => end)) };
}

interface DraftOnBoardInput extends BookingLists {
  values: FormValues;
  /** All appointments on the day of the booking; null while they are not known. */
  appointments: readonly ReceivedAppointment[] | null;
  columns: readonly PlaceColumn[];
  freshness: DayFreshness;
  onDraft: (draft: DraftBooking | null) => void;
}

/** Tells the board what the form has, and where a visit like it could begin. */
export function useDraftOnBoard(input: DraftOnBoardInput): void {
  const { values, appointments, columns, freshness, companyId, stores, employees, appointmentTypes, onDraft } = input;
  const minute = useMinute();
  const store = stores.find(({ id }) => id === values.storeId);
  const time = store ? requestedTime(values, store) : null;
  const { start, end } = time ?? { start: null, end: null };
  const length = start !== null && end > start ? end - start : null;
  const span = columns.length === 0 ? null : daysOf(columns);
  const { state, pages } = useCurrentDay({ companyId, stores, span }, freshness, { maxPages: MAX_PAGES });
  const isKnown = state === 'complete';
  const { pet, visitTypeId, employeeId, roomId } = values;
  const petId = pet?.id ?? null;
  const freeStarts = useMemo(
    () =>
      store && length !== null && isKnown && pages
        ? freeStartsByColumn(
            { store, stores, employees, appointmentTypes, petId, visitTypeId, employeeId, length },
            columns,
            pages.flatMap(({ records }) => records),
            minute,
          )
        : NONE,
    [
      store,
      stores,
      employees,
      appointmentTypes,
      petId,
      visitTypeId,
      employeeId,
      length,
      isKnown,
      pages,
      columns,
      minute,
    ],
  );
  const category = appointmentTypes.find(({ id }) => id === visitTypeId)?.category ?? null;
  const isOwn = store?.rooms.some(({ id }) => id === roomId) === true;
  const likely = store && time && appointments ? freeRoom(store, category, time, appointments) : null;
  const room = store && !isOwn ? likely : roomId;
  const petName = pet?.name ?? '';
  const { id: storeId, timeZone: zone } = store ?? {};
  const draft = useMemo<DraftBooking | null>(
    () =>
      storeId === undefined || zone === undefined
        ? null
        : {
            ...{ storeId, zone, employeeId, petName, freeStarts },
            roomId: room,
            time: start === null || end <= start ? null : { start, end },
          },
    [storeId, zone, employeeId, petName, freeStarts, room, start, end],
  );
  useEffect(() => onDraft(draft), [draft, onDraft]);
  useEffect(() => () => onDraft(null), [onDraft]);
}
