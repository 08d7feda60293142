import type { FieldChanges } from '#app/api/appointments.ts';
import { mainEmployeeId, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** One requested change. */
export interface ChangeStep {
  /** The number of the change in this tab, which all its steps have where it is of several appointments. */
  number: number;
  /** How many appointments the change is of. */
  of: number;
  changes: FieldChanges;
  /** What is done, where it is of several appointments and does not move them. */
  text?: string | undefined;
  /** The number of the change that it undoes; null where it undoes none. */
  undoes: number | null;
}

/** The record's values of the fields in a change. */
export function valuesFor(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const { status, start, end, roomId, notes } = record;
  return {
    ...(changes.status === undefined ? {} : { status }),
    ...(changes.start === undefined ? {} : { start }),
    ...(changes.end === undefined ? {} : { end }),
    ...(changes.roomId === undefined ? {} : { roomId }),
    ...(changes.employeeId === undefined ? {} : { employeeId: mainEmployeeId(record) }),
    ...(changes.notes === undefined ? {} : { notes }),
  };
}

/** The change that undoes a change of the record. It marks nobody as the main employee who was not. */
export function undoing(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const values = valuesFor(changes, record);
  return values.employeeId === undefined ? values : { ...values, employeeId: markedMainEmployeeId(record) };
}

/** The fields of a change that differ from the record. */
export function differing(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const present = valuesFor(changes, record);
  const isSame = (field: string, one: unknown, other: unknown) =>
    one === other || ((field === 'start' || field === 'end') && instantOf(String(one)) === instantOf(String(other)));
  const kept = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isSame(field, value, Reflect.get(present, field)),
  );
  return Object.fromEntries(kept);
}

/**
 * What a field belongs to. When and where an appointment is was chosen as a whole; status and notes depend on nothing
 * else.
 */
const partOf = {
  status: 'status',
  start: 'place',
  end: 'place',
  roomId: 'place',
  employeeId: 'place',
  notes: 'notes',
} as const satisfies Record<keyof FieldChanges, string>;

const parts = ['place', 'status', 'notes'] as const;

/** A change split into changes that do not depend on each other. */
export function independentChanges(changes: FieldChanges): FieldChanges[] {
  return parts
    .map((part) => Object.fromEntries(Object.entries(changes).filter(([field]) => Reflect.get(partOf, field) === part)))
    .filter((change) => Object.keys(change).length > 0);
}

/** The first step with those that build on it: they change what it was to change. */
export function withDependents([first, ...others]: readonly ChangeStep[]): ChangeStep[] {
  if (!first) return [];
  const partsOf = ({ changes }: ChangeStep) => Object.keys(changes).map((field) => Reflect.get(partOf, field));
  const its = new Set(partsOf(first));
  return [first, ...others.filter((step) => partsOf(step).some((part) => its.has(part)))];
}

const everyField: FieldChanges = { status: '', start: '', end: '', roomId: null, employeeId: null, notes: null };

/** The change that makes of one version of a record, in the fields that can be changed, what another one is. */
export function changesBetween(before: ReceivedAppointment, after: ReceivedAppointment): FieldChanges {
  return differing(valuesFor(everyField, after), before);
}

/** Steps merged, the latest value for each field. */
export function wantedOf(steps: readonly ChangeStep[]): FieldChanges {
  return Object.assign({}, ...steps.map(({ changes }) => changes));
}
