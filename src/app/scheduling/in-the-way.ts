import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, createBookable, type Obstacle, plannedIn } from './bookable.ts';
import { isAssigned } from './clashes.ts';
import type { PlanEntries } from './duty.ts';
import type { Interval } from './interval.ts';
import { takenTime } from './visit.ts';

/** Whose time it is: a person's, a room's or a whole store's. */
export interface Owner {
  readonly kind: 'person' | 'room' | 'store';
  readonly id: string;
}

/** Whether an appointment needs the time of its person, room or store. */
export function needsTimeOf({ kind, id }: Owner, appointment: ReceivedAppointment): boolean {
  if (kind === 'person') return isAssigned(appointment, id);
  return kind === 'room' ? appointment.roomId === id : appointment.storeId === id;
}

interface Planned {
  /** The time of the appointments. */
  span: Interval;
  /** The entries of the whole weeks of the span (`weeksToKnow`). */
  plan: PlanEntries;
  employees: readonly Pick<ReceivedEmployee, 'id' | 'role'>[];
}

/**
 * Answers whether an appointment is in the way of what is planned for its person, room or store: the person is not on duty then, the
 * room is blocked, or the store is closed by the plan.
 */
export function createInTheWay({ span, plan, employees }: Planned) {
  const bookable = createBookable({ span, plan, appointments: [], stores: [], employees: [] });
  const roles = new Map(employees.map(({ id, role }) => [id, role]));

  /** What the plan has against an appointment. */
  function obstacles({ kind, id }: Owner, appointment: ReceivedAppointment, store: BookableStore): readonly Obstacle[] {
    const staff = kind === 'person' ? [{ id, role: roles.get(id) ?? '' }] : [];
    const wanted = { store, staff, rooms: kind === 'room' ? [{ id }] : null, petId: null };
    const reasons = bookable.against(wanted, takenTime(appointment));
    if (kind === 'store') return plannedIn(reasons.store) === null ? [] : reasons.store;
    return (kind === 'room' ? reasons.rooms : reasons.staff).get(id) ?? [];
  }

  return (owner: Owner, appointment: ReceivedAppointment, store: BookableStore) =>
    obstacles(owner, appointment, store).length > 0;
}
