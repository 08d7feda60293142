import '@fullcalendar/react/skeleton.css';
import './board.css';
import FullCalendar, { type CalendarOptions, type CalendarRef } from '@fullcalendar/react';
import resourceTimeGridPlugin from '@fullcalendar/react-scheduler/resource-timegrid';
import scrollGridPlugin from '@fullcalendar/react-scheduler/scrollgrid';
import { memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { AppointmentBlock } from './appointment-block.tsx';
import type { BlockStates } from './block-states.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { AXIS_DAY, axisText, eventsOf, resourcesOf } from './calendar-options.ts';
import { calendarTheme } from './calendar-theme.ts';
import { ColumnHeading } from './column-heading.tsx';
import type { Lanes } from './lanes.ts';

export interface BoardCalendarHandle {
  /** Scrolls so that the minute is near the top. */
  scrollToMinute(minute: number): void;
}

interface BoardCalendarProps {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  states: BlockStates;
  licenseKey: string;
  /** Minutes after midnight that are at the top when the board appears. */
  firstMinute: number;
  lanes: Lanes;
  ref?: Ref<BoardCalendarHandle>;
}

const FIXED: CalendarOptions = {
  plugins: [resourceTimeGridPlugin, scrollGridPlugin, calendarTheme],
  initialView: 'resourceTimeGridDay',
  initialDate: AXIS_DAY,
  now: AXIS_DAY,
  timeZone: 'UTC',
  height: '100%',
  headerToolbar: false,
  // The name of the grid; the day of the axis means nothing to anyone.
  titleFormat: () => 'Appointments',
  allDaySlot: false,
  dayMinWidth: 132,
  slotDuration: '00:15:00',
  slotHeaderInterval: '01:00:00',
  slotMinHeight: 19,
  slotEventOverlap: false,
  eventMinHeight: 19,
  displayEventTime: false,
  eventInteractive: false,
  editable: false,
  borderless: true,
  resourceDayHeaderAlign: 'center',
  resourceDayHeaderClass: 'cal-line',
  resourceDayHeaderInnerClass: 'cal-heading',
  scrollTimeReset: false,
  eventOrder: 'start,-duration,id',
  resourceOrder: '',
  slotHeaderContent: ({ time }) => (
    <span className="text-xs text-muted">{time ? axisText(time.milliseconds) : ''}</span>
  ),
};

function columnIdOf(resource: unknown): string | null {
  return typeof resource === 'object' && resource !== null && 'id' in resource ? String(resource.id) : null;
}

function minuteText(minute: number): string {
  const whole = Math.max(0, Math.floor(minute));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}:00`;
}

/** The grid of columns and hours with its blocks. It knows nothing of days and zones: the items are placed already. */
export const BoardCalendar = memo(function BoardCalendar(props: BoardCalendarProps) {
  const { columns, items, states, licenseKey, firstMinute, lanes, ref } = props;
  const calendar = useRef<CalendarRef>(null);
  // Another day of the same rooms is the same resources: the calendar then keeps its headings and lanes.
  const resourcesKey = JSON.stringify(resourcesOf(columns));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the resources are.
  const resources = useMemo(() => resourcesOf(columns), [resourcesKey]);
  const events = useMemo(() => eventsOf(items), [items]);
  const current = useRef({ items: new Map<string, BoardItem>(), columns: new Map<string, BoardColumn>() });
  current.current = {
    items: useMemo(() => new Map(items.map((item) => [item.key, item])), [items]),
    columns: useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]),
  };

  useImperativeHandle(
    ref,
    () => ({
      scrollToMinute: (minute) => calendar.current?.getApi().scrollToTime(minuteText(minute)),
    }),
    [],
  );

  const options = useMemo<CalendarOptions>(
    () => ({
      ...FIXED,
      schedulerLicenseKey: licenseKey,
      scrollTime: minuteText(firstMinute),
      eventContent: ({ event }) => {
        const item = current.current.items.get(event.id);
        return item ? <AppointmentBlock item={item} states={states} /> : null;
      },
      resourceDayHeaderContent: ({ resource }) => {
        const column = current.current.columns.get(resource.id);
        return column ? <ColumnHeading column={column} /> : null;
      },
      dayLaneDidMount: (info) => {
        const columnId = columnIdOf(info['resource']);
        if (columnId !== null) lanes.attach(columnId, info.el);
      },
      dayLaneWillUnmount: ({ el }) => lanes.detach(el),
    }),
    [licenseKey, firstMinute, states, lanes],
  );

  return <FullCalendar ref={calendar} {...options} resources={resources} events={events} />;
});
