import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Address } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { FinderReference } from './finder-names.ts';
import { FinderRecord, wideOnly, widestOnly } from './finder-row.tsx';
import { leavePlace, placeAt } from './places.ts';
import type { FinderRow } from './use-finder.ts';
import { usePaced } from './use-paced.ts';

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
  /** Why there is no further line though there should be; null while there is nothing amiss. */
  failure: string | null;
  budgetShort: boolean;
  /** The entry of the history under which the place in the list is remembered. */
  entry: string;
  oldestFirst: boolean;
  /** Why the order cannot be turned; null where it can. */
  orderRefusal: string | null;
  hrefOf: (record: ReceivedAppointment) => string;
  petOf: (record: ReceivedAppointment) => Address | null;
  onOpen: (record: ReceivedAppointment) => void;
  onMore: () => void;
  /** Asks once more for what failed. */
  onRetry: () => void;
  onOrder: (oldestFirst: boolean) => void;
}

/** The lines that are in view, of however many. A page that fails is told of where it is missing, and asked for again there. */
export function FinderTable(props: FinderTableProps) {
  const {
    rows,
    reference,
    total,
    hasMore,
    loading,
    dimmed,
    failure,
    budgetShort,
    entry,
    hrefOf,
    petOf,
    onOpen,
    onMore,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef(placeAt(entry));
  const count = rows.length + (hasMore ? 1 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: () => place.current?.offset ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasMore && !loading && failure === null && last >= rows.length - AHEAD;
  const paced = usePaced(wanted, onMore);

  const opened = useRef<string | null>(null);
  const open = useCallback(
    (record: ReceivedAppointment) => {
      opened.current = record.id;
      onOpen(record);
    },
    [onOpen],
  );
  // Before the element leaves the document, and its place with it.
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      if (element) leavePlace(entry, { offset: element.scrollTop, opened: opened.current });
    };
  }, [entry]);
  const back = items.find(({ index }) => isOpened(rows[index], place.current?.opened))?.index;
  useEffect(() => {
    if (back === undefined) return;
    place.current = undefined;
    // Whoever has gone on meanwhile is not called back.
    if (document.activeElement !== document.body) return;
    scroller.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${back + 2}"] a`)?.focus({ preventScroll: true });
  }, [back]);

  const first = items[0];
  const end = items.at(-1);
  return (
    <div
      ref={scroller}
      tabIndex={-1}
      aria-busy={loading}
      className={`relative min-h-0 grow overflow-y-auto outline-none bg-surface text-sm ${dimmed ? 'opacity-60' : ''}`}
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
                    <Missing
                      failure={loading ? null : failure}
                      budget={budgetShort || paced}
                      onRetry={() => {
                        // The button goes away: the keyboard stays in the list.
                        scroller.current?.focus({ preventScroll: true });
                        props.onRetry();
                      }}
                    />
                  </td>
                ) : row.kind === 'record' ? (
                  <FinderRecord
                    record={row.record}
                    reference={reference}
                    href={hrefOf(row.record)}
                    petOf={petOf}
                    onOpen={open}
                  />
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

interface MissingProps {
  failure: string | null;
  /** Whether the next lines wait for the request budget. */
  budget: boolean;
  onRetry: () => void;
}

function Missing({ failure, budget, onRetry }: MissingProps) {
  if (failure === null) {
    return (
      <span className="flex items-center gap-2 text-muted">
        <span aria-hidden="true" className="h-4 w-40 shrink-0 animate-pulse rounded bg-sunken max-sm:hidden" />
        {budget ? 'Waiting for the request budget…' : 'Loading more…'}
      </span>
    );
  }
  return (
    <span role="alert" className="flex items-center gap-2 text-danger">
      {failure}
      <Button compact onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}

function isOpened(row: FinderRow | undefined, id: string | null | undefined): boolean {
  return row?.kind === 'record' && row.record.id === id;
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
