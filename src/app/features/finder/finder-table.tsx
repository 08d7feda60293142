import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, PawPrint } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type Address, AppLink, followHere } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { browserZone, instantParts } from '#app/scheduling/time-text.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FinderReference, nameAppointment } from './finder-names.ts';
import { useRateLimited } from './page-rate.ts';
import type { FinderRow } from './use-finder.ts';

const ROW_HEIGHT = 44;
/** The next page is loaded when so few lines are left below. */
const AHEAD = 60;

/** Where a list was left. */
interface ScrollPosition {
  /** Pixels from the top. */
  offset: number;
  /** The id of the appointment that was opened; null where the list was left otherwise. */
  openedId: string | null;
}

const MOST_POSITIONS = 50;
const scrollPositions = new Map<string, ScrollPosition>();

/** Keeps the position for the way back to this entry of the history; of very many, the latest. */
function saveScrollPosition(entry: string, position: ScrollPosition): void {
  scrollPositions.delete(entry);
  scrollPositions.set(entry, position);
  const [oldest] = scrollPositions.keys();
  if (scrollPositions.size > MOST_POSITIONS && oldest !== undefined) scrollPositions.delete(oldest);
}

interface FinderTableProps {
  rows: readonly FinderRow[];
  reference: FinderReference;
  total: number | null;
  hasMore: boolean;
  loading: boolean;
  /** Whether these are still the lines of the request before. */
  dimmed: boolean;
  /** Why the lines that should follow are missing; null while nothing has failed. */
  failure: string | null;
  budgetShort: boolean;
  /** The entry of the history under which the scroll position is kept. */
  entry: string;
  oldestFirst: boolean;
  /** Why the order cannot be turned; null where it can. */
  orderRefusal: string | null;
  hrefOf: (record: ReceivedAppointment) => string;
  /** The page of an appointment's pet; null where it has none. */
  petOf: (record: ReceivedAppointment) => Address | null;
  onOpen: (record: ReceivedAppointment) => void;
  onMore: () => void;
  /** Loads again what failed. */
  onRetry: () => void;
  onOrder: (oldestFirst: boolean) => void;
}

/** The lines that are in view, of however many. A page that fails says so where it is missing, and is tried again there. */
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
  const restored = useRef(scrollPositions.get(entry));
  const count = rows.length + (hasMore ? 1 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: () => restored.current?.offset ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasMore && !loading && failure === null && last >= rows.length - AHEAD;
  const waiting = useRateLimited(wanted, onMore);

  const openedId = useRef<string | null>(null);
  const open = useCallback(
    (record: ReceivedAppointment) => {
      openedId.current = record.id;
      onOpen(record);
    },
    [onOpen],
  );
  // Before the element leaves the document, and its scroll position with it.
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      if (element) saveScrollPosition(entry, { offset: element.scrollTop, openedId: openedId.current });
    };
  }, [entry]);
  const openedIndex = items.find(({ index }) => isOpened(rows[index], restored.current?.openedId))?.index;
  useEffect(() => {
    if (openedIndex === undefined) return;
    restored.current = undefined;
    // Only while nothing else has taken the focus meanwhile.
    if (document.activeElement !== document.body) return;
    scroller.current
      ?.querySelector<HTMLElement>(`tr[aria-rowindex="${openedIndex + 2}"] a`)
      ?.focus({ preventScroll: true });
  }, [openedIndex]);

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
                      budget={budgetShort || waiting}
                      onRetry={() => {
                        // The button goes away: the keyboard stays in the list.
                        scroller.current?.focus({ preventScroll: true });
                        props.onRetry();
                      }}
                    />
                  </td>
                ) : row.kind === 'record' ? (
                  <RecordCells
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

/** On a phone or a tablet only when and what remain, the rest being under the title. */
const wideOnly = 'hidden truncate px-1.5 lg:table-cell';
/** The first to go where it gets narrow. */
const widestOnly = 'hidden px-1.5 xl:table-cell';

interface RecordCellsProps {
  record: ReceivedAppointment;
  reference: FinderReference;
  href: string;
  petOf: (record: ReceivedAppointment) => Address | null;
  onOpen: (record: ReceivedAppointment) => void;
}

/** One appointment. Its title leads to its day on the board. */
const RecordCells = memo(function RecordCells({ record, reference, href, petOf, onOpen }: RecordCellsProps) {
  const names = nameAppointment(record, reference);
  const look = reference.statuses.of(record.status);
  const title = record.title || names.type || 'Appointment';
  const pet = petOf(record);
  return (
    <>
      <td className="py-0 pr-1.5 pl-3">
        <Instant zone={names.zone} at={record.start} />
      </td>
      <td className="px-1.5">
        <span className="flex items-center gap-1">
          <a
            href={href}
            onClick={(event) => followHere(event, () => onOpen(record))}
            className="min-w-0 grow truncate font-medium text-ink hover:text-accent hover:underline"
          >
            {title}
          </a>
          {pet ? (
            <AppLink
              to={pet}
              aria-label="Pet"
              title="Pet"
              className="grid size-6 shrink-0 place-items-center text-muted"
            >
              <PawPrint aria-hidden="true" size={14} />
            </AppLink>
          ) : null}
        </span>
        <span className="block truncate text-xs text-muted lg:hidden">
          {[names.status, names.vets, names.store].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={wideOnly}>
        <span className={`${look.tint} inline-block max-w-full truncate rounded px-1.5 py-0.5 align-middle text-xs`}>
          {look.label}
        </span>
      </td>
      <td className={wideOnly}>{names.vets || <span className="text-muted">Nobody</span>}</td>
      <td className={`${wideOnly} py-0`}>
        <TwoLines first={names.room || names.store} second={names.room && names.store} />
      </td>
      <td className={`${widestOnly} py-0`}>
        {record.createdAt === null ? null : <Instant zone={names.zone} at={record.createdAt} />}
      </td>
    </>
  );
});

function Instant({ zone, at }: { zone: string; at: string }) {
  const { date, time } = instantParts(zone, instantOf(at), browserZone);
  return <TwoLines first={date} second={time} />;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block truncate tabular-nums max-md:text-xs">{first}</span>
      <span className="block truncate text-xs text-muted tabular-nums">{second}</span>
    </>
  );
}
