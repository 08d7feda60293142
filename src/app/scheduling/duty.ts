import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { addDays, dateIn, dayInterval, weekStartOf } from './calendar-day.ts';
import { type Interval, overlaps, without } from './interval.ts';

/*
 * What the plan says of people, rooms and stores. Every function takes the entries of the whole weeks that its time overlaps
 * (`weeksToKnow`), in any order; without any entry nobody is known to be away. The same list is read only once.
 */

export type PlanEntries = readonly ReceivedAvailability[];

/** A store as the plan needs it: its id, and its IANA zone. */
export interface PlannedStore {
  readonly id: string;
  readonly timeZone: string;
}

/** A member of staff as the plan needs them. */
export interface PlannedPerson {
  readonly id: string;
  readonly role: string;
}

/** A time for which the plan takes something out, by an entry. */
export interface Blocked extends Interval {
  readonly entry: ReceivedAvailability;
}

/**
 * A time at which somebody is not at hand. `off`: they have no duty then; `elsewhere`: by this entry they are on duty at another
 * store; `away`: by this entry they cannot be booked.
 */
export type Absence = (Interval & { readonly kind: 'off' }) | (Blocked & { readonly kind: 'elsewhere' | 'away' });

/** What the plan has of whom or what. */
type Subject = 'duty of' | 'duty at' | 'absence of' | 'block of' | 'closure of';

type ReadPlan = ReadonlyMap<string, readonly Blocked[]>;
const read = new WeakMap<PlanEntries, ReadPlan>();

function readPlan(entries: PlanEntries): ReadPlan {
  const known = read.get(entries);
  if (known) return known;
  const found = new Map<string, Blocked[]>();
  const add = (what: Subject, id: string | null, blocked: Blocked) => {
    if (id === null) return;
    const list = found.get(`${what} ${id}`);
    if (list) list.push(blocked);
    else found.set(`${what} ${id}`, [blocked]);
  };
  for (const entry of entries) {
    const { kind, storeId, employeeId, roomId } = entry;
    const blocked = { ...timeOf(entry), entry };
    if (blocked.end <= blocked.start) continue;
    if (kind === 'on_duty') {
      add('duty of', employeeId, blocked);
      add('duty at', storeId, blocked);
    } else {
      add('absence of', employeeId, blocked);
      add('block of', roomId, blocked);
      if (employeeId === null && roomId === null) add('closure of', storeId, blocked);
    }
  }
  read.set(entries, found);
  return found;
}

/** What the plan has of a person, a room or a store. */
function listOf(entries: PlanEntries, what: Subject, id: string): readonly Blocked[] {
  return readPlan(entries).get(`${what} ${id}`) ?? [];
}

const DAY_MS = 24 * 3_600_000;

/** Whether a shift is part of the plan of a week. One that only runs out on its Monday is part of the week before. */
function isOfWeek(shift: Interval, week: Interval): boolean {
  return overlaps(shift, week) && (shift.start >= week.start || shift.end > week.start + DAY_MS);
}

const MONDAY = 1;

/**
 * The Mondays (`YYYY-MM-DD`) of the ISO weeks that a time overlaps in any of these zones. Whether duty is planned at all is judged by
 * a whole week of a store, so that the plan of these weeks has to be known to say who is there at that time.
 */
export function weeksToKnow(zones: readonly string[], { start, end }: Interval): string[] {
  const mondays = new Set<string>();
  for (const zone of zones) {
    const last = weekStartOf(dateIn(zone, Math.max(start, end - 1)), MONDAY);
    for (let monday = weekStartOf(dateIn(zone, start), MONDAY); monday <= last; monday = addDays(monday, 7))
      mondays.add(monday);
  }
  return [...mondays].sort();
}

/** The weeks of the times that were asked for last: a day is judged for each person, and again for each appointment that is given away. */
const weeks = new Map<string, Interval[]>();
const MOST_WEEKS = 100;

/** The ISO weeks of a zone that a time overlaps. */
function weeksOf(zone: string, time: Interval): Interval[] {
  const key = `${zone} ${time.start} ${time.end}`;
  const known = weeks.get(key);
  if (known) return known;
  const found = weeksToKnow([zone], time).map((monday) => ({
    start: dayInterval(zone, monday).start,
    end: dayInterval(zone, addDays(monday, 7)).start,
  }));
  if (weeks.size >= MOST_WEEKS) weeks.clear();
  weeks.set(key, found);
  return found;
}

/** Whether anybody has duty at a store in one of the ISO weeks that a time overlaps. Where nobody has, all its vets count as there. */
export function isDutyPlanned(entries: PlanEntries, { id, timeZone }: PlannedStore, time: Interval): boolean {
  const shifts = listOf(entries, 'duty at', id);
  return weeksOf(timeZone, time).some((week) => shifts.some((shift) => isOfWeek(shift, week)));
}

/**
 * When somebody is not at hand in any of these stores, at which they work, by start and within the time; times of different reasons
 * may overlap.
 * A vet is there only while on duty, in a week in which anybody has duty at the store; anybody else is held to duty only in a week
 * in which they themselves have any. Who is on duty at another store is not here.
 */
export function absencesOf(
  entries: PlanEntries,
  { id, role }: PlannedPerson,
  stores: readonly PlannedStore[],
  time: Interval,
): Absence[] {
  const own = listOf(entries, 'duty of', id);
  const isHere = ({ entry }: Blocked) => stores.some((store) => store.id === entry.storeId);
  const unplanned = stores.flatMap((store) => {
    const shifts = role === 'vet' ? listOf(entries, 'duty at', store.id) : own;
    return weeksOf(store.timeZone, time).filter((week) => !shifts.some((shift) => isOfWeek(shift, week)));
  });
  const elsewhere = own.filter((shift) => !isHere(shift));
  const off = without([time], [...unplanned, ...own]);
  const absences = listOf(entries, 'absence of', id);
  const away = absences.filter((blocked) => blocked.entry.storeId === null || isHere(blocked));
  return [
    ...off.map((none) => ({ ...none, kind: 'off' as const })),
    ...within(elsewhere, time).map((shift) => ({ ...shift, kind: 'elsewhere' as const })),
    ...within(away, time).map((blocked) => ({ ...blocked, kind: 'away' as const })),
  ].sort((one, other) => one.start - other.start);
}

/** When the plan closes a store, by start and within the time. */
export function closuresOf(entries: PlanEntries, storeId: string, time: Interval): Blocked[] {
  return within(listOf(entries, 'closure of', storeId), time);
}

/** When the plan blocks a room, by start and within the time. */
export function blocksOf(entries: PlanEntries, roomId: string, time: Interval): Blocked[] {
  return within(listOf(entries, 'block of', roomId), time);
}

/** The parts of what is blocked that lie within a time, by start. */
function within(blocked: readonly Blocked[], time: Interval): Blocked[] {
  return blocked
    .filter((one) => overlaps(one, time))
    .map(({ start, end, entry }) => ({ start: Math.max(start, time.start), end: Math.min(end, time.end), entry }))
    .sort((one, other) => one.start - other.start);
}
