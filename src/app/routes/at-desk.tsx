import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { asApiError } from '#app/api/api-error.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { reasonOf, refusalText, troubleKind, useLastError, WAITING, waitingText, waitOf } from '#app/api/trouble.ts';
import { localStore } from '#app/browser/storage.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { ErrorId } from '#app/components/error-id.tsx';
import { later } from '#app/components/later.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { companyOf } from '#app/routes/board-choice.ts';
import { readRemembered } from '#app/routes/remembered.ts';
import type { DeskSession } from '#contract/desk.ts';

const SignInForm = later({
  load: () => import('#app/features/session/sign-in-form.tsx').then((module) => module.SignInForm),
  Frame: ({ children }) => <main className="grid h-full place-items-center bg-ground">{children}</main>,
});

/** Where a screen is shown: who is at the desk, and of which company. */
export interface Desk {
  session: DeskSession;
  /** The one that is worked in. */
  company: DeskCompany;
  /** All that are in reach. */
  companies: readonly DeskCompany[];
}

interface AtDeskProps {
  /** The company that the address names; undefined where it names none. */
  companyId: string | undefined;
  /** What is seen until it is known who is at the desk, around the words that say what is awaited. */
  Outline?: (props: { children: ReactNode }) => ReactNode;
  children: (desk: Desk) => ReactNode;
}

/** A screen of whoever is at the desk: what it shows before that is known, and where it cannot be found out. It is made anew for others. */
export function AtDesk({ companyId, Outline = EmptyScreen, children }: AtDeskProps) {
  const api = useApi();
  const session = useQuery(sessionQueries.current(api));
  const companies = useQuery({ ...companyQueries.list(api), enabled: session.data?.signedIn === true });
  const lastErrors = [useLastError(session, 'session'), useLastError(companies, 'companies')];

  if (session.data?.signedIn === false) return <SignInForm />;
  if (!session.data || !companies.data) {
    const asked = session.data ? companies : session;
    const error = lastErrors[session.data ? 1 : 0] ?? null;
    if (error !== null && troubleKind(asked.failureReason) !== 'waiting')
      return <NotLoaded error={error} onRetry={() => void asked.refetch()} />;
    return (
      <Outline>
        <Awaited reason={asked.failureReason} />
      </Outline>
    );
  }
  const { records } = companies.data;
  const company = companyOf(records, { company: companyId }, readRemembered(localStore));
  if (!company) {
    return (
      <PageState title="No company in reach" onRetry={() => void companies.refetch()}>
        The key of this desk reaches no company. A practice administrator can change what its employee belongs to.
      </PageState>
    );
  }
  const desk = { session: session.data, company, companies: records };
  return <Fragment key={`${session.data.person} ${company.id}`}>{children(desk)}</Fragment>;
}

function EmptyScreen({ children }: { children: ReactNode }) {
  return (
    <main aria-busy="true" className="h-full bg-ground">
      {children}
    </main>
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refused = troubleKind(error) === 'refused';
  const { title, advice } = refusalText(error);
  const id = asApiError(error)?.errorInstanceId ?? null;
  return (
    <PageState title={refused ? title : 'The practice could not be loaded'} onRetry={onRetry}>
      <p role="alert">{refused ? advice : reasonOf(error)}</p>
      {id === null ? null : (
        <p className="mt-3">
          <ErrorId id={id} />
        </p>
      )}
    </PageState>
  );
}

/** What is awaited: said at once where the practice system takes no requests, else only where it takes long. */
function Awaited({ reason }: { reason: unknown }) {
  const waiting = troubleKind(reason) === 'waiting';
  const seconds = useCountdown(waitOf(reason), reason);
  return (
    <div
      className={`fixed inset-x-0 top-1/3 mx-auto w-fit max-w-[90vw] rounded-lg border border-line bg-raised px-5 py-4 text-center text-sm shadow-raised ${waiting ? '' : 'appear-late [animation-delay:2s]'}`}
    >
      <p>
        <strong role="status" className="font-semibold">
          {WAITING}
        </strong>
        {waiting ? waitingText(seconds) : '…'}
      </p>
      <p className="mt-1 text-muted">This screen goes on by itself.</p>
    </div>
  );
}
