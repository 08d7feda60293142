import { plural, t } from '@lingui/core/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowUpDown, RefreshCw } from 'lucide-react';
import { use } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { Button } from '#app/components/button.tsx';
import { EmptyState, ListNotice } from '#app/components/empty-state.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { Menu, MenuChoice } from '#app/components/menu.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { buildRequest } from './appointments-request.ts';
import { type AppointmentsResult, useAppointmentsResult } from './appointments-result.ts';
import { APPOINTMENT_LIST_ID, AppointmentsTable } from './appointments-table.tsx';
import { ExportButton } from './export/export-button.tsx';
import { AppointmentFilterBar } from './filter-bar.tsx';
import {
  type AppointmentsSearch,
  findPreset,
  hasFilters,
  noFilters,
  resolveDays,
  resolveOrder,
} from './search-params.ts';

const NO_CLIENTS = new Map();

/** The list of all appointments, past and future: days, search, filters, table and export. */
export function AppointmentsPage() {
  useTitle(t`Appointments`);
  const search = useSearch({ from: '/desk/appointments' });
  const navigate = useNavigate({ from: '/appointments' });
  const onChange = (changes: Partial<AppointmentsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const { session } = useDesk();
  const names = useReference();
  const reference = { ...names, clients: NO_CLIENTS };
  const { company, fallbackZone } = names.directory;
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const firstWeekday = use(FirstWeekdayContext)();
  const canSort = session.capabilities.searchAppointments?.fields.includes('order') === true;
  const request = buildRequest(search, {
    ...{ companyId: company.id, stores, fallbackZone, now, firstWeekday, canSort },
  });
  const isRefused = 'refusal' in request;
  const shown = useAppointmentsResult(isRefused ? null : request);
  const { query, result, isCurrent, refresh } = shown;
  const zone = stores[0]?.timeZone ?? fallbackZone;
  const today = dateIn(zone, now);
  const days = resolveDays(search, { today, firstWeekday });
  const isEmpty = isCurrent && !query.hasNextPage && result.records.length === 0;
  return (
    <>
      <PageHeader title={t`Appointments`} />
      <main className="flex min-h-0 grow flex-col [@media(height<26rem)]:overflow-y-auto">
        <SkipLink to={APPOINTMENT_LIST_ID}>{t`Skip to list`}</SkipLink>
        <AppointmentFilterBar
          {...{ search, days, zone, reference, onChange }}
          unloaded={names.unloaded.map(({ name }) => name)}
        />
        <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1">
          <p className="text-sm font-medium tabular-nums" aria-live="polite" data-testid="matches">
            {countText(result, isRefused || query.isError ? 'none' : isCurrent ? 'current' : 'loading')}
          </p>
          {isCurrent && search.q ? <SearchedFields result={result} byPhone={shown.byPhone} /> : null}
          {canSort ? null : (
            <p className="text-xs text-muted">{t`Newest bookings first: this practice system can’t sort by time.`}</p>
          )}
          <div className="ms-auto flex items-center gap-1.5">
            {canSort ? <OrderMenu order={resolveOrder(search, canSort)} onSort={(sort) => onChange({ sort })} /> : null}
            <IconButton
              label={t({ message: 'Refresh', context: 'verb: loads the list again' })}
              icon={RefreshCw}
              disabled={query.isFetching || isRefused}
              onClick={refresh}
            />
            <ExportButton
              {...{ options: shown.options, pages: shown.pages, reference, total: result.total }}
              disabled={!isCurrent || result.records.length === 0}
            />
          </div>
        </div>
        {names.unloaded.length > 0 ? (
          <ListNotice tone="text-danger">
            {t`Some names of vets, visit types and statuses couldn’t be loaded.`}
            <Button compact onClick={() => names.unloaded.forEach(({ list }) => void list.refetch())}>
              {texts.tryAgain}
            </Button>
          </ListNotice>
        ) : null}
        {isCurrent && result.unreadable > 0 ? (
          <ListNotice>{unreadableRecordsText(result.unreadable)}</ListNotice>
        ) : null}
        {isRefused ? (
          <EmptyState id={APPOINTMENT_LIST_ID} title={t`These filters can’t be combined`}>
            {request.refusal}
          </EmptyState>
        ) : query.isError && query.data === undefined ? (
          <AppointmentsNotLoaded
            error={query.error}
            isFiltered={hasFilters(search)}
            onRetry={() => void query.refetch()}
            onClear={() => onChange(noFilters)}
          />
        ) : isEmpty ? (
          <NothingFound search={search} onChange={onChange} />
        ) : (
          <AppointmentsTable
            list={{ ...result, query, refresh }}
            reference={reference}
            hasStores={company.stores.length > 1}
            isOneDay={days.from !== undefined && days.from === days.to}
            order={canSort ? resolveOrder(search, canSort) : null}
            onSort={(sort) => onChange({ sort })}
          />
        )}
      </main>
    </>
  );
}

const orders = ['start', '-start', 'created'] as const satisfies readonly SearchOrder[];

const orderTexts: Readonly<Record<SearchOrder, string>> = translateOnRead({
  start: () => t`Earliest first`,
  '-start': () => t`Latest first`,
  created: () => t({ message: 'Newest bookings first', comment: 'sorted by when they were booked' }),
});

/** A menu for the order of the list, because narrow screens have no column headings to sort by. */
function OrderMenu({ order, onSort }: { order: SearchOrder; onSort: (order: SearchOrder) => void }) {
  const text = orderTexts[order];
  const label = t({ message: 'Order', comment: 'of a list: earliest first, latest first' });
  return (
    <Menu
      label={label}
      trigger={
        <Button compact tone="quiet">
          <ArrowUpDown aria-hidden="true" size={14} /> {text}
        </Button>
      }
    >
      <MenuChoice
        label={label}
        value={order}
        options={orders.map((value) => ({ value, content: orderTexts[value] }))}
        onChoose={(value) => onSort(orders.find((order) => order === value) ?? order)}
      />
    </Menu>
  );
}

/** The number of matching appointments in words; the number of those loaded so far if the total is unknown. */
export function countText(
  { total, records }: Pick<AppointmentsResult, 'total' | 'records'>,
  state: 'loading' | 'current' | 'none',
): string {
  if (state === 'loading') return t`Counting…`;
  if (state === 'none')
    return t({ message: 'Count unavailable', comment: 'In place of the number of matching appointments' });
  const loaded = records.length;
  if (total === null) return t`${plural(loaded, { one: '# appointment so far', other: '# appointments so far' })}`;
  return t`${plural(total, { one: '# appointment', other: '# appointments' })}`;
}

/** Says which fields were searched for the text. */
function SearchedFields({ result: { pets }, byPhone }: { result: AppointmentsResult; byPhone: boolean }) {
  const count = pets?.ids.length ?? 0;
  const found = t`${plural(count, { one: '# pet', other: '# pets' })}`;
  return (
    <p role="status" className={`text-xs ${pets?.isCut ? 'text-warn' : 'text-muted'}`}>
      {pets?.isCut
        ? t`Too many matches. Showing the appointments of ${found} and appointments with a matching title. Keep typing to narrow the list.`
        : byPhone
          ? t`Searched titles, names, phone numbers and e-mail addresses: ${found} found.`
          : t`Searched titles and the names of pets and clients: ${found} found.`}
    </p>
  );
}

interface NothingFoundProps {
  search: AppointmentsSearch;
  onChange: (changes: Partial<AppointmentsSearch>) => void;
}

/** Shown instead of an empty list: why it is empty and what may help. */
function NothingFound({ search, onChange }: NothingFoundProps) {
  const isFiltered = hasFilters(search);
  const isAll = findPreset(search) === 'all';
  const title = isFiltered
    ? t`No matching appointments`
    : isAll
      ? t`No appointments yet`
      : findPreset(search) === 'today'
        ? t`Nothing is booked for today`
        : t`Nothing is booked for these days`;
  return (
    <EmptyState id={APPOINTMENT_LIST_ID} title={title}>
      {isFiltered
        ? t`Try a shorter search, fewer filters or other days.`
        : isAll
          ? t`Appointments appear here once they are booked.`
          : null}
      <span className="flex flex-wrap justify-center gap-2">
        {isFiltered ? (
          <Button compact onClick={() => onChange(noFilters)}>
            {texts.clearFilters}
          </Button>
        ) : null}
        {isAll ? null : (
          <Button compact onClick={() => onChange({ when: 'all', from: undefined, to: undefined, sort: undefined })}>
            {t`Search all days`}
          </Button>
        )}
      </span>
    </EmptyState>
  );
}

interface AppointmentsNotLoadedProps {
  error: unknown;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Shown instead of a list that could not be loaded. */
function AppointmentsNotLoaded({ error, isFiltered, onRetry, onClear }: AppointmentsNotLoadedProps) {
  return (
    <EmptyState id={APPOINTMENT_LIST_ID} title={t`The appointments couldn’t be loaded`} error={error} onRetry={onRetry}>
      {isFiltered ? (
        <Button compact onClick={onClear}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </EmptyState>
  );
}
