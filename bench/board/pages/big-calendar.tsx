// The package is of this page alone and installed beside it.
// biome-ignore-all lint/correctness/noUndeclaredDependencies: see above.
import 'react-big-calendar/lib/css/react-big-calendar.css';
import dayjs from 'dayjs';
import { Calendar, dayjsLocalizer } from 'react-big-calendar';
import { type DayProps, mount } from './shell.tsx';

const localizer = dayjsLocalizer(dayjs);
const nothing = () => undefined;

interface Entry {
  id: string;
  title: string;
  start: Date;
  end: Date;
  resourceId: string;
  faded: boolean;
}

function Content({ event }: { event: Entry }) {
  return (
    <span data-appointment={event.id} data-faded={event.faded || undefined}>
      {event.title}
    </span>
  );
}

/** React Big Calendar as its documentation shows it, with the rooms as resources. The browser's zone is UTC here. */
function Big({ date, items, rooms, wanted }: DayProps) {
  return (
    <Calendar<Entry>
      localizer={localizer}
      date={new Date(`${date}T00:00:00`)}
      view="day"
      views={['day']}
      onNavigate={nothing}
      onView={nothing}
      resources={rooms.map((id) => ({ id, title: id }))}
      resourceIdAccessor="id"
      resourceTitleAccessor="title"
      events={items.map((item) => ({
        id: item.id,
        title: item.title,
        start: new Date(item.start),
        end: new Date(item.end),
        resourceId: item.roomId,
        faded: wanted !== null && item.status !== wanted,
      }))}
      eventPropGetter={(event) => (event.faded ? { className: 'item-faded' } : {})}
      components={{ event: Content }}
      step={15}
      timeslots={4}
      toolbar={false}
      selectable
      style={{ height: 'calc(100vh - 90px)' }}
    />
  );
}

await mount((props) => <Big {...props} />);
