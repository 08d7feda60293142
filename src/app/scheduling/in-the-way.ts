import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, createBookable, type Obstacle, plannedIn } from './bookable.ts';
import { isAssigned } from './clashes.ts';
import type { PlanEntries } from './duty.ts';
import type { Interval } from './interval.ts';
import { hasEnded, takenTime } from './visit.ts';

/** Whose time it is: a person's, a room's or a whole store's. */
export interface Owner {
  readonly kind: 'person' | 'room' | 'store';
  readonly id: string;
}

/** The owner as a search param, such as `person:ID`. */
export function ownerParam({ kind, id }: Owner): string {
  return `${kind}:${id}`;
}

/** The owner that a search param names; null where it names none. */
export function ownerIn(text: string): Owner | null {
  const [kind, id] = text.split(':');
  return id && (kind === 'person' || kind === 'room' || kind === 'store') ? { kind, id } : null;
}

/** Whether an appointment needs the time of its person, room or store. */
export function needsTimeOf({ kind, id }: Owner, appointment: ReceivedAppointment): boolean {
  if (kind === 'person') return isAssigned(appointment, id);
  return kind === 'room' ? appointment.roomId === id : appointment.storeId === id;
}

export function inOrder(one: ReceivedAppointment, other: ReceivedAppointment): number {
  return takenTime(one).start - takenTime(other).start || (one.id < other.id ? -1 : 1);
}

/** The appointments that need the time of a person, a room or a store and are not over, by start. */
export function openAppointmentsOf(owner: Owner, appointments: readonly ReceivedAppointment[]): ReceivedAppointment[] {
  return appointments.filter((one) => occupies(one) && !hasEnded(one) && needsTimeOf(owner, one)).sort(inOrder);
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
