import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import type { InitialEntryValues, NewPlanEntry } from '#app/changes/plan-actions.ts';
import { texts } from '#app/text/shared-texts.ts';
import { formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import { expandRecurrence, maxEntryDays, type Recurrence, recurrenceLimits } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { Interval } from '#contract/interval.ts';
import { parseClockTime, parseEnd, parseStart, toMinutesAfterMidnight } from '#reading/times.ts';
import {
  addDays,
  countDaysBetween,
  dateIn,
  dayInterval,
  isUsableDate,
  MINUTES_PER_DAY,
  planZoneOf,
  weekdayOf,
} from '#scheduling/calendar-day.ts';
import { likelyHours } from '#scheduling/opening-hours.ts';
import { type ClockTime, clockAt, createWallClock, findFirstInstant, resolveWallTime } from '#scheduling/wall-clock.ts';
import type { EntryValues } from './open-form.ts';

export type EntryField =
  | 'employeeId'
  | 'storeId'
  | 'roomId'
  | 'date'
  | 'lastDate'
  | 'from'
  | 'to'
  | 'title'
  | 'weekdays'
  | 'until';
type EntryErrors = Partial<Record<EntryField, string>>;

/** The number of weeks for which an entry repeats by default, from its first day on. */
const DEFAULT_WEEKS = 12;
const MAX_TITLE_LENGTH = 200;

function entryTypeOf({ kind, employeeId, roomId, storeId, allStores }: InitialEntryValues): EntryValues['what'] {
  if (kind === 'on_duty') return 'shift';
  const isOfPerson = employeeId != null || (employeeId === null && storeId == null && !allStores);
  return roomId == null && isOfPerson ? 'away' : 'blocked';
}

/** The id of the only store; null if the practice has several, or none. */
export function onlyStoreId({ company }: Directory): string | null {
  const [first, ...others] = company.stores;
  return others.length === 0 ? (first?.id ?? null) : null;
}

/** The field values of an existing entry, or the initial ones for a new entry. */
export function initialValues(entry: InitialEntryValues, directory: Directory): EntryValues {
  const { storeId = null, employeeId = null, title = null, allStores = false, asksDay = false } = entry;
  const what = entryTypeOf(entry);
  const roomId = what === 'blocked' ? entry.roomId : (entry.roomId ?? null);
  const zone = planZoneOf(storeId, directory);
  const [start, end] = [instantOf(entry.start), instantOf(entry.end)];
  const clockText = (instant: number) => formatClockTime(clockAt(zone, instant), usesTwelveHours());
  const date = dateIn(zone, start);
  const endDate = dateIn(zone, end - 1);
  const allDay = dayInterval(zone, date).start === start && dayInterval(zone, endDate).end === end;
  const isOvernight =
    !allDay &&
    countDaysBetween(date, dateIn(zone, end)) === 1 &&
    clockAt(zone, end).hour * 60 + clockAt(zone, end).minute <=
      clockAt(zone, start).hour * 60 + clockAt(zone, start).minute;
  return {
    ...{ what, employeeId, storeId, allStores, roomId },
    ...(asksDay ? { date: '', lastDate: '' } : { date, lastDate: isOvernight ? date : endDate }),
    ...{ from: clockText(start), to: clockText(end), allDay, title: title ?? '' },
    ...{ repeats: false, weekdays: asksDay ? [] : [weekdayOf(date)] },
    ...{ everyWeeks: 1, until: addDays(date, 7 * DEFAULT_WEEKS) },
  };
}

/** How early shifts may start, in hours before the store opens. */
const HOURS_BEFORE_OPENING = 2;

/**
 * The opening hours of an entry's store (of the first store if the entry has none), which start earlier here because shifts
 * begin before opening. A time without am or pm is read within these hours: `7:30` is in the morning if the store opens at 8.
 */
function extendedStoreHours(storeId: string | null, { company }: Directory) {
  const store = company.stores.find(({ id }) => id === storeId) ?? company.stores[0];
  return (store?.openingHours ?? []).map((hours) => {
    const opens = parseClockTime(hours.opens);
    if (opens === null) return hours;
    return {
      ...hours,
      opens: formatClockTime({ ...opens, hour: Math.max(0, opens.hour - HOURS_BEFORE_OPENING) }, false),
    };
  });
}

export function readStartTime({ from, date, storeId }: EntryValues, directory: Directory): ClockTime | null {
  return parseStart(from, likelyHours(extendedStoreHours(storeId, directory), date));
}

export function readEndTime(values: EntryValues, directory: Directory): ClockTime | null {
  return parseEnd(
    values.to,
    likelyHours(extendedStoreHours(values.storeId, directory), values.date),
    readStartTime(values, directory),
  );
}

export interface EntryReading {
  /** The entry that the fields describe; the first one if it repeats. */
  entry: NewPlanEntry;
  repeat: Recurrence | null;
  /** The times of all entries, including the first. */
  times: readonly Interval[];
  /** The date on which the first entry ends; null if it ends on the date on which it begins. */
  endsOn: string | null;
}

/**
 * Returns the end, as text, that keeps the length of an entry when its start is changed to `from`. Returns null to keep the
 * end as it is: if a time cannot be parsed, if the entry lasts several days, or if the new end would be after closing (for
 * example, someone who leaves an hour later is still away until closing).
 */
export function moveEnd(from: string, before: EntryValues, directory: Directory): string | null {
  const [start, end] = [readStartTime(before, directory), readEndTime(before, directory)];
  const moved = readStartTime({ ...before, from }, directory);
  if (start === null || end === null || moved === null || before.lastDate !== before.date) return null;
  const [to, by] = [toMinutesAfterMidnight(end), toMinutesAfterMidnight(moved) - toMinutesAfterMidnight(start)];
  const closes =
    likelyHours(extendedStoreHours(before.storeId, directory), before.date).at(-1)?.toMinute ?? MINUTES_PER_DAY;
  if (to <= closes && to + by > closes && toMinutesAfterMidnight(moved) < to) return null;
  const minute = (to + by + 2 * MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return formatClockTime({ hour: Math.floor(minute / 60), minute: minute % 60 }, usesTwelveHours());
}

/** Reads the fields as one entry, or as one for each store if all stores are blocked, or returns the errors of the fields. */
export function readAllEntries(
  values: EntryValues,
  directory: Directory,
  before: { start: string; end: string } | null,
): EntryReading[] | { errors: EntryErrors } {
  const all = values.what === 'blocked' && values.allStores;
  const valuesForStore = (id: string) => ({ ...values, storeId: id, roomId: null, employeeId: null });
  const wanted = all ? directory.company.stores.map(({ id }) => valuesForStore(id)) : [values];
  const read: EntryReading[] = [];
  for (const one of wanted) {
    const result = readEntry(one, directory, before);
    if ('errors' in result) return result;
    read.push(result);
  }
  return read;
}

/**
 * Reads the fields as an entry, or returns their errors. `before` is the existing entry, whose instants are kept for times that
 * were not edited; null for a new one.
 */
export function readEntry(
  values: EntryValues,
  directory: Directory,
  before: { start: string; end: string } | null,
): EntryReading | { errors: EntryErrors } {
  const { what, date, allDay, repeats, weekdays, everyWeeks, until } = values;
  const title = values.title.trim();
  const storeId = values.storeId;
  const zone = planZoneOf(storeId, directory);
  const lastDate = what === 'shift' ? date : values.lastDate.trim() === '' ? date : values.lastDate;
  const errors: EntryErrors = {};
  if (what !== 'blocked' && values.employeeId === null) errors.employeeId = t`Choose a person.`;
  if (what !== 'away' && storeId === null) errors.storeId = t`Choose a store.`;
  else if (
    what === 'blocked' &&
    values.employeeId === null &&
    values.roomId === undefined &&
    hasRooms(storeId, directory)
  )
    errors.roomId = t`Choose a room or the whole store.`;
  if (!isUsableDate(date)) errors.date = t`Enter a day.`;
  else if (!isUsableDate(lastDate)) errors.lastDate = t`Enter a day.`;
  else if (lastDate < date) errors.lastDate = t`This is before the first day.`;
  if ([...title].length > MAX_TITLE_LENGTH) errors.title = tooLongText(MAX_TITLE_LENGTH);
  const from = readStartTime(values, directory);
  const to = readEndTime(values, directory);
  const needsTimes = !allDay || what === 'shift';
  if (needsTimes && !from) errors.from = texts.notATime;
  if (needsTimes && !to) errors.to = texts.notATime;
  if (Object.keys(errors).length > 0) return { errors };

  let [start, end, endsOn] = [dayInterval(zone, date).start, dayInterval(zone, lastDate).end, lastDate];
  if (needsTimes && from && to) {
    // An end at midnight is at the end of the last day, not at its beginning.
    const isNextDay =
      toMinutesAfterMidnight(to) === 0 ||
      (lastDate === date && toMinutesAfterMidnight(to) <= toMinutesAfterMidnight(from));
    endsOn = isNextDay ? addDays(lastDate, 1) : lastDate;
    if (resolveWallTime(zone, date, from).kind === 'skipped') return { errors: { from: texts.noSuchTime } };
    if (resolveWallTime(zone, endsOn, to).kind === 'skipped') return { errors: { to: texts.noSuchTime } };
    start = keepInstant(zone, findFirstInstant(zone, date, from), before?.start);
    end = keepInstant(zone, findFirstInstant(zone, endsOn, to), before?.end);
  }
  if (end <= start) return { errors: { to: t`The end must be after the start.` } };
  if (end - start > maxEntryDays * 86_400_000) return { errors: { lastDate: tooManyDaysText(maxEntryDays) } };
  const entry: NewPlanEntry = {
    kind: what === 'shift' ? 'on_duty' : 'unavailable',
    storeId,
    employeeId: values.employeeId,
    roomId: what === 'away' ? null : (values.roomId ?? null),
    ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    title: title === '' ? null : title,
  };
  const repeat = repeats ? { weekdays: [...weekdays].sort(), everyWeeks, until } : null;
  const shown = { entry, repeat, endsOn: endsOn === date ? null : endsOn };
  if (repeat === null) return { ...shown, times: [{ start, end }] };
  if (!isUsableDate(until)) return { errors: { until: t`Enter a day.` } };
  const repeated = expandRecurrence({ start, end }, repeat, createWallClock(zone));
  if ('times' in repeated) return { ...shown, times: repeated.times };
  const faultTexts = {
    weekdays: { weekdays: t`Include the weekday of the first date.` },
    until: { until: t`This is before the first date.` },
    count: { until: tooManyRepeatsText(recurrenceLimits.entries) },
    end: { to: t`A shift or block that repeats must be shorter than a day.` },
  };
  return { errors: faultTexts[repeated.problem] };
}

/** The entries that the fields describe; those of a recurrence form a series. */
export function createEntries({ entry, repeat, times }: EntryReading): NewPlanEntry[] {
  const seriesId = repeat === null ? null : newId();
  return times.map(({ start, end }) => ({
    ...{ ...entry, seriesId },
    ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  }));
}

function hasRooms(storeId: string | null, { company }: Directory): boolean {
  return company.stores.some(({ id, rooms }) => id === storeId && rooms.length > 0);
}

const tooLongText = (most: number) => t`Use at most ${most} characters.`;
const tooManyDaysText = (most: number) => t`Use at most ${most} days.`;
const tooManyRepeatsText = (most: number) =>
  t({ message: `This repeats more than ${most} times. Choose an earlier date.`, comment: 'of what repeats' });

/**
 * Returns `instant`, or `before` if a clock shows the same time for both. When clocks are set back, a time occurs twice, and
 * editing another field should not change which of the two was chosen.
 */
function keepInstant(zone: string, instant: number, before: string | undefined): number {
  if (before === undefined) return instant;
  const { toWall } = createWallClock(zone);
  return toWall(instant) === toWall(instantOf(before)) ? instantOf(before) : instant;
}
