import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { CalendarLink } from '#app/addresses/links.tsx';
import { NotFoundPage } from '#app/addresses/not-found-page.tsx';
import { companyName } from '#app/api/directory.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { EditorContext, useDeskEditor } from '#app/editor/editor.ts';
import { findAllowedParts, type PracticePart } from '#app/session/practice-parts.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { useConfirmedKey } from './confirm-key.tsx';
import { categoryOptions } from './fields/categories.ts';
import { HistoryPart } from './history/history-part.tsx';
import { type KeyCard, KeyCardsDialog } from './key-cards.tsx';
import { partTitle } from './part-titles.ts';
import { NamePart, RoomsPart, StoresPart, VisitTypesPart } from './parts.tsx';
import { PeoplePart } from './people/people-part.tsx';
import { type Practice, PracticeContext } from './practice-context.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether opening a form added the history entry. Closing the form then goes back. */
    isForm?: boolean;
  }
}

const practiceApi = getRouteApi('/desk/practice');

/** The practice screen, for people who can manage the practice; for everyone else the page does not exist. */
export function PracticePage() {
  const { session, company } = useDesk();
  const parts = findAllowedParts(session);
  const [wasManager, setWasManager] = useState(false);
  if (parts.length > 0 && !wasManager) setWasManager(true);
  if (parts.length > 0) return <PracticeScreen key={company.id} parts={parts} />;
  return wasManager ? <NoLongerManager /> : <NotFoundPage />;
}

/** Shown to a person who has just lost the permission to manage, whether by a colleague's change or their own. */
function NoLongerManager() {
  return (
    <>
      <PageHeader />
      <EmptyState isPage title={t`You no longer manage this practice`}>
        <p>{t`Your saved changes are kept. A manager can give you access again.`}</p>
        <p className="mt-3">
          <CalendarLink />
        </p>
      </EmptyState>
    </>
  );
}

const ImportPart = lazy({
  load: () => import('./import/import-part.tsx').then((module) => module.ImportPart),
  Fallback: ({ children }) => children,
});

const MessagesPart = lazy({
  load: () => import('./messages/messages-part.tsx').then((module) => module.MessagesPart),
  Fallback: ({ children }) => children,
});

const WebsitePart = lazy({
  load: () => import('./website/website-part.tsx').then((module) => module.WebsitePart),
  Fallback: ({ children }) => children,
});

const ExportPart = lazy({
  load: () => import('./export/export-part.tsx').then((module) => module.ExportPart),
  Fallback: ({ children }) => children,
});

const partScreens: Readonly<Record<PracticePart, ComponentType>> = {
  practice: NamePart,
  stores: StoresPart,
  rooms: RoomsPart,
  types: VisitTypesPart,
  people: PeoplePart,
  messages: MessagesPart,
  website: WebsitePart,
  import: ImportPart,
  export: ExportPart,
  history: HistoryPart,
};

const MAIN_ID = 'practice-part';

/**
 * Returns the id of the record whose form is open, from the URL, and a function that opens another form or closes the open one.
 */
function useEditParam() {
  const { edit = null } = practiceApi.useSearch();
  const navigate = useNavigate();
  const { history } = useRouter();
  const isForm = useLocation({ select: ({ state }) => state.isForm === true });
  return {
    edit,
    onEdit(id: string | null) {
      // A form that was opened on this page is closed by going back, so that the list is not in the history twice.
      if (id === null && isForm) return history.back();
      void navigate({
        to: '/practice',
        search: (before) => ({ ...before, edit: id ?? undefined }),
        replace: edit !== null,
        state: { isForm: id !== null && (isForm || edit === null) },
      });
    },
  };
}

/** Links to the parts that the person can manage, and the part that the URL names. `parts` is not empty. */
function PracticeScreen({ parts }: { parts: readonly PracticePart[] }) {
  const { part: asked } = practiceApi.useSearch();
  const part = parts.find((one) => one === asked) ?? parts[0] ?? 'practice';
  const { company, fallbackZone } = useDesk();
  const { categories, employees, types, unloaded } = useReference();
  useTitle(partTitle(part));
  const queryClient = useQueryClient();
  const [cards, setCards] = useState<readonly KeyCard[]>([]);
  const { confirmed, dialog } = useConfirmedKey();
  const [first] = company.stores;
  const practice: Practice = {
    stores: company.stores,
    employees: employees.data?.records ?? [],
    types: types.data?.records ?? [],
    categories: categories.listed.length > 0 ? categories.listed : categoryOptions(),
    zone: first ? zoneOfStore(first, fallbackZone) : fallbackZone,
    onCards: setCards,
  };
  const editor = useDeskEditor({
    ...useEditParam(),
    refresh: () => refreshPractice(queryClient),
    send: confirmed,
  });
  const failed = unloaded.find(({ name }) => name !== 'enums');
  const Part = partScreens[part];
  return (
    <>
      <PageHeader>
        <p className="truncate text-base font-semibold" dir="auto">
          {companyName(company)}
        </p>
      </PageHeader>
      <main className="min-h-0 grow overflow-y-auto text-sm">
        <SkipLink to={MAIN_ID}>{partTitle(part)}</SkipLink>
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-x-8 gap-y-3 px-3 pt-1 pb-10 lg:flex-row">
          <nav
            aria-label={t({ message: 'Parts of the practice', comment: 'a list of links: rooms, people, …' })}
            className="min-w-0 shrink-0 lg:w-44 lg:pt-2.5"
          >
            <PartLinks parts={parts} part={part} />
          </nav>
          <section
            id={MAIN_ID}
            tabIndex={-1}
            aria-labelledby={`${MAIN_ID}-title`}
            className="min-w-0 grow outline-none"
          >
            <h1 id={`${MAIN_ID}-title`} className="pb-2 text-2xl font-semibold">
              {partTitle(part)}
            </h1>
            <PracticeContext value={practice}>
              <EditorContext value={editor}>
                {failed ? (
                  <Failure
                    look="danger"
                    error={failed.error}
                    onRetry={() => void Promise.all([employees.refetch(), types.refetch()])}
                  >{t`The practice couldn’t be loaded.`}</Failure>
                ) : (
                  <Part />
                )}
              </EditorContext>
            </PracticeContext>
          </section>
        </div>
        {dialog}
        {cards.length > 0 ? <KeyCardsDialog cards={cards} onClose={() => setCards([])} /> : null}
      </main>
    </>
  );
}

function PartLinks({ parts, part }: { parts: readonly PracticePart[]; part: PracticePart }) {
  const addresses = useAddresses();
  const list = useRef<HTMLUListElement>(null);
  // On a phone, the row of links is wider than the screen, so the current link is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the current part must be visible.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [part]);
  return (
    <ScrollRow>
      <ul ref={list} className="flex gap-1 lg:flex-col">
        {parts.map((one) => (
          <li key={one}>
            <AppLink
              to={addresses.practice(one)}
              aria-current={one === part ? 'page' : undefined}
              className="flex min-h-8 items-center rounded-md px-2.5 whitespace-nowrap text-muted hover:bg-sunken hover:no-underline aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {partTitle(one)}
            </AppLink>
          </li>
        ))}
      </ul>
    </ScrollRow>
  );
}
