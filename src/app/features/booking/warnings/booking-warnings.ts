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
  /** No vet is chosen, and every vet who is there and could see the pet is busy: the first appointment of each. */
  | { kind: 'no-vet-free'; busy: { vet: ReceivedEmployee; other: ReceivedAppointment }[] }
  /** No vet is chosen, and none is there: those of whom it is known why. */
  | { kind: 'no-vet-there'; away: { vet: ReceivedEmployee; absence: Planned }[] }
  | { kind: 'vet-elsewhere'; vet: ReceivedEmployee }
  /** The store has rooms, and none is for visits of this type. */
  | { kind: 'no-room-suits' }
  /** The room that was chosen is taken. */
  | { kind: 'room-taken'; room: string; others: ReceivedAppointment[] }
  | { kind: 'room-blocked'; room: string; block: Planned }
  /** Each room that suits is taken: the first appointment in each, or its block. `all`: no room of the store is for other visits only. */
  | { kind: 'rooms-taken'; others: ReceivedAppointment[]; blocked: { room: string; block: Planned }[]; all: boolean }
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
  const { time, store, roomId, appointments, plan } = input;
  const wanted = wantedOf(input);
  const chosen = store.rooms.filter(({ id }) => id === roomId);
  const span = daysToKnow(time, store.timeZone);
  const inTheWay = createBookable({ span, appointments: appointments ?? [], plan: plan ?? [] }).against(
    { ...wanted, rooms: [...(wanted.rooms ?? []), ...chosen] },
    time,
  );
  return [
    ...vetWarnings(input, inTheWay),
    ...roomWarnings(input, wanted.rooms, inTheWay),
    storeBlocked(inTheWay),
    storeClosed(input, inTheWay),
    inTheWay.pet.length > 0 ? { kind: 'pet-that-day' as const, others: [...inTheWay.pet] } : null,
    inPast(input),
    unusuallyLong(input),
  ].filter((warning) => warning !== null);
}

/** The vet is not there then or has other appointments, in any store; where none is chosen, no vet is there or free. */
function vetWarnings({ vet, store, employees }: WarningInput, { staff }: Reasons): BookingWarning[] {
  if (vet) {
    const obstacles = staff.get(vet.id) ?? [];
    const others = visitsIn(obstacles);
    const absence = plannedIn(obstacles);
    const isOfOthers = vet.storeIds?.includes(store.id) === false;
    return [
      ...(others.length > 0 ? [{ kind: 'vet-busy' as const, vet, others }] : []),
      // Who belongs to other stores has no duty here.
      ...(absence && !(isOfOthers && absence.kind === 'off') ? [{ kind: 'vet-away' as const, vet, absence }] : []),
      // No warning where the practice system does not say where they belong.
      ...(isOfOthers ? [{ kind: 'vet-elsewhere' as const, vet }] : []),
    ];
  }
  if (staff.size === 0 || [...staff.values()].some((obstacles) => obstacles.length === 0)) return [];
  const all = employees.flatMap((one) => {
    const obstacles = staff.get(one.id);
    return obstacles ? [{ vet: one, other: visitsIn(obstacles)[0], absence: plannedIn(obstacles) }] : [];
  });
  const busy = all.flatMap(({ vet: one, other, absence }) => (other && !absence ? [{ vet: one, other }] : []));
  if (busy.length > 0) return [{ kind: 'no-vet-free', busy }];
  const away = all.flatMap(({ vet: one, absence }) =>
    absence && absence.kind !== 'off' ? [{ vet: one, absence }] : [],
  );
  return [{ kind: 'no-vet-there', away }];
}

function roomWarnings(
  { store, roomId }: WarningInput,
  suiting: readonly { id: string; name: string }[] | null,
  { rooms }: Reasons,
): BookingWarning[] {
  const obstaclesIn = ({ id }: { id: string }) => rooms.get(id) ?? [];
  const warnings: BookingWarning[] = [];
  if (suiting?.length === 0) warnings.push({ kind: 'no-room-suits' });
  const chosen = store.rooms.find(({ id }) => id === roomId);
  if (chosen) {
    const others = visitsIn(obstaclesIn(chosen));
    if (others.length > 0) warnings.push({ kind: 'room-taken', room: chosen.name, others });
    const block = plannedIn(obstaclesIn(chosen));
    if (block) warnings.push({ kind: 'room-blocked', room: chosen.name, block });
  }
  if (suiting && suiting.length > 0 && suiting.every((room) => obstaclesIn(room).length > 0)) {
    const all = suiting.length === store.rooms.length;
    const others = suiting.flatMap((room) => visitsIn(obstaclesIn(room)).slice(0, 1));
    const blocked = suiting.flatMap((room) => {
      const block = visitsIn(obstaclesIn(room)).length > 0 ? null : plannedIn(obstaclesIn(room));
      return block ? [{ room: room.name, block }] : [];
    });
    warnings.push({ kind: 'rooms-taken', others, blocked, all });
  }
  return warnings;
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
