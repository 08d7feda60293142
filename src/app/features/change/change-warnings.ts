import { t } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import type { Directory } from '#app/api/directory.ts';
import { listAssignedEmployees, toRequestedAppointment, toWarningContext } from '#app/days/appointment-place.ts';
import { warningLine } from '#app/days/warning-text.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createBookable, type HeldRequest } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { type Clash, isAssigned } from '#scheduling/clashes.ts';
import type { PlanEntries } from '#scheduling/plan.ts';
import { isStay } from '#scheduling/visit.ts';
import { findWarnings, subjectOf, type Warning } from '#scheduling/warnings.ts';

/** The data that the warnings about a change are based on. */
interface ChangeWarningContext {
  /** The loaded appointments, with which the changed one may clash. */
  others: readonly ReceivedAppointment[];
  /** Whether all appointments at the time of the changed appointment are loaded. */
  isComplete: boolean;
  /** The requests from the web site whose time is held; null while they are unknown. */
  held: readonly HeldRequest[] | null;
  /** The plan for the weeks of the changed appointment; null while it is unknown. */
  plan: PlanEntries | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/**
 * Whether a change moves an appointment to a time or place where it could clash. `record` is the appointment with
 * `changes` applied.
 */
export function mayClash(record: ReceivedAppointment, changes: FieldChanges): boolean {
  return occupies(record) && Object.keys(changes).some((field) => field !== 'status' && field !== 'notes');
}

/**
 * The warnings about a change, most serious first, followed by a note if not everything is loaded. `record` is the
 * appointment with `changes` applied. Warnings are limited to what the change affects, except for clashes with other
 * appointments.
 */
export function warningTexts(
  record: ReceivedAppointment,
  changes: FieldChanges,
  { others, isComplete, held, plan, now }: ChangeWarningContext,
  directory: Directory,
): string[] {
  if (!mayClash(record, changes)) return [];
  const place = toWarningContext(record, directory);
  const { store, stores, time } = place;
  const { start } = dayOfInstant(store.timeZone, time.start);
  const { end } = dayOfInstant(store.timeZone, time.end - 1);
  const employees = [...directory.employees.values()];
  const bookable = createBookable({
    ...{ span: { start, end }, plan: plan ?? [], heldRequests: held ?? [], stores, employees, now },
    appointments: others.filter(({ id }) => id !== record.id),
  });
  const warnings = findWarnings(toRequestedAppointment(record, directory), time, { bookable, employees, now });
  const concerning = warnings.filter((warning) => concernsChange(warning, record, changes, place));
  return [
    ...concerning.map((warning) => warningLine(warning, place)),
    ...(isComplete && held && plan
      ? []
      : [t`Not everything booked or planned at that time is loaded, so it may be taken`]),
  ];
}

/** Whether a warning concerns a changed field, or another appointment that needs the same vet, room or pet. */
function concernsChange(
  warning: Warning,
  { employees, roomId }: ReceivedAppointment,
  changes: FieldChanges,
  { store, stores, time }: ReturnType<typeof toWarningContext>,
): boolean {
  if (warning.kind === 'vet-busy' || warning.kind === 'room-taken' || warning.kind === 'pet-busy') return true;
  // If the store is not listed, its hours and employees are unknown, so no warning can rely on them.
  if (!stores.some(({ id }) => id === store.id)) return false;
  const isMoved = changes.start !== undefined || changes.end !== undefined;
  // A stay that has no vet or room does not need one.
  const stay = isStay(time, dayOfInstant(store.timeZone, time.start));
  switch (subjectOf(warning)) {
    case 'vet':
      return (isMoved || changes.employeeId !== undefined) && !(stay && employees.length === 0);
    case 'room':
      return (isMoved || changes.roomId !== undefined) && !(stay && roomId === null);
    case 'start':
      return changes.start !== undefined;
    default:
      return isMoved;
  }
}

/** Names the vet, room or pet that two appointments both need. */
export function clashText({ reason, other }: Clash, record: ReceivedAppointment, directory: Directory): string {
  const place = toWarningContext(record, directory);
  const vet = listAssignedEmployees(record, directory).find(({ id }) => isAssigned(other, id));
  const room = place.store.rooms.find(({ id }) => id === record.roomId)?.name ?? '';
  const others = [other];
  if (reason === 'staff' && vet) return warningLine({ kind: 'vet-busy', vet, others }, place);
  return warningLine(reason === 'room' ? { kind: 'room-taken', room, others } : { kind: 'pet-busy', others }, place);
}
