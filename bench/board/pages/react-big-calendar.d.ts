// The package is installed only where the bench is run; this is the part of it that is used.
declare module 'react-big-calendar' {
  import type { ComponentType } from 'react';

  export interface CalendarProps<Event> {
    localizer: unknown;
    date: Date;
    view: 'day';
    views: readonly 'day'[];
    onNavigate: () => void;
    onView: () => void;
    events: readonly Event[];
    resources: readonly { id: string; title: string }[];
    resourceIdAccessor: string;
    resourceTitleAccessor: string;
    eventPropGetter: (event: Event) => { className?: string };
    components: { event: ComponentType<{ event: Event }> };
    step: number;
    timeslots: number;
    toolbar: boolean;
    selectable: boolean;
    style: Record<string, string>;
  }
  export const Calendar: <Event>(props: CalendarProps<Event>) => React.JSX.Element;
  export function dayjsLocalizer(dayjs: unknown): unknown;
}
declare module 'dayjs' {
  const dayjs: unknown;
  export default dayjs;
}
declare module 'react-big-calendar/lib/css/react-big-calendar.css' {}
