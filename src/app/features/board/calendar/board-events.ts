import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { type BoardItem, isMovable, MIN_MINUTES } from '#app/features/board/model/board-items.ts';
import type { Band } from '#app/features/board/plan/board-plan.ts';
import { columnsForEntry } from '#app/features/board/plan/entry-moves.ts';
import { type AppointmentStage, mainEmployeeId, occupies, stageOf } from '#contract/appointment-rules.ts';
import type { Interval } from '#contract/interval.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { addDays, dateIn, MINUTES_PER_DAY } from '#scheduling/calendar-day.ts';
import { takenTime } from '#scheduling/visit.ts';

/**
 * The kinds of events, in this order: an appointment's block, a stay in the strip above the hours, blocked time, the
 * booking in the panel, free or taken time behind the blocks, and the empty time that is being selected.
 */
export type EventKind = 'appointment' | 'stay' | 'block' | 'draft' | 'free' | 'taken' | 'selection';

/** The data that FullCalendar stores with an event (`extendedProps`). */
export interface EventData {
  kind: EventKind;
  columnId: string;
  /** The accessible name; empty for free time, taken time and the selection. */
  label: string;
  /** Text beside the title of an event that is not an appointment. */
  detail?: string;
  item?: BoardItem;
  band?: Band;
}

/** An event in FullCalendar's input format: plain data, which `useStableReference` can compare. */
export interface BoardEvent extends EventData {
  /** For an event of the kind `appointment` or `stay`, the id of the appointment. */
  id: string;
  /** The same as `columnId`, under the name that FullCalendar expects. */
  resourceId: string;
  title: string;
  /** An instant in milliseconds since 1970-01-01T00:00Z or, for a stay, a date (`YYYY-MM-DD`). */
  start: number | string;
  end: number | string;
  className: string;
  allDay?: boolean;
  display?: 'background';
  editable?: boolean;
  resourceEditable?: boolean;
}

/** If a block is longer than this many minutes, its text stays in view while the calendar scrolls. */
const MAX_MINUTES_IN_SIGHT = 60;

/**
 * The classes that make a block stand out less, by the stage of its appointment. A block has none while the patient is here,
 * so that the block has the full tint of its status.
 */
const STAGE_CLASS: Readonly<Record<AppointmentStage, string>> = {
  ...{ waiting: '', 'in-care': '', unknown: '' },
  expected: 'plain',
  ended: 'over',
  'called-off': 'over dimmed',
};

function blockClasses(item: BoardItem): string {
  const minutes = item.stay === null ? item.toMinute - item.fromMinute : 0;
  const tall = minutes > MAX_MINUTES_IN_SIGHT ? 'tall' : '';
  return [item.display.tint, STAGE_CLASS[stageOf(item.appointment)], item.species, tall]
    .filter((name) => name !== '')
    .join(' ');
}

/**
 * The time that an item covers in its column. An item without a duration gets the shortest one, without extending into
 * the next day.
 */
function coveredTime(item: BoardItem): Interval {
  const { start, end } = takenTime(item.appointment);
  if (item.oddEnd === null) return { start, end };
  const from = start - Math.max(0, item.fromMinute - (MINUTES_PER_DAY - MIN_MINUTES)) * 60_000;
  return { start: from, end: from + MIN_MINUTES * 60_000 };
}

/** The event of an appointment: a block on the hours, or a bar across the days of a stay. */
function createAppointmentEvent(item: BoardItem, zone: string): BoardEvent {
  const { appointment, columnId, heading: title, label, stay } = item;
  const shared = {
    id: appointment.id,
    columnId,
    resourceId: columnId,
    title,
    label,
    item,
    className: blockClasses(item),
  };
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

/**
 * The event that marks the time of a stay in the background of its column. The bar of the stay is in the strip above.
 */
function createStayBackground(item: BoardItem): BoardEvent {
  const { start, end } = coveredTime(item);
  const { columnId } = item;
  return {
    id: `stay ${item.appointment.id}`,
    kind: 'taken',
    columnId,
    resourceId: columnId,
    title: item.heading,
    label: '',
    start,
    // The band is at least as high as a block, but ends with the day.
    end: Math.max(end, start + Math.min(MIN_MINUTES, MINUTES_PER_DAY - item.fromMinute) * 60_000),
    display: 'background',
    className: 'taken-stay',
  };
}

function createBlockEvent(band: Band, { view, columns, canChangePlan }: EventSources): BoardEvent {
  const { id, columnId, title, label, start, end, times } = band;
  return {
    ...{ id, kind: 'block', columnId, resourceId: columnId, title, label, detail: times, band, start, end },
    editable: canChangePlan,
    resourceEditable: canChangePlan && columnsForEntry(band, view, columns).length > 1,
    className: `plan-block plan-${band.kind}`,
  };
}

interface EventSources {
  view: ColumnsView;
  columns: readonly BoardColumn[];
  /** The appointments to draw: none until the day and the height are known. */
  items: readonly BoardItem[];
  bands: readonly Band[];
  canChangePlan: boolean;
}

/**
 * The events of appointments and of the plan: blocks, stays with a band behind the blocks, and blocked time.
 */
export function createBoardEvents(sources: EventSources): BoardEvent[] {
  const { view, columns, items, bands } = sources;
  const zones = new Map(columns.map(({ id, zone }) => [id, zone]));
  const occupiesColumn = ({ appointment }: BoardItem) =>
    occupies(appointment) && (view === 'vets' ? mainEmployeeId(appointment) : appointment.roomId) !== null;
  return [
    ...items.map((item) => createAppointmentEvent(item, zones.get(item.columnId) ?? 'UTC')),
    // Only in the column of a room or vet: in "No room" and "Unassigned" a stay takes up nothing.
    ...items.filter((item) => item.stay !== null && occupiesColumn(item)).map(createStayBackground),
    ...bands.map((band) => createBlockEvent(band, sources)),
  ];
}

/**
 * Puts blocked time behind the appointments that share its time, since FullCalendar would draw them side by side, each
 * half as wide.
 */
export function putBlockedTimeBehind(events: readonly BoardEvent[]): BoardEvent[] {
  const inFront = events.filter(({ kind }) => kind === 'appointment' || kind === 'draft');
  const isShared = ({ columnId, start, end }: BoardEvent) =>
    inFront.some((event) => event.columnId === columnId && event.start < end && event.end > start);
  return events.map((event) =>
    event.kind === 'block' && isShared(event) ? { ...event, display: 'background' } : event,
  );
}
