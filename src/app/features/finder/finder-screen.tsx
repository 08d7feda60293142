import type { ReactNode } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { useExport } from './export/use-export.ts';
import { seenValues } from './filter-options.ts';
import { FinderFilters, type Unloaded } from './finder-filters.tsx';
import type { FinderReference } from './finder-names.ts';
import type { IgnoredFilter } from './finder-page.ts';
import { finderRequest, oldestFirstRefusal, refusedFilters } from './finder-request.ts';
import { type FinderSearch, hasFilters } from './finder-search.ts';
import { FinderTable } from './finder-table.tsx';
import { countText, totalOf, useFinder } from './use-finder.ts';

interface FinderScreenProps {
  search: FinderSearch;
  reference: FinderReference;
  unloaded: readonly Unloaded[];
  /** The entry of the history under which the scroll position is kept. */
  entry: string;
  /** The ways to other screens. */
  navigation: ReactNode;
  onChange: (changes: Partial<FinderSearch>) => void;
  /** Loads again what could not be loaded for the filters. */
  onReload: () => void;
  /** Back to all appointments. */
  onClear: () => void;
  hrefOf: (record: ReceivedAppointment) => string;
  onOpen: (record: ReceivedAppointment) => void;
}

/** All appointments, past and to come: filters, the exact count, an endless list, and the whole of it as a file. */
export function FinderScreen(props: FinderScreenProps) {
  const { search, reference, unloaded, entry, navigation, onChange, onReload, onClear, hrefOf, onOpen } = props;
  const { company, fallbackZone } = reference.directory;
  const stores = useMemo(
    () => company.stores.map((store) => ({ id: store.id, timeZone: zoneOfStore(store, fallbackZone) })),
    [company, fallbackZone],
  );
  const request = useMemo(
    () => finderRequest(search, { companyId: company.id, stores, fallbackZone }),
    [search, company.id, stores, fallbackZone],
  );
  const { query, pages, rows, currentPages, counting, cycles, budgetShort, refresh } = useFinder(request);
  const seen = useMemo(() => seenValues(pages.flatMap(({ records }) => records)), [pages]);
  const ignored = new Set(currentPages.flatMap((page) => page.ignoredFilters));
  const refusal = refusedFilters(query.error, search);
  const exporting = useExport({ request: request.kind === 'refused' ? null : request, reference, pages });
  const { fetchNextPage } = query;
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    onClear();
  };
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <main className="flex h-full flex-col bg-ground">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
        {navigation}
        <h1 className="text-lg font-semibold">Appointments</h1>
        <p className="text-sm text-muted tabular-nums" aria-live="polite" data-testid="matches">
          {countText({
            counting,
            pages: currentPages,
            listed: rows.length,
            complete: !query.hasNextPage && !cycles,
          })}
        </p>
        {hasFilters(search) ? (
          <Button compact tone="quiet" onClick={clear}>
            Clear filters
          </Button>
        ) : null}
        <Button compact disabled={query.isFetching || request.kind === 'refused'} onClick={refresh}>
          Refresh
        </Button>
        <div className="ml-auto">
          <ExportMenu {...exporting} disabled={rows.length === 0 || query.isPlaceholderData} />
        </div>
      </header>
      <FinderFilters
        search={search}
        reference={reference}
        seen={seen}
        cleared={cleared}
        unloaded={unloaded}
        onChange={onChange}
      />
      {unloaded.length > 0 ? (
        <Notice tone="text-danger">
          {unloadedText(unloaded)}
          <Button compact onClick={onReload}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {ignored.size > 0 ? <Notice tone="text-muted">{ignoredText(ignored)}</Notice> : null}
      {request.kind === 'refused' ? (
        <State title="This cannot be asked">
          {request.reason}
          {search.sort === 'oldest' ? (
            <Button compact onClick={() => onChange({ sort: undefined })}>
              Show the newest first
            </Button>
          ) : null}
        </State>
      ) : query.isError && rows.length === 0 ? (
        <State title="The appointments could not be loaded">
          {refusal ?? asApiError(query.error)?.suggestion ?? 'The practice system did not answer.'}
          {refusal === null ? (
            <Button compact onClick={() => void query.refetch()}>
              Try again
            </Button>
          ) : (
            <Button compact onClick={clear}>
              Clear filters
            </Button>
          )}
        </State>
      ) : query.isSuccess && rows.length === 0 && !query.isPlaceholderData && !query.hasNextPage && !cycles ? (
        <State title="No appointment matches">
          {hasFilters(search) ? 'Leave out a filter, or clear them all.' : 'Nothing has been booked yet.'}
          {hasFilters(search) ? (
            <Button compact onClick={clear}>
              Clear filters
            </Button>
          ) : null}
        </State>
      ) : (
        <FinderTable
          key={JSON.stringify(request)}
          dimmed={query.isPlaceholderData}
          rows={rows}
          reference={reference}
          total={totalOf(currentPages)}
          budgetShort={budgetShort}
          entry={entry}
          hasMore={query.hasNextPage || query.isPending || cycles}
          loading={query.isFetching}
          failure={
            cycles
              ? 'The list leads in a circle: the rest could not be loaded.'
              : query.isFetchNextPageError
                ? 'The next appointments could not be loaded.'
                : null
          }
          oldestFirst={search.sort === 'oldest'}
          orderRefusal={oldestFirstRefusal(search, { stores })}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onMore={onMore}
          onRetry={cycles ? refresh : onMore}
          onOrder={(oldestFirst) => onChange({ sort: oldestFirst ? 'oldest' : undefined })}
        />
      )}
    </main>
  );
}

const UNLOADED = {
  vets: ['vets'],
  types: ['visit types'],
  enums: ['statuses', 'visit categories', 'origins'],
} as const satisfies Record<Unloaded, readonly string[]>;

function unloadedText(unloaded: readonly Unloaded[]): string {
  const words = new Intl.ListFormat('en-GB').format(unloaded.flatMap((list) => UNLOADED[list]));
  return `The ${words} could not be loaded.`;
}

function ignoredText(ignored: ReadonlySet<IgnoredFilter>): string {
  const cannot = [
    ...(ignored.has('titles') ? ['search titles'] : []),
    ...(ignored.has('stores') ? ['narrow by store'] : []),
  ];
  return `This practice system cannot ${cannot.join(' or ')}: the list is filtered here while it loads.`;
}

/** A line between the filters and the list. */
function Notice({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <div role="status" className={`flex items-center gap-2 border-b border-line bg-surface px-3 py-1 text-xs ${tone}`}>
      {children}
    </div>
  );
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grow place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-2 text-center text-sm text-muted">
        <h2 className="text-base font-semibold text-ink">{title}</h2>
        {children}
      </div>
    </div>
  );
}
