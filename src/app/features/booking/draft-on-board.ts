import { useEffect, useMemo } from 'react';
import { entriesOf, usePlan } from '#app/api/availability.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { createBookable, wantedOf } from '#app/scheduling/bookable.ts';
import type { DraftBooking, PlaceColumn } from '#app/scheduling/booking-place.ts';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { type PlanEntries, weeksToKnow } from '#app/scheduling/duty.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { type DayFreshness, useCurrentDay } from '#app/session/current-day.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { type BookingLists, type BookingStore, chosenIn, type FormValues } from './booking-schema.ts';

/** The most pages of the shown days that are read for their free starts, since all desks share the request budget. */
const MAX_PAGES = 6;

const NONE: ReadonlyMap<string, readonly number[]> = new Map();

interface VisitWanted extends Pick<BookingLists, 'stores' | 'employees'> {
  store: BookingStore;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  petId: string | null;
  /** Milliseconds. */
  length: number;
}

/**
 * The starts that are free in each column of the board, as instants, for its room, its vet or its day alone. The day of another
 * visit of the pet is not left out, only the time of that visit.
 *
 * @param appointments of the days of the columns, as `plan`
 */
export function freeStartsByColumn(
  { store: chosen, stores, employees, vet, type, petId, length }: VisitWanted,
  columns: readonly PlaceColumn[],
  { appointments, plan }: { appointments: readonly ReceivedAppointment[]; plan: PlanEntries },
  from: number,
): ReadonlyMap<string, readonly number[]> {
  const days = new Map<string, ReturnType<typeof createBookable>>();
  function bookableOn({ zone, date }: PlaceColumn) {
    const key = `${zone} ${date}`;
    const known =
      days.get(key) ??
      createBookable({ span: dayInterval(zone, date), appointments, plan, stores, employees, now: from });
    days.set(key, known);
    return known;
  }
  return new Map(
    columns.map((column) => {
      const store = column.storeId === null ? chosen : stores.find(({ id }) => id === column.storeId);
      if (store === undefined || store.timeZone !== column.zone) return [column.id, []];
      const { rooms, staff } = wantedOf({ store, vet, type, petId, employees });
      const isOfRoom = column.roomId !== null;
      const inRooms = isOfRoom ? (rooms ?? []).filter(({ id }) => id === column.roomId) : rooms;
      const { employeeId: id } = column;
      const isOutside = id !== null && staff.length > 0 && !staff.some((one) => one.id === id);
      const ofVet = id === null ? null : [{ id, role: employees.find((one) => one.id === id)?.role ?? '' }];
      if (isOutside || (isOfRoom && inRooms?.length === 0)) return [column.id, []];
      const wanted = { store, rooms: inRooms, staff: ofVet ?? staff, petId };
      const asked = { length, from, count: Number.POSITIVE_INFINITY };
      return [
        column.id,
        bookableOn(column)
          .freeStarts(wanted, asked)
          .map(({ start }) => start),
      ];
    }),
  );
}

/** The days of the columns as one interval. */
function daysOf(columns: readonly PlaceColumn[]): Interval {
  const days = columns.map(({ zone, date }) => dayInterval(zone, date));
  return { start: Math.min(...days.map(({ start }) => start)), end: Math.max(...days.map(({ end }) => end)) };
}

interface DraftOnBoardInput extends BookingLists {
  /** Whether there is a plan of who is on duty and what is blocked. */
  hasPlan: boolean;
  values: FormValues;
  /** The room that the booking would get; null where none is known to be free. */
  likelyRoomId: string | null;
  /** What is told of colleagues who are booking that very time. */
  others: string;
  columns: readonly PlaceColumn[];
  freshness: DayFreshness;
  onDraft: (draft: DraftBooking | null) => void;
}

/** Tells the board what the form has, and where a visit like it could begin. */
export function useDraftOnBoard(input: DraftOnBoardInput): void {
  const { values, likelyRoomId, others, columns, freshness, companyId, stores, employees, onDraft } = input;
  const minute = useMinute();
  const { store, time, vet, type } = chosenIn(values, input);
  const { start, end } = time ?? { start: null, end: null };
  const length = start === null ? null : end - start;
  const span = columns.length === 0 ? null : daysOf(columns);
  const { state, content } = useCurrentDay({ stores, span }, freshness, { maxPages: MAX_PAGES });
  const mondays = span === null ? [] : weeksToKnow([...new Set(columns.map(({ zone }) => zone))], span);
  const plan = entriesOf(usePlan({ companyId, mondays, isThere: input.hasPlan }));
  const appointments = state === 'complete' ? content?.appointments : undefined;
  const { pet, employeeId, roomId } = values;
  const petId = pet?.id ?? null;
  const freeStarts = useMemo(
    () =>
      store && length !== null && appointments && plan
        ? freeStartsByColumn(
            { store, stores, employees, vet, type, petId, length },
            columns,
            { appointments, plan },
            minute,
          )
        : NONE,
    [store, stores, employees, vet, type, petId, length, appointments, plan, columns, minute],
  );
  const isOwn = store?.rooms.some(({ id }) => id === roomId) === true;
  const room = store && !isOwn ? likelyRoomId : roomId;
  const petName = pet?.name ?? '';
  const { id: storeId, timeZone: zone } = store ?? {};
  const draft = useMemo<DraftBooking | null>(
    () =>
      storeId === undefined || zone === undefined
        ? null
        : {
            ...{ storeId, zone, employeeId, petName, others, freeStarts },
            roomId: room,
            time: start === null ? null : { start, end },
          },
    [storeId, zone, employeeId, petName, others, freeStarts, room, start, end],
  );
  useEffect(() => onDraft(draft), [draft, onDraft]);
  useEffect(() => () => onDraft(null), [onDraft]);
}
