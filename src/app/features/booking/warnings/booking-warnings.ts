import type { BookingRequest, BookingStore } from '#app/features/booking/booking-schema.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { during, isAssigned } from '#app/scheduling/clashes.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { closedThen } from '#app/scheduling/opening-hours.ts';
import { needsVet, occupies } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';

/** What speaks against a booking. None of it forbids it: practices double-book on purpose. */
export type BookingWarning =
  | { kind: 'vet-busy'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  /** Nobody in particular is asked for, and whoever could see the pet has another: the first of each. */
  | { kind: 'no-vet-free'; others: { vet: ReceivedEmployee; other: ReceivedAppointment }[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  | { kind: 'rooms-taken'; others: ReceivedAppointment[] }
  /** `open` is when the store is open on the day it begins and the day it ends; none when it is closed all day. */
  | { kind: 'store-closed'; open: Interval[] }
  | { kind: 'pet-that-day'; others: ReceivedAppointment[] }
  | { kind: 'in-past' }
  | { kind: 'unusually-long'; minutes: number; usual: number };

export interface WarningInput {
  /** The time asked for. */
  time: Interval;
  store: BookingStore;
  petId: string | null;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  /** The whole staff. */
  employees: readonly ReceivedEmployee[];
  /** Everything known of the days that it touches, of all stores in reach; null while it is not loaded. */
  appointments: readonly ReceivedAppointment[] | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Everything that speaks against a booking, the weightiest first. */
export function bookingWarnings(input: WarningInput): BookingWarning[] {
  return [
    vetBusy(input),
    noVetFree(input),
    vetElsewhere(input),
    roomsTaken(input),
    storeClosed(input),
    petThatDay(input),
    inPast(input),
    unusuallyLong(input),
  ].filter((warning) => warning !== null);
}

/** The vet has others at that time, in whatever store. */
function vetBusy({ vet, appointments, time }: WarningInput): BookingWarning | null {
  if (!vet || !appointments) return null;
  const others = during(appointments, time).filter((appointment) => isAssigned(appointment, vet.id));
  return others.length > 0 ? { kind: 'vet-busy', vet, others } : null;
}

/**
 * Of whom one has to be free: the vet that is chosen, else any vet who works at the store. None where the visit type is seen to
 * by others, or where nobody is known to be a vet.
 */
export function takers({ vet, type, store, employees }: Pick<WarningInput, 'vet' | 'type' | 'store' | 'employees'>) {
  if (vet) return [vet];
  if (type && !needsVet(type.category)) return [];
  return employees.filter(
    ({ isActive, role, storeIds }) => isActive && role === 'vet' && (storeIds === null || storeIds.includes(store.id)),
  );
}

/** No vet is asked for, and none is free for the whole time. */
function noVetFree(input: WarningInput): BookingWarning | null {
  const { vet, appointments, time } = input;
  if (vet || !appointments) return null;
  const vets = takers(input);
  const taken = during(appointments, time);
  const others = vets.flatMap((one) => {
    const other = taken.find((appointment) => isAssigned(appointment, one.id));
    return other ? [{ vet: one, other }] : [];
  });
  return vets.length > 0 && others.length === vets.length ? { kind: 'no-vet-free', others } : null;
}

/** The vet belongs to other stores only. Where the practice system does not say, nothing is warned of. */
function vetElsewhere({ vet, store }: WarningInput): BookingWarning | null {
  return vet?.storeIds && !vet.storeIds.includes(store.id) ? { kind: 'vet-elsewhere', vet } : null;
}

/** No room of the store is free for the whole time; names the first appointment in each room. */
function roomsTaken({ store, appointments, time }: WarningInput): BookingWarning | null {
  if (!appointments || store.rooms.length === 0) return null;
  const others: ReceivedAppointment[] = [];
  const inStore = during(appointments, time);
  for (const room of store.rooms) {
    const taker = inStore.find(({ roomId }) => roomId === room.id);
    if (!taker) return null;
    others.push(taker);
  }
  return { kind: 'rooms-taken', others };
}

/** The store is closed for some of the time; of a stay, when it begins or when it ends. */
function storeClosed({ store, time }: WarningInput): BookingWarning | null {
  const open = closedThen(store, time);
  return open === null ? null : { kind: 'store-closed', open };
}

/** The pet is expected on the store's calendar day of the start anyway, in whatever store. */
function petThatDay({ petId, store, appointments, time }: WarningInput): BookingWarning | null {
  if (!petId || !appointments) return null;
  const day = dayOfInstant(store.timeZone, time.start);
  const others = during(appointments, { start: day.start, end: Math.max(day.end, time.end) }).filter(
    (appointment) => appointment.petId === petId,
  );
  return others.length > 0 ? { kind: 'pet-that-day', others } : null;
}

/** The start has passed. */
function inPast({ time, now }: WarningInput): BookingWarning | null {
  return time.start < now ? { kind: 'in-past' } : null;
}

const HALF_AN_HOUR = 30;

/** At least twice the visit type's length and half an hour more: a slip of the keyboard rather than a long visit. */
function unusuallyLong({ type, time }: WarningInput): BookingWarning | null {
  const usual = type?.durationMinutes;
  if (!usual) return null;
  const minutes = Math.round((time.end - time.start) / 60_000);
  return minutes >= usual * 2 && minutes >= usual + HALF_AN_HOUR ? { kind: 'unusually-long', minutes, usual } : null;
}

/** Whether another appointment at the time of a booking takes the same pet's or the same vet's time. */
export function conflictsWith(
  { petId, employeeId }: Pick<BookingRequest, 'petId' | 'employeeId'>,
  other: ReceivedAppointment,
): boolean {
  if (!occupies(other)) return false;
  return other.petId === petId || (employeeId !== undefined && isAssigned(other, employeeId));
}
