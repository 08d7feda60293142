import { memo } from 'react';
import { type DayProps, type Item, mount } from './shell.tsx';

/** The least that shows the same day: blocks put in their places by hand, nothing measured, nothing looked up. */
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

function Grid({ items, rooms, wanted }: DayProps) {
  return (
    <div className="board">
      {rooms.map((room) => (
        <div key={room} className="lane">
          {items
            .filter((item) => item.roomId === room)
            .map((item) => (
              <Block key={item.id} item={item} faded={wanted !== null && item.status !== wanted} />
            ))}
        </div>
      ))}
    </div>
  );
}

await mount((props) => <Grid {...props} />);
