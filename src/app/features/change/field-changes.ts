import type { FieldChanges } from '#app/api/appointments.ts';
import { mainEmployeeId, markedMainEmployeeId, stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The values that a record has in the fields of a change. */
export function valuesFor(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const { status, start, end, roomId, notes, visitTypeId } = record;
  return {
    ...(changes.status === undefined ? {} : { status }),
    ...(changes.start === undefined ? {} : { start }),
    ...(changes.end === undefined ? {} : { end }),
    ...(changes.roomId === undefined ? {} : { roomId }),
    ...(changes.employeeId === undefined ? {} : { employeeId: mainEmployeeId(record) }),
    ...(changes.notes === undefined ? {} : { notes }),
    // A missing type is left out, since a change can replace a type but not remove it.
    ...(changes.visitTypeId === undefined || visitTypeId === null ? {} : { visitTypeId }),
  };
}

/**
 * The change that restores a record after a change to it. If no employee was marked as the main one, none is
 * afterwards.
 */
export function inverseChange(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const values = valuesFor(changes, record);
  return values.employeeId === undefined ? values : { ...values, employeeId: markedMainEmployeeId(record) };
}

/** The fields of a change that differ from the record. */
export function effectiveChanges(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const present = valuesFor(changes, record);
  const isSame = (field: string, one: unknown, other: unknown) =>
    one === other || ((field === 'start' || field === 'end') && instantOf(String(one)) === instantOf(String(other)));
  const different = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isSame(field, value, Reflect.get(present, field)),
  );
  return Object.fromEntries(different);
}

/** Whether the record already has all values of a change. */
export function isAppliedTo(changes: FieldChanges, record: ReceivedAppointment): boolean {
  return Object.keys(effectiveChanges(changes, record)).length === 0;
}

/** The group of each field. Time, room and vet are chosen together; status, notes and type are independent. */
const fieldGroups = {
  status: 'status',
  start: 'place',
  end: 'place',
  roomId: 'place',
  employeeId: 'place',
  notes: 'notes',
  visitTypeId: 'type',
} as const satisfies Record<keyof FieldChanges, string>;

const fieldGroupNames = ['place', 'type', 'status', 'notes'] as const;
const fieldGroupsOf = (changes: FieldChanges) => Object.keys(changes).map((field) => Reflect.get(fieldGroups, field));

/** Splits a change into one change for each group of fields. */
export function splitChanges(changes: FieldChanges): FieldChanges[] {
  return fieldGroupNames
    .map((part) =>
      Object.fromEntries(Object.entries(changes).filter(([field]) => Reflect.get(fieldGroups, field) === part)),
    )
    .filter((change) => Object.keys(change).length > 0);
}

/** Whether two changes affect the same group of fields. */
export function shareFieldGroup(one: FieldChanges, other: FieldChanges): boolean {
  const oneParts = new Set(fieldGroupsOf(one));
  return fieldGroupsOf(other).some((part) => oneParts.has(part));
}

/**
 * Whether two people's changes to an appointment conflict, so that one of them has to be chosen: they affect the same
 * group of fields, or one cancels the appointment while the other moves it.
 */
export function areInConflict(one: FieldChanges, other: FieldChanges): boolean {
  const cancelsAppointment = ({ status }: FieldChanges) => status !== undefined && stageOf({ status }) === 'called-off';
  const movesAppointment = (changes: FieldChanges) =>
    fieldGroupsOf(changes).some((part) => part === 'place' || part === 'type');
  return (
    shareFieldGroup(one, other) ||
    (cancelsAppointment(one) && movesAppointment(other)) ||
    (cancelsAppointment(other) && movesAppointment(one))
  );
}

const everyField: FieldChanges = {
  ...{ status: '', start: '', end: '', roomId: null, employeeId: null, notes: null, visitTypeId: '' },
};

/** The change that turns one version of a record into another, limited to the fields that can be changed. */
export function changesBetween(before: ReceivedAppointment, after: ReceivedAppointment): FieldChanges {
  return effectiveChanges(valuesFor(everyField, after), before);
}

/** Merges changes, keeping the latest value of each field. */
export function mergeChanges(changes: readonly FieldChanges[]): FieldChanges {
  return Object.assign({}, ...changes);
}
