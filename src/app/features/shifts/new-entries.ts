import type { NewPlanEntry } from '#app/changes/plan-actions.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { type MinuteRange, overlaps } from '#contract/interval.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { addDays, countDaysBetween, type DayClock, MINUTES_PER_DAY, weekdayOf } from '#scheduling/calendar-day.ts';
import { openMinutes, usualHours } from '#scheduling/opening-hours.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import { isBreakWithin, type RowOwner, type StoreShifts, worksAt, type ZonedStore } from './shifts-week.ts';

const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;

/** An entry to copy to other dates. Its times are in minutes after the midnight at which its first day begins. */
export interface EntryPattern {
  kind: NewPlanEntry['kind'];
  /** The store of the entry; null for a person who is away from every store. */
  storeId: string | null;
  employeeId: string | null;
  roomId: string | null;
  title: string | null;
  /** The number of days from the first day of the copied entries until this entry begins; 0 if it begins on that day. */
  day: number;
  fromMinute: number;
  /** More than 1440 if the entry crosses midnight. */
  toMinute: number;
}

/** The date and the minutes of an entry on the wall clock of a zone. */
export function toWallTime(entry: Pick<ReceivedAvailability, 'start' | 'end'>, zone: string) {
  const clock = createWallClock(zone);
  const { start, end } = parseInterval(entry);
  const wall = clock.toWall(start);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return {
    date: new Date(midnight).toISOString().slice(0, 10),
    fromMinute: (wall - midnight) / MINUTE_MS,
    toMinute: (clock.toWall(end) - midnight) / MINUTE_MS,
  };
}

/** The position of an entry in a week, in minutes of the store's wall clock since the beginning of the week. */
export function positionInWeek(
  entry: ReceivedAvailability,
  { store, days }: Pick<StoreShifts, 'store' | 'days'>,
): MinuteRange {
  const { date, fromMinute, toMinute } = toWallTime(entry, store.timeZone);
  const midnight = countDaysBetween(days[0]?.date ?? date, date) * MINUTES_PER_DAY;
  return { fromMinute: midnight + fromMinute, toMinute: midnight + toMinute };
}

/** Converts minutes after midnight of a date to instants, which may be before or after that day. */
export function toInstants(
  zone: string,
  date: string,
  { fromMinute, toMinute }: Pick<EntryPattern, 'fromMinute' | 'toMinute'>,
): Pick<NewPlanEntry, 'start' | 'end'> {
  const clock = createWallClock(zone);
  const instantAtMinute = (minute: number) => clock.toInstant(Date.parse(date) + minute * MINUTE_MS);
  const start = instantAtMinute(fromMinute);
  const end = instantAtMinute(toMinute);
  // If clocks are set back between start and end, the instant of the end can be before that of the start.
  const safeEnd = end > start ? end : start + (toMinute - fromMinute) * MINUTE_MS;
  return { start: new Date(start).toISOString(), end: new Date(safeEnd).toISOString() };
}

/** The pattern of an entry. `from` is the first date of the entries that are copied together with it. */
function toPattern(entry: ReceivedAvailability, zone: string, from: string): EntryPattern {
  const { kind, storeId, employeeId, roomId, title } = entry;
  const { date, fromMinute, toMinute } = toWallTime(entry, zone);
  return { kind, storeId, employeeId, roomId, title, day: countDaysBetween(from, date), fromMinute, toMinute };
}

interface PatternTarget {
  store: ZonedStore;
  owner: RowOwner;
  /** The first date of the entries that are copied together. */
  date: string;
}

/** Creates entries from patterns, without a series. Day 0 of the patterns is `date`. */
export function createEntriesFromPatterns(
  patterns: readonly EntryPattern[],
  zone: string,
  date: string,
): NewPlanEntry[] {
  return patterns.map(({ day, fromMinute, toMinute, ...entry }) => ({
    ...entry,
    ...toInstants(zone, addDays(date, day), { fromMinute, toMinute }),
  }));
}

function entryKey({ kind, storeId, employeeId, roomId, start, end }: NewPlanEntry | ReceivedAvailability): string {
  return [kind, storeId, employeeId, roomId, Date.parse(start), Date.parse(end)].join(' ');
}

/** The requested entries that do not exist yet. */
export function findMissingEntries(
  requested: readonly NewPlanEntry[],
  existing: readonly ReceivedAvailability[],
): NewPlanEntry[] {
  const existingKeys = new Set(existing.map(entryKey));
  return requested.filter((entry) => !existingKeys.has(entryKey(entry)));
}

/** The shifts during which an entry is a break. */
function shiftsAround(entry: ReceivedAvailability, among: readonly ReceivedAvailability[]): ReceivedAvailability[] {
  if (entry.kind === 'on_duty' || entry.employeeId === null) return [];
  return among.filter(
    (one) =>
      one.kind === 'on_duty' && one.employeeId === entry.employeeId && isBreakWithin(entry, [parseInterval(one)]),
  );
}

/** The date of an entry on the wall clock of a zone: a break after midnight belongs to the day on which its shift begins. */
function dateOf(entry: ReceivedAvailability, among: readonly ReceivedAvailability[], zone: string): string {
  return toWallTime(shiftsAround(entry, among)[0] ?? entry, zone).date;
}

/** The week to fill, with its plan and the plan of the previous week. */
export interface WeekToFill {
  stores: readonly ZonedStore[];
  /** The zone for people who are away from every store. */
  homeZone: string;
  /** The first date of the week to fill. */
  date: string;
  entries: readonly ReceivedAvailability[];
  employees: readonly ReceivedEmployee[];
}

/** The entries of the previous week that are copied, moved to the days of the week to fill. */
function entriesOfLastWeek({ stores, homeZone, date, entries, employees }: WeekToFill): NewPlanEntry[] {
  const before = addDays(date, -7);
  const canStillWork = ({ employeeId, storeId }: ReceivedAvailability) => {
    const person = employees.find(({ id }) => id === employeeId);
    const places = storeId === null ? stores.map(({ id }) => id) : [storeId];
    return employeeId === null || (person !== undefined && places.some((place) => worksAt(person, place)));
  };
  return entries.flatMap((entry) => {
    const { storeId, employeeId, roomId, kind } = entry;
    const store = stores.find(({ id }) => id === storeId);
    if (storeId !== null && !store) return [];
    // If a room was deleted since last week, its block is not repeated.
    if (roomId !== null && !store?.rooms.some(({ id }) => id === roomId)) return [];
    const zone = store?.timeZone ?? homeZone;
    const startDate = dateOf(entry, entries, zone);
    const { fromMinute, toMinute } = toWallTime(entry, zone);
    if (startDate < before || startDate >= date || toMinute - fromMinute >= MINUTES_PER_DAY || !canStillWork(entry))
      return [];
    const isRepeated =
      kind === 'on_duty' || (employeeId === null ? roomId !== null : shiftsAround(entry, entries).length > 0);
    return isRepeated ? createEntriesFromPatterns([toPattern(entry, zone, before)], zone, date) : [];
  });
}

/**
 * The entries that copy the previous week: shifts with their breaks, and blocks of rooms within a day. Time off,
 * closed days and entries of several days are not repeated, and existing entries are skipped.
 */
export function missingEntriesOfLastWeek(week: WeekToFill): NewPlanEntry[] {
  return findMissingEntries(entriesOfLastWeek(week), week.entries);
}

/** The shifts of a week at the shown stores, with their breaks. */
export function findExistingShifts(week: WeekToFill): ReceivedAvailability[] {
  const { stores, homeZone, date, entries } = week;
  const zoneOf = (storeId: string | null) => stores.find(({ id }) => id === storeId)?.timeZone ?? homeZone;
  const end = addDays(date, 7);
  const isInWeek = (entry: ReceivedAvailability) => {
    const { date: startDate } = toWallTime(entry, zoneOf(entry.storeId));
    return startDate >= date && startDate < end;
  };
  const belongsToShownStore = ({ storeId }: ReceivedAvailability) => stores.some(({ id }) => id === storeId);
  const shifts = entries.filter((entry) => entry.kind === 'on_duty' && belongsToShownStore(entry) && isInWeek(entry));
  const breaksIn = (among: readonly ReceivedAvailability[]) =>
    entries.filter(
      (entry) => (entry.storeId === null || belongsToShownStore(entry)) && shiftsAround(entry, among).length > 0,
    );
  // An entry counts as a break if its title is empty or occurs more than once. A single event, such as a training session, is
  // time off.
  const titles = breaksIn(entries).map(({ title }) => title);
  const isRecurringBreak = ({ title }: ReceivedAvailability) =>
    title === null || titles.indexOf(title) !== titles.lastIndexOf(title);
  const breaks = breaksIn(shifts).filter(isRecurringBreak);
  return [...shifts, ...breaks];
}

/**
 * The changes that replace the shifts of a week with those of the previous week. The week's own shifts and breaks are
 * removed, and the shifts, breaks and blocks of rooms of the previous week are added. Entries that are the same in both weeks
 * stay, and so do time off and blocks.
 */
export function planReplacement(week: WeekToFill): { removed: ReceivedAvailability[]; added: NewPlanEntry[] } {
  const requested = entriesOfLastWeek(week);
  const exactKey = (entry: NewPlanEntry | ReceivedAvailability) => JSON.stringify([entryKey(entry), entry.title]);
  const [lastWeek, existing] = [requested, week.entries].map((entries) => new Set(entries.map(exactKey)));
  return {
    removed: findExistingShifts(week).filter((entry) => !lastWeek?.has(exactKey(entry))),
    added: requested.filter((entry) => !existing?.has(exactKey(entry))),
  };
}

/**
 * The patterns of a person's usual day: the shifts and breaks of the last day with a shift at this store that has the same
 * weekday or the same opening hours. If there is no such day, a shift during the store's opening hours.
 */
export function findUsualDay(
  entries: readonly ReceivedAvailability[],
  { store, owner, date }: PatternTarget,
  days: readonly Pick<DayClock, 'date'>[],
): EntryPattern[] {
  if (owner.kind !== 'person') return [];
  const { timeZone: zone } = store;
  const ownEntries = entries.filter(({ employeeId }) => employeeId === owner.id);
  const shifts = ownEntries
    .filter(({ kind, storeId }) => kind === 'on_duty' && storeId === store.id)
    .map((entry) => ({ entry, ...toWallTime(entry, zone) }))
    .filter((shift) => shift.date !== date && shift.toMinute - shift.fromMinute < MINUTES_PER_DAY);
  const openingsOn = (day: string) => openMinutes(store.openingHours, day) ?? [];
  const isClosed = openingsOn(date).length === 0;
  const hoursKey = (day: string) =>
    openingsOn(day)
      .map(({ fromMinute, toMinute }) => `${fromMinute}–${toMinute}`)
      .join();
  const isComparableDay = (other: string) =>
    weekdayOf(other) === weekdayOf(date) || isClosed || hoursKey(other) === hoursKey(date);
  const dates = [...new Set(shifts.map((shift) => shift.date))].sort().filter(isComparableDay);
  const modelDate =
    dates.findLast((other) => other < date && weekdayOf(other) === weekdayOf(date)) ??
    dates.findLast((other) => other < date) ??
    dates[0];
  if (modelDate !== undefined) {
    const ofDay = shifts.filter((shift) => shift.date === modelDate).map(({ entry }) => entry);
    const breaks = ownEntries.filter((entry) => shiftsAround(entry, ofDay).length > 0);
    return [...ofDay, ...breaks].map((entry) => toPattern(entry, zone, modelDate));
  }
  const open = [date, ...days.map((day) => day.date)].map(openingsOn).find((ranges) => ranges.length > 0);
  return (open ?? openMinutes(usualHours, date) ?? []).map((range) => ({
    kind: 'on_duty',
    storeId: store.id,
    employeeId: owner.id,
    roomId: null,
    title: null,
    day: 0,
    ...range,
  }));
}

/** The patterns of the entries in a row that begin on a day. */
export function findDayPatterns(
  entries: readonly ReceivedAvailability[],
  { store, date }: Pick<PatternTarget, 'store' | 'date'>,
): EntryPattern[] {
  return entries
    .filter((entry) => entry.storeId === null || entry.storeId === store.id)
    .filter((entry) => dateOf(entry, entries, store.timeZone) === date)
    .map((entry) => toPattern(entry, store.timeZone, date));
}

/**
 * The later days of the week to which the entries of a day are copied: days on which no shift begins and the person has no
 * time off. If the store is open on the day, days on which it is closed are left out. A night shift that ends on a day does
 * not exclude it.
 */
export function findSimilarDays(
  date: string,
  days: readonly DayClock[],
  store: ZonedStore,
  ownEntries: readonly ReceivedAvailability[],
): string[] {
  const isClosedOn = (day: string) => openMinutes(store.openingHours, day)?.length === 0;
  const isTimeOff = (entry: ReceivedAvailability) =>
    entry.kind === 'unavailable' && shiftsAround(entry, ownEntries).length === 0;
  const isTaken = (day: DayClock) =>
    ownEntries.some((entry) =>
      isTimeOff(entry) ? overlaps(parseInterval(entry), day) : dateOf(entry, ownEntries, store.timeZone) === day.date,
    );
  return days
    .filter((day) => day.date > date && !(isClosedOn(day.date) && !isClosedOn(date)) && !isTaken(day))
    .map((day) => day.date);
}
