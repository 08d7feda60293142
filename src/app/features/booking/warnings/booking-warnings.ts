import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { isOpenFor, openIntervals } from '#app/scheduling/opening-hours.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { during, isAssigned } from './busy.ts';

/** What speaks against a booking. None of it forbids it: practices double-book on purpose. */
export type BookingWarning =
  | { kind: 'vet-busy'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  | { kind: 'rooms-taken'; others: ReceivedAppointment[] }
  /** `openings` are those of the day it begins and the day it ends; none when the store is closed all day. */
  | { kind: 'store-closed'; openings: Interval[] }
  | { kind: 'pet-that-day'; others: ReceivedAppointment[] }
  | { kind: 'in-past' }
  | { kind: 'unusually-long'; minutes: number; usual: number };

export interface WarningInput {
  /** The time asked for. */
  span: Interval;
  store: BookingStore;
  petId: string | null;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  /** Everything known of the days that the span touches, of all stores in reach; null while it is not loaded. */
  appointments: readonly ReceivedAppointment[] | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Everything that speaks against a booking, the weightiest first. */
export function bookingWarnings(input: WarningInput): BookingWarning[] {
  return [
    vetBusy(input),
    vetElsewhere(input),
    roomsTaken(input),
    storeClosed(input),
    petThatDay(input),
    inPast(input),
    unusuallyLong(input),
  ].filter((warning) => warning !== null);
}

/** The vet has others at that time, in whatever store. */
export function vetBusy({ vet, appointments, span }: WarningInput): BookingWarning | null {
  if (!vet || !appointments) return null;
  const others = during(appointments, span).filter((appointment) => isAssigned(appointment, vet.id));
  return others.length > 0 ? { kind: 'vet-busy', vet, others } : null;
}

/** The vet belongs to other stores only. Where the practice system does not say, nothing is warned of. */
export function vetElsewhere({ vet, store }: WarningInput): BookingWarning | null {
  return vet?.storeIds && !vet.storeIds.includes(store.id) ? { kind: 'vet-elsewhere', vet } : null;
}

/** No room of the store is free for the whole time; names the first appointment in each room. */
export function roomsTaken({ store, appointments, span }: WarningInput): BookingWarning | null {
  if (!appointments || store.rooms.length === 0) return null;
  const others: ReceivedAppointment[] = [];
  const inStore = during(appointments, span);
  for (const room of store.rooms) {
    const taker = inStore.find(({ roomId }) => roomId === room.id);
    if (!taker) return null;
    others.push(taker);
  }
  return { kind: 'rooms-taken', others };
}

/** The store is closed for some of the time; of a stay, when it begins or when it ends. */
export function storeClosed({ store, span }: WarningInput): BookingWarning | null {
  const openings = openIntervals(store, span);
  if (openings === null) return null;
  if (isOpenFor(openings, span, dayOfInstant(store.timeZone, span.start))) return null;
  const days = [span.start, span.end - 1].map((instant) => dayOfInstant(store.timeZone, instant));
  return { kind: 'store-closed', openings: openings.filter((opening) => days.some((day) => overlaps(opening, day))) };
}

/** The pet is expected on the store's calendar day of the start anyway, in whatever store. */
export function petThatDay({ petId, store, appointments, span }: WarningInput): BookingWarning | null {
  if (!petId || !appointments) return null;
  const day = dayOfInstant(store.timeZone, span.start);
  const others = during(appointments, { start: day.start, end: Math.max(day.end, span.end) }).filter(
    (appointment) => appointment.petId === petId,
  );
  return others.length > 0 ? { kind: 'pet-that-day', others } : null;
}

/** The start has passed. */
export function inPast({ span, now }: WarningInput): BookingWarning | null {
  return span.start < now ? { kind: 'in-past' } : null;
}

const HALF_AN_HOUR = 30;

/** At least twice the visit type's length and half an hour more: a slip of the keyboard rather than a long visit. */
export function unusuallyLong({ type, span }: WarningInput): BookingWarning | null {
  const usual = type?.durationMinutes;
  if (!usual) return null;
  const minutes = Math.round((span.end - span.start) / 60_000);
  return minutes >= usual * 2 && minutes >= usual + HALF_AN_HOUR ? { kind: 'unusually-long', minutes, usual } : null;
}
