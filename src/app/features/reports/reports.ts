import { mainEmployeeId, occupies, stageOf } from '#contract/appointment-rules.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { type Interval, intersect, mergeIntervals, subtract } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedTaggedHistoryEntry } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { isBeingSeen, recordedTime } from '#scheduling/visit.ts';
import type { Grouping } from './groupings.ts';

/** The data for the report on a range of days (its span). */
export interface ReportRecords {
  /** The appointments that overlap the span, without duplicates. */
  appointments: readonly ReceivedAppointment[];
  /** The history of the appointments that start in the span, in any order; null if it is unavailable. */
  history: readonly ReceivedTaggedHistoryEntry[] | null;
  /** The plan of the span; null if it is unavailable. */
  plan: readonly ReceivedAvailability[] | null;
  /** The ids of the employees whose shifts are counted. */
  vetIds: readonly string[];
  /** The date on which an appointment starts in the zone of its store, `YYYY-MM-DD`. */
  dateOf: (appointment: ReceivedAppointment) => string;
  /**
   * Returns the interval from the start of the span's first day to the end of its last day in the zone of a store. Its instants
   * are in milliseconds since 1970-01-01T00:00Z.
   */
  spanAt: (storeId: string | null) => Interval;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The numbers of a group of appointments. A number that is unknown is null. Times are in milliseconds. */
export interface ReportNumbers {
  /** All appointments that start in the span, whatever their outcome. */
  booked: number;
  /** Appointments that start in the future. */
  upcoming: number | null;
  noShows: number | null;
  cancelled: number | null;
  /** Appointments that were cancelled less than 24 hours before the start. */
  cancelledLate: number | null;
  /**
   * The number of cancelled appointments without a cancellation in the history: when and why they were cancelled is
   * unknown.
   */
  undated: number;
  /** The number of cancellations for each reason; the empty text stands for no reason. */
  reasons: ReadonlyMap<string, number> | null;
  /** The waiting times from check-in to the start of treatment, shortest first. */
  waits: readonly number[] | null;
  /** The total time of the vets' shifts, and how much of it their appointments take. It is null also if there are no shifts. */
  shiftTime: { planned: number; taken: number } | null;
}

/** The number of appointments on a day by outcome. Each appointment is counted once. */
export interface ReportDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** Appointments that took place. */
  kept: number;
  /** Appointments that may still take place. */
  upcoming: number;
  noShows: number;
  cancelled: number;
}

export interface Report {
  total: ReportNumbers;
  rows: ReportRow[];
  /** The days that have appointments, sorted by date. */
  days: ReportDay[];
}

export interface ReportRow extends ReportNumbers {
  /** The store, main vet or visit type; null for appointments without one. */
  id: string | null;
}

const groupOf: Readonly<Record<Grouping, (appointment: ReceivedAppointment) => string | null>> = {
  store: ({ storeId }) => storeId,
  vet: mainEmployeeId,
  type: ({ visitTypeId }) => visitTypeId,
};

/**
 * Counts the appointments of a span in total, and for each store, vet or visit type. The rows with the most appointments come
 * first.
 */
export function createReport(records: ReportRecords, by: Grouping): Report {
  const { appointments, history, plan, spanAt } = records;
  const starting = appointments.filter(({ storeId, start }) => {
    const span = spanAt(storeId);
    return instantOf(start) >= span.start && instantOf(start) < span.end;
  });
  const entries = history && groupBy(history, ({ appointmentId }) => appointmentId);
  const shifts = plan && findDutyTimes({ ...records, plan });
  const groups = groupBy(starting, groupOf[by]);
  // Vets and stores that have shifts but no appointments get a row, too.
  if (by !== 'type')
    for (const shift of shifts ?? []) if (shift.times.length > 0) groups.set(shift[by], groups.get(shift[by]) ?? []);

  const countGroup = (group: readonly ReceivedAppointment[]) => countAppointments(group, entries, records.now);
  const rows = [...groups].map(([id, groupAppointments]) => ({
    id,
    ...countGroup(groupAppointments),
    shiftTime:
      shifts &&
      measureShiftTime(
        by === 'type' ? shifts : shifts.filter((shift) => shift[by] === id),
        // In a vet's row, all appointments can take up time of the vet's shifts, because a vet may also take part in
        // appointments whose main vet is another one.
        by === 'type' ? appointments.filter((one) => groupOf.type(one) === id) : appointments,
      ),
  }));
  return {
    total: { ...countGroup(starting), shiftTime: shifts && measureShiftTime(shifts, appointments) },
    rows: rows.sort(compareByCount),
    days: countByDay(starting, records),
  };
}

/**
 * Compares rows for sorting: by the number of appointments, highest first; the row for appointments without a store, vet or
 * type is last.
 */
export function compareByCount(one: Pick<ReportRow, 'id' | 'booked'>, other: Pick<ReportRow, 'id' | 'booked'>): number {
  return (
    Number(one.id === null) - Number(other.id === null) ||
    other.booked - one.booked ||
    ((one.id ?? '') < (other.id ?? '') ? -1 : 1)
  );
}

/** The median of sorted numbers; if their count is even, the mean of the two in the middle. Null for an empty list. */
export function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

const CANCELLED_STATUS: AppointmentStatus = 'cancelled';
const NO_SHOW_STATUS: AppointmentStatus = 'no_show';
const NOTICE_MS = 24 * 3_600_000;

type HistoryEntries = readonly ReceivedTaggedHistoryEntry[];

function countAppointments(
  appointments: readonly ReceivedAppointment[],
  history: ReadonlyMap<string, HistoryEntries> | null,
  now: number,
): Omit<ReportNumbers, 'shiftTime'> {
  const cancelled = appointments.filter(({ status }) => status === CANCELLED_STATUS);
  const counts = {
    booked: appointments.length,
    upcoming: appointments.filter(({ start }) => instantOf(start) > now).length,
    noShows: appointments.filter(({ status }) => status === NO_SHOW_STATUS).length,
    cancelled: cancelled.length,
  };
  if (history === null) return { ...counts, cancelledLate: null, undated: 0, reasons: null, waits: null };
  const sortedHistory = ({ id }: ReceivedAppointment) =>
    [...(history.get(id) ?? [])].sort((one, other) => instantOf(one.at) - instantOf(other.at));
  const cancellations = cancelled.flatMap((one) => findCancellation(one, sortedHistory(one)) ?? []);
  const reasons = new Map<string, number>();
  for (const { reason } of cancellations) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    ...counts,
    cancelledLate:
      cancelled.length > 0 && cancellations.length === 0 ? null : cancellations.filter(({ isLate }) => isLate).length,
    undated: cancelled.length - cancellations.length,
    reasons,
    waits: appointments
      .flatMap((one) => (occupies(one) ? (measureWait(sortedHistory(one)) ?? []) : []))
      .sort((one, other) => one - other),
  };
}

function countByDay(
  appointments: readonly ReceivedAppointment[],
  { dateOf, now }: Pick<ReportRecords, 'dateOf' | 'now'>,
): ReportDay[] {
  return [...groupBy(appointments, dateOf)]
    .map(([date, ofDay]) => {
      const noShows = ofDay.filter(({ status }) => status === NO_SHOW_STATUS).length;
      const cancelled = ofDay.filter(({ status }) => status === CANCELLED_STATUS).length;
      const upcoming = ofDay.filter(
        ({ status, start }) => status !== NO_SHOW_STATUS && status !== CANCELLED_STATUS && instantOf(start) > now,
      ).length;
      return { date, noShows, cancelled, upcoming, kept: ofDay.length - noShows - cancelled - upcoming };
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

const findFieldChange = (entry: ReceivedTaggedHistoryEntry, field: string) =>
  entry.changes.find((change) => change.field === field);

/**
 * The last cancellation in a history (oldest first), judged by the appointment's start at that time, since it may have been
 * moved later. Null if the history has no cancellation.
 */
function findCancellation({ start }: Pick<ReceivedAppointment, 'start'>, entries: HistoryEntries) {
  let startAtTheTime = start;
  for (const entry of entries.toReversed()) {
    if (findFieldChange(entry, 'status')?.to === CANCELLED_STATUS)
      return { isLate: instantOf(entry.at) > instantOf(startAtTheTime) - NOTICE_MS, reason: entry.reason ?? '' };
    startAtTheTime = findFieldChange(entry, 'start')?.from ?? startAtTheTime;
  }
  return null;
}

/**
 * How long a pet waited between check-in and the start of treatment, from a history (oldest first). A check-in or start
 * that was undone does not count, nor does further treatment after the pet was ready. Null if the history lacks either.
 */
function measureWait(entries: HistoryEntries): number | null {
  let checkedIn: number | null = null;
  let wait: number | null = null;
  for (const entry of entries) {
    const change = findFieldChange(entry, 'status');
    if (!change?.to) continue;
    const at = instantOf(entry.at);
    const stage = stageOf({ status: change.to });
    if (stage === 'expected') [checkedIn, wait] = [null, null];
    else if (stage === 'waiting') [checkedIn, wait] = [checkedIn ?? at, null];
    else if (
      isBeingSeen({ status: change.to }) &&
      stageOf({ status: change.from ?? '' }) === 'waiting' &&
      checkedIn !== null
    )
      wait = at - checkedIn;
  }
  return wait;
}

/** The times when a vet is on duty at a store and available, in order and without overlaps. */
interface DutyTimes {
  vet: string;
  store: string;
  times: readonly Interval[];
}

/** When each vet is on duty at each store, without their time off and the store’s closed days. */
function findDutyTimes({
  plan,
  vetIds,
  spanAt,
}: ReportRecords & { plan: readonly ReceivedAvailability[] }): DutyTimes[] {
  const onDuty = plan.filter(({ kind }) => kind === 'on_duty');
  const blocks = plan.filter(({ kind }) => kind === 'unavailable');
  return vetIds.flatMap((vet) =>
    [
      ...groupBy(
        onDuty.filter(({ employeeId }) => employeeId === vet),
        ({ storeId }) => storeId ?? '',
      ),
    ].map(([store, entries]) => {
      const blocked = blocks.filter(({ employeeId, storeId, roomId }) =>
        employeeId === null ? roomId === null && storeId === store : employeeId === vet && (storeId ?? store) === store,
      );
      const times = subtract(entries.map(parseInterval), blocked.map(parseInterval));
      return { vet, store, times: mergeIntervals(times.map((time) => intersect(time, spanAt(store)))) };
    }),
  );
}

function measureShiftTime(
  shifts: readonly DutyTimes[],
  appointments: readonly ReceivedAppointment[],
): ReportNumbers['shiftTime'] {
  const occupying = appointments.filter(occupies);
  let [planned, taken] = [0, 0];
  for (const { vet, store, times } of shifts) {
    const groupAppointments = occupying.filter(
      ({ storeId, employees }) => storeId === store && employees.some(({ id }) => id === vet),
    );
    planned += totalLength(times);
    taken += totalLength(times) - totalLength(subtract(times, groupAppointments.map(recordedTime)));
  }
  return planned === 0 ? null : { planned, taken };
}

const totalLength = (times: readonly Interval[]) =>
  mergeIntervals(times).reduce((length, { start, end }) => length + end - start, 0);

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
