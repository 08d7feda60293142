import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { FinderReference } from './finder-names.ts';
import { FinderRecord, wideOnly, widestOnly } from './finder-row.tsx';
import type { FinderRow } from './use-finder.ts';

const ROW_HEIGHT = 44;
/** The next page is asked for when so few lines are left below. */
const AHEAD = 60;

interface FinderTableProps {
  rows: readonly FinderRow[];
  reference: FinderReference;
  total: number | null;
  hasMore: boolean;
  loading: boolean;
  /** Whether these are still the lines of the question before. */
  dimmed: boolean;
  failed: boolean;
  oldestFirst: boolean;
  /** Why the order cannot be turned; null where it can. */
  orderRefusal: string | null;
  hrefOf: (record: ReceivedAppointment) => string;
  onOpen: (record: ReceivedAppointment) => void;
  onMore: () => void;
  onOrder: (oldestFirst: boolean) => void;
}

/** The lines that are in view, of however many. A page that fails is told of where it is missing, and asked for again there. */
export function FinderTable(props: FinderTableProps) {
  const { rows, reference, total, hasMore, loading, dimmed, failed, hrefOf, onOpen, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const count = rows.length + (hasMore ? 1 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasMore && !loading && !failed && last >= rows.length - AHEAD;
  useEffect(() => {
    if (wanted) onMore();
  }, [wanted, onMore]);

  const first = items[0];
  const end = items.at(-1);
  return (
    <div
      ref={scroller}
      aria-busy={loading}
      className={`relative min-h-0 grow overflow-y-auto bg-surface text-sm ${dimmed ? 'opacity-60' : ''}`}
    >
      <table
        aria-label="Appointments"
        aria-rowcount={total === null ? -1 : total + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <Headings {...props} />
        <tbody>
          <Gap height={first?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                className="h-11 hover:bg-sunken/50 [&>td]:border-b [&>td]:border-line/60"
              >
                {row === undefined ? (
                  <td colSpan={2} className="px-3">
                    <Missing failed={failed} onRetry={onMore} />
                  </td>
                ) : row.kind === 'record' ? (
                  <FinderRecord record={row.record} reference={reference} href={hrefOf(row.record)} onOpen={onOpen} />
                ) : (
                  <td colSpan={2} className="truncate px-3 text-muted">
                    A record that the practice system could not read: {row.id || 'without an id'}
                  </td>
                )}
              </tr>
            );
          })}
          <Gap height={virtualizer.getTotalSize() - (end?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the lines out of view. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty line cannot be focused.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null;
}

function Missing({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) {
    return (
      <span className="flex animate-pulse items-center gap-2 text-muted">
        <span aria-hidden="true" className="h-4 w-40 rounded bg-sunken" /> Loading more…
      </span>
    );
  }
  return (
    <span role="alert" className="flex items-center gap-2 text-danger">
      The next appointments could not be loaded.
      <Button compact onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}

function Headings(props: FinderTableProps) {
  return (
    <thead className="sticky top-0 z-10 text-left text-xs font-semibold text-muted">
      <tr aria-rowindex={1} className="h-9 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface">
        <th scope="col" className="w-33 pr-1.5 pl-3 md:w-40">
          When
        </th>
        <th scope="col" className="px-1.5">
          <span className="flex items-center justify-between">
            Appointment
            <span className="mr-1.5 xl:hidden">
              <OrderButton {...props} />
            </span>
          </span>
        </th>
        <th scope="col" className={`${wideOnly} w-36`}>
          Status
        </th>
        <th scope="col" className={`${wideOnly} w-40`}>
          Vets
        </th>
        <th scope="col" className={`${wideOnly} w-56`}>
          Room, store
        </th>
        <th scope="col" aria-sort={props.oldestFirst ? 'ascending' : 'descending'} className={`${widestOnly} w-40`}>
          <OrderButton {...props} />
        </th>
      </tr>
    </thead>
  );
}

function OrderButton({ oldestFirst, orderRefusal, onOrder }: FinderTableProps) {
  const Arrow = oldestFirst ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-disabled={orderRefusal !== null && !oldestFirst}
      title={orderRefusal ?? (oldestFirst ? 'Show the newest first' : 'Show the oldest first')}
      onClick={() => {
        if (orderRefusal === null || oldestFirst) onOrder(!oldestFirst);
      }}
      className="-mx-1 flex items-center gap-1 rounded px-1 py-0.5 hover:bg-sunken aria-disabled:opacity-60"
    >
      Created <Arrow aria-hidden="true" size={13} />
    </button>
  );
}
