import { plural, t } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import { type Directory, roomNameOf, staffName, storeOf } from '#app/api/directory.ts';
import {
  createBookable,
  type Obstacle,
  openingHoursNear,
  plannedIn,
  type Wanted,
  wantedOf,
} from '#app/scheduling/bookable.ts';
import { dayOfInstant, zoneOf, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { type Clash, clashesOf } from '#app/scheduling/clashes.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { isStay, recordedTime, takenTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { closedText, otherVisitText, passedText, plannedText } from '#app/text/time-warnings.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { nameOf, roomText, vetText } from './change-names.ts';

/** Names another appointment by its time, and by its store where that is another one. */
function otherText(other: ReceivedAppointment, record: ReceivedAppointment, directory: Directory): string {
  const when = intervalText(zoneOf(record, directory), recordedTime(other), recordedTime(record).start);
  const elsewhere = other.storeId !== record.storeId;
  const place = isolated((elsewhere ? storeOf(other, directory)?.name : '') ?? '');
  return otherVisitText(when, nameOf(other, directory), place);
}

/** Says what an appointment and another one both need. */
export function clashText({ reason, other }: Clash, record: ReceivedAppointment, directory: Directory): string {
  const visit = otherText(other, record, directory);
  const room = roomText(record.roomId, record, directory);
  if (reason === 'room') return t`${room} is taken: ${visit}`;
  if (reason === 'pet') return t`The pet has another visit then: ${visit}`;
  const both = record.employees.find(({ id }) => other.employees.some((one) => one.id === id));
  const vet = vetText(both?.id ?? null, directory);
  return t`${vet} is busy: ${visit}`;
}

/** A stay of days may overlap dozens of visits: the notice of a change has room for some of them beside its Undo. */
const MAX_NAMED = 3;

/** The data that the warnings about a change are based on. */
export interface KnownThen {
  /** The appointments that are loaded. */
  others: readonly ReceivedAppointment[];
  /** Whether these are all appointments at that time. */
  complete: boolean;
  /** The plan of the weeks of that time; null while it is not known. */
  plan: PlanEntries | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Whether a change moves an appointment to where or when something else may be; `record` is the changed appointment. */
export function mayClash(record: ReceivedAppointment, changes: FieldChanges): boolean {
  return occupies(record) && Object.keys(changes).some((field) => field !== 'status' && field !== 'notes');
}

/**
 * The warnings about a change, the most serious first: other appointments that need the room, the staff or the pet at
 * that time (the first of them by name), what the plan has against it, a closed store, a time in the past, and that not
 * everything is loaded.
 *
 * @param record the appointment as the change makes it
 */
export function warningTexts(
  record: ReceivedAppointment,
  changes: FieldChanges,
  { others, complete, plan, now }: KnownThen,
  directory: Directory,
): string[] {
  if (!mayClash(record, changes)) return [];
  const zone = zoneOf(record, directory);
  const time = recordedTime(record);
  const day = dayOfInstant(zone, time.start);
  // The vet looks after a stay beside other visits.
  const weight = ({ reason, other }: Clash) =>
    ['room', 'staff', 'pet'].indexOf(reason) + (isStay(recordedTime(other), day) ? 3 : 0);
  const clashes = clashesOf(record, others).sort((one, other) => weight(one) - weight(other));
  const texts = clashes.slice(0, MAX_NAMED).map((clash) => clashText(clash, record, directory));
  const more = clashes.length - MAX_NAMED;
  if (more > 0) texts.push(t`${plural(more, { one: '# more visit then', other: '# more visits then' })}`);
  texts.push(...bookableTexts(record, changes, { others, plan: plan ?? [] }, directory));
  if (changes.start !== undefined && time.start < now) texts.push(passedText(zone, time.start));
  return complete && plan ? texts : [...texts, t`Not all of that time is loaded: it may be taken`];
}

/**
 * What plan, opening hours and the appointments without a vet or a room have against the changed time, staff and room of an
 * appointment. One that has no vet or no room itself needs one that is left over.
 */
function bookableTexts(
  record: ReceivedAppointment,
  { start, end, employeeId, roomId }: FieldChanges,
  { others, plan }: { others: readonly ReceivedAppointment[]; plan: PlanEntries },
  directory: Directory,
): string[] {
  const listed = storeOf(record, directory);
  if (!listed) return [];
  const store = { ...listed, timeZone: zoneOf(record, directory) };
  const time = takenTime(record);
  const day = dayOfInstant(store.timeZone, time.start);
  const stay = isStay(time, day);
  const isMoved = start !== undefined || end !== undefined;
  const employees = [...directory.employees.values()];
  const stores = directory.company.stores.map((one) => ({
    ...one,
    timeZone: zoneOfStore(one, directory.fallbackZone),
  }));
  const bookable = createBookable({
    span: { start: day.start, end: dayOfInstant(store.timeZone, time.end - 1).end },
    appointments: others.filter(({ id }) => id !== record.id),
    ...{ plan, stores, employees },
  });
  const against = (asked: Pick<Wanted, 'staff' | 'rooms'>) => bookable.against({ store, petId: null, ...asked }, time);
  const anything = wantedOf({ store, vet: null, type: { category: record.visitTypeCategory }, petId: null, employees });
  const placeOf = (storeId: string) => directory.company.stores.find(({ id }) => id === storeId)?.name ?? '';
  const plannedAgainst = (name: string, obstacles: readonly Obstacle[]) => {
    const planned = plannedIn(obstacles);
    return planned ? [plannedText(name, planned, placeOf)] : [];
  };
  const firstOf = ([first]: readonly ReceivedAppointment[]) => first && otherText(first, record, directory);

  function staffTexts(): string[] {
    if (record.employees.length === 0) {
      if (stay) return [];
      const { staff, withoutVet } = against({ staff: anything.staff, rooms: null });
      const visit = firstOf(withoutVet);
      if (visit) return [t`No vet is free then: ${visit} has no vet yet`];
      return isNoneFree(staff) ? [t`No vet is free then`] : [];
    }
    return record.employees.flatMap(({ id }) => {
      const role = directory.employees.get(id)?.role ?? '';
      const { staff, withoutVet } = against({ staff: [{ id, role }], rooms: null });
      const vet = vetText(id, directory);
      const visit = firstOf(withoutVet);
      return visit
        ? [t`${vet} is needed for an appointment without a vet: ${visit}`]
        : plannedAgainst(staffName(id, directory), staff.get(id) ?? []);
    });
  }

  function roomTexts(): string[] {
    const { roomId } = record;
    if (roomId === null) {
      if (stay) return [];
      const { rooms, withoutRoom } = against({ staff: [], rooms: anything.rooms });
      const visit = firstOf(withoutRoom);
      if (visit) return [t`No room is free then: ${visit} has no room yet`];
      return isNoneFree(rooms) ? [t`No room is free then`] : [];
    }
    const { rooms, withoutRoom } = against({ staff: [], rooms: [{ id: roomId }] });
    const room = roomText(roomId, record, directory);
    const visit = firstOf(withoutRoom);
    if (visit) return [t`${room} is needed for an appointment without a room: ${visit}`];
    const name = store.rooms.find(({ id }) => id === roomId)?.name || roomNameOf(roomId, record.location);
    return plannedAgainst(name, rooms.get(roomId) ?? []);
  }

  function storeTexts(): string[] {
    const { store: obstacles } = against({ staff: [], rooms: null });
    const isClosed = obstacles.some(({ kind }) => kind === 'hours');
    return [
      ...plannedAgainst(store.name, obstacles),
      ...(isClosed ? [closedText(store.name, store.timeZone, openingHoursNear(store, time), time)] : []),
    ];
  }

  return [
    ...(isMoved || employeeId !== undefined ? staffTexts() : []),
    ...(isMoved || roomId !== undefined ? roomTexts() : []),
    ...(isMoved ? storeTexts() : []),
  ];
}

/** Whether something is in the way of each of some staff or rooms. */
function isNoneFree(ones: ReadonlyMap<string, readonly Obstacle[]>): boolean {
  return ones.size > 0 && [...ones.values()].every((obstacles) => obstacles.length > 0);
}
