import { parseInterval } from '#contract/availability-rules.ts';
import { type Interval, intersect, overlaps, subtract } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { addDays, dateIn, dayInterval, getWeekStart } from './calendar-day.ts';

/*
 * The plan of employees, rooms and stores. Every function takes the entries of all weeks that its interval overlaps
 * (see {@link weeksToLoad}), in any order. Without entries, no one counts as absent. Each list of entries is indexed only once.
 */

export type PlanEntries = readonly ReceivedAvailability[];

/** The parts of a store that the plan needs: its id and IANA zone. */
export interface PlannedStore {
  readonly id: string;
  readonly timeZone: string;
}

/** The parts of an employee that the plan needs. */
export interface PlannedPerson {
  readonly id: string;
  readonly role: string;
}

/** The time of an availability entry, or a part of it. */
export interface EntryTime extends Interval {
  readonly entry: ReceivedAvailability;
}

/**
 * Time during which an employee is unavailable. `off`: they have no shift at that time. `elsewhere`: they are on duty
 * at another store, according to the entry. `away`: they cannot be booked, according to the entry.
 */
export type Absence = (Interval & { readonly kind: 'off' }) | (EntryTime & { readonly kind: 'elsewhere' | 'away' });

/** The kinds of times in the index. Each time is listed under its kind and the id of a person, room or store. */
type EntryTimeKind = 'employee shift' | 'store shift' | 'employee absence' | 'room block' | 'store closure';

type PlanIndex = ReadonlyMap<string, readonly EntryTime[]>;
const indexes = new WeakMap<PlanEntries, PlanIndex>();

function getPlanIndex(entries: PlanEntries): PlanIndex {
  const existing = indexes.get(entries);
  if (existing) return existing;
  const found = new Map<string, EntryTime[]>();
  const add = (timeKind: EntryTimeKind, id: string | null, entryTime: EntryTime) => {
    if (id === null) return;
    const list = found.get(`${timeKind} ${id}`);
    if (list) list.push(entryTime);
    else found.set(`${timeKind} ${id}`, [entryTime]);
  };
  for (const entry of entries) {
    const { kind, storeId, employeeId, roomId } = entry;
    const entryTime = { ...parseInterval(entry), entry };
    if (entryTime.end <= entryTime.start) continue;
    if (kind === 'on_duty') {
      add('employee shift', employeeId, entryTime);
      add('store shift', storeId, entryTime);
    } else {
      add('employee absence', employeeId, entryTime);
      add('room block', roomId, entryTime);
      if (employeeId === null && roomId === null) add('store closure', storeId, entryTime);
    }
  }
  indexes.set(entries, found);
  return found;
}

/** The times of one kind for a person, a room or a store. */
function listEntryTimes(entries: PlanEntries, timeKind: EntryTimeKind, id: string): readonly EntryTime[] {
  return getPlanIndex(entries).get(`${timeKind} ${id}`) ?? [];
}

const DAY_MS = 24 * 3_600_000;

/** Whether a shift belongs to the plan of a week. A shift that only ends on the week's Monday belongs to the week before. */
function belongsToWeek(shift: Interval, week: Interval): boolean {
  return overlaps(shift, week) && (shift.start >= week.start || shift.end > week.start + DAY_MS);
}

const MONDAY = 1;

/**
 * The Mondays (`YYYY-MM-DD`) of the ISO weeks that an interval overlaps in any of these zones. Whether shifts are
 * planned at all depends on the whole week of a store, so the plan of these weeks is needed to determine who is on
 * duty.
 */
export function weeksToLoad(zones: readonly string[], { start, end }: Interval): string[] {
  const mondays = new Set<string>();
  for (const zone of zones) {
    const last = getWeekStart(dateIn(zone, Math.max(start, end - 1)), MONDAY);
    for (let monday = getWeekStart(dateIn(zone, start), MONDAY); monday <= last; monday = addDays(monday, 7))
      mondays.add(monday);
  }
  return [...mondays].sort();
}

/** The maximum difference between the beginning of a date in UTC and in any other time zone. */
const MAX_ZONE_OFFSET_MS = 14 * 3_600_000;

/**
 * The interval to request for the week of a Monday (`YYYY-MM-DD`), in milliseconds since 1970-01-01T00:00Z. It covers
 * that week in every time zone.
 */
export function weekWindow(monday: string): Interval {
  const start = Date.parse(monday);
  return { start: start - MAX_ZONE_OFFSET_MS, end: start + 7 * DAY_MS + MAX_ZONE_OFFSET_MS };
}

/**
 * Caches the weeks of recently requested intervals, because the same day is requested for each employee, and for each
 * appointment that is shared out.
 */
const weeks = new Map<string, Interval[]>();
const MAX_WEEKS = 100;

/** The ISO weeks of a zone that an interval overlaps. */
function listWeeks(zone: string, time: Interval): Interval[] {
  const key = `${zone} ${time.start} ${time.end}`;
  const existing = weeks.get(key);
  if (existing) return existing;
  const found = weeksToLoad([zone], time).map((monday) => ({
    start: dayInterval(zone, monday).start,
    end: dayInterval(zone, addDays(monday, 7)).start,
  }));
  if (weeks.size >= MAX_WEEKS) weeks.clear();
  weeks.set(key, found);
  return found;
}

/**
 * Whether anyone has a shift at a store in one of the ISO weeks that an interval overlaps. If not, all vets of the
 * store count as on duty.
 */
export function hasShifts(entries: PlanEntries, { id, timeZone }: PlannedStore, time: Interval): boolean {
  const shifts = listEntryTimes(entries, 'store shift', id);
  return listWeeks(timeZone, time).some((week) => shifts.some((shift) => belongsToWeek(shift, week)));
}

/**
 * The times when an employee is unavailable at these stores, sorted by start and limited to `time`. `stores` must be
 * stores at which the employee works. Times with different reasons may overlap. If anyone has a shift at a store in a
 * week, a vet is available there that week only while on duty. Other employees are restricted only in weeks in which
 * they have shifts themselves. An employee who is on duty at another store is unavailable at these stores.
 */
export function findAbsences(
  entries: PlanEntries,
  { id, role }: PlannedPerson,
  stores: readonly PlannedStore[],
  time: Interval,
): Absence[] {
  const ownShifts = listEntryTimes(entries, 'employee shift', id);
  const isAtStores = ({ entry }: EntryTime) => stores.some((store) => store.id === entry.storeId);
  const unplanned = stores.flatMap((store) => {
    const shifts = role === 'vet' ? listEntryTimes(entries, 'store shift', store.id) : ownShifts;
    return listWeeks(store.timeZone, time).filter((week) => !shifts.some((shift) => belongsToWeek(shift, week)));
  });
  const elsewhere = ownShifts.filter((shift) => !isAtStores(shift));
  const off = subtract([time], [...unplanned, ...ownShifts]);
  const absences = listEntryTimes(entries, 'employee absence', id);
  const away = absences.filter((blocked) => blocked.entry.storeId === null || isAtStores(blocked));
  return [
    ...off.map((none) => ({ ...none, kind: 'off' as const })),
    ...clipEntryTimes(elsewhere, time).map((shift) => ({ ...shift, kind: 'elsewhere' as const })),
    ...clipEntryTimes(away, time).map((blocked) => ({ ...blocked, kind: 'away' as const })),
  ].sort((a, b) => a.start - b.start);
}

/** The times when the plan closes a store, sorted by start and limited to `time`. */
export function findClosures(entries: PlanEntries, storeId: string, time: Interval): EntryTime[] {
  return clipEntryTimes(listEntryTimes(entries, 'store closure', storeId), time);
}

/** The times when the plan blocks a room, sorted by start and limited to `time`. */
export function findRoomBlocks(entries: PlanEntries, roomId: string, time: Interval): EntryTime[] {
  return clipEntryTimes(listEntryTimes(entries, 'room block', roomId), time);
}

/** The parts of the entries' times that lie within an interval, sorted by start. */
function clipEntryTimes(entryTimes: readonly EntryTime[], time: Interval): EntryTime[] {
  return entryTimes
    .filter((entryTime) => overlaps(entryTime, time))
    .map((one) => ({ ...intersect(one, time), entry: one.entry }))
    .sort((a, b) => a.start - b.start);
}
