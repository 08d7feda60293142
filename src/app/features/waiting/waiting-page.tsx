import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAddresses } from '#app/addresses/addresses.ts';
import { storeIdsIn } from '#app/addresses/board-search.ts';
import { NotFoundPage } from '#app/addresses/not-found-page.tsx';
import { useTitle } from '#app/browser/use-title.ts';
import { PageHeader } from '#app/components/page-header.tsx';
import { PageTabs } from '#app/components/page-tabs.tsx';
import { StoreMenu } from '#app/session/store-menu.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { DueList } from './due/due-list.tsx';
import { WaitingList } from './waiting-list.tsx';

/**
 * The waiting list, and the pets that are due again, as far as the practice system supports them. If it supports
 * neither, the page is not found.
 */
export function WaitingPage() {
  const { session } = useDesk();
  const { listWaitingList, listRecalls } = session.capabilities;
  if (listWaitingList === undefined && listRecalls === undefined) return <NotFoundPage />;
  return <WaitingScreen hasWaitingList={listWaitingList !== undefined} hasRecalls={listRecalls !== undefined} />;
}

function WaitingScreen({ hasWaitingList, hasRecalls }: { hasWaitingList: boolean; hasRecalls: boolean }) {
  const search = useSearch({ from: '/desk/waiting' });
  const navigate = useNavigate({ from: '/waiting' });
  const addresses = useAddresses();
  const { company } = useDesk();
  const isDue = hasRecalls && (search.tab === 'due' || !hasWaitingList);
  const title = isDue ? texts.dueAgain : texts.waitingList;
  useTitle(title);
  const chosenStores = storeIdsIn(search);
  const hasTabs = hasWaitingList && hasRecalls;
  return (
    <>
      <PageHeader {...(hasTabs ? {} : { title })}>
        {hasTabs ? (
          <>
            <h1 className="sr-only">{title}</h1>
            <PageTabs
              label={texts.waitingList}
              tabs={[
                { text: texts.waitingList, to: addresses.waiting(), isCurrent: !isDue },
                { text: texts.dueAgain, to: addresses.waiting({ tab: 'due' }), isCurrent: isDue },
              ]}
            />
          </>
        ) : null}
        <StoreMenu
          stores={company.stores}
          storeIds={chosenStores.length > 0 ? chosenStores : company.stores.map(({ id }) => id)}
          onStores={(store) => void navigate({ search: (before) => ({ ...before, store }), replace: true })}
        />
      </PageHeader>
      {isDue ? (
        <main className="flex min-h-0 grow flex-col">
          <DueList storeIds={chosenStores} />
        </main>
      ) : (
        <WaitingList chosenStores={chosenStores} />
      )}
    </>
  );
}
