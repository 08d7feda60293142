import { useSearch } from '@tanstack/react-router';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { AnswerNotices } from '#app/changes/answer-notices.tsx';
import { OnlineRequestNotices } from '#app/changes/online-request-notices.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PageTabs } from '#app/components/page-tabs.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { Calls } from './calls.tsx';
import { Requests } from './requests.tsx';

/** The page with the requests of clients, and the list of clients to call. */
export function RequestsPage() {
  const { tab } = useSearch({ from: '/desk/requests' });
  const addresses = useAddresses();
  const isCalls = tab === 'calls';
  useTitle(isCalls ? texts.calls : texts.requests);
  return (
    <>
      <PageHeader>
        {isCalls ? null : <h1 className="sr-only">{texts.requests}</h1>}
        <PageTabs
          label={texts.requests}
          tabs={[
            { text: texts.requests, to: addresses.requests(), isCurrent: !isCalls },
            { text: texts.calls, to: addresses.requests({ tab: 'calls' }), isCurrent: isCalls },
          ]}
        />
      </PageHeader>
      <main className="flex min-h-0 grow flex-col">{isCalls ? <Calls /> : <Requests />}</main>
      <AnswerNotices />
      <OnlineRequestNotices />
    </>
  );
}
