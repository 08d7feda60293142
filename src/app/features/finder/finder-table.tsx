import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ArrowUpDown, type LucideIcon, PawPrint } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failureKind, waitingText, waitOf } from '#app/api/failures.tsx';
import { useCountdown, useMinute } from '#app/browser/use-now.ts';
import { type Address, AppLink, followHere } from '#app/components/app-link.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { browserZone, dayInYear, instantParts } from '#app/scheduling/time-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FinderReference, nameAppointment } from './appointment-names.ts';
import type { FinderSearch } from './finder-search.ts';
import { useRateLimited } from './page-rate.ts';
import type { FinderRow } from './use-finder.ts';

/** The target of the skip link. */
export const LIST_ID = 'list';
const ROW_HEIGHT = 44;
/** The next page is loaded when fewer rows than this are left below. */
const AHEAD = 60;

/** The scroll position of a list when it was left. */
interface ScrollPosition {
  /** Pixels from the top. */
  offset: number;
  /** The id of the appointment that was opened; null where the list was left in another way. */
  openedId: string | null;
}

const MAX_POSITIONS = 50;
const scrollPositions = new Map<string, ScrollPosition>();

/** Stores the position of a history entry for going back; only the latest entries are kept. */
function saveScrollPosition(entry: string, position: ScrollPosition): void {
  scrollPositions.delete(entry);
  scrollPositions.set(entry, position);
  const [oldest] = scrollPositions.keys();
  if (scrollPositions.size > MAX_POSITIONS && oldest !== undefined) scrollPositions.delete(oldest);
}

/** The addresses of a row's links. */
export interface FinderAddresses {
  appointment: (record: ReceivedAppointment) => Address;
  pet: (petId: string) => Address;
  client: (clientId: string) => Address;
}

interface FinderTableProps {
  rows: readonly FinderRow[];
  reference: FinderReference;
  total: number | null;
  hasMore: boolean;
  loading: boolean;
  /** Whether these are still the rows of the previous request. */
  dimmed: boolean;
  /** Why the following rows could not be loaded; null where nothing failed. */
  failure: string | null;
  /** Why loading the following rows is delayed; null where it is not. */
  delay: unknown;
  /** The history entry under which the scroll position is stored. */
  entry: string;
  sort: FinderSearch['sort'];
  /** Why sorting by oldest is not possible; null where it is. */
  oldestRefusal: string | null;
  /** Why sorting by date is not possible; null where it is. */
  dateRefusal: string | null;
  addresses: FinderAddresses;
  onMore: () => void;
  /** Retries what failed. */
  onRetry: () => void;
  onSort: (sort: FinderSearch['sort']) => void;
}

/** A virtualised table. A page that fails to load shows the error in its place, with a button to retry. */
export function FinderTable(props: FinderTableProps) {
  const { rows, reference, total, hasMore, loading, dimmed, failure, delay, entry, addresses, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [restored] = useState(() => scrollPositions.get(entry));
  const count = rows.length + (hasMore ? 1 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: () => restored?.offset ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasMore && !loading && failure === null && last >= rows.length - AHEAD;
  useRateLimited(wanted, onMore);

  const openedId = useRef<string | null>(null);
  const open = useCallback(
    (record: ReceivedAppointment) => {
      openedId.current = record.id;
      addresses.appointment(record).go();
    },
    [addresses],
  );
  // Runs before the element is removed, and its scroll position lost.
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      if (element) saveScrollPosition(entry, { offset: element.scrollTop, openedId: openedId.current });
    };
  }, [entry]);
  const openedIndex = items.find(({ index }) => isOpened(rows[index], restored?.openedId))?.index;
  const isRestored = useRef(false);
  useEffect(() => {
    if (openedIndex === undefined || isRestored.current) return;
    isRestored.current = true;
    // Only where nothing else has the focus by now.
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
      id={LIST_ID}
      tabIndex={-1}
      aria-busy={loading}
      className={`relative min-h-0 grow overflow-y-auto outline-none bg-surface [@media(height<26rem)]:min-h-52 [@media(height<26rem)]:shrink-0 text-sm ${dimmed ? 'opacity-60' : ''}`}
    >
      <table
        aria-label={t`Appointments`}
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
                  <td colSpan={COLUMNS} className="px-3">
                    <Missing
                      failure={loading ? null : failure}
                      delay={delay}
                      onRetry={() => {
                        // The button disappears: the focus stays in the list.
                        scroller.current?.focus({ preventScroll: true });
                        props.onRetry();
                      }}
                    />
                  </td>
                ) : row.kind === 'record' ? (
                  <RecordCells record={row.record} reference={reference} addresses={addresses} onOpen={open} />
                ) : (
                  <td colSpan={COLUMNS} className="truncate px-3 text-muted">
                    {row.id === '' ? (
                      t`This record could not be read: it has no id`
                    ) : (
                      <Trans>
                        This record could not be read: <bdi>{row.id}</bdi>
                      </Trans>
                    )}
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

/** A spacer for the rows out of view. */
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
  /** Why loading the next rows is delayed. */
  delay: unknown;
  onRetry: () => void;
}

function Missing({ failure, delay, onRetry }: MissingProps) {
  const seconds = useCountdown(waitOf(delay), delay);
  if (failure === null) {
    return (
      <span className="flex items-center gap-2 text-muted">
        <span aria-hidden="true" className="h-4 w-40 shrink-0 animate-pulse rounded bg-sunken max-sm:hidden" />
        {failureKind(delay) === 'waiting' ? waitingText(seconds) : t`Loading more…`}
      </span>
    );
  }
  return (
    <ErrorMessage className="text-danger" onRetry={onRetry}>
      {failure}
    </ErrorMessage>
  );
}

function isOpened(row: FinderRow | undefined, id: string | null | undefined): boolean {
  return row?.kind === 'record' && row.record.id === id;
}

function Headings(props: FinderTableProps) {
  return (
    <thead className="sticky top-0 z-10 text-start text-xs font-semibold text-muted">
      <tr aria-rowindex={1} className="h-9 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface">
        <th
          scope="col"
          aria-sort={sortOf('earliest', 'latest', props.sort)}
          className="w-38 pe-1.5 ps-3 md:w-43 rtl:w-43"
        >
          <DateOrder {...props} />
        </th>
        <th scope="col" className="px-1.5">
          <span className="flex items-center justify-between">
            {t`Appointment`}
            <span className="me-1.5 xl:hidden">
              <CreatedOrder {...props} />
            </span>
          </span>
        </th>
        <th scope="col" className={`${wideOnly} w-26`}>
          {t`Pet`}
        </th>
        <th scope="col" className={`${wideOnly} w-34`}>
          {t`Owner`}
        </th>
        <th scope="col" className={`${wideOnly} w-30`}>
          {t`Status`}
        </th>
        <th scope="col" className={`${wideOnly} w-36`}>
          {t`Vets`}
        </th>
        <th scope="col" className={`${widestOnly} w-38`}>
          {t({ message: 'Room, store', comment: 'Heading of a column: the room, and below it the store' })}
        </th>
        <th scope="col" aria-sort={sortOf('oldest', undefined, props.sort)} className={`${widestOnly} w-43`}>
          <CreatedOrder {...props} />
        </th>
      </tr>
    </thead>
  );
}

type Sort = FinderSearch['sort'];

/** The `aria-sort` of a column with these two orders. */
function sortOf(ascending: Sort, descending: Sort, sort: Sort): 'ascending' | 'descending' | 'none' {
  return sort === ascending ? 'ascending' : sort === descending ? 'descending' : 'none';
}

function DateOrder({ sort, dateRefusal, onSort }: FinderTableProps) {
  const next = sort === 'earliest' ? 'latest' : 'earliest';
  return (
    <SortButton
      label={t({ message: 'When', comment: 'Heading of a column: date and time of the appointment' })}
      title={next === 'earliest' ? t`Sort by date, the earliest first` : t`Sort by date, the latest first`}
      refusal={dateRefusal}
      Arrow={sort === 'earliest' ? ArrowUp : sort === 'latest' ? ArrowDown : ArrowUpDown}
      onClick={() => onSort(next)}
    />
  );
}

function CreatedOrder({ sort, oldestRefusal, onSort }: FinderTableProps) {
  const next = sort === undefined ? 'oldest' : undefined;
  return (
    <SortButton
      label={t`Created`}
      title={next === undefined ? words.newestFirst : t`Show the oldest first`}
      refusal={next === undefined ? null : oldestRefusal}
      Arrow={sort === 'oldest' ? ArrowUp : sort === undefined ? ArrowDown : ArrowUpDown}
      onClick={() => onSort(next)}
    />
  );
}

interface SortButtonProps {
  label: string;
  /** The tooltip. */
  title: string;
  /** Why it is disabled; null where it is not. */
  refusal: string | null;
  Arrow: LucideIcon;
  onClick: () => void;
}

function SortButton({ label, title, refusal, Arrow, onClick }: SortButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={refusal !== null}
      title={refusal ?? title}
      onClick={() => {
        if (refusal === null) onClick();
      }}
      className="-mx-1 flex min-h-6 items-center gap-1 rounded px-1 hover:bg-sunken aria-disabled:opacity-60"
    >
      {label} <Arrow aria-hidden="true" size={13} />
    </button>
  );
}

/** On a phone or a tablet only the date and the title remain; the rest is below the title. */
const wideOnly = 'hidden truncate px-1.5 lg:table-cell';
/** Hidden first on narrower screens. */
const widestOnly = 'hidden px-1.5 xl:table-cell';
/** Columns of the widest table. */
const COLUMNS = 8;

interface RecordCellsProps {
  record: ReceivedAppointment;
  reference: FinderReference;
  addresses: FinderAddresses;
  onOpen: (record: ReceivedAppointment) => void;
}

/** The cells of one appointment. Its title links to its day on the board. */
const RecordCells = memo(function RecordCells({ record, reference, addresses, onOpen }: RecordCellsProps) {
  const names = nameAppointment(record, reference);
  const display = reference.statuses.of(record.status);
  const title = record.title || names.type || t`Appointment`;
  const { petId, clientId } = record;
  return (
    <>
      <td className="py-0 pe-1.5 ps-3">
        <Instant zone={names.zone} at={record.start} />
      </td>
      <td className="px-1.5">
        <span className="flex items-center gap-1">
          <a
            href={addresses.appointment(record).href}
            onClick={(event) => followHere(event, () => onOpen(record))}
            dir="auto"
            className="min-h-6 min-w-0 grow truncate leading-6 font-medium text-ink hover:text-accent hover:underline"
          >
            {title}
          </a>
          {petId === null ? null : (
            <AppLink
              to={addresses.pet(petId)}
              aria-label={t`Pet`}
              title={t`Pet`}
              className="grid size-6 shrink-0 place-items-center text-muted lg:hidden"
            >
              <PawPrint aria-hidden="true" size={14} />
            </AppLink>
          )}
        </span>
        <span className="block truncate text-xs text-muted lg:hidden">
          {[names.owner, names.status, names.vets, names.store].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={wideOnly}>
        {petId === null ? '–' : <NameLink name={names.pet} what={t`Pet`} to={addresses.pet(petId)} />}
      </td>
      <td className={wideOnly}>
        {clientId === null ? (
          <bdi>{names.owner || '–'}</bdi>
        ) : (
          <NameLink name={names.owner} what={t`Owner`} to={addresses.client(clientId)} />
        )}
      </td>
      <td className={wideOnly}>
        <span className={`${display.tint} inline-block max-w-full truncate rounded px-1.5 py-0.5 align-middle text-xs`}>
          {display.label}
        </span>
      </td>
      <td className={wideOnly} title={names.vets}>
        {names.vets || <span className="text-muted">{words.unassigned}</span>}
      </td>
      <td className={`${widestOnly} py-0`}>
        <TwoLines first={names.room || names.store} second={names.room && names.store} />
      </td>
      <td className={`${widestOnly} py-0`}>
        {record.createdAt === null ? null : <Instant zone={names.zone} at={record.createdAt} />}
      </td>
    </>
  );
});

/** A link to the page of a pet or a client (`what`), with a dash as long as the name is not known. */
function NameLink({ name, what, to }: { name: string; what: string; to: Address }) {
  return name === '' ? (
    <AppLink to={to} aria-label={what} title={what} className="flex h-6 items-center text-muted">
      –
    </AppLink>
  ) : (
    <AppLink to={to} title={name} className="flex h-6 items-center">
      <bdi className="truncate">{name}</bdi>
    </AppLink>
  );
}

function Instant({ zone, at }: { zone: string; at: string }) {
  const now = useMinute();
  const instant = instantOf(at);
  return <TwoLines first={dayInYear(zone, instant, now)} second={instantParts(zone, instant, browserZone).time} />;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block truncate tabular-nums max-md:text-xs">{first}</span>
      <span className="block truncate text-xs text-muted tabular-nums">{second}</span>
    </>
  );
}
