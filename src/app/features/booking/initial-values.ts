import { createBookable } from '#app/scheduling/bookable.ts';
import { addDays, dateIn, dayInterval, isDate } from '#app/scheduling/calendar-day.ts';
import { QUARTER } from '#app/scheduling/opening-hours.ts';
import { durationBetween, durationText, USUAL_MINUTES } from '#app/scheduling/time-text.ts';
import { clockAt, formatClockTime, instantOfWallTime, resolveWallTime } from '#app/scheduling/wall-clock.ts';
import { parseClockTime, parseDuration } from '#app/typed/times.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { type BookingPrefill, type BookingStore, type FormValues, requestedTime } from './booking-schema.ts';
import { newClientFrom } from './register/register.ts';

const NINE = { hour: 9, minute: 0 };
/** The status of a patient who is here and waits. */
const WALK_IN_STATUS = 'checked_in' satisfies AppointmentStatus;
/** How many days ahead to look for a day on which the store opens: longer than holidays or a week of closed days. */
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
 * The initial values of a new form: what it was opened for, else the next quarter of an hour in which the store is
 * open for the visit. A day that was not chosen is one that still has such a time.
 */
export function initialValues({ prefill, stores, types, now, twelveHours }: InitialOptions): FormValues {
  const store = stores.find(({ id }) => id === prefill.storeId) ?? stores[0];
  const zone = store?.timeZone ?? 'UTC';
  const type = types.find(({ id, isActive }) => isActive && id === prefill.visitTypeId) ?? null;
  const asked = wallClock(prefill.start);
  const length = lengthOf(prefill, zone) ?? durationText(type?.durationMinutes || USUAL_MINUTES);
  const wall = asked ?? (prefill.walkIn ? { date: dateIn(zone, now), time: clockAt(zone, now) } : null);
  const { date, time } = wall ?? beginningOf(store, prefill, (parseDuration(length) ?? 0) * 60_000, now);
  return {
    pet: null,
    visitTypeId: type?.id ?? null,
    storeId: store?.id ?? '',
    date,
    start: formatClockTime(time, twelveHours),
    fold: null,
    length,
    end: '',
    employeeId: prefill.employeeId ?? null,
    roomId: prefill.roomId ?? null,
    status: prefill.walkIn ? WALK_IN_STATUS : (prefill.status ?? defaultAppointmentStatus),
    notes: '',
    unmatched: { pet: prefill.phone ?? '', visitTypeId: '', employeeId: '' },
    newClient: prefill.phone !== undefined && prefill.registers ? newClientFrom(prefill.phone) : null,
  };
}

/**
 * The values of a draft, overridden by what this form was opened for: a place on the board replaces the draft's time.
 * A time that has passed is replaced by the next one, unless the draft was `sent`: then it may have been booked.
 */
export function restoredValues(draft: FormValues, options: InitialOptions, sent: boolean): FormValues {
  const { prefill, stores, now } = options;
  const { date, start, fold, length, end, storeId, employeeId, roomId, visitTypeId } = initialValues(options);
  const store = stores.find(({ id }) => id === draft.storeId);
  const time = store ? requestedTime(draft, store) : null;
  const later = { ...prefill, storeId: draft.storeId, start: undefined, end: undefined };
  const next = !sent && time !== null && time.start < now ? initialValues({ ...options, prefill: later }) : null;
  const otherVet = prefill.employeeId !== undefined && employeeId !== null;
  const otherType = prefill.visitTypeId !== undefined && visitTypeId !== null;
  return {
    ...draft,
    ...(next ? { date: next.date, start: next.start, fold: next.fold, end: '' } : {}),
    ...(prefill.start ? { date, start, fold, storeId, roomId } : {}),
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

/**
 * What changes in an open form when another place on the board is chosen: a click leaves it its length, however that was
 * typed.
 */
export function movedValues(
  values: FormValues,
  { prefill, stores, types, twelveHours }: Omit<InitialOptions, 'now'>,
): Pick<FormValues, 'date' | 'start' | 'fold' | 'length' | 'end' | 'storeId' | 'employeeId' | 'roomId'> {
  // A column of several stores leaves it the store, one without a room the room.
  const place = { ...prefill, storeId: prefill.storeId ?? values.storeId };
  const options = { prefill: place, stores, types, now: 0, twelveHours };
  const { date, start, fold, length, storeId, employeeId, ...moved } = restoredValues(values, options, true);
  const roomId = moved.roomId ?? (storeId === values.storeId ? values.roomId : null);
  const store = stores.find(({ id }) => id === values.storeId);
  const before = store ? requestedTime(values, store) : null;
  const kept = before ? durationBetween(before.start, before.end) : values.length;
  return { date, start, fold, length: prefill.end ? length : kept, end: '', storeId, employeeId, roomId };
}

/** The named day, but not earlier than today. */
function dateToCome(named: string | undefined, today: string): string {
  return named !== undefined && isDate(named) && named > today ? named : today;
}

function wallClock(text: string | undefined) {
  const [date = '', timeText = ''] = text?.split('T') ?? [];
  const time = parseClockTime(timeText);
  return time && isDate(date) ? { date, time } : null;
}

/** The length between a prefilled start and end, where both exist in the zone and are in order. */
function lengthOf({ start, end }: BookingPrefill, zone: string): string | null {
  const [from, to] = [start, end].map((text) => {
    const wall = wallClock(text);
    return wall && instantOfWallTime(resolveWallTime(zone, wall.date, wall.time), 'first');
  });
  return from != null && to != null && to > from ? durationBetween(from, to) : null;
}

/**
 * The day and the time where none was chosen. A day in the past is not suggested; where the store opens no more today,
 * or only an earliest day is known, it is the next day on which it opens.
 */
function beginningOf(store: BookingStore | undefined, prefill: BookingPrefill, length: number, now: number) {
  const { date, from } = prefill;
  const zone = store?.timeZone ?? 'UTC';
  const today = dateIn(zone, now);
  const first = dateToCome(from ?? date, today);
  const days = from !== undefined || first === today ? DAYS_AHEAD : 1;
  const end = dayInterval(zone, addDays(first, days)).start;
  // A visit longer than any opening hours begins when the store opens.
  for (const fitting of [length, QUARTER]) {
    if (!store) break;
    // Only the hours of the store are known yet.
    const span = { start: dayInterval(zone, first).start, end: end + fitting };
    const { freeStarts } = createBookable({ span, appointments: [], plan: [], stores: [], employees: [] });
    const wanted = { store, rooms: null, staff: [], petId: null };
    const start = freeStarts(wanted, { length: fitting, from: now, count: 1 })[0]?.start;
    if (start !== undefined && start < end) return { date: dateIn(zone, start), time: clockAt(zone, start) };
  }
  const next = Math.ceil(now / QUARTER) * QUARTER;
  return first === today ? { date: dateIn(zone, next), time: clockAt(zone, next) } : { date: first, time: NINE };
}
