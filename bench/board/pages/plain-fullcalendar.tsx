import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import FullCalendar, { type EventDisplayInfo } from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import classicThemePlugin from '@fullcalendar/react/themes/classic';
import resourceTimeGridPlugin from '@fullcalendar/react-scheduler/resource-timegrid';
import { type DayProps, mount } from './shell.tsx';

function content({ event, timeText }: EventDisplayInfo) {
  return (
    <div data-appointment={event.id} data-faded={event.extendedProps['faded'] || undefined}>
      <b>{timeText}</b> <i>{event.title}</i>
    </div>
  );
}

/** FullCalendar as its documentation shows it: a theme of its own, the events as an array, the content as a component. */
function Plain({ date, items, rooms, wanted }: DayProps) {
  return (
    <FullCalendar
      key={date}
      plugins={[resourceTimeGridPlugin, interactionPlugin, classicThemePlugin]}
      schedulerLicenseKey="AGPL-My-Frontend-And-Backend-Are-Open-Source"
      initialView="resourceTimeGridDay"
      initialDate={date}
      timeZone="UTC"
      selectable
      nowIndicator
      slotDuration="00:15:00"
      resources={rooms.map((id) => ({ id, title: id }))}
      events={items.map((item) => {
        const faded = wanted !== null && item.status !== wanted;
        return {
          id: item.id,
          resourceId: item.roomId,
          title: item.title,
          start: item.start,
          end: item.end,
          className: faded ? 'item-faded' : '',
          extendedProps: { faded },
        };
      })}
      eventContent={content}
    />
  );
}

await mount((props) => <Plain {...props} />);
