import type { CalendarOptions, PluginInput } from '@fullcalendar/react';

/**
 * The looks of the calendar engine, which has none of its own: lines in the theme's colours and nothing else, since
 * headings, hours and blocks bring theirs. The engine's own themes style a dozen views that a board never shows.
 */
const looks: CalendarOptions = {
  viewClass: 'cal-view',
  tableHeaderClass: 'cal-head',
  fillerClass: 'cal-line',
  dayHeaderRowClass: 'cal-line',
  dayHeaderDividerClass: 'cal-line-below',
  slotHeaderRowClass: 'cal-line',
  slotHeaderClass: ({ isMinor }) => (isMinor ? 'cal-line cal-minor cal-hour' : 'cal-line cal-hour'),
  slotHeaderInnerClass: 'cal-hour-text',
  slotHeaderDividerClass: 'cal-line-after',
  slotLaneClass: ({ isMinor }) => (isMinor ? 'cal-line cal-minor' : 'cal-line'),
  dayLaneClass: 'cal-line cal-lane',
  dayLaneInnerClass: 'cal-lane-inner',
  columnEventClass: 'cal-event',
  columnEventInnerClass: 'cal-event-inner',
  nonBusinessHoursClass: 'cal-closed',
};

export const calendarTheme: PluginInput = { name: 'frontdesk', optionDefaults: looks };
