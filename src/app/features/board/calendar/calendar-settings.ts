import type { CalendarOptions, EventApi, PluginInput } from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import resourceTimeGridPlugin from '@fullcalendar/react-scheduler/resource-timegrid';
import { plural, t } from '@lingui/core/macro';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import { hourText } from '#app/text/time-text.ts';
import type { MinuteRange } from '#contract/interval.ts';
import { weekdayOf } from '#scheduling/calendar-day.ts';
import { MOVE_STEP_MINUTES } from '#scheduling/wall-clock.ts';
import { MAX_STAY_LINES } from './calendar-layout.ts';

/** How long a touch must last to drag a block or to select empty time, in milliseconds. */
export const LONG_PRESS_MS = 500;

type Interaction = NonNullable<PluginInput['componentInteractions']>[number];

/**
 * Lets the pointer decide where a block is dropped. FullCalendar uses the middle of the block and the quarter of an
 * hour at which it was grabbed, so a long block that is grabbed at its top would land half an hour away from the
 * pointer. There is no option for this.
 */
class DropAtPointerInteraction {
  readonly component;
  readonly isHitComboAllowed;
  constructor(settings: ConstructorParameters<Interaction>[0]) {
    // FullCalendar reads these settings only after this constructor has run, so the change takes effect.
    settings.useEventCenter = false;
    this.component = settings.component;
    this.isHitComboAllowed = settings.isHitComboAllowed;
  }
  destroy() {}
}

const dropAtPointerPlugin: PluginInput = {
  name: 'frontdesk pointer',
  componentInteractions: [DropAtPointerInteraction],
};

const axisText = 'w-(--axis) text-end text-[0.6875rem] text-muted';
// `*:max-w-full` limits FullCalendar's inner box, which would otherwise be as wide as the name.
const heading = 'calendar-heading relative h-6 min-w-0 overflow-hidden border-s border-line *:max-w-full';
// The padding at the end leaves space for the icon of the column's menu.
const headingText = 'calendar-heading-text truncate ps-1.5 pe-5 text-[0.8125rem] leading-6 font-semibold';
const nowLine = 'h-0.5 -translate-y-px bg-danger forced-colors:h-[3px]';

/** Whether an event in the background is blocked time behind an appointment. */
export const isBlockedTime = ({ extendedProps }: Pick<EventApi, 'extendedProps'>) => extendedProps['kind'] === 'block';

/**
 * Our styles for FullCalendar, whose themes also style a dozen views that the board does not use. Parts that a style
 * sheet or test selects also get our own class name.
 */
const styles: PluginInput = {
  name: 'frontdesk',
  optionDefaults: {
    viewClass: 'calendar-view',
    tableHeaderClass: 'calendar-head',
    resourceDayHeaderClass: heading,
    resourceDayHeaderInnerClass: headingText,
    dayHeaderClass: heading,
    dayHeaderInnerClass: headingText,
    dayHeaderDividerClass: 'border-b border-line-strong',
    allDayHeaderClass: 'calendar-axis calendar-axis-stays bg-surface',
    // If the translation of "Stays" is wider than the axis, it wraps. FullCalendar's own style would let it overflow.
    allDayHeaderInnerClass: `${axisText} pe-0.5 leading-4.75 whitespace-normal!`,
    slotHeaderClass: 'calendar-axis bg-surface',
    slotHeaderInnerClass: `${axisText} pe-1.5 leading-3.5 tabular-nums`,
    slotLaneClass: 'calendar-slot',
    dayRowClass: 'calendar-strip min-h-(--strip)',
    dayCellClass: 'calendar-strip-cell border-s border-line',
    // Clips the descenders of the last block's text, which would otherwise make the day scroll.
    dayLaneClass: 'calendar-lane overflow-y-clip border-s border-line',
    dayLaneInnerClass: 'calendar-lane-inner ms-0.5 me-[3%]',
    eventClass: 'calendar-block',
    // FullCalendar draws the resize handle of an event only if this class is set.
    columnEventAfterClass: ({ isEndResizable }) => (isEndResizable ? 'block-end' : ''),
    rowEventClass: 'block-stay',
    backgroundEventClass: ({ event }) => (isBlockedTime(event) ? 'calendar-block' : 'calendar-taken'),
    backgroundEventInnerClass: ({ event }) => (isBlockedTime(event) ? 'block-text' : ''),
    nonBusinessHoursClass: 'calendar-closed h-full bg-sunken',
    nowIndicatorLineClass: `calendar-now ${nowLine}`,
    nowIndicatorHeaderClass: `calendar-now-mark start-0 w-(--axis) ${nowLine}`,
    moreLinkClass:
      'calendar-more mb-px overflow-hidden rounded-[3px] border border-line-strong bg-raised text-center text-[0.625rem] leading-[0.6875rem] font-semibold text-accent in-[.calendar-strip]:mx-0.5 in-[.calendar-strip]:mt-px in-[.calendar-strip]:mb-0 in-[.calendar-strip]:px-1 in-[.calendar-strip]:leading-5.5',
    popoverClass:
      'calendar-popover max-h-[60vh] w-60 overflow-auto rounded-lg border border-line bg-raised p-2 shadow-raised',
    popoverCloseClass: 'absolute end-1.5 top-1.5',
  },
};

/** The options that stay the same while the board is open. */
export const calendarSettings: CalendarOptions = {
  plugins: [resourceTimeGridPlugin, dropAtPointerPlugin, interactionPlugin, styles],
  initialView: 'resourceTimeGrid',
  headerToolbar: false,
  // Dates and numbers come from `Intl`, and all texts are set below, so FullCalendar's locale files are not needed.
  locale: shownLocale,
  direction: shownLanguage.direction,
  height: 'auto',
  tableHeaderSticky: true,
  borderless: true,
  nowIndicator: true,
  slotDuration: '01:00',
  slotHeaderInterval: '01:00',
  slotEventOverlap: false,
  snapDuration: { minutes: MOVE_STEP_MINUTES },
  defaultTimedEventDuration: '00:15',
  eventOrder: 'start,-duration,id',
  displayEventTime: false,
  selectMirror: true,
  selectMinDistance: 5,
  // A touch scrolls unless it starts with a long press.
  longPressDelay: LONG_PRESS_MS,
  scrollTimeReset: false,
  // Keeps FullCalendar from looking for its scroll container, because that would throw after the calendar was unmounted.
  // The board scrolls in a container of its own.
  scrollTime: 'none',
  resourceOrder: '',
  dayMaxEventRows: MAX_STAY_LINES,
  slotHeaderContent: ({ time }) => (time ? hourText(time.milliseconds / 60_000) : ''),
  // A row header needs visible text as its name, so an empty one with only a label becomes an ordinary cell.
  viewDidMount: ({ el }) => el.querySelector('[role=rowheader][aria-label]:empty')?.setAttribute('role', 'gridcell'),
};

/** The texts that FullCalendar shows or announces, in the language of the page. */
export function calendarTexts(): CalendarOptions {
  const appointments = t`Appointments`;
  return {
    // The accessible name of the grid. It contains no date, since formatting one makes changing the day a tenth slower.
    titleFormat: () => appointments,
    moreLinkContent: ({ num: count }) =>
      t({ message: plural(count, { one: '+# more', other: '+# more' }), comment: 'blocks that there is no room for' }),
    // FullCalendar also asks for this in cells without such a link, each time it draws a day.
    moreLinkHint: (count) =>
      count === 0
        ? ''
        : t({
            message: plural(count, { one: '# more', other: '# more' }),
            comment: 'blocks that there is no room for',
          }),
    closeHint: texts.close,
    timedText: t({ message: 'Timed', comment: 'read out: the part of the grid with hours, below that of the stays' }),
    allDayHeaderContent: t({ message: 'Stays', context: 'patients who stay overnight' }),
  };
}

function formatClockMinute(minute: number): string {
  const whole = Math.round(minute);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * Converts opening hours to FullCalendar's format. A closed day becomes an empty range, since no range would mean that
 * it is open all day.
 */
function businessHours(date: string, openings: readonly MinuteRange[]) {
  const daysOfWeek = [weekdayOf(date) % 7];
  if (openings.length === 0) return [{ daysOfWeek, startTime: '00:00', endTime: '00:00' }];
  return openings.map(({ fromMinute, toMinute }) => ({
    daysOfWeek,
    startTime: formatClockMinute(fromMinute),
    endTime: formatClockMinute(toMinute),
  }));
}

/**
 * Converts columns to FullCalendar's resources. Time outside a column's hours is shaded; if the hours are unknown,
 * nothing is.
 */
export function toResources(columns: readonly BoardColumn[]) {
  return columns.map(({ id, title, date, openings }) => ({
    id,
    title,
    businessHours: openings === null ? false : businessHours(date, openings),
  }));
}
