import type { Appointment } from '#contract/appointment.ts';
import { type FieldChange, giveReasonSchema, type HistoryEntry } from '#contract/appointment-change.ts';
import { canChangeReason } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { ServiceError } from '#contract/error.ts';

/** The history of the appointments of a practice in memory, newest entry first. */
export function createHistoryInMemory(appointments: readonly Appointment[]) {
  const histories = new Map<string, HistoryEntry[]>();
  const historyOf = ({ id, createdAt }: Appointment): HistoryEntry[] =>
    histories.get(id) ?? [{ at: createdAt, employeeId: null, changes: [] }];

  return {
    of: historyOf,
    set(id: string, entries: readonly HistoryEntry[]): void {
      histories.set(id, [...entries]);
    },
    /** Adds a change of an appointment. */
    add(
      before: Appointment,
      {
        reason,
        ...entry
      }: { at: string; employeeId: string | null; changes: FieldChange[]; reason: string | null | undefined },
    ) {
      const given = reason != null && { reason, reasonAt: entry.at, reasonEmployeeId: entry.employeeId };
      histories.set(before.id, [{ ...entry, ...given }, ...historyOf(before)]);
    },
    remove: (id: string) => histories.delete(id),
    /** Sets or removes the reason of a change of status, as a request does. */
    giveReason(appointment: Appointment, body: unknown, by: { employeeId: string; now: number }): HistoryEntry {
      const { at, reason } = giveReasonSchema.parse(body);
      const entries = historyOf(appointment);
      const found = entries.find(
        (entry) =>
          instantOf(entry.at) === instantOf(at) &&
          entry.changes.some(({ field, from }) => field === 'status' && from !== null),
      );
      if (found === undefined) throw new ServiceError('not_found', 'at: there is no such change of the status');
      const {
        reason: before = null,
        reasonAt = new Date(by.now).toISOString(),
        reasonEmployeeId: _,
        ...others
      } = found;
      if (before === reason) return found;
      if (!canChangeReason(found, by)) throw new ServiceError('not_changeable', 'only its author can, within a day');
      const next = reason === null ? others : { ...others, reason, reasonAt, reasonEmployeeId: by.employeeId };
      histories.set(
        appointment.id,
        entries.map((entry) => (entry === found ? next : entry)),
      );
      return next;
    },
    /** The entries of the appointments that match a query, oldest first. */
    between(query: URLSearchParams): ({ appointmentId: string } & HistoryEntry)[] {
      const { start = '', end = '', storeIds } = Object.fromEntries(query);
      return appointments
        .filter(({ storeId }) => storeIds === undefined || storeIds.split(',').includes(storeId))
        .filter((one) => instantOf(one.start) >= instantOf(start) && instantOf(one.start) < instantOf(end))
        .flatMap(({ id }) => (histories.get(id) ?? []).map((entry) => ({ appointmentId: id, ...entry })))
        .sort(
          (one, other) =>
            instantOf(one.at) - instantOf(other.at) || one.appointmentId.localeCompare(other.appointmentId),
        );
    },
  };
}
