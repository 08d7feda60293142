import { type ReactNode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

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
export type Item = z.infer<typeof daysSchema>[string][number];

export interface DayProps {
  /** `YYYY-MM-DD` in UTC. */
  date: string;
  items: readonly Item[];
  rooms: readonly string[];
  /** The status that is looked for; all others are faded. */
  wanted: string | null;
}

function Shell({ days, draw }: { days: z.infer<typeof daysSchema>; draw: (props: DayProps) => ReactNode }) {
  const dates = Object.keys(days);
  const [shown, setShown] = useState(0);
  const [wanted, setWanted] = useState<string | null>(null);
  const date = dates[shown] ?? '';
  const items = days[date] ?? [];
  const rooms = useMemo(() => [...new Set(items.map((item) => item.roomId))], [items]);
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
          confirmed
        </button>
      </div>
      {draw({ date, items, rooms, wanted })}
    </>
  );
}

/** Shows the days of the bench with the two buttons for the day and the one for a filter that the board has, too. */
export async function mount(draw: (props: DayProps) => ReactNode): Promise<void> {
  const root = document.getElementById('root');
  const days = daysSchema.parse(await (await fetch('/bench/days')).json());
  if (root) createRoot(root).render(<Shell days={days} draw={draw} />);
}
