import { t } from '@lingui/core/macro';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { useClientsById } from '#app/api/clients.ts';
import { useNames } from '#app/api/long-list.ts';
import { useNextPage } from '#app/api/pages.ts';
import { petQueries } from '#app/api/pets.ts';
import { failureKind } from '#app/api/use-failure.ts';
import { useStable } from '#app/browser/use-debounced.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { Gap, NextPage, useLongTable } from '#app/components/long-table.tsx';
import { useVetAway } from '#app/days/use-vet-away.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { isAhead } from '#scheduling/visit.ts';
import type { AppointmentReference } from './appointment-names.ts';
import { AppointmentRow, columnsOf } from './appointment-row.tsx';
import type { Result } from './result.ts';

/** The target of the skip link. */
export const LIST_ID = 'list';
/** Identifies the list for the router's scroll restoration; also used in `router.tsx`. */
const SCROLLER = 'appointments';
/** Wide enough for rows of one line. */
const ONE_LINE = '(min-width: 48rem)';
const HEAD_HEIGHT = 32;
/** How long the rows must have stayed the same until the plan of their weeks is loaded, in milliseconds. */
const STILL_MS = 300;

type ResultQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage' | 'failureReason' | 'isPending'
>;

interface AppointmentsTableProps {
  query: ResultQuery;
  result: Result;
  reference: AppointmentReference;
  /** Whether the rows still belong to the previous request. */
  isDimmed: boolean;
  /** Whether all appointments are on the same day, so that the time is enough. */
  isOneDay: boolean;
  /** Null if the practice system cannot sort by time. */
  order: SearchOrder | null;
  onSort: (order: SearchOrder) => void;
  onRefresh: () => void;
}

/** A virtualised table with arrow-key navigation. If a page fails to load, the error appears in its place. */
export function AppointmentsTable(props: AppointmentsTableProps) {
  const { query, result, reference, isDimmed, isOneDay } = props;
  const { records, total, unreadable, isEndless } = result;
  const isWide = useMedia(ONE_LINE);
  const rowHeight = isWide ? 36 : 64;
  const hasMore = query.hasNextPage || query.isPending || isEndless;
  const table = useLongTable({
    ...{ records, hasMore, rowHeight },
    headHeight: isWide ? HEAD_HEIGHT : 0,
    scrollId: SCROLLER,
  });
  const { scroller, focus, indexes } = table;
  useNextPage(query, !isDimmed && table.isNearEnd);
  const columns = columnsOf({
    hasStores: reference.directory.company.stores.length > 1,
    isOneDay,
  });
  const firstRow = isWide ? 2 : 1;
  return (
    <div
      ref={scroller}
      id={LIST_ID}
      tabIndex={-1}
      aria-busy={query.isFetching}
      data-scroll-restoration-id={SCROLLER}
      className={`relative min-h-0 grow scroll-pt-8 overflow-y-auto bg-surface text-[0.8125rem] outline-none max-md:text-sm [@media(height<26rem)]:h-52 [@media(height<26rem)]:shrink-0 ${isDimmed ? 'opacity-60' : ''}`}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be focused and opened, so it is a grid.
        role="grid"
        aria-label={t`Appointments`}
        aria-rowcount={total === null ? -1 : total - unreadable + firstRow - 1}
        onFocus={focus.onFocus}
        onKeyDown={focus.onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        {isWide ? (
          <thead className="sticky top-0 z-10 text-start text-xs font-semibold text-muted">
            <tr aria-rowindex={1} className="h-8 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface">
              {columns.map(({ id, heading, className }) =>
                id === 'when' ? (
                  <th
                    key={id}
                    scope="col"
                    aria-sort={ariaSort[props.order ?? 'created']}
                    className={`px-1.5 ${className}`}
                  >
                    {props.order === null ? heading() : <TimeOrder order={props.order} onSort={props.onSort} />}
                  </th>
                ) : (
                  <th key={id} scope="col" className={`px-1.5 ${className}`}>
                    {heading()}
                  </th>
                ),
              )}
            </tr>
          </thead>
        ) : null}
        <tbody>
          <Gap height={table.above} />
          <ShownRows
            {...{ indexes, records, reference, isOneDay, firstRow }}
            columns={isWide ? columns : null}
            tabStop={focus.tabStop}
          />
          {table.isMoreShown ? (
            <tr aria-rowindex={records.length + firstRow} style={{ height: rowHeight }}>
              <td colSpan={columns.length} className="px-3">
                <NextPage
                  failed={failedText({ query, isEndless })}
                  delay={failureKind(query.failureReason) === 'waiting' ? query.failureReason : null}
                  onRetry={() => {
                    // The button disappears, so the focus moves to the list.
                    scroller.current?.focus({ preventScroll: true });
                    if (isEndless) props.onRefresh();
                    else void query.fetchNextPage();
                  }}
                />
              </td>
            </tr>
          ) : null}
          <Gap height={table.below} />
        </tbody>
      </table>
    </div>
  );
}

interface ShownRowsProps {
  /** The indexes of the rendered rows. */
  indexes: readonly number[];
  records: readonly ReceivedAppointment[];
  reference: AppointmentReference;
  /** Null if rows have two lines. */
  columns: ReturnType<typeof columnsOf> | null;
  isOneDay: boolean;
  /** The `aria-rowindex` of the first row. */
  firstRow: number;
  /** The id of the row that is in the tab order. */
  tabStop: string | null;
}

/** The rendered rows, with the current version of each appointment and the names loaded so far. */
function ShownRows({ indexes, records, reference, columns, isOneDay, firstRow, tabStop }: ShownRowsProps) {
  const companyId = reference.directory.company.id;
  const drawn = indexes.flatMap((index) => records[index] ?? []);
  const stored = useAppointmentsById(
    companyId,
    drawn.map(({ id }) => id),
  );
  const unsaved = useUnsavedChanges();
  const today = dayOfInstant(reference.directory.fallbackZone, useMinute()).start;
  const ahead = stored.filter((one) => isAhead(one, today));
  // While the list is scrolled fast, no plan is requested.
  const isStill = useStable(ahead.map(({ id }) => id).join(), STILL_MS);
  const isVetAway = useVetAway(ahead, [...reference.directory.employees.values()], { enabled: isStill });
  const newest = new Map([...stored, ...unsaved.records].map((record) => [record.id, record]));
  const { found: pets } = useNames(petQueries, companyId, new Set(drawn.flatMap(({ petId }) => petId ?? [])));
  const { clients, isLoading } = useClientsById(
    companyId,
    drawn.flatMap(({ clientId }) => clientId ?? []),
  );
  const named = { ...reference, clients, directory: { ...reference.directory, pets } };
  return indexes.map((index) => {
    const record = records[index];
    if (record === undefined) return null;
    return (
      <AppointmentRow
        key={record.id}
        appointment={newest.get(record.id) ?? record}
        reference={named}
        rowIndex={index + firstRow}
        isUnsaved={unsaved.pending.has(record.id)}
        isTabStop={record.id === tabStop}
        areClientsLoading={isLoading}
        isVetAway={isVetAway ?? noOneIsAway}
        {...{ columns, isOneDay }}
      />
    );
  });
}

const noOneIsAway = () => false;

/** Why the next page is missing; null while it is loading. */
function failedText({ query, isEndless }: { query: ResultQuery; isEndless: boolean }): string | null {
  if (query.isFetching) return null;
  if (isEndless) return t`The practice system sent the same page again, so the rest could not be loaded.`;
  return query.isFetchNextPageError ? t`The next appointments could not be loaded.` : null;
}

const ariaSort = { start: 'ascending', '-start': 'descending', created: 'none' } as const;

/** The heading of the time column, which reverses the order. */
function TimeOrder({ order, onSort }: { order: SearchOrder; onSort: (order: SearchOrder) => void }) {
  const next = order === 'start' ? '-start' : 'start';
  const Arrow = order === 'start' ? ArrowUp : order === '-start' ? ArrowDown : ArrowUpDown;
  return (
    <button
      type="button"
      title={next === 'start' ? t`Sort by time, earliest first` : t`Sort by time, latest first`}
      onClick={() => onSort(next)}
      className="-mx-1 flex min-h-6 items-center gap-1 rounded px-1 hover:bg-sunken"
    >
      {t({ message: 'When', comment: 'Heading of a column: date and time of the appointment' })}
      <Arrow aria-hidden="true" size={13} />
    </button>
  );
}
