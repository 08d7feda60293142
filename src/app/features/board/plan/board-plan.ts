import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import type { UnsavedPlan } from '#app/api/plan-changes.ts';
import type { BoardColumn, StoreDay } from '#app/features/board/model/board-columns.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { openIntervals } from '#app/scheduling/bookable.ts';
import { MINUTES_OF_DAY, minuteOfDay } from '#app/scheduling/calendar-day.ts';
import {
  type Absence,
  absencesOf,
  type Blocked,
  blocksOf,
  closuresOf,
  type PlanEntries,
} from '#app/scheduling/duty.ts';
import { type Interval, type MinuteRange, without } from '#app/scheduling/interval.ts';
import { intervalText, timeText } from '#app/scheduling/time-text.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

/** What a band says: the store is closed, the room is blocked, somebody cannot be booked, or is not on duty here. */
type BandKind = 'closed' | 'blocked' | 'away' | 'off';

/** Time of a column that cannot be booked, or in which nobody is there. */
export interface Band extends Interval {
  /** Unlike that of any appointment. */
  id: string;
  columnId: string;
  /** The zone of the column. */
  zone: string;
  kind: BandKind;
  /** The entry that says so, which can be changed; null where it is that there is no duty. */
  entry: ReceivedAvailability | null;
  /** What is written on it. */
  title: string;
  /** What it says to somebody who does not see it. */
  label: string;
  /** Its part of the column's day, in minutes of the wall clock. */
  minutes: MinuteRange;
  /** Whether a change of it is not saved yet. */
  isUnsaved: boolean;
}

/** What a board shows of the plan. */
export interface BoardPlan {
  /** Names the days and columns that it is of. */
  key: string;
  /** Ids of the entries that this tab has changed and nobody has confirmed yet. */
  unsaved: ReadonlySet<string>;
  bands: readonly Band[];
  /** Why nobody is there all day, by column, in a view whose columns are vets. */
  off: ReadonlyMap<string, string>;
  /** The columns by id, with their opening hours cut down to the time that can be booked. */
  bookable: ReadonlyMap<string, BoardColumn>;
  /** What the plan says of a column, in words. */
  notes: ReadonlyMap<string, string>;
  /** When each room is blocked, by date and room. */
  blockedRooms: ReadonlyMap<string, ReadonlyMap<string, readonly MinuteRange[]>>;
}

export interface PlanSources {
  view: BoardView;
  entries: PlanEntries;
  /** What this tab has changed and nobody has confirmed yet. */
  unsaved: UnsavedPlan;
  columns: BoardModel['columns'];
  days: BoardModel['days'];
  employees: Directory['employees'];
  stores: Directory['company']['stores'];
  /** `YYYY-MM-DD` */
  today: string;
}

const offText = () => t({ message: 'off', comment: 'somebody who is not on duty' });

/** The title of an entry as it was typed, else what its kind is called. */
function titleOf(kind: BandKind, typed: string | null): string {
  if (kind === 'closed') {
    const title = typed ?? '';
    return typed === null ? t({ message: 'Closed', comment: 'a store' }) : t`Closed: ${title}`;
  }
  if (typed !== null) return typed;
  return kind === 'blocked'
    ? t({ message: 'Blocked', comment: 'a room that cannot be booked' })
    : t({ message: 'Not available', comment: 'somebody who cannot be booked' });
}

function minutesOn({ clock }: StoreDay, { start, end }: Interval): MinuteRange {
  return { fromMinute: minuteOfDay(clock, start), toMinute: minuteOfDay(clock, end) };
}

const ofMinutes = ({ fromMinute, toMinute }: MinuteRange): Interval => ({ start: fromMinute, end: toMinute });

/** Minutes of a day without those that something takes. */
function minutesWithout(ranges: readonly MinuteRange[], taken: readonly MinuteRange[]): MinuteRange[] {
  return without(ranges.map(ofMinutes), taken.map(ofMinutes)).map(({ start, end }) => ({
    fromMinute: start,
    toMinute: end,
  }));
}

interface ColumnPlan {
  column: BoardColumn;
  bands: readonly Band[];
  /** Nobody is there all day. */
  isOff: boolean;
}

/** The bands of a board and what else it shows of the plan. */
export function boardPlanOf(sources: PlanSources): BoardPlan {
  const { view, entries, columns, days, today, unsaved } = sources;
  const plans = columns.map((column) => planOfColumn(column, sources));
  // Where all are off none is collapsed: a calendar without a column could not be booked in.
  const isSomebodyIn = (sectionId: string) =>
    plans.some(({ column, isOff }) => column.sectionId === sectionId && !isOff);
  return {
    key: JSON.stringify([view, columns.map(({ id, date }) => [id, date])]),
    unsaved: new Set(unsaved.entries.map(({ id }) => id)),
    bands: plans.flatMap(({ bands }) => bands),
    off: new Map(
      plans
        .filter(({ column, isOff }) => isOff && view === 'vets' && isSomebodyIn(column.sectionId))
        .map(({ column, bands }): [string, string] => [column.id, whyOff(column, bands, today)]),
    ),
    bookable: new Map(plans.map(({ column, bands }): [string, BoardColumn] => [column.id, bookableOf(column, bands)])),
    notes: new Map(plans.map(({ column, bands }): [string, string] => [column.id, noteOf(bands)])),
    blockedRooms: blockedRoomsOf(days, entries),
  };
}

/** Why a vet is not there all day: what their absence is called, else that they are off. */
function whyOff({ date }: BoardColumn, bands: readonly Band[], today: string): string {
  const absence = bands.find(({ kind, entry }) => kind === 'away' && entry?.title);
  if (absence) return absence.title;
  return date === today ? t({ message: 'off today', comment: 'a vet without duty' }) : offText();
}

function bookableOf(column: BoardColumn, bands: readonly Band[]): BoardColumn {
  const taken = bands.map(({ minutes }) => minutes);
  return column.openings === null || taken.length === 0
    ? column
    : { ...column, openings: minutesWithout(column.openings, taken) };
}

/** `Lunch 12:00 – 13:00, off 15:00 – 17:00`. */
function noteOf(bands: readonly Band[]): string {
  const texts = bands.map(({ title, minutes: { fromMinute, toMinute } }) => {
    if (fromMinute === 0 && toMinute === MINUTES_OF_DAY) return title;
    const [from, to] = [timeText(fromMinute), timeText(toMinute)];
    return t({ message: `${title} ${from} – ${to}`, comment: 'title: such as “Lunch” or “off”; then times of day' });
  });
  return factsText(texts);
}

function blockedRoomsOf(days: readonly StoreDay[], entries: PlanEntries): BoardPlan['blockedRooms'] {
  const dates = new Map<string, Map<string, MinuteRange[]>>();
  for (const day of days) {
    const rooms = dates.get(day.clock.date) ?? new Map<string, MinuteRange[]>();
    dates.set(day.clock.date, rooms);
    for (const { id } of day.store.rooms) {
      const blocked = [...blocksOf(entries, id, day.clock), ...closuresOf(entries, day.store.id, day.clock)];
      if (blocked.length > 0)
        rooms.set(
          id,
          blocked.map((one) => minutesOn(day, one)),
        );
    }
  }
  return dates;
}

function planOfColumn(column: BoardColumn, { entries, days, employees, stores, unsaved }: PlanSources): ColumnPlan {
  const here = days.filter(
    ({ zone, clock, store }) =>
      zone === column.zone && clock.date === column.date && (column.storeId === null || store.id === column.storeId),
  );
  const [day] = here;
  if (day === undefined) return { column, bands: [], isOff: false };
  const { clock } = day;
  const bandsOf = (kind: BandKind, blocked: readonly Blocked[]) =>
    blocked.map((one) => bandOf(kind, one, { column, day, isUnsaved: unsaved.pending.has(one.entry.id) }));
  const closed = column.storeId === null ? [] : bandsOf('closed', closuresOf(entries, column.storeId, clock));
  const { roomId, employeeId } = column;
  if (roomId !== null)
    return { column, bands: [...closed, ...bandsOf('blocked', blocksOf(entries, roomId, clock))], isOff: false };
  if (employeeId === null) return { column, bands: closed, isOff: false };

  const { role = '', storeIds = null } = employees.get(employeeId) ?? {};
  const own = here.filter(({ store }) => storeIds === null || storeIds.includes(store.id));
  const planned = (own.length > 0 ? own : here).map(({ store, zone }) => ({ id: store.id, timeZone: zone }));
  const absences = absencesOf(entries, { id: employeeId, role }, planned, clock);
  const away = absences.flatMap((absence) => (absence.kind === 'away' ? [absence] : []));
  // One place of a column says one thing: an absence before that there is no duty.
  const closedHours = without([clock], openTimes(column, day));
  const notHere = absences.filter(({ kind }) => kind !== 'away');
  const nameOf = (id: string | null) => stores.find((store) => store.id === id)?.name;
  const off = notHere.flatMap((absence) =>
    without([absence], [...closedHours, ...away]).map((time) => offBand(column, day, time, absence, nameOf)),
  );
  return {
    column,
    bands: [...closed, ...off, ...bandsOf('away', away)],
    isOff: without([clock], absences).length === 0,
  };
}

function openTimes({ openings }: BoardColumn, { store, zone, clock }: StoreDay): readonly Interval[] {
  const whole = { start: clock.start, end: clock.end };
  if (openings === null) return [whole];
  return openIntervals({ openingHours: store.openingHours, timeZone: zone }, whole) ?? [whole];
}

/*
 * FullCalendar compares events by identity, and draws again what is another: what is said of an entry in a column stays the same
 * object while it says the same. What is made of no entry is kept by what it says.
 */
const ofEntries = new WeakMap<ReceivedAvailability, Map<string, Band>>();
let others = new Map<string, Band>();
const MANY = 2000;

function kept(bands: Map<string, Band>, band: Omit<Band, 'zone'>, { zone }: BoardColumn): Band {
  const key = `${band.id} ${band.label} ${band.minutes.fromMinute}`;
  const made = bands.get(key) ?? { ...band, zone };
  bands.set(key, made);
  return made;
}

interface BandPlace {
  column: BoardColumn;
  day: StoreDay;
  isUnsaved: boolean;
}

function bandOf(kind: BandKind, { entry, start, end }: Blocked, { column, day, isUnsaved }: BandPlace): Band {
  const title = titleOf(kind, entry.title);
  const time = timeOf(entry);
  const label = factsText([
    title,
    entry.title !== null && kind === 'blocked' ? t({ message: 'blocked', comment: 'a room' }) : '',
    entry.title !== null && kind === 'away' ? t({ message: 'not available', comment: 'somebody' }) : '',
    intervalText(column.zone, time, day.clock.start),
    column.title,
    isUnsaved ? words.notSavedYet : '',
  ]);
  const bands = ofEntries.get(entry) ?? new Map<string, Band>();
  ofEntries.set(entry, bands);
  const id = `band ${column.id} ${entry.id}`;
  const minutes = minutesOn(day, { start, end });
  return kept(bands, { ...time, id, columnId: column.id, kind, entry, title, label, minutes, isUnsaved }, column);
}

function offBand(
  column: BoardColumn,
  day: StoreDay,
  time: Interval,
  absence: Absence,
  nameOf: (storeId: string | null) => string | undefined,
): Band {
  const store = absence.kind === 'elsewhere' ? nameOf(absence.entry.storeId) : undefined;
  const title =
    store === undefined ? offText() : t({ message: `at ${store}`, comment: 'somebody on duty at another store' });
  const id = `off ${column.id} ${time.start} ${time.end}`;
  if (others.size > MANY) others = new Map();
  const minutes = minutesOn(day, time);
  return kept(
    others,
    { ...time, id, columnId: column.id, kind: 'off', entry: null, title, label: title, minutes, isUnsaved: false },
    column,
  );
}
