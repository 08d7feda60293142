import { addDays, dateIn, dayInterval, isDate } from '#app/scheduling/calendar-day.ts';
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
/** How far ahead a day is looked for on which the store opens: beyond holidays and a week of closed days. */
const DAYS_AHEAD = 14;

interface InitialOptions {
  prefill: BookingPrefill;
  stores: readonly BookingStore[];
  types: readonly ReceivedAppointmentType[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  twelveHours: boolean;
}

/**
 * What a new form begins with: what it was opened for, else the next quarter of an hour, or when the day begins. A day that
 * nobody named is one on which the store is still open.
 */
export function initialValues({ prefill, stores, types, now, twelveHours }: InitialOptions): FormValues {
  const store = stores.find(({ id }) => id === prefill.storeId) ?? stores[0];
  const zone = store?.timeZone ?? 'UTC';
  const type = types.find(({ id, isActive }) => isActive && id === prefill.visitTypeId) ?? null;
  const asked = wallClock(prefill.start);
  const { date, time } = asked ?? beginningOf(store, prefill, now);
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

/** Today, or a later day that was named. */
function dateToCome(named: string | undefined, today: string): string {
  return named !== undefined && isDate(named) && named > today ? named : today;
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

/**
 * The day and the time where none were named. A board of the past is looked at, but nobody books there; and where the store
 * opens no more today, or a day to begin from is all that is known, it is the next day on which it does.
 */
function beginningOf(store: BookingStore | undefined, { date, from }: BookingPrefill, now: number) {
  const zone = store?.timeZone ?? 'UTC';
  const today = dateIn(zone, now);
  const first = dateToCome(from ?? date, today);
  const days = from !== undefined || first === today ? DAYS_AHEAD : 1;
  for (let ahead = 0; store && ahead < days; ahead += 1) {
    const day = addDays(first, ahead);
    const start = firstOpenQuarter(store, day, now);
    if (start !== null) return { date: day, time: clockAt(zone, start) };
  }
  const next = Math.ceil(now / QUARTER) * QUARTER;
  return first === today ? { date: dateIn(zone, next), time: clockAt(zone, next) } : { date: first, time: NINE };
}

/** The first quarter of an hour of the day that is to come and that the store is open in, as an instant. */
function firstOpenQuarter(store: BookingStore, date: string, now: number): number | null {
  const day = dayInterval(store.timeZone, date);
  const next = Math.ceil(Math.max(now, day.start) / QUARTER) * QUARTER;
  const opening = openIntervals(store, day)?.find(({ start, end }) => start < day.end && end > next);
  if (!opening) return null;
  const start = Math.max(opening.start, next);
  return start < day.end ? start : null;
}
