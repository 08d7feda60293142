import { replaceEqualDeep } from '@tanstack/react-query';
import { isEndless } from '#app/api/pages.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// One version of each appointment, the newest, however answers overtake each other. Pure: the cache is in appointment-store.ts.

/** What is known of an appointment. Times are those of `momentOf`. */
interface AppointmentRecord {
  appointment: ReceivedAppointment;
  /** When this version was received first or, if later, when it was requested last. */
  confirmedAt: number;
  /** When the answer was requested in which it could not be parsed: `appointment` is the version before. Null where it can. */
  unreadableAt: number | null;
}

export type AppointmentRecords = ReadonlyMap<string, AppointmentRecord>;

export interface AppointmentAnswer {
  records: readonly ReceivedAppointment[];
  unresolvedIds: readonly string[];
  requestedAt: number;
  receivedAt: number;
}

/** A page of a list. Its appointments are in the records. */
export interface ListPage {
  ids: readonly string[];
  unresolvedIds: readonly string[];
  nextCursor: string | null;
  totalCount: number | null;
  requestedAt: number;
}

/** The appointments of a list as they are now. Received = appointments + unresolved. */
export interface ListContent {
  appointments: readonly ReceivedAppointment[];
  /** The ids of unresolved records; an empty text where not even the id could be read. */
  unresolvedIds: readonly string[];
  /** Whether every page was read. */
  complete: boolean;
  /** How many appointments were not read, by the service's total; null where it gives none. */
  missing: number | null;
}

/** Milliseconds; NaN where the practice system does not say. */
function versionOf({ updatedAt }: ReceivedAppointment): number {
  return updatedAt === null ? Number.NaN : instantOf(updatedAt);
}

/** Whether a request was sent after all that is known of an appointment. */
function isRequestedAfter({ confirmedAt, unreadableAt }: AppointmentRecord, requestedAt: number): boolean {
  return requestedAt > Math.max(confirmedAt, unreadableAt ?? 0);
}

function newerOf(
  before: AppointmentRecord | undefined,
  appointment: ReceivedAppointment,
  { requestedAt, receivedAt }: AppointmentAnswer,
): AppointmentRecord {
  if (!before) return { appointment, confirmedAt: receivedAt, unreadableAt: null };
  const difference = versionOf(appointment) - versionOf(before.appointment);
  const isLater = isRequestedAfter(before, requestedAt);
  if (difference < 0) return before;
  if (difference > 0 && (before.unreadableAt === null || isLater))
    return { appointment, confirmedAt: receivedAt, unreadableAt: null };
  // The same version again, or one of which only the request says how new it is.
  if (!isLater) return before;
  const same = replaceEqualDeep(before.appointment, appointment);
  const confirmedAt = same === before.appointment ? requestedAt : receivedAt;
  return { appointment: same, confirmedAt, unreadableAt: null };
}

/** The records after an answer; the same object where it says nothing new. */
export function withAnswer(records: AppointmentRecords, answer: AppointmentAnswer): AppointmentRecords {
  const next = new Map(records);
  for (const appointment of answer.records)
    next.set(appointment.id, newerOf(next.get(appointment.id), appointment, answer));
  const readIds = new Set(answer.records.map(({ id }) => id));
  for (const id of answer.unresolvedIds) {
    const before = next.get(id);
    if (before && !readIds.has(id) && isRequestedAfter(before, answer.requestedAt))
      next.set(id, { ...before, unreadableAt: answer.requestedAt });
  }
  const isSame = next.size === records.size && [...next].every(([id, record]) => records.get(id) === record);
  return isSame ? records : next;
}

/** When the first page of a list was requested; 0 without a page. */
export function readAtOf(pages: readonly ListPage[] | undefined): number {
  return pages && pages.length > 0 ? Math.min(...pages.map(({ requestedAt }) => requestedAt)) : 0;
}

/**
 * The appointments of a list. What was not on any of its pages is gone, being deleted or out of reach, unless it was
 * received after the list was requested, or the list is still being read.
 */
export function contentOf(
  records: AppointmentRecords,
  pages: readonly ListPage[],
  belongs: (appointment: ReceivedAppointment) => boolean,
): ListContent {
  const ids = new Set(pages.flatMap((page) => page.ids));
  const listedUnresolved = pages.flatMap((page) => page.unresolvedIds);
  const complete = pages.at(-1)?.nextCursor === null && !isEndless(pages);
  const readAt = readAtOf(pages);
  const appointments: ReceivedAppointment[] = [];
  const unresolved = new Set(listedUnresolved.filter((id) => id !== '' && records.get(id)?.unreadableAt !== null));
  for (const [id, { appointment, confirmedAt, unreadableAt }] of records) {
    const isGone = complete && !ids.has(id) && confirmedAt <= readAt;
    if (isGone || !belongs(appointment)) continue;
    if (unreadableAt === null) appointments.push(appointment);
    else unresolved.add(id);
  }
  const nameless = listedUnresolved.filter((id) => id === '');
  const read = new Set([...ids, ...listedUnresolved.filter((id) => id !== '')]).size + nameless.length;
  const total = pages.at(-1)?.totalCount ?? null;
  return {
    appointments,
    unresolvedIds: [...unresolved, ...nameless],
    complete,
    missing: total === null ? null : Math.max(0, total - read),
  };
}

/** The appointments of a list with changes that are not saved yet laid over them. */
export function withUnsaved(
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
