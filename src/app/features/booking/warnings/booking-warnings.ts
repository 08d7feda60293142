import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import {
  createBookable,
  type Obstacle,
  openingHoursNear,
  type Planned,
  plannedIn,
  type Reasons,
  wantedOf,
} from '#app/scheduling/bookable.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';

/** A warning about a booking. It never prevents it: practices double-book on purpose. */
export type BookingWarning =
  | { kind: 'vet-busy'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  | { kind: 'vet-away'; vet: ReceivedEmployee; absence: Planned }
  /** The vet is free, but no other vet is left for an appointment without one. */
  | { kind: 'vet-needed'; vet: ReceivedEmployee; others: ReceivedAppointment[] }
  /**
   * No vet is chosen, and every vet who is there and could see the pet is busy, by the first appointment of each, or needed for an
   * appointment without a vet.
   */
  | {
      kind: 'no-vet-free';
      busy: { vet: ReceivedEmployee; other: ReceivedAppointment }[];
      withoutVet: ReceivedAppointment[];
    }
  /** No vet is chosen, and none is there: those of whom it is known why. */
  | { kind: 'no-vet-there'; away: { vet: ReceivedEmployee; absence: Planned }[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  /** The store has rooms, and none is for visits of this type. */
  | { kind: 'no-room-suits' }
  /** The room that was chosen is taken. */
  | { kind: 'room-taken'; room: string; others: ReceivedAppointment[] }
  | { kind: 'room-blocked'; room: string; block: Planned }
  /** The room that was chosen is free, but no other room is left for an appointment without one. */
  | { kind: 'room-needed'; room: string; others: ReceivedAppointment[] }
  /**
   * Each room that suits is taken, by the first appointment in it or its block, or needed for an appointment without a room. `all`:
   * no room of the store is for other appointments only.
   */
  | {
      kind: 'rooms-taken';
      others: ReceivedAppointment[];
      withoutRoom: ReceivedAppointment[];
      blocked: { room: string; block: Planned }[];
      all: boolean;
    }
  /** `open`: the opening hours on the days of start and end; empty when closed all day. */
  | { kind: 'store-closed'; open: Interval[] }
  /** The store is closed by an entry of the plan. */
  | { kind: 'store-blocked'; block: Planned }
  | { kind: 'pet-that-day'; others: ReceivedAppointment[] }
  | { kind: 'in-past' }
  | { kind: 'unusually-long'; minutes: number; usual: number };

export interface WarningInput {
  /** The time of the booking. */
  time: Interval;
  store: BookingStore;
  /** All stores in reach. */
  stores: readonly BookingStore[];
  petId: string | null;
  /** The room that was chosen; null for any. */
  roomId?: string | null;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  /** All staff. */
  employees: readonly ReceivedEmployee[];
  /** All appointments on the days of that time, in all stores in reach; null while they load. */
  appointments: readonly ReceivedAppointment[] | null;
  /** The plan of the weeks of that time; null while it is not known. */
  plan: PlanEntries | null;
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

/** The appointments in the way. */
function visitsIn(obstacles: readonly Obstacle[]): ReceivedAppointment[] {
  return obstacles.flatMap((one) => (one.kind === 'visit' ? [one.visit] : []));
}

/** All warnings about a booking, the most serious first. */
export function bookingWarnings(input: WarningInput): BookingWarning[] {
  const { time, store, stores, employees, roomId, appointments, plan, now } = input;
  const wanted = wantedOf(input);
  const span = daysToKnow(time, store.timeZone);
  const known = { span, appointments: appointments ?? [], plan: plan ?? [], stores, employees, now };
  const { against, ofPet } = createBookable(known);
  const inTheWay = against(wanted, time);
  const sameDay = input.petId === null ? [] : ofPet(input.petId, { ...span, end: Math.max(span.end, time.end) });
  const chosen = store.rooms.find(({ id }) => id === roomId);
  return [
    ...vetWarnings(input, inTheWay),
    wanted.rooms?.length === 0 ? { kind: 'no-room-suits' as const } : null,
    ...(chosen ? chosenRoomWarnings(chosen, against({ ...wanted, rooms: [chosen] }, time)) : []),
    roomsTaken(input, wanted.rooms ?? [], inTheWay),
    storeBlocked(inTheWay),
    storeClosed(input, inTheWay),
    sameDay.length > 0 ? { kind: 'pet-that-day' as const, others: sameDay } : null,
    inPast(input),
    unusuallyLong(input),
  ].filter((warning) => warning !== null);
}

/** The vet is not there then or has other appointments, in any store; where none is chosen, no vet is there or free. */
function vetWarnings({ vet, store, employees }: WarningInput, { staff, withoutVet }: Reasons): BookingWarning[] {
  if (vet) {
    const obstacles = staff.get(vet.id) ?? [];
    const others = visitsIn(obstacles);
    const absence = plannedIn(obstacles);
    const isOfOthers = vet.storeIds?.includes(store.id) === false;
    return [
      ...(others.length > 0 ? [{ kind: 'vet-busy' as const, vet, others }] : []),
      ...(withoutVet.length > 0 ? [{ kind: 'vet-needed' as const, vet, others: [...withoutVet] }] : []),
      // Who belongs to other stores has no duty here.
      ...(absence && !(isOfOthers && absence.kind === 'off') ? [{ kind: 'vet-away' as const, vet, absence }] : []),
      // No warning where the practice system does not say where they belong.
      ...(isOfOthers ? [{ kind: 'vet-elsewhere' as const, vet }] : []),
    ];
  }
  const isAnybodyFree = [...staff.values()].some((obstacles) => obstacles.length === 0);
  if (staff.size === 0 || (isAnybodyFree && withoutVet.length === 0)) return [];
  const all = employees.flatMap((one) => {
    const obstacles = staff.get(one.id);
    return obstacles ? [{ vet: one, other: visitsIn(obstacles)[0], absence: plannedIn(obstacles) }] : [];
  });
  const busy = all.flatMap(({ vet: one, other, absence }) => (other && !absence ? [{ vet: one, other }] : []));
  if (busy.length > 0 || withoutVet.length > 0) return [{ kind: 'no-vet-free', busy, withoutVet: [...withoutVet] }];
  const away = all.flatMap(({ vet: one, absence }) =>
    absence && absence.kind !== 'off' ? [{ vet: one, absence }] : [],
  );
  return [{ kind: 'no-vet-there', away }];
}

/** What is in the way in the room that was chosen. */
function chosenRoomWarnings({ id, name }: { id: string; name: string }, reasons: Reasons): BookingWarning[] {
  const obstacles = reasons.rooms.get(id) ?? [];
  const others = visitsIn(obstacles);
  const block = plannedIn(obstacles);
  const needed = [...reasons.withoutRoom];
  return [
    ...(others.length > 0 ? [{ kind: 'room-taken' as const, room: name, others }] : []),
    ...(block ? [{ kind: 'room-blocked' as const, room: name, block }] : []),
    ...(needed.length > 0 ? [{ kind: 'room-needed' as const, room: name, others: needed }] : []),
  ];
}

/** None of the rooms that suit is left over. */
function roomsTaken(
  { store }: WarningInput,
  suiting: readonly { id: string; name: string }[],
  reasons: Reasons,
): BookingWarning | null {
  const obstaclesIn = ({ id }: { id: string }) => reasons.rooms.get(id) ?? [];
  const withoutRoom = [...reasons.withoutRoom];
  const isOneFree = suiting.some((room) => obstaclesIn(room).length === 0);
  if (suiting.length === 0 || (isOneFree && withoutRoom.length === 0)) return null;
  const others = suiting.flatMap((room) => visitsIn(obstaclesIn(room)).slice(0, 1));
  const blocked = suiting.flatMap((room) => {
    const block = visitsIn(obstaclesIn(room)).length > 0 ? null : plannedIn(obstaclesIn(room));
    return block ? [{ room: room.name, block }] : [];
  });
  return { kind: 'rooms-taken', others, withoutRoom, blocked, all: suiting.length === store.rooms.length };
}

function storeBlocked({ store }: Reasons): BookingWarning | null {
  const block = plannedIn(store);
  return block && { kind: 'store-blocked', block };
}

/** The store is closed for some of the time by its hours; for a stay, at its beginning or its end. */
function storeClosed({ store, time }: WarningInput, reasons: Reasons): BookingWarning | null {
  const isClosed = reasons.store.some(({ kind }) => kind === 'hours');
  return isClosed ? { kind: 'store-closed', open: openingHoursNear(store, time) } : null;
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
