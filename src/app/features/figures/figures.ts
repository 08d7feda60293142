import { type Interval, mergeIntervals, without } from '#app/scheduling/interval.ts';
import { isBeingSeen, recordedTime } from '#app/scheduling/visit.ts';
import { mainEmployeeId, occupies, stageOf } from '#contract/appointment-rules.ts';
import { timeOf } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedTaggedHistoryEntry } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** What the figures are broken down by. */
export const groupings = ['store', 'vet', 'type'] as const;
export type Grouping = (typeof groupings)[number];

/** What is known of a span of days. */
export interface Records {
  /** The appointments that overlap the span, each once. */
  appointments: readonly ReceivedAppointment[];
  /** The history of those that start in the span, in any order; null where it is not known. */
  history: readonly ReceivedTaggedHistoryEntry[] | null;
  /** The plan of the span; null where it is not known. */
  plan: readonly ReceivedAvailability[] | null;
  /** The vets, whose duty is counted. */
  vetIds: readonly string[];
  /** The span on the clocks of a store, in milliseconds since 1970-01-01T00:00Z. */
  spanOf: (storeId: string | null) => Interval;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The figures of some appointments, null where they are not known. Times are in milliseconds. */
export interface Figures {
  /** All that start in the span, whatever became of them. */
  booked: number;
  /** Those that start later than now. */
  upcoming: number | null;
  noShows: number | null;
  cancelled: number | null;
  /** Cancelled later than 24 hours before the start. */
  cancelledLate: number | null;
  /** How many of the cancelled ones the history says nothing of: when and why they were cancelled is not known. */
  undated: number;
  /** How many were cancelled for each reason; the empty reason is for those without one. */
  reasons: ReadonlyMap<string, number> | null;
  /** From check-in to the start of treatment, the shortest first. */
  waits: readonly number[] | null;
  /** The vets' duty, and how much of it their appointments take. Null where there is none, too. */
  duty: { planned: number; taken: number } | null;
}

export interface FigureRow extends Figures {
  /** The store, main vet or visit type; null for appointments without one. */
  id: string | null;
}

const groupOf: Readonly<Record<Grouping, (appointment: ReceivedAppointment) => string | null>> = {
  store: ({ storeId }) => storeId,
  vet: mainEmployeeId,
  type: ({ visitTypeId }) => visitTypeId,
};

/** The figures of a span as a whole and of each store, vet or visit type, the one with the most appointments first. */
export function figuresOf(records: Records, by: Grouping): { total: Figures; rows: FigureRow[] } {
  const { appointments, history, plan, spanOf } = records;
  const starting = appointments.filter(({ storeId, start }) => {
    const span = spanOf(storeId);
    return instantOf(start) >= span.start && instantOf(start) < span.end;
  });
  const entries = history && groupedBy(history, ({ appointmentId }) => appointmentId);
  const shifts = plan && shiftsOf({ ...records, plan });
  const groups = groupedBy(starting, groupOf[by]);
  // Who is on duty and has no appointment is counted, too.
  if (by !== 'type')
    for (const shift of shifts ?? []) if (shift.times.length > 0) groups.set(shift[by], groups.get(shift[by]) ?? []);

  const figures = (some: readonly ReceivedAppointment[]) => countsOf(some, entries, records.now);
  const rows = [...groups].map(([id, own]) => ({
    id,
    ...figures(own),
    duty:
      shifts &&
      dutyOf(
        by === 'type' ? shifts : shifts.filter((shift) => shift[by] === id),
        // A vet's hours are also taken by appointments that are another one's.
        by === 'type' ? appointments.filter((one) => groupOf.type(one) === id) : appointments,
      ),
  }));
  return {
    total: { ...figures(starting), duty: shifts && dutyOf(shifts, appointments) },
    rows: rows.sort(byCount),
  };
}

/** The most appointments first, and those without a store, vet or type last. */
export function byCount(one: Pick<FigureRow, 'id' | 'booked'>, other: Pick<FigureRow, 'id' | 'booked'>): number {
  return (
    Number(one.id === null) - Number(other.id === null) ||
    other.booked - one.booked ||
    ((one.id ?? '') < (other.id ?? '') ? -1 : 1)
  );
}

/** The middle of sorted numbers, between the two middle ones of an even number of them; null without any. */
export function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

const CANCELLED: AppointmentStatus = 'cancelled';
const NO_SHOW: AppointmentStatus = 'no_show';
const NOTICE_MS = 24 * 3_600_000;

type Entries = readonly ReceivedTaggedHistoryEntry[];

function countsOf(
  appointments: readonly ReceivedAppointment[],
  history: ReadonlyMap<string, Entries> | null,
  now: number,
): Omit<Figures, 'duty'> {
  const cancelled = appointments.filter(({ status }) => status === CANCELLED);
  const counts = {
    booked: appointments.length,
    upcoming: appointments.filter(({ start }) => instantOf(start) > now).length,
    noShows: appointments.filter(({ status }) => status === NO_SHOW).length,
    cancelled: cancelled.length,
  };
  if (history === null) return { ...counts, cancelledLate: null, undated: 0, reasons: null, waits: null };
  const entriesOf = ({ id }: ReceivedAppointment) =>
    [...(history.get(id) ?? [])].sort((one, other) => instantOf(one.at) - instantOf(other.at));
  const cancellations = cancelled.flatMap((one) => cancellationOf(one, entriesOf(one)) ?? []);
  const reasons = new Map<string, number>();
  for (const { reason } of cancellations) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    ...counts,
    cancelledLate:
      cancelled.length > 0 && cancellations.length === 0 ? null : cancellations.filter(({ isLate }) => isLate).length,
    undated: cancelled.length - cancellations.length,
    reasons,
    waits: appointments
      .flatMap((one) => (occupies(one) ? (waitOf(entriesOf(one)) ?? []) : []))
      .sort((one, other) => one - other),
  };
}

const changeOf = (entry: ReceivedTaggedHistoryEntry, field: string) =>
  entry.changes.find((change) => change.field === field);

/**
 * The last cancellation in a history (oldest first), judged by the start that the appointment had then: it may have been moved
 * since. Null where the history does not have it.
 */
function cancellationOf({ start }: Pick<ReceivedAppointment, 'start'>, entries: Entries) {
  let startThen = start;
  for (const entry of entries.toReversed()) {
    if (changeOf(entry, 'status')?.to === CANCELLED)
      return { isLate: instantOf(entry.at) > instantOf(startThen) - NOTICE_MS, reason: entry.reason ?? '' };
    startThen = changeOf(entry, 'start')?.from ?? startThen;
  }
  return null;
}

/**
 * How long a pet waited from its check-in until treatment began, by a history (oldest first). A check-in or a start that was taken
 * back does not count, nor does treatment that goes on after the pet was ready. Null where the history does not have both.
 */
function waitOf(entries: Entries): number | null {
  let checkedIn: number | null = null;
  let wait: number | null = null;
  for (const entry of entries) {
    const change = changeOf(entry, 'status');
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

/** When a vet is on duty at a store and at hand, in order and apart. */
interface Shift {
  vet: string;
  store: string;
  times: readonly Interval[];
}

/** The duty of each vet at each store, without their time off and the days on which the store is closed. */
function shiftsOf({ plan, vetIds, spanOf }: Records & { plan: readonly ReceivedAvailability[] }): Shift[] {
  const duty = plan.filter(({ kind }) => kind === 'on_duty');
  const blocks = plan.filter(({ kind }) => kind === 'unavailable');
  return vetIds.flatMap((vet) =>
    [
      ...groupedBy(
        duty.filter(({ employeeId }) => employeeId === vet),
        ({ storeId }) => storeId ?? '',
      ),
    ].map(([store, entries]) => {
      const blocked = blocks.filter(({ employeeId, storeId, roomId }) =>
        employeeId === null ? roomId === null && storeId === store : employeeId === vet && (storeId ?? store) === store,
      );
      const times = without(entries.map(timeOf), blocked.map(timeOf));
      return { vet, store, times: times.flatMap((time) => common(time, spanOf(store))) };
    }),
  );
}

function dutyOf(shifts: readonly Shift[], appointments: readonly ReceivedAppointment[]): Figures['duty'] {
  const taking = appointments.filter(occupies);
  let [planned, taken] = [0, 0];
  for (const { vet, store, times } of shifts) {
    const own = taking.filter(({ storeId, employees }) => storeId === store && employees.some(({ id }) => id === vet));
    planned += lengthOf(times);
    taken += lengthOf(times) - lengthOf(without(times, own.map(recordedTime)));
  }
  return planned === 0 ? null : { planned, taken };
}

const common = (one: Interval, other: Interval): Interval[] => {
  const both = { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
  return both.start < both.end ? [both] : [];
};

const lengthOf = (times: readonly Interval[]) =>
  mergeIntervals(times).reduce((length, { start, end }) => length + end - start, 0);

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
