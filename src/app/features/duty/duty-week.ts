import { createDayClock, type DayClock, MINUTES_OF_DAY, minuteOfDay } from '#app/scheduling/calendar-day.ts';
import { during } from '#app/scheduling/clashes.ts';
import { isDutyPlanned } from '#app/scheduling/duty.ts';
import { createInTheWay, needsTimeOf } from '#app/scheduling/in-the-way.ts';
import { type Interval, type MinuteRange, mergeIntervals, overlaps, without } from '#app/scheduling/interval.ts';
import { openMinutes, usualHours } from '#app/scheduling/opening-hours.ts';
import { timeOf } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedEmployee, ReceivedStore } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** A store with its IANA zone. */
export type ZonedStore = ReceivedStore & { readonly timeZone: string };

/** What a bar says: on duty here, on duty at another store, or not to be booked. */
type BarKind = 'duty' | 'elsewhere' | 'away';

/** The part of an entry that lies in one day. */
export interface Bar {
  readonly entry: ReceivedAvailability;
  readonly kind: BarKind;
  /** In minutes of the store's wall clock, 0 to 1440. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** Bars of one lane do not overlap, nor do their names. */
  readonly lane: number;
}

/** A day of a row. */
export interface DutyCell {
  readonly clock: DayClock;
  readonly bars: readonly Bar[];
  readonly lanes: number;
  /** Visits to come although nobody is there for them, or the room or the store is blocked, by start. */
  readonly visits: readonly ReceivedAppointment[];
}

/** What a row is of: the whole store, one of its people, or one of its rooms. */
export type RowOwner =
  | { readonly kind: 'store'; readonly id: null; readonly name: string }
  | {
      readonly kind: 'person';
      readonly id: string;
      readonly name: string;
      readonly role: string;
      readonly hasLeft: boolean;
    }
  | { readonly kind: 'room'; readonly id: string; readonly name: string };

export interface DutyRow {
  readonly key: string;
  readonly owner: RowOwner;
  readonly cells: readonly DutyCell[];
  /** Minutes of duty here in the week, without the breaks inside it, and at all stores. */
  readonly minutes: number;
  readonly minutesInAll: number;
}

/** A week of a store. */
export interface DutyGroup {
  readonly store: ZonedStore;
  readonly days: readonly DayClock[];
  readonly rows: readonly DutyRow[];
  /** The hours that the days show, in minutes of the wall clock. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** From when until when the store is open, by date, empty where it is closed; without dates of which that is not known. */
  readonly openings: ReadonlyMap<string, MinuteRange>;
  /** Whether anybody has duty here in the ISO week of most of these days. */
  readonly isPlanned: boolean;
}

export interface DutyInput {
  stores: readonly ZonedStore[];
  /** The dates of the week, `YYYY-MM-DD`, in the calendar of each store. */
  dates: readonly string[];
  /** Those of at least the ISO weeks of these dates. */
  entries: readonly ReceivedAvailability[];
  employees: readonly ReceivedEmployee[];
  appointments: readonly ReceivedAppointment[];
  /** Milliseconds since 1970. */
  now: number;
}

/** So much is shown of what goes on after midnight. */
const BEGINNING = 2 * 60;
/** How much of a day the name of a bar takes at least. */
export const NAME_SHARE = 0.68;
const HOUR = 60;
/** Hours are shown for at least so long, so that a bar of half an hour can be seen. */
const SHORTEST_DAY = 8 * HOUR;

/** The weeks of the stores, with a row for each whole store, person and room. */
export function dutyWeek(input: DutyInput): DutyGroup[] {
  return input.stores.map((store) => groupOf(store, input));
}

function groupOf(store: ZonedStore, { dates, entries, employees, appointments, now }: DutyInput): DutyGroup {
  const days = dates.map((date) => createDayClock(store.timeZone, date));
  const week = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const inWeek = entries.filter((entry) => overlaps(timeOf(entry), week));
  const here = inWeek.filter(({ storeId }) => storeId === store.id || storeId === null);
  const visits = appointments.filter(({ storeId, end }) => storeId === store.id && instantOf(end) > now);
  const isInTheWay = createInTheWay({ span: week, plan: entries, employees });
  const shown = axisOf(store, days, here);

  function row(owner: RowOwner, own: readonly ReceivedAvailability[]) {
    const whose = { kind: owner.kind, id: owner.id ?? store.id };
    const broken = visits.filter((visit) => needsTimeOf(whose, visit) && isInTheWay(whose, visit, store));
    const key = `${store.id} ${owner.kind} ${owner.id ?? ''}`;
    const cells = days.map((clock) => cellOf(clock, own, during(broken, clock), { store, shown }));
    if (owner.kind !== 'person') return { key, owner, cells, minutes: 0, minutesInAll: 0 };
    return { key, owner, cells, ...hoursOf(own, store, week) };
  }

  const people = peopleOf(store, employees, here).map((owner) => {
    const own = inWeek.filter(({ employeeId }) => employeeId === owner.id);
    const isHere = ({ storeId, kind }: ReceivedAvailability) =>
      storeId === store.id || storeId === null || kind === 'on_duty';
    return row(owner, own.filter(isHere));
  });
  const rooms = store.rooms.map(({ id, name }) =>
    row(
      { kind: 'room', id, name },
      here.filter(({ roomId, kind }) => roomId === id && kind === 'unavailable'),
    ),
  );
  const whole = row(
    { kind: 'store', id: null, name: store.name },
    here.filter((entry) => isOfWholeStore(entry, store.id)),
  );
  return {
    store,
    days,
    rows: [whole, ...people, ...rooms],
    ...shown,
    openings: openingsOf(store, days),
    isPlanned: isDutyPlanned(entries, store, days[3] ?? week),
  };
}

function isOfWholeStore({ kind, storeId, employeeId, roomId }: ReceivedAvailability, id: string): boolean {
  return kind === 'unavailable' && storeId === id && employeeId === null && roomId === null;
}

/** Whether somebody works at a store, as far as the practice system says where people work. */
export function worksAt({ isActive, storeIds }: ReceivedEmployee, storeId: string): boolean {
  return isActive && (storeIds === null || storeIds.includes(storeId));
}

/** Vets first, then all others who work there, each in the order of the list; last who has duty without working there. */
function peopleOf(
  store: ZonedStore,
  employees: readonly ReceivedEmployee[],
  here: readonly ReceivedAvailability[],
): Extract<RowOwner, { kind: 'person' }>[] {
  const onDuty = new Set(here.filter(({ kind }) => kind === 'on_duty').map(({ employeeId }) => employeeId));
  const present = employees.filter((employee) => worksAt(employee, store.id));
  const left = employees.filter((employee) => !worksAt(employee, store.id) && onDuty.has(employee.id));
  const order = (one: ReceivedEmployee) => (one.role === 'vet' ? 0 : 1);
  return [
    ...[...present].sort((one, other) => order(one) - order(other)).map((one) => ({ ...one, hasLeft: false })),
    ...left.map((one) => ({ ...one, hasLeft: true })),
  ].map(({ id, name, role, hasLeft }) => ({ kind: 'person', id, name, role, hasLeft }));
}

function barKind({ kind, storeId }: ReceivedAvailability, store: ZonedStore): BarKind {
  if (kind === 'unavailable') return 'away';
  return storeId === store.id ? 'duty' : 'elsewhere';
}

/**
 * The hours of the days: opening hours, widened to what is planned, in whole hours. What goes on all day widens nothing, and what goes
 * over midnight only by its beginning: a night would take most of the day.
 */
function axisOf(
  store: ZonedStore,
  days: readonly DayClock[],
  entries: readonly ReceivedAvailability[],
): Pick<DutyGroup, 'fromMinute' | 'toMinute'> {
  const ranges = days.flatMap(
    ({ date }) => openMinutes(store.openingHours, date) ?? openMinutes(usualHours, date) ?? [],
  );
  const [froms, tos] = [ranges.map(({ fromMinute }) => fromMinute), ranges.map(({ toMinute }) => toMinute)];
  for (const entry of entries) {
    for (const clock of days) {
      if (!overlaps(timeOf(entry), clock)) continue;
      const { fromMinute, toMinute } = minutesIn(clock, entry);
      const { start, end } = timeOf(entry);
      if (start < clock.start || (fromMinute === 0 && toMinute === MINUTES_OF_DAY)) continue;
      froms.push(fromMinute);
      tos.push(end <= clock.end ? toMinute : Math.min(fromMinute + BEGINNING, MINUTES_OF_DAY));
    }
  }
  if (froms.length === 0 || tos.length === 0) return { fromMinute: 8 * HOUR, toMinute: 18 * HOUR };
  const fromMinute = Math.floor(Math.min(...froms) / HOUR) * HOUR;
  const toMinute = Math.min(Math.ceil(Math.max(...tos, fromMinute + SHORTEST_DAY) / HOUR) * HOUR, MINUTES_OF_DAY);
  return { fromMinute: Math.min(fromMinute, toMinute - SHORTEST_DAY), toMinute };
}

function openingsOf({ openingHours }: ZonedStore, days: readonly DayClock[]): ReadonlyMap<string, MinuteRange> {
  return new Map(
    days.flatMap(({ date }) => {
      const open = openMinutes(openingHours, date);
      if (open === null) return [];
      return [[date, { fromMinute: open[0]?.fromMinute ?? 0, toMinute: open.at(-1)?.toMinute ?? 0 }] as const];
    }),
  );
}

function minutesIn(clock: DayClock, entry: ReceivedAvailability) {
  const { start, end } = timeOf(entry);
  return { fromMinute: minuteOfDay(clock, start), toMinute: minuteOfDay(clock, end) };
}

function cellOf(
  clock: DayClock,
  own: readonly ReceivedAvailability[],
  visits: readonly ReceivedAppointment[],
  { store, shown }: { store: ZonedStore; shown: Pick<DutyGroup, 'fromMinute' | 'toMinute'> },
): DutyCell {
  const placed: { bar: Bar; to: number; from: number }[] = [];
  const inDay = own
    .filter((entry) => overlaps(timeOf(entry), clock))
    .map((entry) => ({ entry, kind: barKind(entry, store), ...minutesIn(clock, entry) }))
    .sort(
      (one, other) =>
        Number(one.kind === 'away') - Number(other.kind === 'away') ||
        one.fromMinute - other.fromMinute ||
        (one.entry.id < other.entry.id ? -1 : 1),
    );
  for (const bar of inDay) {
    const { from, to } = placeOf(bar, shown);
    let lane = 0;
    while (placed.some((other) => other.bar.lane === lane && other.from < to && from < other.to)) lane += 1;
    placed.push({ bar: { ...bar, lane }, from, to });
  }
  const bars = placed.map(({ bar }) => bar);
  return { clock, bars, lanes: Math.max(0, ...bars.map(({ lane }) => lane + 1)), visits };
}

/**
 * The part of the day that a bar takes with its name, from 0 to 1 of the hours that are shown: the name begins in the bar where there
 * is room for it until the end of the day, else it stands before it.
 */
export function placeOf(
  { fromMinute, toMinute }: Pick<Bar, 'fromMinute' | 'toMinute'>,
  shown: Pick<DutyGroup, 'fromMinute' | 'toMinute'>,
): { from: number; to: number; begins: number; ends: number; isNameBefore: boolean } {
  const length = shown.toMinute - shown.fromMinute;
  const share = (minute: number) => Math.min(Math.max((minute - shown.fromMinute) / length, 0), 1);
  const [begins, ends] = [share(fromMinute), share(toMinute)];
  const isNameBefore = begins + NAME_SHARE > 1 && ends - begins < NAME_SHARE;
  if (!isNameBefore) return { begins, ends, from: begins, to: Math.max(ends, begins + NAME_SHARE), isNameBefore };
  return { begins, ends, from: Math.max(begins - NAME_SHARE, 0), to: ends, isNameBefore };
}

/** Minutes of duty within the week, without what cannot be booked inside it: here, and at all stores. */
function hoursOf(own: readonly ReceivedAvailability[], { id }: ZonedStore, week: Interval) {
  const within = (entries: readonly ReceivedAvailability[]) =>
    mergeIntervals(
      entries
        .map(timeOf)
        .map(({ start, end }) => ({ start: Math.max(start, week.start), end: Math.min(end, week.end) })),
    );
  const duty = own.filter(({ kind }) => kind === 'on_duty');
  const breaks = within(own.filter(({ kind }) => kind === 'unavailable'));
  const minutes = (entries: readonly ReceivedAvailability[]) =>
    without(within(entries), breaks).reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0);
  return { minutes: minutes(duty.filter(({ storeId }) => storeId === id)), minutesInAll: minutes(duty) };
}
