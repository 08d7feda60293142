import { useEffect, useEffectEvent } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { createBookable } from '#scheduling/bookable.ts';
import type { CalendarColumn } from '#scheduling/booking-place.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { needsOfRequest, type RequestedAppointment } from '#scheduling/warnings.ts';
import type { BookingStore } from './booking-values.ts';
import type { BookingFormState } from './use-booking-form.ts';

interface FreeStartsInput {
  requested: RequestedAppointment;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** `YYYY-MM-DD` */
  day: string;
  /** The length of the appointment in milliseconds. */
  length: number;
  /** The earliest start to offer, in milliseconds since 1970-01-01T00:00Z. */
  from: number;
  /** Finds free starts, given the appointments and the plan of the day. */
  bookable: ReturnType<typeof createBookable>;
}

/** The free starts in each column that shows the day, as instants, considering only the column's room or vet. */
export function freeStartsByColumn(
  { requested, stores, employees, day, length, from, bookable }: FreeStartsInput,
  columns: readonly CalendarColumn[],
): ReadonlyMap<string, readonly number[]> {
  return new Map(
    columns.flatMap((column) => {
      const store = column.storeId === null ? requested.store : stores.find(({ id }) => id === column.storeId);
      const isOfDay = column.date === day && column.zone === requested.store.timeZone;
      if (!isOfDay || store?.timeZone !== column.zone) return [];
      const needs = needsOfRequest({ ...requested, store }, employees);
      const rooms = column.roomId === null ? needs.rooms : needs.rooms?.filter(({ id }) => id === column.roomId);
      const vet = employees.find(({ id }) => id === column.employeeId);
      const isOther = vet && needs.staff !== null && !needs.staff.some(({ id }) => id === vet.id);
      if (isOther || (column.roomId !== null && !rooms?.length)) return [];
      const { start, end } = dayInterval(column.zone, day);
      const search = { length, from: Math.max(from, start), until: end, count: Number.POSITIVE_INFINITY };
      const columnNeeds = { ...needs, rooms: rooms ?? null, staff: vet ? [vet] : needs.staff };
      return [[column.id, bookable.findFreeStarts(columnNeeds, search).map((free) => free.start)]];
    }),
  );
}

const NO_FREE_STARTS: ReadonlyMap<string, readonly number[]> = new Map();

/**
 * Shows the booking in the form, and its other possible starts, on the calendar until the form closes.
 *
 * @param colleaguesText what colleagues are booking at the same time; empty if nothing
 */
export function useDraftOnCalendar(form: BookingFormState, colleaguesText: string): void {
  const { panel, lists, purpose, day, requested, when, freeTimes, petName, employeeId, roomId } = form;
  const { columns, onDraft } = panel;
  const minute = useMinute();
  const isHighlighted = freeTimes.isPossible && when.length !== null && purpose.kind !== 'walk-in';
  const freeStarts = isHighlighted
    ? freeStartsByColumn(
        { ...lists, requested, day, length: when.length ?? 0, from: minute, bookable: freeTimes.loaded.bookable },
        columns,
      )
    : NO_FREE_STARTS;
  const { store } = requested;
  const draft = {
    ...{ storeId: store.id, zone: store.timeZone, employeeId, roomId },
    ...{ time: when.time, petName, colleaguesText, freeStarts },
  };
  const show = useEffectEvent(() => onDraft(draft));
  // Calls `onDraft` only if the content differs, since each call redraws the calendar.
  const content = JSON.stringify([draft, [...freeStarts]]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the content changes.
  useEffect(() => show(), [content]);
  useEffect(() => () => onDraft(null), [onDraft]);
}
