import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import FullCalendar, { type EventDisplayInfo } from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import classicThemePlugin from '@fullcalendar/react/themes/classic';
import resourceTimeGridPlugin from '@fullcalendar/react-scheduler/resource-timegrid';
import { useLayoutEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const itemsSchema = z.array(
  z.object({
    id: z.string(),
    roomId: z.string(),
    title: z.string(),
    status: z.string(),
    start: z.string(),
    end: z.string(),
  }),
);
type Item = z.infer<typeof itemsSchema>[number];

interface DayProps {
  /** `YYYY-MM-DD` in UTC. */
  date: string;
  items: readonly Item[];
  /** The status that the filter selects; all others are faded. */
  status: string | null;
}

function content({ event, timeText }: EventDisplayInfo) {
  return (
    <div data-appointment={event.id} data-faded={event.extendedProps['faded'] || undefined}>
      <b>{timeText}</b> <i>{event.title}</i>
    </div>
  );
}

/** FullCalendar as in its documentation: with a separate theme, the events as an array, the content as a component. */
function Plain({ date, items, status }: DayProps) {
  const rooms = useMemo(() => [...new Set(items.map((item) => item.roomId))], [items]);
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
        const faded = status !== null && item.status !== status;
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

/** Records when the day is painted, as our calendar does. */
function useDrawnMark(): void {
  useLayoutEffect(() => {
    requestAnimationFrame(function look() {
      if (document.querySelector('[data-appointment]') === null) requestAnimationFrame(look);
      else setTimeout(() => performance.mark('day-drawn'));
    });
  }, []);
}

/** The calendar with two buttons for the day and one for a filter that our calendar has, too. */
function Page({ days }: { days: ReadonlyMap<string, readonly Item[]> }) {
  useDrawnMark();
  const dates = [...days.keys()];
  const [shown, setShown] = useState(0);
  const [wanted, setWanted] = useState<string | null>(null);
  const date = dates[shown] ?? '';
  return (
    <>
      <div className="bar">
        <button type="button" onClick={() => setShown((shown + 1) % dates.length)}>
          Next day
        </button>
        <button type="button" onClick={() => setShown((shown + dates.length - 1) % dates.length)}>
          Previous day
        </button>
        <button type="button" onClick={() => setWanted(wanted === null ? 'confirmed' : null)}>
          Confirmed
        </button>
      </div>
      <Plain date={date} items={days.get(date) ?? []} status={wanted} />
    </>
  );
}

const items = itemsSchema.parse(await (await fetch('/bench/appointments')).json());
const days = new Map<string, Item[]>();
for (const item of items) {
  const date = item.start.slice(0, 10);
  days.set(date, [...(days.get(date) ?? []), item]);
}
const root = document.getElementById('root');
if (root) createRoot(root).render(<Page days={days} />);
