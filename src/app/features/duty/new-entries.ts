import type { NewEntry } from '#app/api/plan-changes.ts';
import { newId } from '#app/browser/new-id.ts';
import { addDays, type DayClock, daysBetween, MINUTES_OF_DAY, weekdayOf } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { openMinutes, usualHours } from '#app/scheduling/opening-hours.ts';
import { wallClockOf } from '#app/scheduling/wall-clock.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { type DutyGroup, isBreakOf, type RowOwner, worksAt, type ZonedStore } from './duty-week.ts';

const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_OF_DAY * MINUTE_MS;

/** What a bar is on any day: what it says, and its times in minutes after the midnight of the day that it begins on. */
export interface Pattern {
  kind: NewEntry['kind'];
  /** Null for somebody who is away from every store. */
  storeId: string | null;
  employeeId: string | null;
  roomId: string | null;
  title: string | null;
  /** Days after the first of those that were copied together. */
  day: number;
  fromMinute: number;
  /** Beyond 1440 where it goes over midnight. */
  toMinute: number;
}

/** The date and the minutes of an entry on the wall clock of a zone. */
export function wallTimeOf(entry: Pick<ReceivedAvailability, 'start' | 'end'>, zone: string) {
  const clock = wallClockOf(zone);
  const { start, end } = timeOf(entry);
  const wall = clock.toWall(start);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return {
    date: new Date(midnight).toISOString().slice(0, 10),
    fromMinute: (wall - midnight) / MINUTE_MS,
    toMinute: (clock.toWall(end) - midnight) / MINUTE_MS,
  };
}

/** Where an entry is in a week, in minutes after its first midnight on the wall clock of the store. */
export function placeInWeek(
  entry: ReceivedAvailability,
  { store, days }: Pick<DutyGroup, 'store' | 'days'>,
): { from: number; to: number } {
  const { date, fromMinute, toMinute } = wallTimeOf(entry, store.timeZone);
  const midnight = daysBetween(days[0]?.date ?? date, date) * MINUTES_OF_DAY;
  return { from: midnight + fromMinute, to: midnight + toMinute };
}

/** The instants of minutes after the midnight of a date, which may lie before it or beyond the day. */
export function instantsOf(
  zone: string,
  date: string,
  { fromMinute, toMinute }: Pick<Pattern, 'fromMinute' | 'toMinute'>,
): Pick<NewEntry, 'start' | 'end'> {
  const clock = wallClockOf(zone);
  const at = (minute: number) => clock.toInstant(Date.parse(date) + minute * MINUTE_MS);
  const start = at(fromMinute);
  const end = at(toMinute);
  // Where clocks go back between them, an end may come before its start.
  const kept = end > start ? end : start + (toMinute - fromMinute) * MINUTE_MS;
  return { start: new Date(start).toISOString(), end: new Date(kept).toISOString() };
}

/** An entry as it is on any day; `from` is the first date of those that are copied together. */
export function patternOf(entry: ReceivedAvailability, zone: string, from: string): Pattern {
  const { kind, storeId, employeeId, roomId, title } = entry;
  const { date, fromMinute, toMinute } = wallTimeOf(entry, zone);
  return { kind, storeId, employeeId, roomId, title, day: daysBetween(from, date), fromMinute, toMinute };
}

interface Onto {
  store: ZonedStore;
  owner: RowOwner;
  /** The date of what is copied first. */
  date: string;
}

/** What was copied, as it is for somebody on other days; of others only what can be theirs, such as no room of another store. */
export function patternsFor(patterns: readonly Pattern[], { store, owner }: Omit<Onto, 'date'>): Pattern[] {
  return patterns.flatMap((pattern) => {
    const ofPerson = pattern.employeeId !== null;
    if (ofPerson !== (owner.kind === 'person')) return [];
    if (!ofPerson && (pattern.roomId !== null) !== (owner.kind === 'room')) return [];
    const isSameStore = pattern.storeId === null || pattern.storeId === store.id;
    return {
      ...pattern,
      storeId: pattern.storeId === null ? null : store.id,
      employeeId: owner.kind === 'person' ? owner.id : null,
      roomId: owner.kind === 'room' ? owner.id : isSameStore ? pattern.roomId : null,
    };
  });
}

/** New single entries of patterns, from a date on. */
export function entriesFrom(patterns: readonly Pattern[], zone: string, date: string): NewEntry[] {
  return patterns.map(({ day, fromMinute, toMinute, ...entry }) => ({
    ...entry,
    ...instantsOf(zone, addDays(date, day), { fromMinute, toMinute }),
  }));
}

function sameAs({ kind, storeId, employeeId, roomId, start, end }: NewEntry | ReceivedAvailability): string {
  return [kind, storeId, employeeId, roomId, Date.parse(start), Date.parse(end)].join(' ');
}

/** Those of the new entries that are not there yet. */
export function notThere(wanted: readonly NewEntry[], there: readonly ReceivedAvailability[]): NewEntry[] {
  const known = new Set(there.map(sameAs));
  return wanted.filter((entry) => !known.has(sameAs(entry)));
}

/** New entries of which those of one person, room and title at the same times of day belong together, as if they were repeated. */
export function inSeries(entries: readonly NewEntry[], zoneOf: (storeId: string | null) => string): NewEntry[] {
  const keyOf = ({ kind, storeId, employeeId, roomId, title, start, end }: NewEntry) => {
    const { fromMinute, toMinute } = wallTimeOf({ start, end }, zoneOf(storeId));
    return JSON.stringify([kind, storeId, employeeId, roomId, title, fromMinute, toMinute]);
  };
  const keys = entries.map(keyOf);
  const seriesIds = new Map(keys.filter((key, nth) => keys.indexOf(key) !== nth).map((key) => [key, newId()]));
  return entries.map((entry, nth) => ({ ...entry, seriesId: seriesIds.get(keys[nth] ?? '') ?? null }));
}

function shiftsOf(entries: readonly ReceivedAvailability[], employeeId: string | null): Interval[] {
  return entries.filter((entry) => entry.kind === 'on_duty' && entry.employeeId === employeeId).map(timeOf);
}

/** The week that is filled, with the plan of it and of the one before. */
export interface Week {
  stores: readonly ZonedStore[];
  /** The zone in which somebody is away from every store. */
  homeZone: string;
  /** The first date of the week that is filled. */
  date: string;
  entries: readonly ReceivedAvailability[];
  employees: readonly ReceivedEmployee[];
}

/** What last week has that is planned anew each week, on the days of this week. */
function lastWeekAsThis({ stores, homeZone, date, entries, employees }: Week): NewEntry[] {
  const before = addDays(date, -7);
  const mayBe = ({ employeeId, storeId }: ReceivedAvailability) => {
    const person = employees.find(({ id }) => id === employeeId);
    const places = storeId === null ? stores.map(({ id }) => id) : [storeId];
    return employeeId === null || (person !== undefined && places.some((place) => worksAt(person, place)));
  };
  return entries.flatMap((entry) => {
    const { storeId, employeeId, roomId, kind } = entry;
    const store = stores.find(({ id }) => id === storeId);
    if (storeId !== null && !store) return [];
    // A room may be gone, with its entries left behind.
    if (roomId !== null && !store?.rooms.some(({ id }) => id === roomId)) return [];
    const zone = store?.timeZone ?? homeZone;
    const { date: begins, fromMinute, toMinute } = wallTimeOf(entry, zone);
    if (begins < before || begins >= date || toMinute - fromMinute >= MINUTES_OF_DAY || !mayBe(entry)) return [];
    const isRepeated =
      kind === 'on_duty' || (employeeId === null ? roomId !== null : isBreakOf(entry, shiftsOf(entries, employeeId)));
    return isRepeated ? entriesFrom([patternOf(entry, zone, before)], zone, date) : [];
  });
}

function zonesOf({ stores, homeZone }: Week) {
  return (storeId: string | null) => stores.find(({ id }) => id === storeId)?.timeZone ?? homeZone;
}

/**
 * What a week becomes from the one before it: duty with its breaks, and what rooms are blocked for by the day. Absences, closed days
 * and what lasts for days are not repeated by themselves, nor what is there already.
 */
export function copyOfLastWeek(week: Week): NewEntry[] {
  return inSeries(notThere(lastWeekAsThis(week), week.entries), zonesOf(week));
}

/** The duty of a week at the shown stores, with its breaks. */
export function dutyOfWeek(week: Week): ReceivedAvailability[] {
  const { stores, date, entries } = week;
  const zoneOf = zonesOf(week);
  const end = addDays(date, 7);
  const isInWeek = (entry: ReceivedAvailability) => {
    const { date: begins } = wallTimeOf(entry, zoneOf(entry.storeId));
    return begins >= date && begins < end;
  };
  const isOfStores = ({ storeId }: ReceivedAvailability) => stores.some(({ id }) => id === storeId);
  const shifts = entries.filter((entry) => entry.kind === 'on_duty' && isOfStores(entry) && isInWeek(entry));
  const breaksIn = (duty: readonly ReceivedAvailability[]) =>
    entries.filter(
      (entry) =>
        entry.kind === 'unavailable' &&
        entry.employeeId !== null &&
        (entry.storeId === null || isOfStores(entry)) &&
        isBreakOf(entry, shiftsOf(duty, entry.employeeId)),
    );
  // A break comes again; what takes place once, such as a training, is time off.
  const titles = breaksIn(entries).map(({ title }) => title);
  const isUsual = ({ title }: ReceivedAvailability) =>
    title === null || titles.indexOf(title) !== titles.lastIndexOf(title);
  const breaks = breaksIn(shifts).filter(isUsual);
  return [...shifts, ...breaks];
}

/**
 * What makes a week like the one before it: its duty and breaks are removed and those of last week added, with what rooms are
 * blocked for by the day. What is the same in both weeks stays, and so do time off and blocks.
 */
export function replacementByLastWeek(week: Week): { removed: ReceivedAvailability[]; added: NewEntry[] } {
  const wanted = lastWeekAsThis(week);
  const exactly = (entry: NewEntry | ReceivedAvailability) => JSON.stringify([sameAs(entry), entry.title]);
  const [lastWeek, there] = [wanted, week.entries].map((entries) => new Set(entries.map(exactly)));
  return {
    removed: dutyOfWeek(week).filter((entry) => !lastWeek?.has(exactly(entry))),
    added: inSeries(
      wanted.filter((entry) => !there?.has(exactly(entry))),
      zonesOf(week),
    ),
  };
}

/**
 * The usual day of somebody: their last one at this store with its breaks, on that weekday where they had one, else the opening
 * hours of the store.
 */
export function usualDay(
  entries: readonly ReceivedAvailability[],
  { store, owner, date }: Onto,
  days: readonly Pick<DayClock, 'date'>[],
): Pattern[] {
  if (owner.kind !== 'person') return [];
  const { timeZone: zone } = store;
  const own = entries.filter(({ employeeId }) => employeeId === owner.id);
  const shifts = own
    .filter(({ kind, storeId }) => kind === 'on_duty' && storeId === store.id)
    .map((entry) => ({ entry, ...wallTimeOf(entry, zone) }))
    .filter((shift) => shift.date !== date && shift.toMinute - shift.fromMinute < MINUTES_OF_DAY);
  const dates = [...new Set(shifts.map((shift) => shift.date))].sort();
  const likeOne =
    dates.findLast((other) => other < date && weekdayOf(other) === weekdayOf(date)) ??
    dates.findLast((other) => other < date) ??
    dates[0];
  if (likeOne !== undefined) {
    const ofDay = shifts.filter((shift) => shift.date === likeOne).map(({ entry }) => entry);
    const breaks = own.filter((entry) => entry.kind === 'unavailable' && isBreakOf(entry, ofDay.map(timeOf)));
    return [...ofDay, ...breaks].map((entry) => patternOf(entry, zone, likeOne));
  }
  const open = [date, ...days.map((day) => day.date)]
    .map((day) => openMinutes(store.openingHours, day) ?? [])
    .find((ranges) => ranges.length > 0);
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

/** What begins on one day of a row, as it is on any day. */
export function patternsOfDay(
  entries: readonly ReceivedAvailability[],
  { store, date }: Pick<Onto, 'store' | 'date'>,
  from = date,
): Pattern[] {
  return entries
    .filter((entry) => entry.storeId === null || entry.storeId === store.id)
    .filter((entry) => wallTimeOf(entry, store.timeZone).date === date)
    .map((entry) => patternOf(entry, store.timeZone, from));
}

/**
 * The days of the week after one that get the same as it: those on which the store is open as on that day, and nothing is planned or
 * somebody is away.
 */
export function daysLike(
  date: string,
  days: readonly DayClock[],
  store: ZonedStore,
  own: readonly ReceivedAvailability[],
): string[] {
  const closed = (day: string) => openMinutes(store.openingHours, day)?.length === 0;
  return days
    .filter((day) => day.date > date && !(closed(day.date) && !closed(date)))
    .filter((day) => !own.some((entry) => overlaps(timeOf(entry), day)))
    .map((day) => day.date);
}
