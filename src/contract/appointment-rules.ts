import { isoOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';

/*
 * The rules of an appointment by which the service stores it and the app shows it before the service has answered.
 */

/**
 * How far a visit has come, as far as its status tells.
 *
 * - `expected`: booked, and nobody has come yet
 * - `waiting`: here, and not seen yet
 * - `in-care`: being seen, or seen and about to leave
 * - `ended`: it took place and is over
 * - `called-off`: it does not take place
 * - `unknown`: the status is none of the document's
 */
type VisitStage = 'expected' | 'waiting' | 'in-care' | 'ended' | 'called-off' | 'unknown';

const stageOfListed: Readonly<Record<AppointmentStatus, VisitStage>> = {
  requested: 'expected',
  confirmed: 'expected',
  checked_in: 'waiting',
  in_progress: 'in-care',
  ready_for_checkout: 'in-care',
  completed: 'ended',
  cancelled: 'called-off',
  no_show: 'called-off',
};

/**
 * The meaning of the document's statuses (section 3). Nothing else depends on the value of a status; the list of
 * statuses, their labels and their colours come from `/v1/enums`.
 */
const stages: ReadonlyMap<string, VisitStage> = new Map(Object.entries(stageOfListed));

/** The statuses of a visit that does not take place: it occupies neither its room nor its staff. */
export const calledOffStatuses: readonly string[] = [...stages.keys()].filter(
  (status) => stages.get(status) === 'called-off',
);

/**
 * The stage of a status; `unknown` for a value that was added to the enum later, or that another system spells
 * differently.
 */
export function stageOf({ status }: { status: string }): VisitStage {
  return stages.get(status) ?? 'unknown';
}

/**
 * Whether a visit takes the time of its room, staff and pet. So does an unknown status, since taken time must never
 * look free.
 */
export function occupies(appointment: { status: string }): boolean {
  return stageOf(appointment) !== 'called-off';
}

/** The check-in of a new appointment: a create sets it for `checked_in` alone. `now` is ISO 8601 in UTC. */
export function checkInOfNew(status: string, now: string): string | null {
  return stageOf({ status }) === 'waiting' ? now : null;
}

/**
 * The check-in after a change to another status: a patient who is here has one, one who is expected has none, and a
 * visit that was called off keeps what it had. `now` is ISO 8601 in UTC.
 */
function checkInAfter(status: string, checkedInAt: string | null, now: string): string | null {
  const stage = stageOf({ status });
  if (stage === 'expected') return null;
  return stage === 'called-off' || stage === 'unknown' ? checkedInAt : (checkedInAt ?? now);
}

/** For how long after its create a booking can be taken back by who made it, in milliseconds. */
export const takeBackMs = 10 * 60_000;

/** The fields of an appointment that can be changed; `employeeId` is the main employee. */
export const changeableFields = ['status', 'start', 'end', 'roomId', 'employeeId', 'notes', 'visitTypeId'] as const;

/** The part of a record that a change may change. */
interface ChangeableRecord {
  status: string;
  start: string;
  end: string;
  roomId: string | null;
  notes: string | null;
  visitTypeId: string | null;
  checkedInAt: string | null;
  employees: { id: string; isMainEmployee: boolean }[];
}

/** The changes of one request; absent fields stay as they are, and null empties a field. */
interface RecordChange<Status extends string> {
  status?: Status | undefined;
  start?: string | undefined;
  end?: string | undefined;
  roomId?: string | null | undefined;
  /** The main employee. */
  employeeId?: string | null | undefined;
  notes?: string | null | undefined;
  visitTypeId?: string | undefined;
}

/**
 * A record after a change, but for its `updatedAt`; the same object where nothing changes, and so are its `employees`.
 * `now` (ISO 8601 in UTC) is the check-in where the change is one. What follows from a new visit type is
 * {@link withVisitType}.
 */
export function applyChange<Record extends ChangeableRecord>(
  record: Record,
  change: RecordChange<Record['status']>,
  now: string,
): Record {
  const { status = record.status, start, end, roomId = record.roomId, employeeId, notes = record.notes } = change;
  const { visitTypeId = record.visitTypeId } = change;
  const isChanged = status !== record.status;
  const next = {
    ...record,
    status,
    start: start === undefined ? record.start : isoOf(start),
    end: end === undefined ? record.end : isoOf(end),
    roomId,
    notes,
    visitTypeId,
    checkedInAt: isChanged ? checkInAfter(status, record.checkedInAt, now) : record.checkedInAt,
    employees: employeeId === undefined ? record.employees : withMainEmployee(record.employees, employeeId),
  };
  const fields = ['status', 'start', 'end', 'roomId', 'notes', 'visitTypeId', 'employees'] as const;
  return fields.every((field) => next[field] === record[field]) ? record : next;
}

/** The title that the service gives an appointment. */
export function composedTitle(petName: string, visitTypeName: string): string {
  return `${petName} – ${visitTypeName}`;
}

/**
 * A record with the name and the category of its new visit type. Its title follows where it is the one that the service
 * composed of the pet's name and the former type; any other stays.
 */
export function withVisitType<
  Record extends { title: string; visitTypeName: string | null; visitTypeCategory: string },
>(record: Record, visitType: { name: string; category: Record['visitTypeCategory'] }, petName: string | null): Record {
  const { title, visitTypeName } = record;
  const isComposed = petName !== null && visitTypeName !== null && title === composedTitle(petName, visitTypeName);
  return {
    ...record,
    visitTypeName: visitType.name,
    visitTypeCategory: visitType.category,
    title: isComposed ? composedTitle(petName, visitType.name) : title,
  };
}

/**
 * Puts an employee in place of the main one, of whom a migrated appointment may have several; null leaves that place
 * empty. Other assigned staff stay.
 */
function withMainEmployee(employees: ChangeableRecord['employees'], id: string | null) {
  const main = employees.filter(({ isMainEmployee }) => isMainEmployee);
  if (main.length <= 1 && (main[0]?.id ?? null) === id) return employees;
  const others = employees.filter((other) => !other.isMainEmployee && other.id !== id);
  return id === null ? others : [{ id, isMainEmployee: true }, ...others];
}

/** The employee who is marked as the main one of an appointment, which is what a change replaces; null where none is. */
export function markedMainEmployeeId({ employees }: Pick<ChangeableRecord, 'employees'>): string | null {
  return employees.find(({ isMainEmployee }) => isMainEmployee)?.id ?? null;
}

/** Whose visit it is to people: the marked main employee, or the first where none is marked; null where nobody is assigned. */
export function mainEmployeeId(visit: Pick<ChangeableRecord, 'employees'>): string | null {
  return markedMainEmployeeId(visit) ?? visit.employees[0]?.id ?? null;
}

/**
 * The rooms of a store that suit a visit of a category, in the order in which a new appointment gets the first free one:
 * those made for the category, then those for all. Every room as long as the category is not known (null).
 */
export function roomsThatSuit<Room extends { categories: readonly string[] }>(
  rooms: readonly Room[],
  category: string | null,
): Room[] {
  if (category === null) return [...rooms];
  return [
    ...rooms.filter(({ categories }) => categories.includes(category)),
    ...rooms.filter(({ categories }) => categories.length === 0),
  ];
}
