import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Interval, overlaps } from './interval.ts';
import { takenTime } from './visit.ts';

/** The appointments that overlap a time and take place, by start. */
export function during(appointments: readonly ReceivedAppointment[], time: Interval): ReceivedAppointment[] {
  return appointments
    .filter((appointment) => occupies(appointment) && overlaps(takenTime(appointment), time))
    .sort((one, other) => takenTime(one).start - takenTime(other).start);
}

/** Whether a member of staff is assigned. */
export function isAssigned(appointment: ReceivedAppointment, employeeId: string): boolean {
  return appointment.employees.some(({ id }) => id === employeeId);
}

/** What two clashing appointments both need. */
type ClashReason = 'room' | 'staff' | 'pet';

export interface Clash {
  reason: ClashReason;
  other: ReceivedAppointment;
}

/** What an appointment needs for itself. */
type Needs = Pick<ReceivedAppointment, 'roomId' | 'petId'> & { employees: readonly { id: string }[] };

/** Whether a member of staff can be needed in one place alone. */
type CountsStaff = (employeeId: string) => boolean;
const everybody: CountsStaff = () => true;

/** What two appointments at the same time both need; null where they get on. */
function clashReason(one: Needs, other: Needs, counts = everybody): ClashReason | null {
  if (one.roomId !== null && one.roomId === other.roomId) return 'room';
  if (one.employees.some(({ id }) => counts(id) && other.employees.some((two) => two.id === id))) return 'staff';
  return one.petId !== null && one.petId === other.petId ? 'pet' : null;
}

/**
 * The clashes of an appointment: others at its time that need its room, its staff or its pet, by start, each once.
 * Empty where the appointment itself takes no time of anybody, such as a cancelled one.
 */
export function clashesOf(appointment: ReceivedAppointment, others: readonly ReceivedAppointment[]): Clash[] {
  if (!occupies(appointment)) return [];
  return during(others, takenTime(appointment)).flatMap((other) => {
    const reason = other.id === appointment.id ? null : clashReason(appointment, other);
    return reason === null ? [] : [{ reason, other }];
  });
}

/** The clashes of each appointment with the others, as {@link clashesOf}; those without any are left out. */
export type Clashes = ReadonlyMap<string, readonly Clash[]>;

/**
 * The clashes among appointments. A sweep over their starts, which looks at those alone that are still going on and
 * need the same.
 *
 * @param counts whose time is looked at: an assistant may be assigned to several visits at once
 */
export function clashesAmong(appointments: readonly ReceivedAppointment[], counts = everybody): Clashes {
  const byStart = appointments
    .filter(occupies)
    .map((appointment) => ({ appointment, time: takenTime(appointment) }))
    .sort((one, other) => one.time.start - other.time.start);
  const goingOn = new Map<string, typeof byStart>();
  const found = new Map<string, Clash[]>();
  const add = (to: ReceivedAppointment, clash: Clash) => {
    const known = found.get(to.id);
    if (known) known.push(clash);
    else found.set(to.id, [clash]);
  };
  for (const next of byStart) {
    const { appointment, time } = next;
    const met = new Set<(typeof byStart)[number]>();
    for (const need of needsOf(appointment, counts)) {
      const others = (goingOn.get(need) ?? []).filter((other) => other.time.end > time.start);
      for (const other of others) met.add(other);
      goingOn.set(need, [...others, next]);
    }
    for (const { appointment: other } of [...met].sort((one, two) => one.time.start - two.time.start)) {
      const reason = clashReason(appointment, other, counts);
      if (reason === null) continue;
      add(appointment, { reason, other });
      add(other, { reason, other: appointment });
    }
  }
  return found;
}

/** What an appointment needs, with the id of it. */
export type Need = `${'room' | 'pet' | 'staff'} ${string}`;

/** Names for what an appointment needs: those who share one share a need. */
export function needsOf({ roomId, petId, employees }: ReceivedAppointment, counts = everybody): Set<Need> {
  return new Set<Need>([
    ...(roomId === null ? [] : [`room ${roomId}` as const]),
    ...(petId === null ? [] : [`pet ${petId}` as const]),
    ...employees.filter(({ id }) => counts(id)).map(({ id }) => `staff ${id}` as const),
  ]);
}

/** What is blocked: a store, a room of it, or an employee, at that store or anywhere. */
interface Blocked {
  readonly storeId: string | null;
  readonly roomId: string | null;
  readonly employeeId: string | null;
}

/** The visits that need what is blocked at any of these times, by start: a room and an employee block those of either. */
export function conflictingVisits(
  { storeId, roomId, employeeId }: Blocked,
  times: readonly Interval[],
  visits: readonly ReceivedAppointment[],
): ReceivedAppointment[] {
  const isIn = (visit: ReceivedAppointment) => {
    if (employeeId !== null && isAssigned(visit, employeeId) && (storeId === null || visit.storeId === storeId))
      return true;
    if (roomId !== null) return visit.roomId === roomId;
    return employeeId === null && visit.storeId === storeId;
  };
  const found = new Set(times.flatMap((time) => during(visits, time).filter(isIn)));
  return [...found].sort((one, other) => one.start.localeCompare(other.start));
}
