import { useMemo } from 'react';
import { useNow } from '#app/browser/use-now.ts';
import { timeText } from '#app/scheduling/time-text.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { type HourLoad, loadByHour } from './room-load.ts';
import { WaitingList } from './waiting-list.tsx';

interface DayOverviewProps {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  onOpen: (appointmentId: string) => void;
}

function cellText({ busy, open, count }: HourLoad): string {
  if (open === 0) return count > 0 ? `closed, ${count} on` : 'closed';
  const free = Math.max(0, open - busy);
  return free === 0 ? 'full' : free === 60 ? 'free' : `${free} min`;
}

function Cell({ load }: { load: HourLoad }) {
  const free = Math.max(0, load.open - load.busy);
  const share = Math.min(100, Math.round((load.busy / 60) * 100));
  return (
    <td className={`relative h-11 min-w-17 p-0 ${load.open === 0 ? 'bg-sunken' : 'bg-surface'}`}>
      <div aria-hidden="true" className="absolute inset-x-1 bottom-1 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
      <span
        className={`absolute inset-x-0 top-1.5 text-center text-xs tabular-nums ${free > 0 ? 'font-semibold text-accent' : 'text-muted'}`}
      >
        {cellText(load)}
      </span>
    </td>
  );
}

/** At a glance: where there is room, and who has waited longest. */
export function DayOverview({ columns, items, onOpen }: DayOverviewProps) {
  const now = useNow();
  const loads = useMemo(() => loadByHour(columns, items), [columns, items]);
  const hours = loads[0]?.hours ?? [];
  return (
    <section aria-label="Overview" className="min-h-0 min-w-0 grow overflow-auto p-4">
      <div className="flex flex-col gap-6 lg:flex-row">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard, too. */}
        <div tabIndex={0} className="min-w-0 grow overflow-x-auto">
          <table className="border-separate border-spacing-0.5 text-sm">
            <caption className="pb-2 text-left text-sm font-semibold">
              Where there is room: free minutes of each hour
            </caption>
            <thead>
              <tr>
                <th scope="col" className="sticky left-0 bg-ground pr-3 text-left text-xs font-normal text-muted">
                  Room
                </th>
                {hours.map((hour) => (
                  <th key={hour.fromMinute} scope="col" className="px-1 pb-1 text-xs font-normal text-muted">
                    {timeText(hour.fromMinute)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {loads.length === 0 ? (
                <tr>
                  <td className="text-muted">No store shown here has rooms of its own.</td>
                </tr>
              ) : null}
              {loads.map(({ column, hours: row }) => (
                <tr key={column.id}>
                  <th scope="row" className="sticky left-0 z-1 bg-ground pr-3 text-left font-medium whitespace-nowrap">
                    <span className="block text-[0.6875rem] font-normal text-muted">{column.group}</span>
                    {column.title}
                  </th>
                  {row.map((load) => (
                    <Cell key={load.fromMinute} load={load} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <WaitingList items={items} now={now} onOpen={onOpen} />
      </div>
    </section>
  );
}
