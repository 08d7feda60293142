import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { during, isAssigned } from '#app/scheduling/clashes.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { closedThen } from '#app/scheduling/opening-hours.ts';
import { needsVet } from '#app/scheduling/visit.ts';
import { roomsThatSuit } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';

/** A warning about a booking. It never prevents it: practices double-book on purpose. */
export type BookingWarning =
  | { kind: 'vet-busy'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  /** No vet is chosen, and every vet who could see the pet is busy: the first appointment of each. */
  | { kind: 'no-vet-free'; others: { vet: ReceivedEmployee; other: ReceivedAppointment }[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  /** The store has rooms, and none is for visits of this type. */
  | { kind: 'no-room-suits' }
  /** The room that was chosen is taken. */
  | { kind: 'room-taken'; room: string; others: ReceivedAppointment[] }
  /** Each room that suits is taken: the first appointment in each. `all`: no room of the store is for other visits only. */
  | { kind: 'rooms-taken'; others: ReceivedAppointment[]; all: boolean }
  /** `open`: the opening hours on the days of start and end; empty when closed all day. */
  | { kind: 'store-closed'; open: Interval[] }
  | { kind: 'pet-that-day'; others: ReceivedAppointment[] }
  | { kind: 'in-past' }
  | { kind: 'unusually-long'; minutes: number; usual: number };

export interface WarningInput {
  /** The time of the booking. */
  time: Interval;
  store: BookingStore;
  petId: string | null;
  /** The room that was chosen; null for any. */
  roomId?: string | null;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  /** All staff. */
  employees: readonly ReceivedEmployee[];
  /** All appointments on the days of that time, in all stores in reach; null while they load. */
  appointments: readonly ReceivedAppointment[] | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The calendar days of a zone that have to be loaded to check a time. */
export function daysToKnow(time: Interval, zone: string): Interval {
  return {
    start: dayOfInstant(zone, time.start).start,
    end: dayOfInstant(zone, Math.max(time.start, time.end - 1)).end,
  };
}

/** All warnings about a booking, the most serious first. */
export function bookingWarnings(input: WarningInput): BookingWarning[] {
  return [
    vetBusy(input),
    noVetFree(input),
    vetElsewhere(input),
    noRoomSuits(input),
    roomTaken(input),
    roomsTaken(input),
    storeClosed(input),
    petThatDay(input),
    inPast(input),
    unusuallyLong(input),
  ].filter((warning) => warning !== null);
}

/** The vet has other appointments at that time, in any store. */
function vetBusy({ vet, appointments, time }: WarningInput): BookingWarning | null {
  if (!vet || !appointments) return null;
  const others = during(appointments, time).filter((appointment) => isAssigned(appointment, vet.id));
  return others.length > 0 ? { kind: 'vet-busy', vet, others } : null;
}

/**
 * The staff of whom one has to be free: the chosen vet, else all vets of the store. Empty where the visit type needs
 * no vet, or where nobody is known to be a vet.
 */
export function eligibleStaff({
  vet,
  type,
  store,
  employees,
}: Pick<WarningInput, 'vet' | 'type' | 'store' | 'employees'>) {
  if (vet) return [vet];
  if (type && !needsVet(type.category)) return [];
  return employees.filter(
    ({ isActive, role, storeIds }) => isActive && role === 'vet' && (storeIds === null || storeIds.includes(store.id)),
  );
}

/** No vet is chosen, and none is free for the whole time. */
function noVetFree(input: WarningInput): BookingWarning | null {
  const { vet, appointments, time } = input;
  if (vet || !appointments) return null;
  const vets = eligibleStaff(input);
  const taken = during(appointments, time);
  const others = vets.flatMap((one) => {
    const other = taken.find((appointment) => isAssigned(appointment, one.id));
    return other ? [{ vet: one, other }] : [];
  });
  return vets.length > 0 && others.length === vets.length ? { kind: 'no-vet-free', others } : null;
}

/** The vet belongs to other stores only. No warning where the practice system does not say. */
function vetElsewhere({ vet, store }: WarningInput): BookingWarning | null {
  return vet?.storeIds && !vet.storeIds.includes(store.id) ? { kind: 'vet-elsewhere', vet } : null;
}

function noRoomSuits({ store, type }: WarningInput): BookingWarning | null {
  const suiting = roomsThatSuit(store.rooms, type?.category ?? null);
  return store.rooms.length > 0 && suiting.length === 0 ? { kind: 'no-room-suits' } : null;
}

/** The room that was chosen has another visit then. */
function roomTaken({ store, roomId, appointments, time }: WarningInput): BookingWarning | null {
  const room = store.rooms.find(({ id }) => id === roomId);
  if (!room || !appointments) return null;
  const others = during(appointments, time).filter((other) => other.roomId === room.id);
  return others.length > 0 ? { kind: 'room-taken', room: room.name, others } : null;
}

/** No room that suits is free for the whole time. */
function roomsTaken({ store, type, appointments, time }: WarningInput): BookingWarning | null {
  const suiting = roomsThatSuit(store.rooms, type?.category ?? null);
  if (!appointments || suiting.length === 0) return null;
  const others: ReceivedAppointment[] = [];
  const inStore = during(appointments, time);
  for (const room of suiting) {
    const taker = inStore.find(({ roomId }) => roomId === room.id);
    if (!taker) return null;
    others.push(taker);
  }
  return { kind: 'rooms-taken', others, all: suiting.length === store.rooms.length };
}

/** The store is closed for some of the time; for a stay, at its beginning or its end. */
function storeClosed({ store, time }: WarningInput): BookingWarning | null {
  const open = closedThen(store, time);
  return open === null ? null : { kind: 'store-closed', open };
}

/** The pet has another appointment on the same calendar day, in any store. */
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

/** At least twice the visit type's length and half an hour longer: probably a typing error. */
function unusuallyLong({ type, time }: WarningInput): BookingWarning | null {
  const usual = type?.durationMinutes;
  if (!usual) return null;
  const minutes = Math.round((time.end - time.start) / 60_000);
  return minutes >= usual * 2 && minutes >= usual + HALF_AN_HOUR ? { kind: 'unusually-long', minutes, usual } : null;
}
