import { applyChange, roomsThatSuit } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, createBookable } from './bookable.ts';
import { byTime } from './conflicting-appointments.ts';
import type { PlanEntries } from './duty.ts';
import { contains, type Interval } from './interval.ts';
import { takenTime } from './visit.ts';
import { subjectOf, type Warning, warningsAgainst } from './warnings.ts';

/*
 * Gives an employee's appointments to a colleague, for example when a vet is sick. Time, pet and store stay the same,
 * so only the colleague and the room are checked.
 */

/** The employee who gives appointments away, and all data loaded for that time. */
export interface Giving {
  /** The id of the employee whose appointments are given away. They do not take any over in the meantime. */
  from: string;
  /** The time for which everything is loaded. An appointment that extends beyond it is not given away. */
  span: Interval;
  /** Every appointment during the span, in all accessible stores. */
  appointments: readonly ReceivedAppointment[];
  /** The entries of the whole weeks of the span (`weeksToKnow`). */
  plan: PlanEntries;
  /** All accessible stores. */
  stores: readonly BookableStore[];
  employees: readonly ReceivedEmployee[];
  /** Whether an appointment can be moved to another room. */
  canChangeRoom: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** An appointment that a colleague can take, with the resulting changes. */
export interface Gift {
  appointment: ReceivedAppointment;
  /** `roomId` is set only if the room changes. */
  changes: { employeeId: string; roomId?: string };
}

/**
 * Why a colleague cannot take an appointment. `fixed`: nobody can (`canBeGiven`). `unknown`: it extends beyond the
 * loaded time. `taken`: there are warnings about the colleague, or about every possible room.
 */
export type NotGiven = { kind: 'fixed' | 'unknown' } | { kind: 'taken'; warnings: Warning[] };

export interface Given {
  given: Gift[];
  staying: { appointment: ReceivedAppointment; why: NotGiven }[];
}

function worksAt({ storeIds }: ReceivedEmployee, storeId: string | null): boolean {
  return storeIds === null || (storeId !== null && storeIds.includes(storeId));
}

/** The colleagues with the same role who work at one of the appointments' stores, in the order of the list. */
export function colleaguesFor(
  appointments: readonly ReceivedAppointment[],
  { from, employees }: Pick<Giving, 'from' | 'employees'>,
): ReceivedEmployee[] {
  const role = employees.find(({ id }) => id === from)?.role;
  return employees.filter(
    (employee) =>
      employee.isActive &&
      employee.id !== from &&
      employee.role === role &&
      appointments.some(({ storeId }) => worksAt(employee, storeId)),
  );
}

/** Whether an employee can be replaced on an appointment. The practice system can only replace a sole main employee. */
export function canBeGiven({ employees, updatedAt }: ReceivedAppointment, from: string): boolean {
  const [main, ...others] = employees.filter(({ isMainEmployee }) => isMainEmployee);
  return updatedAt !== null && main?.id === from && others.length === 0;
}

/**
 * Gives appointments to a colleague in order of time, taking into account those that were already given. The room stays
 * the same if it is free, otherwise another suitable one is used. An appointment without a room stays without one.
 */
export function giveAll(
  appointments: readonly ReceivedAppointment[],
  colleague: ReceivedEmployee,
  giving: Giving,
): Given {
  const result: Given = { given: [], staying: [] };
  let all = giving.appointments;
  for (const appointment of [...appointments].sort(byTime)) {
    const checked = checkColleague(appointment, colleague, { ...giving, appointments: all });
    if ('kind' in checked) {
      result.staying.push({ appointment, why: checked });
      continue;
    }
    result.given.push({ appointment, changes: checked });
    all = all.map((one) => (one.id === appointment.id ? applyChange(one, checked, one.start) : one));
  }
  return result;
}

function checkColleague(
  appointment: ReceivedAppointment,
  colleague: ReceivedEmployee,
  { from, span, appointments, plan, stores, employees, canChangeRoom, now }: Giving,
): Gift['changes'] | NotGiven {
  const { id, storeId, roomId, visitTypeCategory } = appointment;
  const time = takenTime(appointment);
  const store = stores.find((store) => store.id === storeId);
  if (!canBeGiven(appointment, from)) return { kind: 'fixed' };
  if (!store || !contains(span, time)) return { kind: 'unknown' };
  const bookable = createBookable({
    ...{ span, plan, stores, now },
    appointments: appointments.filter((appointment) => appointment.id !== id),
    // The employee who gives appointments away cannot take one that has no vet.
    employees: employees.filter((employee) => employee.id !== from),
  });
  const category = visitTypeCategory || null;
  const others = canChangeRoom ? roomsThatSuit(store.rooms, category) : [];
  const rooms = roomId === null ? null : [{ id: roomId }, ...others.filter((room) => room.id !== roomId)];
  const place = bookable.freePlace({ store, rooms, staff: [colleague], petId: null }, time);
  const hasRoom = rooms === null || place.roomId !== null;
  if (worksAt(colleague, store.id) && place.employeeId !== null && hasRoom)
    return {
      employeeId: colleague.id,
      ...(place.roomId === null || place.roomId === roomId ? {} : { roomId: place.roomId }),
    };
  const requested = { store, vet: colleague, type: category === null ? null : { category }, petId: null };
  const warnings = warningsAgainst({ ...requested, roomId: canChangeRoom ? null : roomId }, time, {
    ...{ bookable, employees, now },
  });
  // Only the vet changes, and the room if the current one is not free.
  const isJudged = (subject: ReturnType<typeof subjectOf>) => subject === 'vet' || (subject === 'room' && !hasRoom);
  return { kind: 'taken', warnings: warnings.filter((warning) => isJudged(subjectOf(warning))) };
}
