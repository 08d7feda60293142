import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { type BoardItem, isMovable, MIN_MINUTES } from '#app/features/board/model/board-items.ts';
import type { Band } from '#app/features/board/plan/board-plan.ts';
import { columnsForEntry } from '#app/features/board/plan/entry-moves.ts';
import { addDays, dateIn, MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { isDimmed, takenTime } from '#app/scheduling/visit.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { mainEmployeeId, occupies } from '#contract/appointment-rules.ts';

/**
 * A block, a stay in the strip above the hours, time that is blocked, the booking in the panel, a band behind them, or the empty time
 * that is being selected.
 */
export type EventKind = 'appointment' | 'stay' | 'block' | 'draft' | 'free' | 'taken' | 'selection';

/** What FullCalendar carries along with an event (`extendedProps`). */
export interface EventData {
  kind: EventKind;
  columnId: string;
  /** The accessible name; empty for a band that is only seen. */
  label: string;
  /** What is written beside the title, for kinds without an item. */
  detail?: string;
  item?: BoardItem;
  band?: Band;
}

/** What the calendar draws, as FullCalendar takes it: plain data, which `useShared` compares. */
export interface BoardEvent extends EventData {
  /** The appointment's id for a block or a stay. */
  id: string;
  /** The column, once more under FullCalendar's name. */
  resourceId: string;
  title: string;
  /** Milliseconds since 1970, or a date. */
  start: number | string;
  end: number | string;
  className: string;
  allDay?: boolean;
  display?: 'background';
  editable?: boolean;
  resourceEditable?: boolean;
}

/** Blocks that are longer, in minutes, keep their text in view while the calendar is scrolled. */
const MAX_MINUTES_IN_SIGHT = 60;

function classesOf(item: BoardItem): string {
  const minutes = item.stay === null ? item.toMinute - item.fromMinute : 0;
  return [item.display.tint, isDimmed(item.appointment) ? 'dimmed' : '', minutes > MAX_MINUTES_IN_SIGHT ? 'tall' : '']
    .filter((name) => name !== '')
    .join(' ');
}

/**
 * The time that an item covers in its column: one without a duration has the shortest one, which must not extend into
 * the next day.
 */
function coveredTime(item: BoardItem): Interval {
  const { start, end } = takenTime(item.appointment);
  if (item.oddEnd === null) return { start, end };
  const from = start - Math.max(0, item.fromMinute - (MINUTES_OF_DAY - MIN_MINUTES)) * 60_000;
  return { start: from, end: from + MIN_MINUTES * 60_000 };
}

/** An appointment: a block on the hours, or a bar over the days of a stay. */
function appointmentEvent(item: BoardItem, zone: string): BoardEvent {
  const { appointment, columnId, heading: title, label, stay } = item;
  const shared = { id: appointment.id, columnId, resourceId: columnId, title, label, item, className: classesOf(item) };
  if (stay === null) {
    return { ...shared, kind: 'appointment', ...coveredTime(item), ...(isMovable(item) ? {} : { editable: false }) };
  }
  const { start, end } = takenTime(appointment);
  return {
    ...shared,
    kind: 'stay',
    start: dateIn(zone, start),
    end: addDays(dateIn(zone, end - 1), 1),
    allDay: true,
    editable: false,
  };
}

/** A band of time that an appointment takes which has no block there. */
function takenEvent(item: BoardItem, why: 'stay' | 'hidden'): BoardEvent {
  const { start, end } = coveredTime(item);
  const { columnId } = item;
  return {
    id: `${why} ${item.appointment.id}`,
    kind: 'taken',
    columnId,
    resourceId: columnId,
    title: '',
    label: '',
    start,
    // As high as a block of it would be at least, which ends with the day.
    end: Math.max(end, start + Math.min(MIN_MINUTES, MINUTES_OF_DAY - item.fromMinute) * 60_000),
    display: 'background',
    className: `taken-${why}`,
  };
}

function blockEvent(band: Band, { view, columns, canChangePlan }: EventSources): BoardEvent {
  const { id, columnId, title, label, start, end, times } = band;
  return {
    ...{ id, kind: 'block', columnId, resourceId: columnId, title, label, detail: times, band, start, end },
    editable: canChangePlan,
    resourceEditable: canChangePlan && columnsForEntry(band, view, columns).length > 1,
    className: `plan-block plan-${band.kind}`,
  };
}

interface EventSources {
  view: BoardView;
  columns: readonly BoardColumn[];
  /** The items that have a block. */
  items: readonly BoardItem[];
  /** Those that are filtered out; their time is still taken. */
  hiddenItems: readonly BoardItem[];
  bands: readonly Band[];
  canChangePlan: boolean;
}

/** The events of appointments and of the plan: blocks, stays, blocked time, and bands where an appointment without a block takes time. */
export function boardEvents(sources: EventSources): BoardEvent[] {
  const { view, columns, items, hiddenItems, bands } = sources;
  const zones = new Map(columns.map(({ id, zone }) => [id, zone]));
  const takesColumn = ({ appointment }: BoardItem) =>
    occupies(appointment) && (view === 'vets' ? mainEmployeeId(appointment) : appointment.roomId) !== null;
  return [
    ...items.map((item) => appointmentEvent(item, zones.get(item.columnId) ?? 'UTC')),
    // In "No room" and "Unassigned" there is no room or vet that a stay could take.
    ...items.filter((item) => item.stay !== null && takesColumn(item)).map((item) => takenEvent(item, 'stay')),
    ...hiddenItems.filter(({ appointment }) => occupies(appointment)).map((item) => takenEvent(item, 'hidden')),
    ...bands.map((band) => blockEvent(band, sources)),
  ];
}
