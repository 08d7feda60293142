import { Clock } from 'lucide-react';
import { durationBetween } from '#app/scheduling/duration.ts';
import { waitingSince } from '#app/scheduling/visit.ts';
import type { BoardItem } from './board-items.ts';
import { StatusIcon } from './status-look.tsx';

interface Waiting {
  item: BoardItem;
  since: number;
}

/** Who waits, the longest first. */
export function waitingItems(items: readonly BoardItem[]): Waiting[] {
  return items
    .flatMap((item) => {
      const since = waitingSince(item.appointment);
      return since === null ? [] : [{ item, since }];
    })
    .sort((one, other) => one.since - other.since);
}

interface WaitingListProps {
  items: readonly BoardItem[];
  now: number;
  onOpen: (appointmentId: string) => void;
}

/** Who waits and since when. */
export function WaitingList({ items, now, onOpen }: WaitingListProps) {
  const waiting = waitingItems(items);
  return (
    <section aria-label="Waiting" className="w-full shrink-0 lg:w-80">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Clock aria-hidden="true" size={15} />
        Waiting
        <span className="font-normal text-muted">{waiting.length}</span>
      </h2>
      {waiting.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nobody waits. Who checks in appears here, the longest wait first.</p>
      ) : (
        <ol className="mt-2 flex flex-col gap-1.5">
          {waiting.map(({ item, since }) => (
            <li key={item.key}>
              <button
                type="button"
                onClick={() => onOpen(item.appointment.id)}
                className={`${item.look.tint} flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left text-sm border`}
              >
                <StatusIcon status={item.appointment.status} size={14} />
                <span className="min-w-0 grow truncate">
                  <strong className="font-semibold" dir="auto">
                    {item.heading}
                  </strong>{' '}
                  <span dir="auto">{item.client}</span>
                </span>
                <strong className="shrink-0 tabular-nums">{durationBetween(since, now)}</strong>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
