import { occupies, stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus, EmployeeRole, VisitTypeCategory } from '#contract/enums.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';

/*
 * The meaning of the status and the times of an appointment, which is defined only in this file and in
 * appointment-rules.ts. An appointment with an unknown status occupies its room, has not ended, is never late, and
 * waits only after a recorded check-in.
 */

type WithStatus = Pick<ReceivedAppointment, 'status'>;

/** The status that most often follows each status. */
const nextStatuses: ReadonlyMap<string, AppointmentStatus> = new Map<AppointmentStatus, AppointmentStatus>([
  ['requested', 'confirmed'],
  ['confirmed', 'checked_in'],
  ['checked_in', 'in_progress'],
  ['in_progress', 'ready_for_checkout'],
  ['ready_for_checkout', 'completed'],
]);

/**
 * Whether the pet died before the appointment began, so that it will not be brought.
 *
 * @param pet whether the pet has died
 */
export function petDiedBefore(appointment: WithStatus, { hasDied }: { hasDied: boolean }): boolean {
  return hasDied && stageOf(appointment) === 'expected';
}

/**
 * The most likely next status of an appointment. It is only a suggestion, since any status may follow any other. Null if none
 * is likely, or if the pet died before the appointment began.
 *
 * @param pet whether the pet has died
 */
export function suggestedNextStatus(appointment: WithStatus, pet: { hasDied: boolean }): AppointmentStatus | null {
  return petDiedBefore(appointment, pet) ? null : (nextStatuses.get(appointment.status) ?? null);
}

/** Whether an appointment is drawn less prominently, because it does not take place. */
export function isDimmed(appointment: WithStatus): boolean {
  return stageOf(appointment) === 'called-off';
}

/**
 * Whether an appointment took place and is over, according to its status. False for a cancelled appointment and for an
 * unknown status.
 */
export function hasEnded(appointment: WithStatus): boolean {
  return stageOf(appointment) === 'ended';
}

const EUTHANASIA: VisitTypeCategory = 'euthanasia';

/** Whether an appointment that takes place is a euthanasia, and therefore the pet's last one. */
export function isLastAppointment(appointment: Pick<ReceivedAppointment, 'status' | 'visitTypeCategory'>): boolean {
  return appointment.visitTypeCategory === EUTHANASIA && occupies(appointment);
}

/**
 * Whether a pet has died. This is derived from its appointments, because the pet record in section 2 of the
 * specification has no field for it.
 */
export function hadLastAppointment(
  appointments: readonly Pick<ReceivedAppointment, 'status' | 'visitTypeCategory'>[],
): boolean {
  return appointments.some((appointment) => isLastAppointment(appointment) && hasEnded(appointment));
}

/**
 * The time since which a pet has been waiting, in milliseconds since 1970-01-01T00:00Z; null if the pet is not waiting, or
 * no check-in was recorded. A pet that has checked in is waiting, unless the status says that the pet is being seen, has
 * left or does not come.
 */
export function waitingSince(appointment: Pick<ReceivedAppointment, 'status' | 'checkedInAt'>): number | null {
  const stage = stageOf(appointment);
  if (appointment.checkedInAt === null || stage === 'in-care' || stage === 'ended' || stage === 'called-off')
    return null;
  return instantOf(appointment.checkedInAt);
}

/** The number of minutes after the start from which a patient who has not checked in is late. */
const GRACE_MINUTES = 10;

/**
 * By how many whole minutes a patient is late: the start was at least ten minutes ago, and the pet has not arrived. Null if
 * the patient is not late, if the day is over (so that it no longer matters at the front desk), and for an unknown status,
 * which may mean that the patient has arrived.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param day the calendar day in the store's zone; an appointment that began on another day is not late on this one
 */
export function minutesLate(
  appointment: Pick<ReceivedAppointment, 'status' | 'checkedInAt' | 'start'>,
  now: number,
  day: Interval,
): number | null {
  if (stageOf(appointment) !== 'expected' || appointment.checkedInAt !== null) return null;
  const start = instantOf(appointment.start);
  if (start < day.start || now >= day.end) return null;
  const minutes = Math.floor((now - start) / 60_000);
  return minutes >= GRACE_MINUTES ? minutes : null;
}

const BEING_SEEN_STATUS: AppointmentStatus = 'in_progress';

/** Whether the patient is being seen, so that their room and vet are taken, whatever the time. */
export function isBeingSeen({ status }: WithStatus): boolean {
  return status === BEING_SEEN_STATUS;
}

/**
 * By how many whole minutes an appointment runs over: the patient is being seen past its end. Null if it does not run
 * over, or if its day is over.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param day the calendar day in the store's zone; an appointment that should have ended on an earlier day does not run
 * over, because its status was probably forgotten
 */
export function minutesOverrun(
  appointment: Pick<ReceivedAppointment, 'status' | 'start' | 'end'>,
  now: number,
  day: Interval,
): number | null {
  const { start, end } = recordedTime(appointment);
  if (!isBeingSeen(appointment) || end <= start || end < day.start || now >= day.end) return null;
  const minutes = Math.floor((now - end) / 60_000);
  return minutes >= 1 ? minutes : null;
}

const otherStaffCategories: readonly VisitTypeCategory[] = [
  'admin',
  'daycare',
  'fee',
  'grooming',
  'group_training',
  'group_walking',
  'individual_training',
  'individual_walking',
  'nurse',
  'overnight',
];
const categoriesWithoutVet: ReadonlySet<string> = new Set(otherStaffCategories);

/**
 * Whether appointments of this category need a vet (section 2 of the specification). An unknown category may need one.
 */
export function needsVet(category: string): boolean {
  return !categoriesWithoutVet.has(category);
}

/**
 * Whether an employee is a vet at one of these stores. If the practice system does not report where employees work, every
 * vet counts.
 */
export function isVetAt({ isActive, role, storeIds }: ReceivedEmployee, stores: ReadonlySet<string>): boolean {
  return isActive && role === 'vet' && (storeIds?.some((id) => stores.has(id)) ?? true);
}

const deskRoles: ReadonlySet<string> = new Set(['receptionist', 'manager'] satisfies EmployeeRole[]);

/** Whether an employee can be assigned to appointments. An unknown role may be that of a vet. */
export function seesPatients({ role }: Pick<ReceivedEmployee, 'role'>): boolean {
  return !deskRoles.has(role);
}

const STAY_MS = 6 * 3_600_000;

/**
 * Whether an interval is a stay (boarding, day care, hospital): it crosses midnight, or lasts six hours or longer. An
 * interval that ends at midnight does not cross it.
 *
 * @param day a calendar day of the store's zone that the interval overlaps
 */
export function isStay(time: Interval, day: Interval): boolean {
  if (time.end <= time.start) return false;
  return time.end - time.start >= STAY_MS || time.start < day.start || time.end > day.end;
}

type WithTimes = Pick<ReceivedAppointment, 'start' | 'end'>;

/** The recorded time of an appointment, even if it does not end after its start. */
export function recordedTime({ start, end }: WithTimes): Interval {
  return { start: instantOf(start), end: instantOf(end) };
}

/**
 * The time that an appointment takes. If its end is not after its start, the appointment takes a millisecond, so that clashes
 * with it are not overlooked.
 */
export function takenTime(appointment: WithTimes): Interval {
  const { start, end } = recordedTime(appointment);
  return { start, end: Math.max(end, start + 1) };
}

export function compareByStart(one: ReceivedAppointment, other: ReceivedAppointment): number {
  return takenTime(one).start - takenTime(other).start || (one.id < other.id ? -1 : 1);
}

/**
 * Whether an appointment still needs its vet and room: it takes place, has not begun, and its day is not over.
 *
 * @param today the start of the current calendar day in the store's zone, in milliseconds since 1970-01-01T00:00Z
 */
export function isAhead(appointment: WithStatus & WithTimes, today: number): boolean {
  const stage = stageOf(appointment);
  return takenTime(appointment).end > today && occupies(appointment) && stage !== 'in-care' && stage !== 'ended';
}

/** The way in which a recorded end is invalid: it equals the start (`at-start`), or is before it (`before-start`). */
export type InvalidEnd = 'at-start' | 'before-start';

/** The way in which the end of a recorded time is invalid; null if it is after the start. */
export function invalidEndOf({ start, end }: Interval): InvalidEnd | null {
  if (end > start) return null;
  return end === start ? 'at-start' : 'before-start';
}
