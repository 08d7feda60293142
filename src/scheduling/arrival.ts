import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { type Interval, includes } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayOfInstant } from './calendar-day.ts';
import type { PlanConflict } from './conflicting-appointments.ts';
import { isAhead, minutesLate, minutesOverrun, petDiedBefore, takenTime, waitingSince } from './visit.ts';

/*
 * Determines what needs attention about an appointment: the patient is late or waiting, it takes longer than planned, its
 * vet is away, its store is closed, or its pet has died. Every screen that shows this uses this module and
 * `text/arrival-text.ts`.
 */

/** A patient who is late or waiting, or whose appointment runs over. */
export interface Arrival {
  readonly kind: 'late' | 'waiting' | 'over';
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly since: number;
  /** Whole minutes from `since` until now. */
  readonly minutes: number;
}

/** A reason for the desk to look at an appointment. `died`: the pet died before the appointment began. */
export type Concern = Arrival | { readonly kind: 'died' | PlanConflict };

/** Caches the last requested day of each zone, because a calendar requests it for each of its appointments. */
const lastDays = new Map<string, Interval>();

/** The calendar day of an instant in an IANA zone. */
function getDay(zone: string, instant: number): Interval {
  const last = lastDays.get(zone);
  if (last && includes(last, instant)) return last;
  const day = dayOfInstant(zone, instant);
  lastDays.set(zone, day);
  return day;
}

/**
 * The time at which a patient who is waiting or being seen arrived, in milliseconds since 1970-01-01T00:00Z. Null if the
 * patient is not at the practice, or arrived on an earlier day (for a stay, or with a forgotten check-out).
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param zone the IANA zone of the appointment's store
 */
export function presentSince(appointment: ReceivedAppointment, now: number, zone: string): number | null {
  const { checkedInAt } = appointment;
  const isPresent = waitingSince(appointment) !== null || stageOf(appointment) === 'in-care';
  if (!isPresent || checkedInAt === null) return null;
  const since = instantOf(checkedInAt);
  return includes(getDay(zone, now), since) ? since : null;
}

/**
 * The present state of an appointment: the patient is late or waiting, or the appointment runs over. Null if none of
 * these is the case, and always for an appointment of another day.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 * @param zone the IANA zone of the appointment's store
 */
export function findArrival(appointment: ReceivedAppointment, now: number, zone: string): Arrival | null {
  const today = getDay(zone, now);
  const late = minutesLate(appointment, now, today);
  if (late !== null) return { kind: 'late', since: instantOf(appointment.start), minutes: late };
  const over = minutesOverrun(appointment, now, today);
  if (over !== null) return { kind: 'over', since: instantOf(appointment.end), minutes: over };
  const since = waitingSince(appointment) === null ? null : presentSince(appointment, now, zone);
  if (since === null) return null;
  return { kind: 'waiting', since, minutes: Math.max(0, Math.floor((now - since) / 60_000)) };
}

interface ArrivalContext {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** The IANA zone of the appointment's store. */
  zone: string;
  hasDied: boolean;
  /** The conflicts of an appointment with the plan (see `createPlanConflicts`). */
  planConflicts: (appointment: ReceivedAppointment) => readonly PlanConflict[];
}

/** The reasons for the desk to look at an appointment, most urgent first. */
export function findConcerns(appointment: ReceivedAppointment, context: ArrivalContext): Concern[] {
  const { now, zone, planConflicts } = context;
  const arrival = findArrival(appointment, now, zone);
  const today = getDay(zone, now).start;
  // Once its day is over, the appointment of a pet that died no longer needs attention.
  if (petDiedBefore(appointment, context)) return takenTime(appointment).end <= today ? [] : [{ kind: 'died' }];
  return [
    ...(isAhead(appointment, today) ? planConflicts(appointment).map((kind) => ({ kind })) : []),
    ...(arrival ? [arrival] : []),
  ];
}
