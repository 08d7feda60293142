import type { ReactNode } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import { zoneOfStore } from '#app/components/day-clock.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { useExport } from './export/use-export.ts';
import { FinderFilters } from './finder-filters.tsx';
import type { FinderReference } from './finder-names.ts';
import { finderRequest, oldestFirstRefusal } from './finder-request.ts';
import { type FinderSearch, isNarrowed } from './finder-search.ts';
import { FinderTable } from './finder-table.tsx';
import { useFinder } from './use-finder.ts';

interface FinderScreenProps {
  search: FinderSearch;
  reference: FinderReference;
  /** The ways to other screens. */
  navigation: ReactNode;
  onChange: (changes: Partial<FinderSearch>) => void;
  /** Back to all appointments. */
  onClear: () => void;
  hrefOf: (record: ReceivedAppointment) => string;
  onOpen: (record: ReceivedAppointment) => void;
}

/** All appointments, past and to come: filters, the exact count, an endless list, and the whole of it as a file. */
export function FinderScreen(props: FinderScreenProps) {
  const { search, reference, navigation, onChange, onClear, hrefOf, onOpen } = props;
  const { company, fallbackZone } = reference.directory;
  const stores = useMemo(
    () => company.stores.map((store) => ({ id: store.id, timeZone: zoneOfStore(store, fallbackZone) })),
    [company, fallbackZone],
  );
  const request = useMemo(
    () => finderRequest(search, { companyId: company.id, stores, fallbackZone }),
    [search, company.id, stores, fallbackZone],
  );
  const { query, pages, rows, total, readAgain } = useFinder(request);
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
          {total === null ? '' : `${total.toLocaleString()} ${total === 1 ? 'match' : 'matches'}`}
        </p>
        {isNarrowed(search) ? (
          <Button compact tone="quiet" onClick={clear}>
            Clear filters
          </Button>
        ) : null}
        <Button compact disabled={query.isFetching} onClick={readAgain}>
          Read again
        </Button>
        <div className="ml-auto">
          <ExportMenu {...exporting} disabled={rows.length === 0 || query.isPlaceholderData} />
        </div>
      </header>
      <FinderFilters search={search} reference={reference} cleared={cleared} onChange={onChange} />
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
          {asApiError(query.error)?.suggestion ?? 'The practice system did not answer.'}
          <Button compact onClick={() => void query.refetch()}>
            Try again
          </Button>
        </State>
      ) : query.isSuccess && rows.length === 0 && !query.isPlaceholderData ? (
        <State title="No appointment matches">
          {isNarrowed(search) ? 'Leave out a filter, or begin anew.' : 'Nothing has been booked yet.'}
          {isNarrowed(search) ? (
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
          total={total}
          hasMore={query.hasNextPage || query.isPending}
          loading={query.isFetching}
          failed={query.isFetchNextPageError}
          oldestFirst={search.sort === 'oldest'}
          orderRefusal={oldestFirstRefusal(search, { stores })}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onMore={onMore}
          onOrder={(oldestFirst) => onChange({ sort: oldestFirst ? 'oldest' : undefined })}
        />
      )}
    </main>
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
