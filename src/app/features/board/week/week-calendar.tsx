import '@fullcalendar/react/skeleton.css';
import './week.css';
import FullCalendar, { type CalendarOptions, type EventInput } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import { viewLabels } from '#app/addresses/board-search.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/shared-texts.ts';
import { timeText } from '#app/text/time-text.ts';
import type { DraftBooking } from '#scheduling/booking-place.ts';
import { addDays, createDayClock, dateIn, minuteOfDay } from '#scheduling/calendar-day.ts';
import type { WeekDay } from './week-days.ts';
import { WeekHeading } from './week-heading.tsx';
import { WEEK_TIME, WeekRow } from './week-row.tsx';

/** The entries of a day: appointments, the booking in the panel, or a note below them. */
type Entry =
  | { kind: 'appointment'; minute: number; item: BoardItem }
  | { kind: 'draft'; minute: number; time: string; name: string }
  | { kind: 'note'; minute: number; text: string };

/** The booking in the panel, if it is on this day. */
function draftOn({ column }: WeekDay, draft: DraftBooking | null): Entry[] {
  if (draft?.time == null || dateIn(draft.zone, draft.time.start) !== column.date) return [];
  const minute = minuteOfDay(createDayClock(draft.zone, column.date), draft.time.start);
  return [{ kind: 'draft', minute, time: timeText(minute), name: draft.petName || words.newAppointment }];
}

/** A note that nothing is booked. */
function noteOn({ items, isClosed }: WeekDay, isLoaded: boolean): Entry[] {
  if (items.length > 0 || !isLoaded || isClosed) return [];
  return [{ kind: 'note', minute: Number.POSITIVE_INFINITY, text: words.nothingBooked }];
}

interface EventsInput {
  days: readonly WeekDay[];
  draft: DraftBooking | null;
  isLoaded: boolean;
}

/** One event per row. They are all-day events, because FullCalendar would draw one that crosses midnight as a bar. */
function eventsOf({ days, draft, isLoaded }: EventsInput): EventInput[] {
  return days.flatMap((day) => {
    const { column, items } = day;
    const rows: Entry[] = items.map((item) => ({ kind: 'appointment', minute: item.fromMinute, item }));
    const entries = [...rows, ...draftOn(day, draft)].sort((a, b) => a.minute - b.minute);
    return [...entries, ...noteOn(day, isLoaded)].map((entry, order) => ({
      id: `${column.date} ${entry.kind === 'appointment' ? entry.item.key : entry.kind}`,
      start: column.date,
      allDay: true,
      order,
      entry,
    }));
  });
}

function EntryRow({ entry }: { entry: Entry }) {
  if (entry.kind === 'appointment') return <WeekRow item={entry.item} />;
  if (entry.kind === 'note') return <p className="px-2 py-1 text-xs text-muted">{entry.text}</p>;
  return (
    <p className="flex h-6 items-center gap-1.5 rounded-xs border-2 border-dashed border-accent px-1 text-[0.75rem] text-accent">
      <bdi className={WEEK_TIME}>{entry.time}</bdi>
      <bdi className="min-w-0 truncate font-semibold">{entry.name}</bdi>
    </p>
  );
}

const cell = 'week-cell border-s border-line';

const settings: CalendarOptions = {
  plugins: [dayGridPlugin],
  // `dayGridWeek`, but with the days of `visibleRange`, which follow the address.
  initialView: 'dayGrid',
  headerToolbar: false,
  locale: shownLocale,
  direction: shownLanguage.direction,
  height: '100%',
  borderless: true,
  dayMaxEventRows: false,
  eventOrder: 'order',
  displayEventTime: false,
  tableHeaderClass: 'border-b border-line-strong',
  dayHeaderClass: `${cell} *:w-full`,
  // FullCalendar makes a heading as wide as its text.
  dayHeaderAlign: 'start',
  dayHeaderInnerClass: 'w-full',
  dayCellClass: ({ isToday }) =>
    isToday ? `${cell} bg-[color-mix(in_srgb,var(--accent-soft)_45%,var(--surface))]` : cell,
  dayCellInnerClass: 'p-1',
  eventClass: 'week-entry',
  // Dates without a time are in UTC.
  dayHeaderContent: ({ date }) => <WeekHeading date={date.toISOString().slice(0, 10)} />,
  // FullCalendar assumes that the content of a heading only repeats its date, and hides it.
  dayHeaderDidMount: ({ el }) => el.querySelector('[aria-hidden]')?.removeAttribute('aria-hidden'),
  eventContent: ({ event }) => <EntryRow entry={event.extendedProps['entry']} />,
};

interface WeekCalendarProps extends EventsInput {
  /** The first day, `YYYY-MM-DD`. */
  first: string;
  zone: string;
}

/** The FullCalendar grid of a week, with a row for each appointment. */
export function WeekCalendar({ days, draft, isLoaded, first, zone }: WeekCalendarProps) {
  return (
    <FullCalendar
      {...settings}
      timeZone={zone}
      visibleRange={{ start: first, end: addDays(first, 7) }}
      events={eventsOf({ days, draft, isLoaded })}
      titleFormat={() => viewLabels.week}
      // Part of the accessible name of the row: "Week 49".
      weekTextLong={viewLabels.week}
    />
  );
}
