import { memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

/** The least that shows the same day: blocks put in their places by hand, nothing measured, nothing looked up. */
const daysSchema = z.record(
  z.string(),
  z.array(
    z.object({
      id: z.string(),
      roomId: z.string(),
      title: z.string(),
      status: z.string(),
      start: z.string(),
      end: z.string(),
    }),
  ),
);
type Item = z.infer<typeof daysSchema>[string][number];

const MINUTE = 60_000;
const PIXELS = 1824 / 1440;

const Block = memo(function Block({ item, faded }: { item: Item; faded: boolean }) {
  const from = (Date.parse(item.start) % 86_400_000) / MINUTE;
  const length = (Date.parse(item.end) - Date.parse(item.start)) / MINUTE;
  return (
    <button
      type="button"
      className="item"
      data-appointment={item.id}
      data-faded={faded || undefined}
      aria-label={`${item.start}, ${item.title}, ${item.status}`}
      style={{ top: from * PIXELS, height: length * PIXELS - 1 }}
    >
      <span>
        <svg aria-hidden="true" width="12" height="12" viewBox="0 0 24 24">
          <circle cx="12" cy="12" r="10" />
        </svg>
        <b>{item.title}</b> <span>Client</span> <span>{item.start.slice(11, 16)}</span>
      </span>
    </button>
  );
});

function Floor({ days }: { days: z.infer<typeof daysSchema> }) {
  const dates = Object.keys(days);
  const [shown, setShown] = useState(0);
  const [status, setStatus] = useState<string | null>(null);
  const items = days[dates[shown] ?? ''] ?? [];
  const rooms = [...new Set(items.map((item) => item.roomId))];
  return (
    <>
      <div className="bar">
        <button type="button" onClick={() => setShown((shown + 1) % dates.length)}>
          Next day
        </button>
        <button type="button" onClick={() => setShown((shown + dates.length - 1) % dates.length)}>
          Previous day
        </button>
        <button type="button" onClick={() => setStatus(status === null ? 'confirmed' : null)}>
          confirmed
        </button>
      </div>
      <div className="board">
        {rooms.map((room) => (
          <div key={room} className="lane">
            {items
              .filter((item) => item.roomId === room)
              .map((item) => (
                <Block key={item.id} item={item} faded={status !== null && item.status !== status} />
              ))}
          </div>
        ))}
      </div>
    </>
  );
}

const root = document.getElementById('root');
const days = daysSchema.parse(await (await fetch('/bench/days')).json());
if (root) createRoot(root).render(<Floor days={days} />);
