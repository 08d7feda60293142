import { useMemo } from 'react';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { useNow } from '#app/browser/use-now.ts';
import { durationBetween } from '#app/scheduling/duration.ts';
import { waitingSince } from '#app/scheduling/visit.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { statusFacets } from './facets.ts';
import { StatusIcon } from './status-look.tsx';

interface DayFlowProps {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  statuses: EnumLooks;
  leftOut: ReadonlySet<string>;
  selectedId: string | null;
  onOpen: (appointmentId: string) => void;
}

/** Those who wait first and among them the longest, then by their time. */
function inFlow(one: BoardItem, other: BoardItem): number {
  const [since, otherSince] = [waitingSince(one.appointment), waitingSince(other.appointment)];
  if (since !== null && otherSince !== null) return since - otherSince;
  if (since !== null || otherSince !== null) return since === null ? 1 : -1;
  return one.fromMinute - other.fromMinute || (one.key < other.key ? -1 : 1);
}

interface CardProps {
  item: BoardItem;
  room: string;
  now: number;
  faded: boolean;
  selected: boolean;
  onOpen: (appointmentId: string) => void;
}

function Card({ item, room, now, faded, selected, onOpen }: CardProps) {
  const since = waitingSince(item.appointment);
  return (
    <button
      type="button"
      aria-label={item.label}
      aria-current={selected || undefined}
      onClick={() => onOpen(item.appointment.id)}
      className={`${item.look.tint} w-full rounded-md px-2.5 py-1.5 text-left text-xs border aria-[current]:ring-1 aria-[current]:ring-current aria-[current]:ring-inset ${faded ? 'opacity-25' : ''}`}
    >
      <span className="flex items-baseline gap-2">
        <strong className="min-w-0 grow truncate text-sm font-semibold" dir="auto">
          {item.heading}
        </strong>
        <span className="shrink-0 tabular-nums">{item.time}</span>
      </span>
      <span className="block truncate" dir="auto">
        {[item.client, item.type].filter((part) => part !== '').join(' · ')}
      </span>
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 grow truncate">{[room, item.initials].filter((part) => part !== '').join(' · ')}</span>
        {since === null ? null : <strong className="shrink-0 tabular-nums">waits {durationBetween(since, now)}</strong>}
      </span>
    </button>
  );
}

/** The day in columns by status: who is where in the visit, and who waits since when. */
export function DayFlow({ columns, items, statuses, leftOut, selectedId, onOpen }: DayFlowProps) {
  const now = useNow();
  const rooms = useMemo(() => new Map(columns.map((column) => [column.id, column.title])), [columns]);
  const lanes = useMemo(() => {
    const facets = statusFacets(
      items.map((item) => item.appointment),
      statuses,
    );
    return facets.map(({ look }) => ({
      look,
      items: items.filter((item) => item.appointment.status === look.value).sort(inFlow),
    }));
  }, [items, statuses]);
  return (
    <section aria-label="Flow" className="flex min-h-0 min-w-0 grow gap-2 overflow-x-auto p-3">
      {lanes.map(({ look, items: cards }) => (
        <section
          key={look.value}
          aria-label={look.label}
          className="flex min-w-37 flex-1 flex-col rounded-lg bg-sunken"
        >
          <h2 className="flex items-center gap-1.5 px-2.5 py-2 text-xs font-semibold">
            <StatusIcon status={look.value} />
            {look.label}
            <span className="ml-auto font-normal text-muted tabular-nums">{cards.length}</span>
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard, too. */}
          <ul tabIndex={0} className="flex min-h-0 grow flex-col gap-1.5 overflow-y-auto px-1.5 pb-2">
            {cards.map((item) => (
              <li key={item.key}>
                <Card
                  item={item}
                  room={rooms.get(item.columnId) ?? ''}
                  now={now}
                  faded={leftOut.has(item.appointment.id)}
                  selected={selectedId === item.appointment.id}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
