import { instantOf, toUtcDateTime } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';

/*
 * The rules for appointments that service and app share: both call the same functions, so the app can show the result
 * before the response of the service arrives.
 */

/**
 * The stage of an appointment according to its status.
 *
 * - `expected`: booked; the pet has not arrived
 * - `waiting`: arrived, and not seen yet
 * - `in-care`: being seen, or about to leave
 * - `ended`: took place and is over
 * - `called-off`: does not take place
 * - `unknown`: the status is not in the specification
 */
export type AppointmentStage = 'expected' | 'waiting' | 'in-care' | 'ended' | 'called-off' | 'unknown';

const stageByStatus: Readonly<Record<AppointmentStatus, AppointmentStage>> = {
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
 * The meaning of the statuses in section 3 of the specification. Nothing else depends on the value of a
 * status; the list of statuses, their labels and their colours come from `/v1/enums`.
 */
const statusStages: ReadonlyMap<string, AppointmentStage> = new Map(Object.entries(stageByStatus));

/**
 * The statuses of an appointment that does not take place. Such an appointment occupies neither its room nor its staff.
 */
export const calledOffStatuses: readonly string[] = [...statusStages.keys()].filter(
  (status) => statusStages.get(status) === 'called-off',
);

/**
 * The stage of a status: `unknown` for a value that was added to the enum later or that another system spells differently.
 */
export function stageOf({ status }: { status: string }): AppointmentStage {
  return statusStages.get(status) ?? 'unknown';
}

/**
 * Whether an appointment occupies its room, staff and pet. An unknown status does, because occupied time must never look
 * free.
 */
export function occupies(appointment: { status: string }): boolean {
  return stageOf(appointment) !== 'called-off';
}

/**
 * The check-in time of a new appointment: `now` (ISO 8601 in UTC) if it is created with the status `checked_in`,
 * otherwise null.
 */
export function initialCheckInTime(status: string, now: string): string | null {
  return stageOf({ status }) === 'waiting' ? now : null;
}

/**
 * The check-in time after a change of status: null if the pet is expected, and unchanged if the appointment was called off
 * or its status is unknown; otherwise the pet has arrived, and a missing time becomes `now` (ISO 8601 in UTC).
 */
function checkInTimeAfter(status: string, checkedInAt: string | null, now: string): string | null {
  const stage = stageOf({ status });
  if (stage === 'expected') return null;
  return stage === 'called-off' || stage === 'unknown' ? checkedInAt : (checkedInAt ?? now);
}

/** The time after a create during which its author can undo the booking, in milliseconds. */
export const undoBookingMs = 10 * 60_000;

/** The time during which the author of a reason can change or remove it, in milliseconds. */
const reasonChangeMs = 24 * 3_600_000;

/**
 * Whether an employee can give, change or remove the reason of a history entry at `now` (epoch milliseconds). Anyone can give
 * the first reason. After that, only its author can change it, and only for a day.
 */
export function canChangeReason(
  { reasonAt, reasonEmployeeId }: { reasonAt?: string | undefined; reasonEmployeeId?: string | null | undefined },
  { employeeId, now }: { employeeId: string; now: number },
): boolean {
  if (reasonAt === undefined) return true;
  return reasonEmployeeId === employeeId && now - instantOf(reasonAt) < reasonChangeMs;
}

/** The fields of an appointment that can be changed; `employeeId` is the main employee. */
export const changeableFields = ['status', 'start', 'end', 'roomId', 'employeeId', 'notes', 'visitTypeId'] as const;

/** The fields of a record that a change can affect. */
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

/** The changes in one request. Absent fields keep their value, and null empties a field. */
interface RecordChange<Status extends string> {
  status?: Status | undefined;
  start?: string | undefined;
  end?: string | undefined;
  roomId?: string | null | undefined;
  /** The id of the main employee. */
  employeeId?: string | null | undefined;
  notes?: string | null | undefined;
  visitTypeId?: string | undefined;
}

/**
 * A record after a change, except for its `updatedAt`. The record and its `employees` stay the same objects if nothing about
 * them changes. `now` (ISO 8601 in UTC) becomes the check-in time if the change is a check-in. The effects of a new visit
 * type are in {@link withVisitType}.
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
    start: start === undefined ? record.start : toUtcDateTime(start),
    end: end === undefined ? record.end : toUtcDateTime(end),
    roomId,
    notes,
    visitTypeId,
    checkedInAt: isChanged ? checkInTimeAfter(status, record.checkedInAt, now) : record.checkedInAt,
    employees: employeeId === undefined ? record.employees : withMainEmployee(record.employees, employeeId),
  };
  const fields = ['status', 'start', 'end', 'roomId', 'notes', 'visitTypeId', 'employees'] as const;
  return fields.every((field) => next[field] === record[field]) ? record : next;
}

/** The title that the service gives to an appointment: `Bella – Vaccination`. */
export function composeTitle(petName: string, visitTypeName: string): string {
  return `${petName} – ${visitTypeName}`;
}

/**
 * A record with the name and the category of its new visit type. A title that the service composed from the pet's name
 * and the previous type is composed again; any other title stays, and every title if `petName` is null.
 */
export function withVisitType<
  Record extends { title: string; visitTypeName: string | null; visitTypeCategory: string },
>(record: Record, visitType: { name: string; category: Record['visitTypeCategory'] }, petName: string | null): Record {
  const { title, visitTypeName } = record;
  const isComposed = petName !== null && visitTypeName !== null && title === composeTitle(petName, visitTypeName);
  return {
    ...record,
    visitTypeName: visitType.name,
    visitTypeCategory: visitType.category,
    title: isComposed ? composeTitle(petName, visitType.name) : title,
  };
}

/**
 * Replaces the main employee; null removes them. A migrated appointment may have several main employees, who are all replaced.
 * Other assigned staff stay.
 */
function withMainEmployee(employees: ChangeableRecord['employees'], id: string | null) {
  const main = employees.filter(({ isMainEmployee }) => isMainEmployee);
  if (main.length <= 1 && (main[0]?.id ?? null) === id) return employees;
  const others = employees.filter((other) => !other.isMainEmployee && other.id !== id);
  return id === null ? others : [{ id, isMainEmployee: true }, ...others];
}

/** The employee who is marked as the main employee of an appointment, whom a change replaces; null if none is marked. */
export function markedMainEmployeeId({ employees }: Pick<ChangeableRecord, 'employees'>): string | null {
  return employees.find(({ isMainEmployee }) => isMainEmployee)?.id ?? null;
}

/**
 * The employee under whom the appointment is shown: the marked main employee, or the first employee if none is marked;
 * null if no one is assigned.
 */
export function mainEmployeeId(appointment: Pick<ChangeableRecord, 'employees'>): string | null {
  return markedMainEmployeeId(appointment) ?? appointment.employees[0]?.id ?? null;
}

/**
 * The rooms of a store that suit a category, in the order in which a new appointment gets the first free room: rooms for this
 * category first, then rooms for all categories. Returns every room if the category is unknown (null).
 */
export function findSuitableRooms<Room extends { categories: readonly string[] }>(
  rooms: readonly Room[],
  category: string | null,
): Room[] {
  if (category === null) return [...rooms];
  return [
    ...rooms.filter(({ categories }) => categories.includes(category)),
    ...rooms.filter(({ categories }) => categories.length === 0),
  ];
}
