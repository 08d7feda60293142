import { mainEmployeeId } from '#contract/appointment-rules.ts';
import { type Interval, intersect } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, createBookable } from './bookable.ts';
import { isAssigned } from './clashes.ts';
import type { PlanEntries } from './plan.ts';
import { findPlanReason, type Obstacle } from './timeline.ts';
import { takenTime } from './visit.ts';

/** A person, room or store whose time appointments take. */
export interface TimeOwner {
  readonly kind: 'person' | 'room' | 'store';
  readonly id: string;
}

/** Formats an owner as a search param, such as `person:ID`. */
export function formatTimeOwner({ kind, id }: TimeOwner): string {
  return `${kind}:${id}`;
}

/** Parses an owner from a search param; null if it is invalid. */
export function parseTimeOwner(text: string): TimeOwner | null {
  const [kind, id] = text.split(':');
  return id && (kind === 'person' || kind === 'room' || kind === 'store') ? { kind, id } : null;
}

/** Whether an appointment takes the time of this person, room or store. */
export function takesTimeOfOwner({ kind, id }: TimeOwner, appointment: ReceivedAppointment): boolean {
  if (kind === 'person') return isAssigned(appointment, id);
  return kind === 'room' ? appointment.roomId === id : appointment.storeId === id;
}

interface PlanCheckInput {
  /** The time range of the appointments. */
  span: Interval;
  /** The entries of the whole weeks of the span (see `weeksToLoad`). */
  plan: PlanEntries;
  employees: readonly Pick<ReceivedEmployee, 'id' | 'role'>[];
}

/**
 * Returns a function that checks whether an appointment conflicts with the plan of the given person, room or store: the
 * person is not on duty at that time, the room is blocked, or the plan closes the store. `within` limits the check to a
 * part of the appointment's time.
 */
export function createPlanCheck({ span, plan, employees }: PlanCheckInput) {
  // Nothing is computed without a plan: most practices have none, and a day has many appointments.
  if (plan.length === 0) return () => false;
  const bookable = createBookable({ span, plan, appointments: [], heldRequests: [], stores: [], employees: [] });
  const roles = new Map(employees.map(({ id, role }) => [id, role]));

  /** The plan's obstacles during an interval. */
  function findPlanObstacles({ kind, id }: TimeOwner, time: Interval, store: BookableStore): readonly Obstacle[] {
    const staff = kind === 'person' ? [{ id, role: roles.get(id) ?? '' }] : null;
    const needs = { store, staff, rooms: kind === 'room' ? [{ id }] : null, petId: null };
    const reasons = bookable.findReasonsAgainst(needs, time);
    if (kind === 'store') return findPlanReason(reasons.store) === null ? [] : reasons.store;
    return (kind === 'room' ? reasons.rooms : reasons.staff).get(id) ?? [];
  }

  return (owner: TimeOwner, appointment: ReceivedAppointment, store: BookableStore, within?: Interval) => {
    const time = takenTime(appointment);
    return findPlanObstacles(owner, within ? intersect(time, within) : time, store).length > 0;
  };
}

/** A conflict of an appointment with the plan: its store is closed, its main vet is away, or its room is blocked. */
export type PlanConflict = 'store-closed' | 'vet-away' | 'room-blocked';

/** Whether a concern about an appointment is a conflict with the plan. */
export function isPlanConflict(kind: string): kind is PlanConflict {
  return kind === 'store-closed' || kind === 'vet-away' || kind === 'room-blocked';
}

/**
 * The main employee, the room or the store of an appointment, whichever a conflict with the plan is about. Null if the
 * appointment has none.
 */
export function findPlanOwner(conflict: PlanConflict, appointment: ReceivedAppointment): TimeOwner | null {
  const { storeId, roomId } = appointment;
  if (conflict === 'store-closed') return storeId === null ? null : { kind: 'store', id: storeId };
  if (conflict === 'room-blocked') return roomId === null ? null : { kind: 'room', id: roomId };
  const id = mainEmployeeId(appointment);
  return id === null ? null : { kind: 'person', id };
}

/**
 * Returns a function that lists the conflicts of an appointment with the plan, most serious first. A store
 * that is not listed has no plan.
 */
export function createPlanConflicts({ stores, ...planned }: PlanCheckInput & { stores: readonly BookableStore[] }) {
  const conflictsWithPlan = createPlanCheck(planned);
  const byId = new Map(stores.map((store) => [store.id, store]));
  return (appointment: ReceivedAppointment): PlanConflict[] => {
    const store = byId.get(appointment.storeId ?? '');
    if (store === undefined) return [];
    return (['store-closed', 'vet-away', 'room-blocked'] as const).filter((conflict) => {
      const owner = findPlanOwner(conflict, appointment);
      return owner !== null && conflictsWithPlan(owner, appointment, store);
    });
  };
}
