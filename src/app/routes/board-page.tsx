import { useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-context.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { later } from '#app/components/later.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { BoardSkeleton } from '#app/features/board/board-skeleton.tsx';
import { reasonOf } from '#app/features/board/day-trouble.tsx';
import { boardApi } from '#app/routes/board-api.ts';
import { companyOf } from '#app/routes/board-choice.ts';
import { BoardView } from '#app/routes/board-view.tsx';
import { readRemembered } from '#app/routes/remembered.ts';

const SignInForm = later({
  load: () => import('#app/features/session/sign-in-form.tsx').then((module) => module.SignInForm),
  Frame: ({ children }) => <main className="grid h-full place-items-center bg-ground">{children}</main>,
});

/** The board once it is known who is at the desk and of which company. */
export function BoardPage() {
  const api = useApi();
  const search = boardApi.useSearch();
  const session = useQuery(sessionQueries.current(api));
  const companies = useQuery({ ...companyQueries.list(api), enabled: session.data?.signedIn === true });

  if (session.data?.signedIn === false) {
    return <SignInForm />;
  }
  const failed = session.isError ? session : companies.isError ? companies : null;
  if (failed && !companies.data) {
    return (
      <PageState title="The practice could not be loaded" onRetry={() => void failed.refetch()}>
        {reasonOf(failed.error)}
      </PageState>
    );
  }
  if (!session.data || !companies.data) return <BoardSkeleton />;

  const { records } = companies.data;
  const company = companyOf(records, search, readRemembered(localStore));
  if (!company) {
    return (
      <PageState title="No company in reach" onRetry={() => void companies.refetch()}>
        The key of this desk reaches no company. A practice administrator can change what its employee belongs to.
      </PageState>
    );
  }
  const { person } = session.data;
  return <BoardView key={`${person} ${company.id}`} session={session.data} company={company} companies={records} />;
}
