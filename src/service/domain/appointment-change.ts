import type { Appointment } from '#contract/appointment.ts';
import {
  type ChangeAppointment,
  changeableFields,
  type FieldChange,
  type HistoryField,
  historyFields,
} from '#contract/appointment-change.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { instantOf } from '#contract/primitives.ts';

/** The fields of an appointment that the history records; `employeeId` is the main employee. */
export type HistoryValues = Readonly<Record<HistoryField, string | null>>;

/** Every value null: the state before the create. */
export const noValues: HistoryValues = {
  status: null,
  start: null,
  end: null,
  roomId: null,
  employeeId: null,
  notes: null,
  checkedInAt: null,
};

/** The values of a record that the history records. */
export function valuesOf(record: Appointment): HistoryValues {
  const { status, start, end, roomId, notes, checkedInAt } = record;
  const employeeId = record.employees.find(({ isMainEmployee }) => isMainEmployee)?.id ?? null;
  return { status, start, end, roomId, employeeId, notes, checkedInAt };
}

/** The differences, in a fixed order of the fields. */
export function differences(before: HistoryValues, after: HistoryValues): FieldChange[] {
  return historyFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

/** The statuses that an appointment has only once its patient has come, and those of one whose patient has yet to come. */
const arrived: readonly AppointmentStatus[] = ['checked_in', 'in_progress', 'ready_for_checkout', 'completed'];
const expected: readonly AppointmentStatus[] = ['requested', 'confirmed'];

function checkInAfter(record: Appointment, status: AppointmentStatus, now: string): string | null {
  if (status === record.status) return record.checkedInAt;
  if (arrived.includes(status)) return record.checkedInAt ?? now;
  return expected.includes(status) ? null : record.checkedInAt;
}

const iso = (dateTime: string) => new Date(instantOf(dateTime)).toISOString();

/** An appointment after a change. `changed` are the fields that differ from before. */
export interface ChangedAppointment {
  changed: ReadonlySet<(typeof changeableFields)[number]>;
  values: HistoryValues;
  /** Everyone assigned, and those of them who are the main employee. */
  employeeIds: readonly string[];
  mainEmployeeIds: readonly string[];
}

/** Applies a change to a record; `now` is an instant in the form of the record. */
export function applyChange(record: Appointment, change: ChangeAppointment, now: string): ChangedAppointment {
  const before = valuesOf(record);
  const status = change.status ?? record.status;
  const wanted: HistoryValues = {
    status,
    start: change.start === undefined ? record.start : iso(change.start),
    end: change.end === undefined ? record.end : iso(change.end),
    roomId: change.roomId === undefined ? record.roomId : change.roomId,
    employeeId: change.employeeId === undefined ? before.employeeId : change.employeeId,
    notes: change.notes === undefined ? record.notes : change.notes,
    checkedInAt: checkInAfter(record, status, now),
  };
  const main = record.employees.filter(({ isMainEmployee }) => isMainEmployee).map(({ id }) => id);
  const changed = new Set(changeableFields.filter((field) => wanted[field] !== before[field]));
  // A migrated appointment may have several main employees: naming one of them is a change, too.
  if (change.employeeId !== undefined && main.length > 1) changed.add('employeeId');
  if (!changed.has('employeeId')) {
    return { changed, values: wanted, employeeIds: record.employees.map(({ id }) => id), mainEmployeeIds: main };
  }
  const mainEmployeeIds = wanted.employeeId === null ? [] : [wanted.employeeId];
  const others = record.employees.filter(({ id, isMainEmployee }) => !isMainEmployee && id !== wanted.employeeId);
  const employeeIds = [...mainEmployeeIds, ...others.map(({ id }) => id)];
  return { changed, values: wanted, employeeIds, mainEmployeeIds };
}
