import { replaceEqualDeep } from '@tanstack/react-query';
import { isEndless } from '#app/api/pages.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// These pure functions retain the newest version of each appointment, in whatever order responses arrive. The cache is
// in appointment-store.ts.

/** The stored state of an appointment. Its times come from `nextTimestamp` (appointment-store.ts). */
interface AppointmentRecord {
  appointment: ReceivedAppointment;
  /** The time when this version was first received or, if later, when it was last requested. */
  confirmedAt: number;
  /**
   * The time of the request whose response contained the appointment in a form that could not be parsed; `appointment`
   * is then the previous version. Null if the latest response could be parsed.
   */
  unreadableAt: number | null;
}

export type AppointmentRecords = ReadonlyMap<string, AppointmentRecord>;

export interface AppointmentResponse {
  records: readonly ReceivedAppointment[];
  unresolvedIds: readonly string[];
  requestedAt: number;
  receivedAt: number;
}

/** A page of a list: ids only, since the appointments are in the records. */
export interface ListPage {
  ids: readonly string[];
  unresolvedIds: readonly string[];
  nextCursor: string | null;
  totalCount: number | null;
  requestedAt: number;
}

/** The current appointments of a list. All received records are either in `appointments` or in `unresolvedIds`. */
export interface ListContent {
  appointments: readonly ReceivedAppointment[];
  /** The ids of unresolved records; an empty string if the id could not be read either. */
  unresolvedIds: readonly string[];
  /** Whether every page was read. */
  isComplete: boolean;
  /**
   * The number of appointments that have not been read, according to the service's total; null if the service reports
   * no total.
   */
  missing: number | null;
}

/** The time of the last change, in milliseconds since 1970; NaN if the practice system does not report versions. */
function versionOf({ updatedAt }: ReceivedAppointment): number {
  return updatedAt === null ? Number.NaN : instantOf(updatedAt);
}

/** Whether a response was requested after the appointment was last confirmed or found to be unreadable. */
function isRequestedAfter({ confirmedAt, unreadableAt }: AppointmentRecord, requestedAt: number): boolean {
  return requestedAt > Math.max(confirmedAt, unreadableAt ?? 0);
}

function chooseNewerRecord(
  before: AppointmentRecord | undefined,
  appointment: ReceivedAppointment,
  { requestedAt, receivedAt }: AppointmentResponse,
): AppointmentRecord {
  if (!before) return { appointment, confirmedAt: receivedAt, unreadableAt: null };
  const difference = versionOf(appointment) - versionOf(before.appointment);
  const isLater = isRequestedAfter(before, requestedAt);
  if (difference < 0) return before;
  if (difference > 0 && (before.unreadableAt === null || isLater))
    return { appointment, confirmedAt: receivedAt, unreadableAt: null };
  // The same version again, or versions without dates: only the time of the request decides.
  if (!isLater) return before;
  const same = replaceEqualDeep(before.appointment, appointment);
  const confirmedAt = same === before.appointment ? requestedAt : receivedAt;
  return { appointment: same, confirmedAt, unreadableAt: null };
}

/** The records after a response; the same object if nothing changed. */
export function addResponse(records: AppointmentRecords, answer: AppointmentResponse): AppointmentRecords {
  const next = new Map(records);
  for (const appointment of answer.records)
    next.set(appointment.id, chooseNewerRecord(next.get(appointment.id), appointment, answer));
  const readIds = new Set(answer.records.map(({ id }) => id));
  for (const id of answer.unresolvedIds) {
    const before = next.get(id);
    if (before && !readIds.has(id) && isRequestedAfter(before, answer.requestedAt))
      next.set(id, { ...before, unreadableAt: answer.requestedAt });
  }
  const isSame = next.size === records.size && [...next].every(([id, record]) => records.get(id) === record);
  return isSame ? records : next;
}

/** The time when the earliest page of a list was requested; 0 if there are no pages. */
export function oldestPageRequestTime(pages: readonly ListPage[] | undefined): number {
  return pages && pages.length > 0 ? Math.min(...pages.map(({ requestedAt }) => requestedAt)) : 0;
}

/**
 * The appointments of a list. An appointment that is on none of its pages is left out, because it has been deleted or
 * moved to where the person has no access. While the list is still loading, or if it was received after the list was
 * requested, such an appointment is included.
 */
export function createListContent(
  records: AppointmentRecords,
  pages: readonly ListPage[],
  belongs: (appointment: ReceivedAppointment) => boolean,
): ListContent {
  const ids = new Set(pages.flatMap((page) => page.ids));
  const listedUnresolved = pages.flatMap((page) => page.unresolvedIds);
  const isComplete = pages.at(-1)?.nextCursor === null && !isEndless(pages);
  const readAt = oldestPageRequestTime(pages);
  const appointments: ReceivedAppointment[] = [];
  const unresolved = new Set(listedUnresolved.filter((id) => id !== '' && records.get(id)?.unreadableAt !== null));
  for (const [id, { appointment, confirmedAt, unreadableAt }] of records) {
    const isGone = isComplete && !ids.has(id) && confirmedAt <= readAt;
    if (isGone || !belongs(appointment)) continue;
    if (unreadableAt === null) appointments.push(appointment);
    else unresolved.add(id);
  }
  const withoutId = listedUnresolved.filter((id) => id === '');
  const read = new Set([...ids, ...listedUnresolved.filter((id) => id !== '')]).size + withoutId.length;
  const total = pages.at(-1)?.totalCount ?? null;
  return {
    appointments,
    unresolvedIds: [...unresolved, ...withoutId],
    isComplete,
    missing: total === null ? null : Math.max(0, total - read),
  };
}

/** The appointments of a list with unsaved changes applied. */
export function applyUnsavedChanges(
  appointments: readonly ReceivedAppointment[],
  unsaved: readonly ReceivedAppointment[],
  belongs: (appointment: ReceivedAppointment) => boolean,
): readonly ReceivedAppointment[] {
  if (unsaved.length === 0) return appointments;
  const changed = new Map(unsaved.map((appointment) => [appointment.id, appointment]));
  const replaced = appointments.map((appointment) => changed.get(appointment.id) ?? appointment);
  const present = new Set(appointments.map(({ id }) => id));
  return [...replaced, ...unsaved.filter(({ id }) => !present.has(id))].filter(belongs);
}
