import type { Temporal } from 'temporal-polyfill';
import { formatLength } from '#app/components/length-text.ts';
import { formatTimeText, parseTimeText } from '#app/components/time-text.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import type { BookingFormValues, BookingPrefill, BookingStore } from './booking-model.ts';
import { parseDate } from './booking-times.ts';
import { clockAt, dayBounds, instantOfWallTime, resolveWallTime, zonedAt } from './wall-time.ts';
import { openingsAround } from './warnings/opening.ts';

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
export function initialValues({ prefill, stores, types, now, twelveHours }: InitialOptions): BookingFormValues {
  const store = stores.find(({ id }) => id === prefill.storeId) ?? stores[0];
  const zone = store?.timeZone ?? 'UTC';
  const type = types.find(({ id, isActive }) => isActive && id === prefill.visitTypeId) ?? null;
  const asked = wallClock(prefill.start);
  const date = asked?.date ?? dateToCome(prefill.date, zonedAt(now, zone).toPlainDate());
  const time = asked?.time ?? (store ? beginningOf(store, date, now) : NINE);
  return {
    pet: null,
    visitTypeId: type?.id ?? null,
    storeId: store?.id ?? '',
    date,
    start: formatTimeText(time, twelveHours),
    fold: null,
    length: lengthOf(prefill, zone) ?? (type?.durationMinutes ? formatLength(type.durationMinutes) : '30 min'),
    end: '',
    employeeId: prefill.employeeId ?? null,
    status: defaultAppointmentStatus,
    notes: '',
    unmatched: { pet: '', visitTypeId: '', employeeId: '' },
  };
}

/** A draft, taken on with what this form was opened for: a place on the board wins over the draft's time. */
export function draftedValues(draft: BookingFormValues, fresh: BookingFormValues, prefill: BookingPrefill) {
  const { date, start, fold, length, end, storeId, employeeId, visitTypeId } = fresh;
  const typed = draft.unmatched;
  const otherVet = prefill.employeeId !== undefined && employeeId !== null;
  const otherType = prefill.visitTypeId !== undefined && visitTypeId !== null;
  return {
    ...draft,
    ...(prefill.start ? { date, start, fold, storeId } : {}),
    ...(prefill.start && prefill.end ? { length, end } : {}),
    ...(otherVet ? { employeeId } : {}),
    ...(otherType ? { visitTypeId, length, end } : {}),
    unmatched: {
      pet: typed?.pet ?? '',
      visitTypeId: otherType ? '' : (typed?.visitTypeId ?? ''),
      employeeId: otherVet ? '' : (typed?.employeeId ?? ''),
    },
  };
}

/** The day on the board, or today: a board of the past is looked at, but nobody books there unless a time is named. */
function dateToCome(board: string | undefined, today: Temporal.PlainDate): string {
  const date = parseDate(board ?? '');
  return (date && today.until(date).sign > 0 ? date : today).toString();
}

function wallClock(text: string | undefined) {
  const [dateText = '', timeText = ''] = text?.split('T') ?? [];
  const date = parseDate(dateText);
  const time = parseTimeText(timeText);
  return date && time ? { date: date.toString(), time } : null;
}

/** The length from a prefilled start to a prefilled end, where both exist in the zone and are in order. */
function lengthOf({ start, end }: BookingPrefill, zone: string): string | null {
  const [from, to] = [start, end].map((text) => {
    const wall = wallClock(text);
    const date = wall && parseDate(wall.date);
    return wall && date ? instantOfWallTime(resolveWallTime(date, wall.time, zone), 'first') : null;
  });
  return from != null && to != null && to > from ? formatLength(Math.round((to - from) / 60_000)) : null;
}

/** The first quarter of an hour of the day that is to come and that the store is open in; without one, the next to come. */
function beginningOf(store: BookingStore, dateText: string, now: number) {
  const date = parseDate(dateText);
  if (!date) return NINE;
  const day = dayBounds(date, store.timeZone);
  const next = Math.ceil(Math.max(now, day.start) / QUARTER) * QUARTER;
  const opening = openingsAround(store, day)?.find(
    ({ start, end }) => start < day.end && end > Math.max(next, day.start),
  );
  if (opening) return clockAt(Math.max(opening.start, next, day.start), store.timeZone);
  return now >= day.start && next < day.end ? clockAt(next, store.timeZone) : NINE;
}
