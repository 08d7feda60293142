import { t } from '@lingui/core/macro';
import { occupies, stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus, VisitTypeCategory } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { Interval } from './interval.ts';

type WithStatus = Pick<ReceivedAppointment, 'status'>;

/** The status that most often follows, with the label of the action. */
interface NextStep {
  status: AppointmentStatus;
  /** The label of the button, such as `Check in`. */
  verb: () => string;
}

const nextSteps: Readonly<Partial<Record<AppointmentStatus, NextStep>>> = {
  requested: {
    status: 'confirmed',
    verb: () => t({ message: 'Confirm', context: 'next step of a visit', comment: 'button: the practice confirms it' }),
  },
  confirmed: {
    status: 'checked_in',
    verb: () => t({ message: 'Check in', context: 'next step of a visit', comment: 'button: the pet has come' }),
  },
  checked_in: {
    status: 'in_progress',
    verb: () => t({ message: 'Start', context: 'next step of a visit', comment: 'button: the pet is being seen now' }),
  },
  in_progress: {
    status: 'ready_for_checkout',
    verb: () =>
      t({ message: 'Ready', context: 'next step of a visit', comment: 'button: seen, about to pay and leave' }),
  },
  ready_for_checkout: {
    status: 'completed',
    verb: () => t({ message: 'Check out', context: 'next step of a visit', comment: 'button: the pet leaves' }),
  },
};
const steps: ReadonlyMap<string, NextStep> = new Map(Object.entries(nextSteps));

/** The step that a visit most likely takes next: a suggestion, since any status may follow any other. Null where none is likely. */
export function nextStepOf({ status }: WithStatus): NextStep | null {
  return steps.get(status) ?? null;
}

/** Whether a visit is drawn less prominently, since it does not take place. */
export function isDimmed(appointment: WithStatus): boolean {
  return stageOf(appointment) === 'called-off';
}

/** Whether a visit took place and is over, by its status. False for a cancelled visit and for an unknown status. */
export function hasEnded(appointment: WithStatus): boolean {
  return stageOf(appointment) === 'ended';
}

const EUTHANASIA: VisitTypeCategory = 'euthanasia';

/** Whether no other visit follows this one, unless it does not take place. */
export function isLastVisit(appointment: Pick<ReceivedAppointment, 'status' | 'visitTypeCategory'>): boolean {
  return appointment.visitTypeCategory === EUTHANASIA && occupies(appointment);
}

/** Whether a pet has died, as far as its visits tell: the record of a pet says nothing of it (section 2). */
export function hasDied(visits: readonly Pick<ReceivedAppointment, 'status' | 'visitTypeCategory'>[]): boolean {
  return visits.some((visit) => isLastVisit(visit) && hasEnded(visit));
}

/**
 * Since when the pet waits to be seen, in milliseconds since 1970-01-01T00:00Z; null where it does not, or where no check-in
 * was recorded. A pet that has checked in waits, unless the status says that it is being seen, has left or does not come.
 */
export function waitingSince(appointment: Pick<ReceivedAppointment, 'status' | 'checkedInAt'>): number | null {
  const stage = stageOf(appointment);
  if (appointment.checkedInAt === null || stage === 'in-care' || stage === 'ended' || stage === 'called-off')
    return null;
  return instantOf(appointment.checkedInAt);
}

/** The minutes after the start from which on a patient without check-in is late. */
const GRACE_MINUTES = 10;

/**
 * By how many whole minutes a visit is late: its start has passed by ten minutes or more, and nobody has checked in. Null
 * where it is not late, when its day is over (then it concerns the front desk no longer), and for an unknown status, which
 * may mean that they are here.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param day the calendar day in the store's zone; a visit that began on another day is not late on this one
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

const BEING_SEEN: AppointmentStatus = 'in_progress';

/** Whether the patient is being seen: their room and vet are taken, whatever the time says. */
export function isBeingSeen({ status }: WithStatus): boolean {
  return status === BEING_SEEN;
}

/**
 * By how many whole minutes a visit runs over: the patient is being seen past its end. Null where it does not, and when
 * its day is over.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param day the calendar day in the store's zone; a visit that was to end on an earlier one was forgotten
 */
export function minutesOver(
  appointment: Pick<ReceivedAppointment, 'status' | 'start' | 'end'>,
  now: number,
  day: Interval,
): number | null {
  const { start, end } = recordedTime(appointment);
  if (!isBeingSeen(appointment) || end <= start || end < day.start || now >= day.end) return null;
  const minutes = Math.floor((now - end) / 60_000);
  return minutes >= 1 ? minutes : null;
}

const seenToByOthers: readonly VisitTypeCategory[] = [
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
const withoutVet: ReadonlySet<string> = new Set(seenToByOthers);

/** Whether a vet sees the pet in a visit of this category (section 2). A category that is not known may need one. */
export function needsVet(category: string): boolean {
  return !withoutVet.has(category);
}

/** Whether somebody is a vet of one of these stores, as far as the practice system says where they work. */
export function isVetAt({ isActive, role, storeIds }: ReceivedEmployee, stores: ReadonlySet<string>): boolean {
  return isActive && role === 'vet' && (storeIds?.some((id) => stores.has(id)) ?? true);
}

const STAY_MS = 6 * 3_600_000;

/**
 * Whether a time is a stay (boarding, day care, hospital) rather than a visit: it goes across midnight, or lasts for six
 * hours or longer. What ends at midnight does not go across it.
 *
 * @param day a calendar day of the store's zone that the time has a part of
 */
export function isStay(time: Interval, day: Interval): boolean {
  if (time.end <= time.start) return false;
  return time.end - time.start >= STAY_MS || time.start < day.start || time.end > day.end;
}

type WithTimes = Pick<ReceivedAppointment, 'start' | 'end'>;

/** The recorded time of an appointment, even where it does not end after its start. */
export function recordedTime({ start, end }: WithTimes): Interval {
  return { start: instantOf(start), end: instantOf(end) };
}

/**
 * The time that an appointment takes. One whose end is not after its start takes a millisecond, so that it is found as
 * a clash instead of being overlooked.
 */
export function takenTime(appointment: WithTimes): Interval {
  const { start, end } = recordedTime(appointment);
  return { start, end: Math.max(end, start + 1) };
}

/** How a recorded end is invalid: it equals the start (`at-start`), or is before it (`before-start`). */
export type OddEnd = 'at-start' | 'before-start';

/** How the end of a recorded time is invalid; null where it is after the start. */
export function oddEndOf({ start, end }: Interval): OddEnd | null {
  if (end > start) return null;
  return end === start ? 'at-start' : 'before-start';
}
