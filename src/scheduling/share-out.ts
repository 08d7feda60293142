import { applyChange, roomsThatSuit } from '#contract/appointment-rules.ts';
import { contains, type Interval, mergeIntervals, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, createBookable } from './bookable.ts';
import { dayOfInstant } from './calendar-day.ts';
import { byTime } from './conflicting-appointments.ts';
import type { PlanEntries } from './duty.ts';
import { takenTime } from './visit.ts';
import { subjectOf, type Warning, warningsAgainst } from './warnings.ts';

/*
 * Shares out the appointments of a vet who is away. Time, pet and store stay the same: only the vet changes, and the
 * room if its own is not free. An appointment is reassigned only if it could be booked like that.
 */

/** The vet who is away, and everything that is loaded for that time. */
export interface Absent {
  /** The id of the vet. They take over nothing meanwhile. */
  vetId: string;
  /** The days for which everything is loaded. An appointment that extends beyond them stays. */
  loaded: readonly Interval[];
  /** Every appointment of these days, in all accessible stores. */
  appointments: readonly ReceivedAppointment[];
  /** The entries of the whole weeks of these days (`weeksToKnow`). */
  plan: PlanEntries;
  /** All accessible stores. */
  stores: readonly BookableStore[];
  employees: readonly ReceivedEmployee[];
  /** Whether an appointment can be moved to another room. */
  canChangeRoom: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** An appointment that a colleague takes over, with the resulting changes. */
export interface Reassigned {
  appointment: ReceivedAppointment;
  /** `roomId` is set only if the room changes. */
  changes: { employeeId: string; roomId?: string };
}

/**
 * Why an appointment stays. `fixed`: no one can take it over (`canBeReassigned`). `unknown`: it extends beyond the loaded
 * days. `passed`: its time is over. `taken`: the reasons against each of the colleagues, the rooms, the store or the pet.
 */
export type WhyNot = { kind: 'fixed' | 'unknown' | 'passed' } | { kind: 'taken'; warnings: Warning[] };

export interface SharedOut {
  reassigned: Reassigned[];
  staying: { appointment: ReceivedAppointment; why: WhyNot }[];
}

/** The colleagues with the same role who work at one of the appointments' stores, in the order of the list. */
export function colleaguesFor(
  appointments: readonly ReceivedAppointment[],
  { vetId, employees }: Pick<Absent, 'vetId' | 'employees'>,
): ReceivedEmployee[] {
  const role = employees.find(({ id }) => id === vetId)?.role;
  return employees.filter(
    (employee) =>
      employee.isActive &&
      employee.id !== vetId &&
      employee.role === role &&
      appointments.some(({ storeId }) => worksAt(employee, storeId)),
  );
}

function worksAt({ storeIds }: ReceivedEmployee, storeId: string | null): boolean {
  return storeIds === null || (storeId !== null && storeIds.includes(storeId));
}

/** Whether a vet can be replaced on an appointment: the practice software can only replace a sole main employee. */
export function canBeReassigned({ employees, updatedAt }: ReceivedAppointment, vetId: string): boolean {
  const [main, ...others] = employees.filter(({ isMainEmployee }) => isMainEmployee);
  return updatedAt !== null && main?.id === vetId && others.length === 0;
}

/**
 * Reassigns appointments in order of time, each to the first of the colleagues who is free then, counting those that
 * were already reassigned. The room stays the same if it is free, otherwise another suitable one is used; an appointment
 * without a room stays without one. An appointment that moves to another room may make room for one that had to stay, so
 * the rest is tried again until nothing more fits.
 */
export function shareOut(
  appointments: readonly ReceivedAppointment[],
  colleagues: readonly ReceivedEmployee[],
  absent: Absent,
): SharedOut {
  const reassigned: Reassigned[] = [];
  let all = absent.appointments.map(withTime);
  let rest: readonly ReceivedAppointment[] = appointments.toSorted(byTime);
  for (;;) {
    const staying: SharedOut['staying'] = [];
    for (const appointment of rest) {
      const result = reassign(appointment, colleagues, absent, all);
      if ('kind' in result) {
        staying.push({ appointment, why: result });
        continue;
      }
      reassigned.push({ appointment, changes: result });
      all = all.map((one) =>
        one.appointment.id === appointment.id ? withTime(applyChange(appointment, result, appointment.start)) : one,
      );
    }
    if (staying.length === rest.length) return { reassigned, staying };
    rest = staying.map((one) => one.appointment);
  }
}

interface Timed {
  appointment: ReceivedAppointment;
  time: Interval;
}

function withTime(appointment: ReceivedAppointment): Timed {
  return { appointment, time: takenTime(appointment) };
}

function reassign(
  appointment: ReceivedAppointment,
  colleagues: readonly ReceivedEmployee[],
  { vetId, loaded, plan, stores, employees, canChangeRoom, now }: Absent,
  all: readonly Timed[],
): Reassigned['changes'] | WhyNot {
  const { id, storeId, roomId, petId, visitTypeCategory } = appointment;
  const time = takenTime(appointment);
  const store = stores.find((one) => one.id === storeId);
  if (!canBeReassigned(appointment, vetId)) return { kind: 'fixed' };
  if (!store || !mergeIntervals(loaded).some((day) => contains(day, time))) return { kind: 'unknown' };
  if (time.end <= now) return { kind: 'passed' };
  const day = dayOfInstant(store.timeZone, time.start);
  const span = { start: day.start, end: Math.max(day.end, time.end) };
  // The vet who is away cannot take an appointment that has no vet.
  const present = employees.filter((employee) => employee.id !== vetId);
  const bookable = createBookable({
    ...{ span, plan, stores, now, employees: present },
    appointments: all.flatMap((one) =>
      one.appointment.id !== id && overlaps(one.time, span) ? [one.appointment] : [],
    ),
  });
  const category = visitTypeCategory || null;
  const others = canChangeRoom ? roomsThatSuit(store.rooms, category).filter((room) => room.id !== roomId) : [];
  const rooms = roomId === null ? null : [{ id: roomId }, ...others];
  const staff = colleagues.filter((colleague) => worksAt(colleague, store.id));
  const needs = { store, rooms, staff, petId };
  const { store: closed, pet } = bookable.against(needs, time);
  const { employeeId, roomId: room } = bookable.freePlace(needs, time);
  const hasRoom = rooms === null || room !== null;
  if (closed.length === 0 && pet.length === 0 && employeeId !== null && hasRoom)
    return { employeeId, ...(room === null || room === roomId ? {} : { roomId: room }) };

  const [only, ...more] = colleagues;
  const requested = {
    ...{ store, petId, vet: more.length === 0 && only ? only : null, roomId: canChangeRoom ? null : roomId },
    type: category === null ? null : { category },
  };
  const warnings = warningsAgainst(requested, time, { bookable, employees: present, now });
  const isReason = (warning: Warning) => {
    const subject = subjectOf(warning);
    return subject === 'room' ? !hasRoom : subject !== 'start';
  };
  return { kind: 'taken', warnings: warnings.filter(isReason) };
}
