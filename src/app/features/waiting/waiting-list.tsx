import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { useClientsById } from '#app/api/clients.ts';
import { clientIdOf } from '#app/api/directory.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { invalidate } from '#app/api/queries.ts';
import { waitingListQueries } from '#app/api/waiting-list.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { EmptyState, ListNotice } from '#app/components/empty-state.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { EditorContext, useDeskEditor } from '#app/editor/editor.ts';
import { BookingButton } from '#app/session/booking-button.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayInYearText } from '#app/text/time-text.ts';
import { calls } from '#contract/calls.ts';
import { sortByWaitingTime } from '#scheduling/matching.ts';
import { applyPendingEntryChanges } from './entry-changes.ts';
import { useMatches } from './use-matches.ts';
import { useWaitingReference } from './use-waiting-reference.ts';
import { useWaitingActions } from './waiting-context.ts';
import { WaitingRow } from './waiting-row.tsx';

const NO_COMMANDS: readonly never[] = [];
const noWaitingChanges = { subscribe: () => () => undefined, commands: () => NO_COMMANDS };

/** All waiting entries, including this tab's unsaved changes. The entry that has waited longest comes first. */
function useEntries() {
  const { company } = useDesk();
  const query = useQuery({
    ...waitingListQueries.waiting(useApi(), company.id),
    ...retryUntilLoadedOptions,
    refetchInterval: REFETCH_MS,
  });
  const { subscribe, commands } = useWaitingActions()?.changes ?? noWaitingChanges;
  const log = useSyncExternalStore(subscribe, commands);
  return { query, entries: sortByWaitingTime(applyPendingEntryChanges(query.data?.records ?? [], log)) };
}

/** The interval, in milliseconds, at which the list is refetched to find changes that no event has reported. */
const REFETCH_MS = 60_000;

/** All waiting entries at the chosen stores, or at all stores if none is chosen, with the free times that fit. */
export function WaitingList({ chosenStores }: { chosenStores: readonly string[] }) {
  const search = useSearch({ from: '/desk/waiting' });
  const navigate = useNavigate({ from: '/waiting' });
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const actions = useWaitingActions();
  const addresses = useAddresses();
  const now = useMinute();
  const { query, entries } = useEntries();
  const names = useRecordsById(petQueries, company.id, new Set(entries.map(({ petId }) => petId)));
  const pets = names.found;
  const { clients } = useClientsById(
    company.id,
    entries.flatMap((entry) => clientIdOf(entry, { pets }) ?? []),
  );
  const { directory, types, employees } = useReference(pets);
  const matching = useMatches({ entries, types: types.data?.records ?? [], employees: employees.data?.records ?? [] });
  const editor = useDeskEditor({
    edit: search.edit ?? null,
    onEdit: (id) => void navigate({ search: (before) => ({ ...before, edit: id ?? undefined }), replace: true }),
    refresh: () => invalidate(queryClient, calls.listWaitingList),
  });
  const edited = entries.find(({ id }) => id === search.edit);
  const reference = useWaitingReference(null, edited ?? null);

  const shown = entries.filter(({ storeId }) => chosenStores.length === 0 || chosenStores.includes(storeId));
  const matchCount = shown.filter(({ id }) => matching.matches.has(id)).length;
  const unreadable = query.data?.unresolvedIds.length ?? 0;
  return (
    <main className="flex min-h-0 grow flex-col overflow-y-auto">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5">
        <p className="text-sm font-medium tabular-nums" aria-live="polite">
          {query.data ? waitingCountText(shown.length) : query.isError ? '' : texts.loading}
        </p>
        <p className="text-sm text-muted" role="status">
          {matching.state === 'loading' || matching.state === 'part'
            ? t`Looking for free times…`
            : matching.state === 'complete' && shown.length > 0
              ? matchCountText(matchCount, dayInYearText(reference.zone, matching.span.end - 1, now))
              : ''}
        </p>
        <BookingButton
          compact
          tone="primary"
          className="ms-auto"
          onClick={addresses.board({ company: company.id, new: true, wait: true }).go}
        >
          <Plus aria-hidden="true" size={14} />
          {t({ message: 'Add', comment: 'button: puts a pet on the waiting list' })}
        </BookingButton>
      </div>
      {unreadable > 0 ? <ListNotice>{unreadableRecordsText(unreadable)}</ListNotice> : null}
      {matching.unreadable > 0 ? (
        <ListNotice>{t`Some appointments couldn’t be read, so a time shown as free may be taken.`}</ListNotice>
      ) : null}
      {matching.state === 'failed' ? (
        <ListNotice>
          {t`We don’t know which times are free because the calendar couldn’t be loaded.`}
          <Button compact onClick={matching.retry}>
            {texts.tryAgain}
          </Button>
        </ListNotice>
      ) : null}
      <EditorContext value={editor}>
        {query.isError && !query.data ? (
          <EmptyState
            title={t`The waiting list couldn’t be loaded.`}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : query.data === undefined || (!names.isSettled && entries.some(({ petId }) => !pets.has(petId))) ? (
          <RowsSkeleton />
        ) : shown.length > 0 ? (
          <ul aria-label={texts.waitingList} className="divide-y divide-line bg-surface">
            {shown.map((entry) => (
              <WaitingRow
                key={entry.id}
                entry={entry}
                match={matching.matches.get(entry.id) ?? null}
                isLooking={matching.state === 'loading' || matching.state === 'part'}
                client={clients.get(clientIdOf(entry, { pets }) ?? '') ?? null}
                {...{ now, directory, reference, actions }}
              />
            ))}
          </ul>
        ) : (
          <EmptyState title={t`No one is waiting`}>
            <p>{t`If no time suits a client, choose “Put on the waiting list” in the booking panel. You’ll be offered the entry when a matching time becomes free.`}</p>
          </EmptyState>
        )}
      </EditorContext>
    </main>
  );
}

const waitingCountText = (count: number) =>
  t({ message: plural(count, { one: '# waiting', other: '# waiting' }), comment: 'clients on the waiting list' });

const matchCountText = (count: number, day: string) =>
  count === 0
    ? t({ message: `none can be booked by ${day}`, comment: 'clients on the waiting list; by: until that day' })
    : t({
        message: plural(count, { one: `# can be booked by ${day}`, other: `# can be booked by ${day}` }),
        comment: 'clients on the waiting list; by: until that day',
      });
