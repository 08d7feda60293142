import { applyChange, findSuitableRooms } from '#contract/appointment-rules.ts';
import { contains, type Interval, mergeIntervals, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type Bookable, type BookableStore, createBookable, type HeldRequest } from './bookable.ts';
import { dayOfInstant } from './calendar-day.ts';
import type { PlanEntries } from './plan.ts';
import { compareByStart, seesPatients, takenTime } from './visit.ts';
import { findWarnings, subjectOf, type Warning } from './warnings.ts';

/*
 * Shares out the appointments of a vet who is away. Time, pet and store stay the same: only the vet changes, and the
 * room if its own is not free. An appointment is reassigned only if it could also be booked with that vet and room.
 */

/** The vet who is away, with the data of the days of the absence. */
export interface AbsentVet {
  /** The id of the vet, who takes over no appointments while away. */
  vetId: string;
  /** The days for which everything is loaded. An appointment that extends beyond them stays with the vet. */
  loadedDays: readonly Interval[];
  /** Every appointment of these days, in all accessible stores. */
  appointments: readonly ReceivedAppointment[];
  /** Every request from the web site whose time is held on these days, in all accessible stores. */
  heldRequests: readonly HeldRequest[];
  /** The entries of the whole weeks of these days (see `weeksToLoad`). */
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
export interface Reassignment {
  appointment: ReceivedAppointment;
  /** `roomId` is set only if the room changes. */
  changes: { employeeId: string; roomId?: string };
}

/**
 * The reason why an appointment stays with its vet. `fixed`: no one can take it over (see {@link canBeReassigned}).
 * `unknown`: it extends beyond the loaded days. `passed`: its time is over. `taken`: no colleague is free for it, for the
 * reasons in `warnings`.
 */
export type NotReassignedReason = { kind: 'fixed' | 'unknown' | 'passed' } | { kind: 'taken'; warnings: Warning[] };

export interface ShareOutResult {
  reassigned: Reassignment[];
  staying: { appointment: ReceivedAppointment; why: NotReassignedReason }[];
}

/** The employees to whom appointments can be reassigned. */
export interface Colleagues {
  /** Employees with the vet's role. Appointments are shared out only among these unless someone is chosen. */
  sameRole: ReceivedEmployee[];
  /** Other employees who can be assigned to appointments, such as nurses; as for a booking, they have to be chosen. */
  otherRoles: ReceivedEmployee[];
}

/** The colleagues who see patients at one of the appointments' stores, in the order of the list. */
export function findColleagues(
  appointments: readonly ReceivedAppointment[],
  { vetId, employees }: Pick<AbsentVet, 'vetId' | 'employees'>,
): Colleagues {
  const role = employees.find(({ id }) => id === vetId)?.role;
  const present = employees.filter(
    (employee) =>
      employee.isActive &&
      employee.id !== vetId &&
      (employee.role === role || seesPatients(employee)) &&
      appointments.some(({ storeId }) => worksAt(employee, storeId)),
  );
  return {
    sameRole: present.filter((employee) => employee.role === role),
    otherRoles: present.filter((employee) => employee.role !== role),
  };
}

function worksAt({ storeIds }: ReceivedEmployee, storeId: string | null): boolean {
  return storeIds === null || (storeId !== null && storeIds.includes(storeId));
}

/** Whether a vet can be replaced on an appointment: the practice system can only replace a sole main employee. */
export function canBeReassigned({ employees, updatedAt }: ReceivedAppointment, vetId: string): boolean {
  const [main, ...others] = employees.filter(({ isMainEmployee }) => isMainEmployee);
  return updatedAt !== null && main?.id === vetId && others.length === 0;
}

/** An appointment that can be reassigned, with everything that it needs besides a vet. */
interface Candidate {
  appointment: ReceivedAppointment;
  time: Interval;
  store: BookableStore;
  /** The appointment's room, followed by the other suitable rooms; null if the appointment has no room. */
  rooms: readonly { id: string }[] | null;
  day: LoadedDay;
}

/** The calendar day of a store on which an appointment starts, extended to the end of the appointment if that is later. */
interface LoadedDay {
  span: Interval;
  /** The day as it is before anything is reassigned. */
  bookable: Bookable;
}

/**
 * Returns a function that reassigns appointments in the order of their starts, each to the first colleague who is free
 * at that time, taking into account those that were already reassigned. The room stays the same if it is free,
 * otherwise another suitable one is used; an appointment without a room stays without one. Moving an appointment to
 * another room may make space for one that could not be reassigned before, so the remaining ones are tried again until
 * no more of them fit.
 *
 * The data of the days is evaluated only once, however many colleagues are tried.
 */
export function createShareOut({
  vetId,
  loadedDays: loaded,
  appointments,
  heldRequests: held,
  plan,
  stores,
  employees,
  canChangeRoom,
  now,
}: AbsentVet) {
  // The vet who is away is left out, since that vet cannot take an appointment without a vet.
  const present = employees.filter((employee) => employee.id !== vetId);
  const loadedTime = mergeIntervals(loaded);
  const times = appointments.map((appointment) => ({ appointment, time: takenTime(appointment) }));
  const days = new Map<string, LoadedDay>();
  const candidates = new Map<ReceivedAppointment, Candidate | NotReassignedReason>();

  function loadDay(span: Interval): LoadedDay {
    const key = `${span.start} ${span.end}`;
    const existing = days.get(key);
    if (existing) return existing;
    const ofDay = times.flatMap(({ appointment, time }) => (overlaps(time, span) ? [appointment] : []));
    const bookable = createBookable({
      span,
      plan,
      stores,
      now,
      employees: present,
      appointments: ofDay,
      heldRequests: held,
    });
    days.set(key, { span, bookable });
    return { span, bookable };
  }

  function toCandidate(appointment: ReceivedAppointment): Candidate | NotReassignedReason {
    const { storeId, roomId, visitTypeCategory } = appointment;
    const time = takenTime(appointment);
    const store = stores.find((one) => one.id === storeId);
    if (!canBeReassigned(appointment, vetId)) return { kind: 'fixed' };
    if (!store || !loadedTime.some((day) => contains(day, time))) return { kind: 'unknown' };
    if (time.end <= now) return { kind: 'passed' };
    const day = dayOfInstant(store.timeZone, time.start);
    const others = canChangeRoom
      ? findSuitableRooms(store.rooms, visitTypeCategory || null).filter((room) => room.id !== roomId)
      : [];
    const rooms = roomId === null ? null : [{ id: roomId }, ...others];
    return { appointment, time, store, rooms, day: loadDay({ start: day.start, end: Math.max(day.end, time.end) }) };
  }

  function getCandidate(appointment: ReceivedAppointment): Candidate | NotReassignedReason {
    const existing = candidates.get(appointment);
    if (existing) return existing;
    const judged = toCandidate(appointment);
    candidates.set(appointment, judged);
    return judged;
  }

  return function shareOut(
    toShare: readonly ReceivedAppointment[],
    colleagues: readonly ReceivedEmployee[],
  ): ShareOutResult {
    const sorted = toShare.toSorted(compareByStart);
    const reassigned: Reassignment[] = [];
    let rest = sorted.flatMap((appointment) => {
      const candidate = getCandidate(appointment);
      return 'kind' in candidate ? [] : [candidate];
    });
    /** What can be booked on each day after the reassignments made so far. */
    const bookableByDay = new Map(rest.map(({ day }) => [day, day.bookable]));
    const currentBookable = ({ day }: Candidate) => bookableByDay.get(day) ?? day.bookable;
    /** The appointments that did not fit, each with the state of the day in which it was tried. */
    const refusals = new Map<Candidate, Bookable>();
    function tryToReassign(candidate: Candidate): boolean {
      const bookable = currentBookable(candidate);
      if (refusals.get(candidate) === bookable) return false;
      const { appointment, time } = candidate;
      const changes = findPlace(candidate, colleagues, bookable);
      if (changes === null) {
        refusals.set(candidate, bookable);
        return false;
      }
      reassigned.push({ appointment, changes });
      const after = applyChange(appointment, changes, appointment.start);
      for (const [day, before] of bookableByDay)
        if (overlaps(time, day.span)) bookableByDay.set(day, before.withReplacement(appointment, after));
      return true;
    }
    for (let count = -1; rest.length !== count; ) {
      count = rest.length;
      rest = rest.filter((candidate) => !tryToReassign(candidate));
    }
    const done = new Set(reassigned.map(({ appointment }) => appointment));
    const staying = sorted.flatMap((appointment) => {
      if (done.has(appointment)) return [];
      const candidate = getCandidate(appointment);
      if ('kind' in candidate) return [{ appointment, why: candidate }];
      return [
        {
          appointment,
          // `why` is a getter, because determining it takes longer than everything else, and callers that only count do not
          // need it.
          get why() {
            return explainWhyTaken(candidate, colleagues, currentBookable(candidate));
          },
        },
      ];
    });
    return { reassigned, staying };
  };

  function findPlace(
    { appointment, time, store, rooms }: Candidate,
    colleagues: readonly ReceivedEmployee[],
    bookable: Bookable,
  ): Reassignment['changes'] | null {
    const { id, roomId, petId } = appointment;
    const staff = colleagues.filter((colleague) => worksAt(colleague, store.id));
    // Most attempts fail at these checks, which need no replacement of the appointment: the appointment itself takes no
    // time of the store or of a colleague.
    const { employeeId } = bookable.findFreePlace({ store, rooms: [], staff, petId }, time);
    const { store: closed, pet } = bookable.findReasonsAgainst({ store, rooms: [], staff: [], petId }, time);
    if (employeeId === null || closed.length > 0 || pet.some((other) => other.id !== id)) return null;
    if (rooms === null) return { employeeId };
    const room = bookable
      .withReplacement(appointment, null)
      .findFreePlace({ store, rooms, staff: [], petId }, time).roomId;
    return room === null ? null : { employeeId, ...(room === roomId ? {} : { roomId: room }) };
  }

  function explainWhyTaken(
    { appointment, time, store, rooms }: Candidate,
    colleagues: readonly ReceivedEmployee[],
    bookable: Bookable,
  ): NotReassignedReason {
    const { petId, roomId, visitTypeCategory } = appointment;
    const others = bookable.withReplacement(appointment, null);
    const hasRoom = rooms === null || others.findFreePlace({ store, rooms, staff: [], petId }, time).roomId !== null;
    const [only, ...more] = colleagues;
    const requested = {
      ...{ store, petId, vet: more.length === 0 && only ? only : null, roomId: canChangeRoom ? null : roomId },
      type: visitTypeCategory ? { category: visitTypeCategory } : null,
    };
    const warnings = findWarnings(requested, time, { bookable: others, employees: present, now });
    const isReason = (warning: Warning) => {
      const subject = subjectOf(warning);
      return subject === 'room' ? !hasRoom : subject !== 'start';
    };
    return { kind: 'taken', warnings: warnings.filter(isReason) };
  }
}
