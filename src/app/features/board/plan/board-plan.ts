import { t } from '@lingui/core/macro';

import type { Directory } from '#app/api/directory.ts';
import type { UnsavedPlan } from '#app/changes/plan-actions.ts';

import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { factsText } from '#app/text/list-text.ts';
import {
  type BlockedTimeKind,
  blockedTimeLabel,
  blockedTimeText,
  offDutyText,
  planHoursText,
} from '#app/text/plan-text.ts';
import { timeText } from '#app/text/time-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { type Interval, type MinuteRange, subtract, subtractMinutes } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { findOpenIntervals } from '#scheduling/bookable.ts';
import { MINUTES_PER_DAY, minuteOfDay } from '#scheduling/calendar-day.ts';
import { type EntryTime, findAbsences, findClosures, findRoomBlocks, type PlanEntries } from '#scheduling/plan.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';

/** Time in a column that can't be booked because of an availability entry: time off, a closure or blocked time. */
export interface Band extends Interval {
  /** The id of the calendar event; it never equals an appointment's id. */
  id: string;
  columnId: string;
  /** The column's time zone. */
  zone: string;
  kind: BlockedTimeKind;
  entry: ReceivedAvailability;
  /** The text on the band. */
  title: string;
  /** The start and end of the whole entry, as text. */
  times: string;
  /** The accessible name of the band. */
  label: string;
  /** The part of the column's day that the band covers, in wall-clock minutes. */
  minutes: MinuteRange;
  /** Whether the entry has an unsaved change. */
  isUnsaved: boolean;
}

/** Shifts, time off, closures and blocked time, prepared for the columns of a board. */
export interface BoardPlan {
  bands: readonly Band[];
  /** Why a vet is off all day, keyed by column id; empty unless the columns are vets. */
  off: ReadonlyMap<string, string>;
  /** The columns, keyed by id, with opening hours reduced to the time that can be booked. */
  bookable: ReadonlyMap<string, BoardColumn>;
  /** What the plan says about each column, in words, keyed by column id. */
  notes: ReadonlyMap<string, string>;
  /** The times at which rooms are blocked, keyed by date and then by room id. */
  blockedRooms: ReadonlyMap<string, ReadonlyMap<string, readonly MinuteRange[]>>;
}

export interface PlanSources {
  view: ColumnsView;
  entries: PlanEntries;
  /** Changes made in this tab that are not confirmed yet. */
  unsaved: UnsavedPlan;
  columns: BoardModel['columns'];
  days: BoardModel['days'];
  employees: Directory['employees'];
  stores: Directory['company']['stores'];
  /** `YYYY-MM-DD` */
  today: string;
}

function minutesOnDay({ clock }: StoreDay, { start, end }: Interval): MinuteRange {
  return { fromMinute: minuteOfDay(clock, start), toMinute: minuteOfDay(clock, end) };
}

/** Time in which a vet has no shift at the column's stores, although the vet is not on time off. */
interface OffTime {
  title: string;
  minutes: MinuteRange;
}

interface ColumnPlan {
  column: BoardColumn;
  bands: readonly Band[];
  offTimes: readonly OffTime[];
  /** Whether the vet is off all day. */
  isOff: boolean;
}

/** Builds everything that a board shows about shifts, time off, closures and blocked time. */
export function buildBoardPlan(sources: PlanSources): BoardPlan {
  const { view, entries, columns, days, today } = sources;
  const plans = columns.map((column) => buildColumnPlan(column, sources));
  // If everyone in a section is off, none of its columns is collapsed, since nothing could be booked in a calendar
  // without columns.
  const isAnyoneOnDuty = (sectionId: string) =>
    plans.some(({ column, isOff }) => column.sectionId === sectionId && !isOff);
  return {
    bands: plans.flatMap(({ bands }) => bands),
    off: new Map(
      plans
        .filter(({ column, isOff }) => isOff && view === 'vets' && isAnyoneOnDuty(column.sectionId))
        .map(({ column, bands }): [string, string] => [column.id, offReason(column, bands, today)]),
    ),
    bookable: new Map(plans.map((plan): [string, BoardColumn] => [plan.column.id, restrictToBookableHours(plan)])),
    notes: new Map(plans.map((plan): [string, string] => [plan.column.id, planNote(plan)])),
    blockedRooms: findBlockedRooms(days, entries),
  };
}

/** Says why a vet is off all day, with the title of their time off if it has one. */
function offReason({ date }: BoardColumn, bands: readonly Band[], today: string): string {
  const absence = bands.find(({ kind, entry }) => kind === 'away' && entry.title);
  if (absence) return absence.title;
  return offDutyText({ isToday: date === today });
}

const WHOLE_DAY: MinuteRange = { fromMinute: 0, toMinute: MINUTES_PER_DAY };

/**
 * Reduces a column's opening hours to the time that can be booked. If no hours are known, this starts from the whole
 * day.
 */
function restrictToBookableHours({ column, bands, offTimes }: ColumnPlan): BoardColumn {
  const taken = [...bands, ...offTimes].map(({ minutes }) => minutes);
  if (taken.length === 0) return column;
  return { ...column, openings: subtractMinutes(column.openings ?? [WHOLE_DAY], taken) };
}

/** Lists the bands and off-duty times of a column: `Lunch 12:00 – 13:00, off 15:00 – 17:00`. */
function planNote({ bands, offTimes }: ColumnPlan): string {
  const inOrder = [...bands, ...offTimes].sort((a, b) => a.minutes.fromMinute - b.minutes.fromMinute);
  const texts = inOrder.map(({ title, minutes: { fromMinute, toMinute } }) => {
    if (fromMinute === 0 && toMinute === MINUTES_PER_DAY) return title;
    const [from, to] = [timeText(fromMinute), timeText(toMinute)];
    return t({ message: `${title} ${from} – ${to}`, comment: 'title: such as “Lunch” or “off”; then times of day' });
  });
  return factsText(texts);
}

function findBlockedRooms(days: readonly StoreDay[], entries: PlanEntries): BoardPlan['blockedRooms'] {
  const dates = new Map<string, Map<string, MinuteRange[]>>();
  for (const day of days) {
    const rooms = dates.get(day.clock.date) ?? new Map<string, MinuteRange[]>();
    dates.set(day.clock.date, rooms);
    for (const { id } of day.store.rooms) {
      const blocked = [...findRoomBlocks(entries, id, day.clock), ...findClosures(entries, day.store.id, day.clock)];
      if (blocked.length > 0)
        rooms.set(
          id,
          blocked.map((block) => minutesOnDay(day, block)),
        );
    }
  }
  return dates;
}

function buildColumnPlan(column: BoardColumn, { entries, days, employees, stores, unsaved }: PlanSources): ColumnPlan {
  const storeDays = days.filter(
    ({ zone, clock, store }) =>
      zone === column.zone && clock.date === column.date && (column.storeId === null || store.id === column.storeId),
  );
  const [day] = storeDays;
  if (day === undefined) return { column, bands: [], offTimes: [], isOff: false };
  const { clock } = day;
  const createBands = (kind: BlockedTimeKind, blocked: readonly EntryTime[]) =>
    blocked.map((block) => createBand(kind, block, { column, day, isUnsaved: unsaved.pending.has(block.entry.id) }));
  const closed = column.storeId === null ? [] : createBands('closed', findClosures(entries, column.storeId, clock));
  const { roomId, employeeId } = column;
  const blocked = roomId === null ? [] : createBands('blocked', findRoomBlocks(entries, roomId, clock));
  if (employeeId === null) return { column, bands: [...closed, ...blocked], offTimes: [], isOff: false };

  const { role = '', storeIds = null } = employees.get(employeeId) ?? {};
  const own = storeDays.filter(({ store }) => storeIds === null || storeIds.includes(store.id));
  const planned = (own.length > 0 ? own : storeDays).map(({ store, zone }) => ({ id: store.id, timeZone: zone }));
  const absences = findAbsences(entries, { id: employeeId, role }, planned, clock);
  const away = absences.flatMap((absence) => (absence.kind === 'away' ? [absence] : []));
  // Each interval gets only one explanation: closing hours and time off take precedence over a missing shift.
  const closedHours = subtract([clock], openTimes(column, day));
  const storeName = (id: string | null) => stores.find((store) => store.id === id)?.name;
  const offTimes = absences
    .filter(({ kind }) => kind !== 'away')
    .flatMap((absence) =>
      subtract([absence], [...closedHours, ...away]).map((time) => ({
        title: offDutyText({ store: absence.kind === 'elsewhere' ? storeName(absence.entry.storeId) : undefined }),
        minutes: minutesOnDay(day, time),
      })),
    );
  return {
    column,
    bands: [...closed, ...createBands('away', away)],
    offTimes,
    isOff: subtract([clock], absences).length === 0,
  };
}

function openTimes({ openings }: BoardColumn, { store, zone, clock }: StoreDay): readonly Interval[] {
  const whole = { start: clock.start, end: clock.end };
  if (openings === null) return [whole];
  return findOpenIntervals({ openingHours: store.openingHours, timeZone: zone }, whole) ?? [whole];
}

/** The id of a band. It is not the entry's id alone, because an entry that closes a store has a band in each column. */
export function idOfBand(columnId: string, entry: Pick<ReceivedAvailability, 'id'>): string {
  return `${columnId} ${entry.id}`;
}

interface BandPlace {
  column: BoardColumn;
  day: StoreDay;
  isUnsaved: boolean;
}

function createBand(
  kind: BlockedTimeKind,
  { entry, start, end }: EntryTime,
  { column, day, isUnsaved }: BandPlace,
): Band {
  const title = blockedTimeText(kind, entry.title);
  const time = parseInterval(entry);
  const { id: columnId, zone } = column;
  const times = planHoursText(zone, time, day.clock.start);
  const label = factsText([blockedTimeLabel(kind, entry.title), times, column.title]);
  return {
    ...{ ...time, id: idOfBand(columnId, entry), columnId, zone, kind, entry, title, times, label, isUnsaved },
    minutes: minutesOnDay(day, { start, end }),
  };
}
