import { plural, t } from '@lingui/core/macro';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { clientQueries } from '#app/api/clients.ts';
import { errorIdOf, failureKind, Reason, refusalText } from '#app/api/failures.tsx';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { useReference, useZonedStores } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';
import { type FinderReference, ownerName } from './appointment-names.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { useExport } from './export/use-export.ts';
import { seenValues } from './filter-values.ts';
import { FinderFilters, type Unloaded } from './finder-filters.tsx';
import { type IgnoredFilter, MAX_SORTED_BY_DATE } from './finder-queries.ts';
import { finderRequest, oldestFirstRefusal, refusedFilters } from './finder-request.ts';
import { type FinderSearch, hasFilters } from './finder-search.ts';
import { FinderTable, LIST_ID } from './finder-table.tsx';
import { NameSuggestions } from './name-suggestions.tsx';
import { byDate, countText, type FinderRow, totalOf, useFinder } from './use-finder.ts';

/** All appointments, past and future: filters, exact count, infinite list, and export. */
export function FinderPage() {
  useTitle(t`Appointments`);
  const search = useSearch({ from: '/desk/appointments' });
  const navigate = useNavigate({ from: '/appointments' });
  // The scroll position is stored under the history entry.
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const addresses = useAddresses();
  const names = useReference();
  const unloaded = names.unloaded.map(({ name }) => name);
  const { company, fallbackZone } = names.directory;
  const onChange = (changes: Partial<FinderSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const stores = useZonedStores(company.stores);
  const request = finderRequest(search, { companyId: company.id, stores, fallbackZone });
  const { query, pages, rows, currentPages, counting, cycles, delay, refresh } = useFinder(request);
  const reference = useNamed(names, rows);
  const seen = seenValues(pages.flatMap(({ records }) => records));
  const ignored = new Set(currentPages.flatMap((page) => page.ignoredFilters));
  const exporting = useExport({ request: request.kind === 'refused' ? null : request, reference, pages });
  const { fetchNextPage } = query;
  const { sort } = search;
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    void navigate({ search: { company: search.company, sort }, replace: true });
  };
  const onMore = () => void fetchNextPage();

  const dated = sort === 'earliest' || sort === 'latest' ? sort : null;
  const total = totalOf(currentPages);
  const whole = currentPages.length > 0 && !query.hasNextPage && !cycles;
  const dateRefusal =
    whole || (total !== null && total <= MAX_SORTED_BY_DATE && !cycles)
      ? null
      : t`Only a list of up to ${plural(MAX_SORTED_BY_DATE, { one: '# appointment', other: '# appointments' })} can be sorted by date. Add filters to shorten it.`;
  const sorted = dated !== null && whole ? byDate(rows, dated) : rows;
  const readOn = dated !== null && dateRefusal === null && !whole && !query.isFetching && !query.isError;
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);
  return (
    <>
      <PageHeader title={t`Appointments`} />
      <main className="flex min-h-0 grow flex-col [@media(height<26rem)]:overflow-y-auto">
        <SkipLink to={LIST_ID}>{t`Skip to list`}</SkipLink>
        <FinderFilters
          search={search}
          reference={reference}
          seen={seen}
          cleared={cleared}
          unloaded={unloaded}
          onChange={onChange}
        />
        <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 px-3 py-1">
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
              {words.clearFilters}
            </Button>
          ) : null}
          <Button compact disabled={query.isFetching || request.kind === 'refused'} onClick={refresh}>
            {t({ message: 'Refresh', context: 'verb: loads the list again' })}
          </Button>
          <div className="ms-auto">
            <ExportMenu {...exporting} disabled={rows.length === 0 || query.isPlaceholderData} />
          </div>
        </div>
        {unloaded.length > 0 ? (
          <Notice tone="text-danger">
            {unloadedText(unloaded)}
            <Button compact onClick={() => names.unloaded.forEach(({ list }) => void list.refetch())}>
              {words.tryAgain}
            </Button>
          </Notice>
        ) : null}
        {ignored.size > 0 ? <Notice tone="text-muted">{ignoredText(ignored)}</Notice> : null}
        {dated === null || whole || counting || currentPages.length === 0 ? null : (
          <Notice tone="text-muted">{dateRefusal ?? readingText(total)}</Notice>
        )}
        {request.kind === 'refused' ? (
          <State title={t`These filters don’t go together`}>
            {request.reason}
            {search.sort === 'oldest' ? (
              <Button compact onClick={() => onChange({ sort: undefined })}>
                {words.newestFirst}
              </Button>
            ) : null}
          </State>
        ) : query.isError && rows.length === 0 ? (
          <NotLoaded error={query.error} search={search} onRetry={() => void query.refetch()} onClear={clear} />
        ) : query.isSuccess && rows.length === 0 && !query.isPlaceholderData && !query.hasNextPage && !cycles ? (
          <State title={t`No appointment matches`}>
            {hasFilters(search) ? t`Try fewer filters, or clear them all.` : t`Nothing has been booked yet.`}
            {hasFilters(search) ? (
              <Button compact onClick={clear}>
                {words.clearFilters}
              </Button>
            ) : null}
            {search.q ? <NameSuggestions companyId={company.id} text={search.q} addresses={addresses} /> : null}
          </State>
        ) : (
          <FinderTable
            key={`${JSON.stringify(request)} ${dated}`}
            dimmed={query.isPlaceholderData}
            rows={sorted}
            reference={reference}
            total={total}
            delay={delay}
            entry={entry}
            hasMore={query.hasNextPage || query.isPending || cycles}
            loading={query.isFetching}
            failure={
              cycles
                ? t`The practice system repeats its list: the rest could not be loaded.`
                : query.isFetchNextPageError
                  ? t`The next appointments could not be loaded.`
                  : null
            }
            sort={sort}
            oldestRefusal={oldestFirstRefusal(search, { stores })}
            dateRefusal={dateRefusal}
            addresses={addresses}
            onMore={onMore}
            onRetry={cycles ? refresh : onMore}
            onSort={(next) => onChange({ sort: next })}
          />
        )}
      </main>
    </>
  );
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Adds the names of pets and owners on the loaded rows, as they load. */
function useNamed(reference: FinderReference, rows: readonly FinderRow[]): FinderReference {
  const companyId = reference.directory.company.id;
  const records = rows.flatMap((row) => (row.kind === 'record' ? row.record : []));
  const petIds = new Set(records.flatMap(({ petId }) => petId ?? []));
  const { found: pets, settled } = useNames(petQueries, companyId, petIds);
  // Owners whose name no pet has.
  const clientIds = settled
    ? new Set(records.flatMap((record) => (ownerName(record, { pets }) === '' ? (record.clientId ?? []) : [])))
    : NO_IDS;
  const { found: clients } = useNames(clientQueries, companyId, clientIds);
  return { ...reference, clients, directory: { ...reference.directory, pets } };
}

interface NotLoadedProps {
  error: unknown;
  search: FinderSearch;
  onRetry: () => void;
  onClear: () => void;
}

/** Shown in place of the list where it could not be loaded. */
function NotLoaded({ error, search, onRetry, onClear }: NotLoadedProps) {
  const filters = refusedFilters(error, search);
  const key = failureKind(error) === 'refused' && filters === null ? refusalText(error) : null;
  const id = errorIdOf(error);
  return (
    <State title={key?.title ?? t`The appointments could not be loaded`}>
      <p role="alert">{filters ?? key?.advice ?? <Reason error={error} />}</p>
      {id === null || filters !== null ? null : <ErrorId id={id} />}
      {filters === null ? (
        <Button compact onClick={onRetry}>
          {words.tryAgain}
        </Button>
      ) : (
        <Button compact onClick={onClear}>
          {words.clearFilters}
        </Button>
      )}
    </State>
  );
}

/** Says which lists of names could not be loaded: one sentence for each combination, so that it can be translated. */
function unloadedText(unloaded: readonly Unloaded[]): string {
  const lists = new Set(unloaded);
  if (lists.has('vets') && lists.has('types') && lists.has('enums')) {
    return t`The vets, visit types, statuses, categories and origins could not be loaded.`;
  }
  if (lists.has('vets') && lists.has('types')) return t`The vets and visit types could not be loaded.`;
  if (lists.has('vets') && lists.has('enums'))
    return t`The vets, statuses, categories and origins could not be loaded.`;
  if (lists.has('types') && lists.has('enums')) {
    return t`The visit types, statuses, categories and origins could not be loaded.`;
  }
  if (lists.has('vets')) return t`The vets could not be loaded.`;
  if (lists.has('types')) return t`The visit types could not be loaded.`;
  return t`The statuses, categories and origins could not be loaded.`;
}

function ignoredText(ignored: ReadonlySet<IgnoredFilter>): string {
  if (ignored.size > 1) {
    return t`This practice system can’t search titles or narrow by store: Frontdesk filters the list while it loads.`;
  }
  return ignored.has('titles')
    ? t`This practice system can’t search titles: Frontdesk filters the list while it loads.`
    : t`This practice system can’t narrow by store: Frontdesk filters the list while it loads.`;
}

/** Shown while all of a list is loaded, whose length may not be known. */
function readingText(total: number | null): string {
  const count = total?.toLocaleString(shownLocale);
  return count === undefined
    ? t`Reading all appointments to sort them by date…`
    : t({ message: `Reading all ${count} to sort them by date…`, comment: 'A number of appointments' });
}

/** A message between the filters and the list. */
function Notice({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <div role="status" className={`flex items-center gap-2 border-b border-line bg-surface px-3 py-1 text-xs ${tone}`}>
      {children}
    </div>
  );
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div id={LIST_ID} tabIndex={-1} className="grid grow place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-2 text-center text-sm text-muted">
        <h2 className="text-base font-semibold text-ink">{title}</h2>
        {children}
      </div>
    </div>
  );
}
