import { parseInterval } from '#contract/availability-rules.ts';
import {
  contains,
  type Interval,
  intersect,
  type MinuteRange,
  mergeIntervals,
  overlaps,
  subtract,
} from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee, ReceivedStore } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { createDayClock, type DayClock, dayOfInstant } from '#scheduling/calendar-day.ts';
import { findAppointmentsDuring } from '#scheduling/clashes.ts';
import { createPlanCheck, takesTimeOfOwner } from '#scheduling/conflicting-appointments.ts';
import { openMinutes } from '#scheduling/opening-hours.ts';
import { hasShifts } from '#scheduling/plan.ts';
import { isAhead } from '#scheduling/visit.ts';
import { type CellSpan, cellSpan, createHoursAxis, type HoursAxis, partWithinDay } from './hours-axis.ts';

/** A store with its IANA zone. */
export type ZonedStore = ReceivedStore & { readonly timeZone: string };

/** The kind of a bar: a shift at this store or at another one, a break within a shift, or time off or a block. */
type BarKind = 'shift' | 'elsewhere' | 'break' | 'away';

/** The part of an entry that falls on one day. */
export interface Bar {
  readonly entry: ReceivedAvailability;
  readonly kind: BarKind;
  /** The start of the part, in minutes of the store's wall clock since midnight, 0 to 1440. */
  readonly fromMinute: number;
  /** The end of the part, also in minutes since midnight. */
  readonly toMinute: number;
  /** The part of the cell that the bar takes: at least wide enough for a short text. */
  readonly span: CellSpan;
  /** Whether the entry began on an earlier day. */
  readonly isBegun: boolean;
  /** Whether the entry continues on the next day. */
  readonly isUnfinished: boolean;
  /**
   * The lane of the bar. Bars in the same lane do not overlap, except for a break, which lies in the lane of its shift.
   */
  readonly lane: number;
}

/** A cell of the table: one day of one person, room or store. */
export interface DayCell {
  readonly clock: DayClock;
  readonly bars: readonly Bar[];
  readonly lanes: number;
  /**
   * Appointments from today on that conflict with the plan: the person is not on duty, or the room or store is blocked.
   * Sorted by start.
   */
  readonly visits: readonly ReceivedAppointment[];
  /**
   * The number of appointments on this day, with or without a conflict. Like `visits`, it does not include those that are
   * over.
   */
  readonly booked: number;
}

/** The subject of a row: the whole store, one of its people, or one of its rooms. */
export type RowOwner =
  | { readonly kind: 'store'; readonly id: null; readonly name: string }
  | {
      readonly kind: 'person';
      readonly id: string;
      readonly name: string;
      readonly role: string;
      /** False for someone with shifts who has left the practice, or works at other stores only. */
      readonly worksHere: boolean;
    }
  | { readonly kind: 'room'; readonly id: string; readonly name: string };

export interface ShiftsRow {
  readonly key: string;
  readonly owner: RowOwner;
  readonly cells: readonly DayCell[];
  /** The minutes of the week's shifts at this store, without breaks and time off. */
  readonly minutes: number;
  /** The minutes of the week's shifts at all stores, without breaks and time off. */
  readonly minutesInAll: number;
}

/** Who is present on a day, and who is missing. */
export interface Staffing {
  /** The number of vets on duty. */
  readonly vets: number;
  /** The names of people with time off. */
  readonly away: readonly string[];
}

/** The table of a store's week. */
export interface StoreShifts {
  readonly store: ZonedStore;
  readonly days: readonly DayClock[];
  readonly rows: readonly ShiftsRow[];
  /** How the hours are laid out across the width of a day. */
  readonly axis: HoursAxis;
  /** Who is present and who is missing on each of `days`. */
  readonly staffing: readonly Staffing[];
  /** The store's opening hours, keyed by date: an empty range if it is closed, no entry if the hours are unknown. */
  readonly openings: ReadonlyMap<string, MinuteRange>;
  /** Whether anyone has a shift at this store in the ISO week that has most of these days. */
  readonly isPlanned: boolean;
}

export interface ShiftsInput {
  stores: readonly ZonedStore[];
  /** The dates of the week, `YYYY-MM-DD`, in the calendar of each store. */
  dates: readonly string[];
  /** The entries of the plan, at least all of those in the ISO weeks of `dates`. */
  entries: readonly ReceivedAvailability[];
  employees: readonly ReceivedEmployee[];
  appointments: readonly ReceivedAppointment[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The minimum width of a bar, in which `8–4:30` fits, as a share of the cell's width. */
const MIN_BAR_WIDTH = 0.34;
/** The minimum width of a break, which has no text, as a share of the cell's width. */
const MIN_BREAK_WIDTH = 0.05;

/** The weeks of the stores, with a row for each store, person and room. */
export function createShiftsWeek(input: ShiftsInput): StoreShifts[] {
  return input.stores.map((store) => createStoreShifts(store, input));
}

function createStoreShifts(
  store: ZonedStore,
  { dates, entries, employees, appointments, now }: ShiftsInput,
): StoreShifts {
  const days = dates.map((date) => createDayClock(store.timeZone, date));
  const week = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const inWeek = entries.filter((entry) => overlaps(parseInterval(entry), week));
  const here = inWeek.filter(({ storeId }) => storeId === store.id || storeId === null);
  const today = dayOfInstant(store.timeZone, now).start;
  const visits = appointments.filter((one) => one.storeId === store.id && isAhead(one, today));
  const conflictsWithPlan = createPlanCheck({ span: week, plan: entries, employees });
  // Time off until midnight does not extend the axis.
  const isWithinDay = (clock: DayClock, { start, end }: Interval) => start > clock.start && end < clock.end;
  const shownTimesOn = (clock: DayClock) =>
    here
      .filter((entry) => entry.kind === 'on_duty' || isWithinDay(clock, parseInterval(entry)))
      .map(parseInterval)
      .filter((time) => overlaps(time, clock));
  const axis = createHoursAxis(store.openingHours, days, shownTimesOn);

  function createRow(owner: RowOwner, rowEntries: readonly ReceivedAvailability[]) {
    const resource = { kind: owner.kind, id: owner.id ?? store.id };
    const rowVisits = visits.filter((visit) => takesTimeOfOwner(resource, visit));
    const conflictingVisits = rowVisits.filter((visit) => conflictsWithPlan(resource, visit, store));
    const key = `${store.id} ${owner.kind} ${owner.id ?? ''}`;
    const cells = days.map((clock) => ({
      ...{ clock, ...placeBars(clock, rowEntries, { store, axis }) },
      // A stay of several days is only marked on the days on which it conflicts with the plan.
      visits: findAppointmentsDuring(conflictingVisits, clock).filter((visit) =>
        conflictsWithPlan(resource, visit, store, clock),
      ),
      ...{ booked: findAppointmentsDuring(rowVisits, clock).length },
    }));
    if (owner.kind !== 'person') return { key, owner, cells, minutes: 0, minutesInAll: 0 };
    return { key, owner, cells, ...countMinutes(rowEntries, store, week) };
  }

  const people = findPeople(store, employees, here).map((owner) => {
    const rowEntries = inWeek.filter(({ employeeId }) => employeeId === owner.id);
    const isShownHere = ({ storeId, kind }: ReceivedAvailability) =>
      storeId === store.id || storeId === null || kind === 'on_duty';
    return createRow(owner, rowEntries.filter(isShownHere));
  });
  const rooms = store.rooms.map(({ id, name }) =>
    createRow(
      { kind: 'room', id, name },
      here.filter(({ roomId, kind }) => roomId === id && kind === 'unavailable'),
    ),
  );
  const storeRow = createRow(
    { kind: 'store', id: null, name: store.name },
    here.filter((entry) => isForWholeStore(entry, store.id)),
  );
  return {
    store,
    days,
    rows: [storeRow, ...people, ...rooms],
    axis,
    staffing: days.map((_, day) => countStaffing(people, day)),
    openings: openingsByDate(store, days),
    isPlanned: hasShifts(entries, store, days[3] ?? week),
  };
}

function isForWholeStore({ kind, storeId, employeeId, roomId }: ReceivedAvailability, id: string): boolean {
  return kind === 'unavailable' && storeId === id && employeeId === null && roomId === null;
}

/**
 * Whether someone works at a store. If the practice system does not report their stores, they count as working at every store.
 */
export function worksAt({ isActive, storeIds }: ReceivedEmployee, storeId: string): boolean {
  return isActive && (storeIds === null || storeIds.includes(storeId));
}

/**
 * The people of a store: vets first, then everyone else who works there, each in the order of the list; at the end,
 * people with shifts who do not work there.
 */
function findPeople(
  store: ZonedStore,
  employees: readonly ReceivedEmployee[],
  here: readonly ReceivedAvailability[],
): Extract<RowOwner, { kind: 'person' }>[] {
  const onDuty = new Set(here.filter(({ kind }) => kind === 'on_duty').map(({ employeeId }) => employeeId));
  const present = employees.filter((employee) => worksAt(employee, store.id));
  const others = employees.filter((employee) => !worksAt(employee, store.id) && onDuty.has(employee.id));
  const roleRank = (one: ReceivedEmployee) => (one.role === 'vet' ? 0 : 1);
  return [
    ...[...present].sort((one, other) => roleRank(one) - roleRank(other)).map((one) => ({ ...one, worksHere: true })),
    ...others.map((one) => ({ ...one, worksHere: false })),
  ].map(({ id, name, role, worksHere }) => ({ kind: 'person', id, name, role, worksHere }));
}

/** Whether an entry is a break: it lies within one of the shifts and takes up less than half of it. */
export function isBreakWithin(entry: ReceivedAvailability, shifts: readonly Interval[]): boolean {
  const time = parseInterval(entry);
  return shifts.some((shift) => contains(shift, time) && 2 * (time.end - time.start) < shift.end - shift.start);
}

/** Counts who is present. A night shift counts on the day on which it begins. */
function countStaffing(people: readonly ShiftsRow[], day: number): Staffing {
  const barsOn = (row: ShiftsRow) => row.cells[day]?.bars ?? [];
  const timeOffBars = (row: ShiftsRow) => barsOn(row).filter(({ kind }) => kind === 'away');
  const isOnDuty = (row: ShiftsRow) =>
    barsOn(row).some(
      ({ kind, entry, isBegun, isUnfinished }) =>
        kind === 'shift' &&
        (!isBegun || isUnfinished) &&
        !timeOffBars(row).some((away) => contains(parseInterval(away.entry), parseInterval(entry))),
    );
  const isVet = ({ owner }: ShiftsRow) => owner.kind === 'person' && owner.role === 'vet';
  return {
    vets: people.filter((row) => isVet(row) && isOnDuty(row)).length,
    away: people.filter((row) => timeOffBars(row).length > 0).map(({ owner }) => owner.name),
  };
}

function openingsByDate({ openingHours }: ZonedStore, days: readonly DayClock[]): ReadonlyMap<string, MinuteRange> {
  return new Map(
    days.flatMap(({ date }) => {
      const open = openMinutes(openingHours, date);
      if (open === null) return [];
      return [[date, { fromMinute: open[0]?.fromMinute ?? 0, toMinute: open.at(-1)?.toMinute ?? 0 }] as const];
    }),
  );
}

/** The bars of a day, shifts before time off, each in the first lane that has room for it. */
function placeBars(
  clock: DayClock,
  rowEntries: readonly ReceivedAvailability[],
  { store, axis }: Pick<StoreShifts, 'store' | 'axis'>,
) {
  const shifts = rowEntries.filter(({ kind }) => kind === 'on_duty').map(parseInterval);
  const barKind = (entry: ReceivedAvailability): BarKind => {
    if (entry.kind === 'on_duty') return entry.storeId === store.id ? 'shift' : 'elsewhere';
    return isBreakWithin(entry, shifts) ? 'break' : 'away';
  };
  // A shift that begins on this day comes before the end of a night shift, so that it gets the first lane.
  const kindRank = ({ kind, isBegun }: Pick<Bar, 'kind' | 'isBegun'>) =>
    kind === 'break' ? 3 : kind === 'away' ? 2 : isBegun ? 1 : 0;
  const inDay = rowEntries
    .filter((entry) => overlaps(parseInterval(entry), clock))
    .map((entry) => {
      const kind = barKind(entry);
      const part = partWithinDay(clock, parseInterval(entry));
      return { entry, kind, ...part, span: cellSpan(axis, part, kind === 'break' ? MIN_BREAK_WIDTH : MIN_BAR_WIDTH) };
    })
    .sort(
      (one, other) =>
        kindRank(one) - kindRank(other) ||
        one.fromMinute - other.fromMinute ||
        (one.entry.id < other.entry.id ? -1 : 1),
    );
  const bars: Bar[] = [];
  for (const bar of inDay) {
    const overlapping = bars.filter(
      ({ kind, span }) => kind !== 'break' && span.from < bar.span.to && bar.span.from < span.to,
    );
    const free = [...bars, bar].findIndex((_, lane) => !overlapping.some((other) => other.lane === lane));
    const shift = overlapping.find(
      ({ entry }) => entry.kind === 'on_duty' && isBreakWithin(bar.entry, [parseInterval(entry)]),
    );
    bars.push({ ...bar, lane: bar.kind === 'break' && shift ? shift.lane : free });
  }
  return { bars, lanes: Math.max(0, ...bars.map(({ lane }) => lane + 1)) };
}

/** Counts the minutes of the shifts within the week, without breaks and time off, at this store and at all stores. */
function countMinutes(rowEntries: readonly ReceivedAvailability[], { id }: ZonedStore, week: Interval) {
  const intervalsInWeek = (entries: readonly ReceivedAvailability[]) =>
    mergeIntervals(entries.map((entry) => intersect(parseInterval(entry), week)));
  const shifts = rowEntries.filter(({ kind }) => kind === 'on_duty');
  const breaks = intervalsInWeek(rowEntries.filter(({ kind }) => kind === 'unavailable'));
  const workMinutes = (entries: readonly ReceivedAvailability[]) =>
    subtract(intervalsInWeek(entries), breaks).reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0);
  return { minutes: workMinutes(shifts.filter(({ storeId }) => storeId === id)), minutesInAll: workMinutes(shifts) };
}
