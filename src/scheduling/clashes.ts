import { occupies } from '#contract/appointment-rules.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { hasEnded, takenTime } from './visit.ts';

/** The appointments that take place and overlap an interval, ordered by start. */
export function findAppointmentsDuring(
  appointments: readonly ReceivedAppointment[],
  time: Interval,
): ReceivedAppointment[] {
  return appointments
    .filter((appointment) => occupies(appointment) && overlaps(takenTime(appointment), time))
    .sort((a, b) => takenTime(a).start - takenTime(b).start);
}

export function isAssigned(appointment: ReceivedAppointment, employeeId: string): boolean {
  return appointment.employees.some(({ id }) => id === employeeId);
}

/** The kind of need that makes two appointments clash. */
type ClashReason = 'room' | 'staff' | 'pet';

export interface Clash {
  reason: ClashReason;
  other: ReceivedAppointment;
}

/** The parts of an appointment that only one appointment at a time can have. */
type Needs = Pick<ReceivedAppointment, 'roomId' | 'petId'> & { employees: readonly { id: string }[] };

/** Whether two appointments of this employee at the same time clash. */
type ClashingEmployeeFilter = (employeeId: string) => boolean;
const everyoneClashes: ClashingEmployeeFilter = () => true;

/** The need that two simultaneous appointments have in common; null if they do not clash. */
function findClashReason(one: Needs, other: Needs, clashesFor = everyoneClashes): ClashReason | null {
  if (one.roomId !== null && one.roomId === other.roomId) return 'room';
  if (one.employees.some(({ id }) => clashesFor(id) && other.employees.some((two) => two.id === id))) return 'staff';
  return one.petId !== null && one.petId === other.petId ? 'pet' : null;
}

/**
 * The clashes of an appointment: the other appointments at its time that need its room, employees or pet, ordered by start,
 * each once. Empty if the appointment itself takes no time, such as a cancelled one.
 */
export function findAppointmentClashes(
  appointment: ReceivedAppointment,
  others: readonly ReceivedAppointment[],
): Clash[] {
  if (!occupies(appointment)) return [];
  return findAppointmentsDuring(others, takenTime(appointment)).flatMap((other) => {
    const reason = other.id === appointment.id ? null : findClashReason(appointment, other);
    return reason === null ? [] : [{ reason, other }];
  });
}

/**
 * The clashes of each appointment with the others, as in {@link findAppointmentClashes}, keyed by the appointment's id. Appointments
 * without clashes are left out.
 */
export type Clashes = ReadonlyMap<string, readonly Clash[]>;

/**
 * Finds the clashes among appointments. Goes through the appointments in the order of their starts, and compares each only with
 * those in progress that share a need with it.
 *
 * @param clashesFor whether two appointments of an employee at the same time clash; those of an assistant may overlap
 */
export function findClashes(appointments: readonly ReceivedAppointment[], clashesFor = everyoneClashes): Clashes {
  const byStart = appointments
    .filter(occupies)
    .map((appointment) => ({ appointment, time: takenTime(appointment) }))
    .sort((a, b) => a.time.start - b.time.start);
  const active = new Map<string, typeof byStart>();
  const found = new Map<string, Clash[]>();
  const addClash = (to: ReceivedAppointment, clash: Clash) => {
    const existing = found.get(to.id);
    if (existing) existing.push(clash);
    else found.set(to.id, [clash]);
  };
  for (const next of byStart) {
    const { appointment, time } = next;
    const met = new Set<(typeof byStart)[number]>();
    for (const need of listNeeds(appointment, clashesFor)) {
      const others = (active.get(need) ?? []).filter((other) => other.time.end > time.start);
      for (const other of others) met.add(other);
      active.set(need, [...others, next]);
    }
    for (const { appointment: other } of [...met].sort((one, two) => one.time.start - two.time.start)) {
      const reason = findClashReason(appointment, other, clashesFor);
      if (reason === null) continue;
      addClash(appointment, { reason, other });
      addClash(other, { reason, other: appointment });
    }
  }
  return found;
}

/** A need of an appointment: its kind and the id of the room, pet or employee, such as `room ID`. */
export type Need = `${'room' | 'pet' | 'staff'} ${string}`;

/** The needs of an appointment. Appointments at the same time clash if they have a need in common. */
export function listNeeds({ roomId, petId, employees }: ReceivedAppointment, clashesFor = everyoneClashes): Set<Need> {
  return new Set<Need>([
    ...(roomId === null ? [] : [`room ${roomId}` as const]),
    ...(petId === null ? [] : [`pet ${petId}` as const]),
    ...employees.filter(({ id }) => clashesFor(id)).map(({ id }) => `staff ${id}` as const),
  ]);
}

/**
 * The store, the room or the employee whose time is blocked. An employee's time is blocked at the store or, without a
 * store, everywhere.
 */
interface BlockTarget {
  readonly storeId: string | null;
  readonly roomId: string | null;
  readonly employeeId: string | null;
}

/**
 * The appointments that overlap one of these intervals and need the blocked store, room or employee, ordered by start.
 * Appointments that have ended no longer need anything. If a room and an employee are blocked together, these are the
 * appointments of either.
 */
export function appointmentsInBlockedTime(
  { storeId, roomId, employeeId }: BlockTarget,
  times: readonly Interval[],
  appointments: readonly ReceivedAppointment[],
): ReceivedAppointment[] {
  const isAffected = (appointment: ReceivedAppointment) => {
    if (hasEnded(appointment)) return false;
    const isInStore = storeId === null || appointment.storeId === storeId;
    if (employeeId !== null && isAssigned(appointment, employeeId) && isInStore) return true;
    if (roomId !== null) return appointment.roomId === roomId;
    return employeeId === null && appointment.storeId === storeId;
  };
  const found = new Set(times.flatMap((time) => findAppointmentsDuring(appointments, time).filter(isAffected)));
  return [...found].sort((a, b) => a.start.localeCompare(b.start));
}
