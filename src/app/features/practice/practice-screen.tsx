import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { companyName } from '#app/api/directory.ts';
import { refreshPractice } from '#app/api/practice.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries } from '#app/api/reference.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { EditorContext, useDeskEditor } from '#app/editor/editor.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import type { DeskSession } from '#contract/desk.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { useConfirmedKey } from './confirm-key.tsx';
import { categoryOptions } from './fields/categories.ts';
import { HistoryPart } from './history/history-part.tsx';
import { type KeyCard, KeyCards, LeaveKeys } from './key-cards.tsx';
import { partTitle } from './part-titles.ts';
import { NamePart, RoomsPart, StoresPart, TypesPart } from './parts.tsx';
import { PeoplePart } from './people/people-part.tsx';
import { type Practice, PracticeContext } from './practice-context.ts';
import { explainPractice, PracticeError } from './practice-error.tsx';

interface PracticeScreenProps {
  /** The parts that are offered; at least one. */
  parts: readonly PracticePart[];
  part: PracticePart;
  partAddress: (part: PracticePart) => Address;
  /** The id of the edited record (`Editor`). */
  edit: string | null;
  onEdit: (id: string | null) => void;
  appointmentsOfRoom: (roomId: string) => Address;
  /** Called with whether the page must not be left now, since it shows a key that is never shown again. */
  onHold: (isHeld: boolean) => void;
}

const ImportPart = lazy({
  load: () => import('./import/import-part.tsx').then((module) => module.ImportPart),
  Fallback: ({ children }) => children,
});

const partScreens: Readonly<Record<PracticePart, ComponentType>> = {
  practice: NamePart,
  stores: StoresPart,
  rooms: RoomsPart,
  types: TypesPart,
  people: PeoplePart,
  import: ImportPart,
  history: HistoryPart,
};

const MAIN = 'practice-part';

/** The practice screen: stores, rooms, visit types and people, for people who can change them. */
export function PracticeScreen(props: PracticeScreenProps) {
  const { parts, part, partAddress, edit, onEdit, onHold, appointmentsOfRoom } = props;
  const { company, session, fallbackZone } = useDesk();
  const { categories } = useReference();
  useTitle(partTitle(part));
  const api = useApi();
  const queryClient = useQueryClient();
  useQuery({ ...companyQueries.list(api), staleTime: 0 });
  const employees = useQuery({ ...employeeQueries.ofCompany(api, company.id), staleTime: 0 });
  const types = useQuery({ ...appointmentTypeQueries.ofCompany(api, company.id), staleTime: 0 });
  usePolling(() => {
    void queryClient.prefetchQuery({ ...companyQueries.list(api, 'poll'), staleTime: 0 });
    void queryClient.prefetchQuery({ ...employeeQueries.ofCompany(api, company.id, 'poll'), staleTime: 0 });
    void queryClient.prefetchQuery({ ...appointmentTypeQueries.ofCompany(api, company.id, 'poll'), staleTime: 0 });
  });
  const failures = [useFailure(employees), useFailure(types)];
  const failed = [employees, types].findIndex(({ data }, index) => data === undefined && failures[index] !== null);
  const [cards, setCards] = useState<readonly KeyCard[]>([]);
  const { confirmed, dialog } = useConfirmedKey();
  const [first] = company.stores;
  const refresh = () => refreshPractice(queryClient);
  const practice: Practice = {
    company,
    session,
    employees: employees.data?.records ?? [],
    types: types.data?.records ?? [],
    categories: categories.listed.length > 0 ? categories.listed : categoryOptions(),
    zone: first ? zoneOfStore(first, fallbackZone) : fallbackZone,
    can: (operation) => session.capabilities[operation] !== undefined,
    refresh,
    confirmed,
    onCards: setCards,
    appointmentsOfRoom,
  };
  const editor = useDeskEditor({ edit, onEdit, refresh, send: confirmed, explain: explainPractice });
  const Part = partScreens[part];
  return (
    <>
      <PageHeader>
        <p className="truncate text-base font-semibold" dir="auto">
          {companyName(company)}
        </p>
      </PageHeader>
      <main className="min-h-0 grow overflow-y-auto text-sm">
        <SkipLink to={MAIN}>{partTitle(part)}</SkipLink>
        <div className="mx-auto flex w-full max-w-5xl flex-col px-3 pt-1 pb-10">
          <div className="flex flex-col gap-x-8 gap-y-3 lg:flex-row">
            <nav
              aria-label={t({ message: 'Parts of the practice', comment: 'a list of links: rooms, people, …' })}
              className="min-w-0 shrink-0 lg:w-44 lg:pt-2.5"
            >
              <PartLinks {...{ parts, part, partAddress }} />
            </nav>
            <section id={MAIN} tabIndex={-1} aria-labelledby={`${MAIN}-title`} className="min-w-0 grow outline-none">
              <h1 id={`${MAIN}-title`} className="pb-2 text-2xl font-semibold">
                {partTitle(part)}
              </h1>
              <PracticeContext value={practice}>
                <EditorContext value={editor}>
                  {failed < 0 ? (
                    <Part />
                  ) : (
                    <PracticeError
                      error={failures[failed]}
                      onRetry={() => void Promise.all([employees.refetch(), types.refetch()])}
                    >{t`The practice couldn’t be loaded.`}</PracticeError>
                  )}
                </EditorContext>
              </PracticeContext>
            </section>
          </div>
        </div>
        {dialog}
        {cards.length > 0 ? (
          <CardsDialog cards={cards} addresses={session.addresses} onHold={onHold} onClose={() => setCards([])} />
        ) : null}
      </main>
    </>
  );
}

function PartLinks({ parts, part, partAddress }: Pick<PracticeScreenProps, 'parts' | 'part' | 'partAddress'>) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone the row is longer than the screen.
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
              to={partAddress(one)}
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

interface CardsDialogProps {
  cards: readonly KeyCard[];
  addresses: DeskSession['addresses'];
  onHold: (isHeld: boolean) => void;
  onClose: () => void;
}

function CardsDialog({ cards, addresses, onHold, onClose }: CardsDialogProps) {
  useEffect(() => {
    onHold(true);
    return () => onHold(false);
  }, [onHold]);
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (isSaved ? onClose() : setIsAsking(true));
  const [card] = cards;
  const name = card?.name ?? '';
  return (
    <Dialog title={t`Key of ${name}`} onClose={close}>
      <div className="overflow-y-auto p-4">
        <KeyCards cards={cards} addresses={addresses} onSaved={() => setSaved(true)} />
        <div className="pt-4">
          <Button onClick={close}>{t({ message: 'Done', comment: 'button: the key was printed or copied' })}</Button>
        </div>
      </div>
      {isAsking ? (
        <LeaveKeys onLeave={onClose} onStay={() => setIsAsking(false)}>
          {t`You haven’t printed or copied the key, and it won’t be shown again. If it’s lost, create a new one.`}
        </LeaveKeys>
      ) : null}
    </Dialog>
  );
}

/** How often to read colleagues' changes, in milliseconds; the gateway shares its answers for the same time. */
const POLL_MS = 30_000;

/** Calls `poll` periodically while the page is visible. */
function usePolling(poll: () => void): void {
  const onTick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') poll();
  });
  useEffect(() => {
    const timer = setInterval(() => onTick(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
}
