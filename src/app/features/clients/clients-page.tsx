import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Merge, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { invalidate } from '#app/api/queries.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { Button } from '#app/components/button.tsx';
import { EmptyState, ListNotice } from '#app/components/empty-state.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { SearchField } from '#app/components/search-field.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { EditorContext } from '#app/editor/editor.ts';
import { RecordForm } from '#app/editor/record-form.tsx';
import { canSave } from '#app/editor/use-record-form.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { calls } from '#contract/calls.ts';
import { isBeginningOfPhone } from '#reading/phone.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { type ClientList, useClientList } from './client-list.ts';
import { CLIENT_LIST_ID, ClientTable } from './client-table.tsx';
import { DuplicatePairList, duplicatesText } from './duplicates/duplicate-pair-list.tsx';
import { FormButton } from './form-button.tsx';
import { clientKind, newClientText } from './record-kinds.tsx';
import { FormCard } from './record-page.tsx';
import { useRecordEditor } from './use-record-editor.ts';

/** The id of the form for a new client. */
const NEW_CLIENT_FORM_ID = 'new client';

/** The page with all clients, or with the pairs of clients who may be the same person. */
export function ClientsPage() {
  useTitle(t`Clients`);
  const { view } = useSearch({ from: '/desk/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const { fallbackZone } = useDesk();
  const today = dateIn(fallbackZone, useMinute());
  const canMerge = useCommands().isOffered('possible duplicates');
  const onView = (next: 'duplicates' | undefined) =>
    void navigate({ search: (before) => ({ ...before, view: next, edit: undefined }) });
  const isOfDuplicates = canMerge && view === 'duplicates';
  return (
    <>
      <PageHeader title={isOfDuplicates ? duplicatesText() : t`Clients`} />
      <main className="flex min-h-0 grow flex-col [@media(height<26rem)]:overflow-y-auto">
        <SkipLink to={CLIENT_LIST_ID}>{t`Skip to list`}</SkipLink>
        {isOfDuplicates ? (
          <>
            <Toolbar>
              <Button compact onClick={() => onView(undefined)}>
                <ArrowLeft aria-hidden="true" size={14} className="rtl:-scale-x-100" />
                {t`All clients`}
              </Button>
            </Toolbar>
            <DuplicatePairList today={today} />
          </>
        ) : (
          <AllClients today={today} onDuplicates={canMerge ? () => onView('duplicates') : null} />
        )}
      </main>
    </>
  );
}

function Toolbar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-y border-line bg-surface px-3 py-1.5">
      {children}
    </div>
  );
}

interface AllClientsProps {
  /** `YYYY-MM-DD` */
  today: string;
  /**
   * Shows the possible duplicates; null if the practice system cannot find any, or if the person may not merge clients.
   */
  onDuplicates: (() => void) | null;
}

/** All clients, with a search field, and the form for a new client. */
function AllClients({ today, onDuplicates }: AllClientsProps) {
  const { q } = useSearch({ from: '/desk/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const addresses = useAddresses();
  const queryClient = useQueryClient();
  const list = useClientList(q ?? '');
  const editing = useRecordEditor('/desk/clients', {});
  const editor = {
    ...editing,
    // After saving, the new client's page opens, where their first pet is added.
    onEdit: (id: string | null) =>
      id === null || id === NEW_CLIENT_FORM_ID ? editing.onEdit(id) : addresses.client(id, `new pet ${id}`).go(),
  };
  const canAdd = canSave(editor, clientKind, true);
  const isAdding = canAdd && editor.edit === NEW_CLIENT_FORM_ID;
  const onSearch = (text: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, q: text }), replace: true });
  return (
    <EditorContext value={editor}>
      <Toolbar>
        <SearchField label={t`Search name, pet, phone or e-mail`} value={q} onChange={onSearch} />
        <p className="text-sm font-medium tabular-nums" aria-live="polite">
          {countText(list)}
        </p>
        {list.isCurrent && !list.isSorted ? (
          <p className="text-xs text-muted">{t`Sorted as in your practice system`}</p>
        ) : null}
        <div className="ms-auto flex flex-wrap gap-2 empty:hidden">
          {onDuplicates === null ? null : (
            <Button compact onClick={onDuplicates}>
              <Merge aria-hidden="true" size={14} />
              {duplicatesText()}
            </Button>
          )}
          {canAdd ? <FormButton look="small" id={NEW_CLIENT_FORM_ID} icon={Plus} label={newClientText()} /> : null}
        </div>
      </Toolbar>
      {list.isCurrent && list.unreadable > 0 ? <ListNotice>{unreadableRecordsText(list.unreadable)}</ListNotice> : null}
      {list.isCut ? <ListNotice>{t`Too many clients to search them all. Type more letters.`}</ListNotice> : null}
      {isAdding ? (
        <div className="min-h-0 grow overflow-y-auto p-3 text-sm">
          <FormCard>
            <h2 className="pb-2 text-base font-semibold">{newClientText()}</h2>
            <RecordForm
              kind={clientKind}
              item={null}
              id={NEW_CLIENT_FORM_ID}
              reference={null}
              onCreated={(id) => {
                void invalidate(queryClient, calls.listClients);
                return Promise.resolve(id);
              }}
            />
          </FormCard>
        </div>
      ) : (
        <ClientListContent {...{ list, today, onSearch }} typed={q ?? ''} />
      )}
    </EditorContext>
  );
}

interface ClientListContentProps {
  list: ClientList;
  today: string;
  /** The text that is searched for; empty for all clients. */
  typed: string;
  onSearch: (text: undefined) => void;
}

/** The table of clients, or the reason why there is none. */
function ClientListContent({ list, today, typed, onSearch }: ClientListContentProps) {
  const { query, records, isLooking } = list;
  if (query.isError && query.data === undefined) {
    return (
      <EmptyState
        id={CLIENT_LIST_ID}
        title={t`The clients couldn’t be loaded`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (list.isCurrent && records.length === 0 && !query.hasNextPage && !isLooking) {
    return typed !== '' ? (
      <EmptyState id={CLIENT_LIST_ID} title={t`No matching client.`}>
        <p>
          {isBeginningOfPhone(typed)
            ? texts.keepTypingPhone
            : t`Try a shorter search, the last four digits of the phone number, or the name of a pet.`}
        </p>
        <Button compact onClick={() => onSearch(undefined)}>
          {t`Show all clients`}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState id={CLIENT_LIST_ID} title={t`No clients yet`}>
        {t`Clients appear here once you register them, either while booking or with New client.`}
      </EmptyState>
    );
  }
  return <ClientTable {...{ list, today }} />;
}

/** The number of matching clients or, while that is unknown, of those loaded so far. */
function countText({ query, isCurrent, total, records }: ClientList): string {
  if (query.isError && query.data === undefined) return '';
  if (!isCurrent) return t`Counting…`;
  if (total === null) {
    const loaded = records.length;
    return t`${plural(loaded, { one: '# client so far', other: '# clients so far' })}`;
  }
  return t`${plural(total, { one: '# client', other: '# clients' })}`;
}
