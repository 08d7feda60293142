import { dateIn, dayInterval, isDate } from '#app/scheduling/calendar-day.ts';
import { durationBetween, durationText } from '#app/scheduling/duration.ts';
import { openIntervals } from '#app/scheduling/opening-hours.ts';
import {
  clockAt,
  formatClockTime,
  instantOfWallTime,
  parseClockTime,
  resolveWallTime,
} from '#app/scheduling/wall-clock.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import type { BookingPrefill, BookingStore, FormValues } from './booking-schema.ts';

const QUARTER = 15 * 60_000;
const NINE = { hour: 9, minute: 0 };

interface InitialOptions {
  prefill: BookingPrefill;
  stores: readonly BookingStore[];
  types: readonly ReceivedAppointmentType[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  twelveHours: boolean;
}

/** What a new form begins with: what it was opened for, else the next quarter of an hour, or when the day begins. */
export function initialValues({ prefill, stores, types, now, twelveHours }: InitialOptions): FormValues {
  const store = stores.find(({ id }) => id === prefill.storeId) ?? stores[0];
  const zone = store?.timeZone ?? 'UTC';
  const type = types.find(({ id, isActive }) => isActive && id === prefill.visitTypeId) ?? null;
  const asked = wallClock(prefill.start);
  const date = asked?.date ?? dateToCome(prefill.date, dateIn(zone, now));
  const time = asked?.time ?? (store ? beginningOf(store, date, now) : NINE);
  return {
    pet: null,
    visitTypeId: type?.id ?? null,
    storeId: store?.id ?? '',
    date,
    start: formatClockTime(time, twelveHours),
    fold: null,
    length: lengthOf(prefill, zone) ?? (type?.durationMinutes ? durationText(type.durationMinutes) : '30 min'),
    end: '',
    employeeId: prefill.employeeId ?? null,
    status: defaultAppointmentStatus,
    notes: '',
    unmatched: { pet: '', visitTypeId: '', employeeId: '' },
  };
}

/** The values of a draft, with what this form was opened for: a place on the board wins over the draft's time. */
export function restoredValues(draft: FormValues, fresh: FormValues, prefill: BookingPrefill): FormValues {
  const { date, start, fold, length, end, storeId, employeeId, visitTypeId } = fresh;
  const otherVet = prefill.employeeId !== undefined && employeeId !== null;
  const otherType = prefill.visitTypeId !== undefined && visitTypeId !== null;
  return {
    ...draft,
    ...(prefill.start ? { date, start, fold, storeId } : {}),
    ...(prefill.start && prefill.end ? { length, end } : {}),
    ...(otherVet ? { employeeId } : {}),
    ...(otherType ? { visitTypeId, length, end } : {}),
    unmatched: {
      pet: draft.unmatched.pet,
      visitTypeId: otherType ? '' : draft.unmatched.visitTypeId,
      employeeId: otherVet ? '' : draft.unmatched.employeeId,
    },
  };
}

/** The day on the board, or today: a board of the past is looked at, but nobody books there unless a time is named. */
function dateToCome(board: string | undefined, today: string): string {
  return board !== undefined && isDate(board) && board > today ? board : today;
}

function wallClock(text: string | undefined) {
  const [date = '', timeText = ''] = text?.split('T') ?? [];
  const time = parseClockTime(timeText);
  return time && isDate(date) ? { date, time } : null;
}

/** The length from a prefilled start to a prefilled end, where both exist in the zone and are in order. */
function lengthOf({ start, end }: BookingPrefill, zone: string): string | null {
  const [from, to] = [start, end].map((text) => {
    const wall = wallClock(text);
    return wall && instantOfWallTime(resolveWallTime(zone, wall.date, wall.time), 'first');
  });
  return from != null && to != null && to > from ? durationBetween(from, to) : null;
}

/** The first quarter of an hour of the day that is to come and that the store is open in; without one, the next to come. */
function beginningOf(store: BookingStore, date: string, now: number) {
  const day = dayInterval(store.timeZone, date);
  const next = Math.ceil(Math.max(now, day.start) / QUARTER) * QUARTER;
  const opening = openIntervals(store, day)?.find(
    ({ start, end }) => start < day.end && end > Math.max(next, day.start),
  );
  if (opening) return clockAt(store.timeZone, Math.max(opening.start, next, day.start));
  return now >= day.start && next < day.end ? clockAt(store.timeZone, next) : NINE;
}
