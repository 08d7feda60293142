import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { createRoute, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiProvider, apiFor, useApi } from '#app/api/api-client.ts';
import { errorIdOf, failureKind, Reason, refusalText, useLastError, waitingText, waitOf } from '#app/api/failures.tsx';
import { companyQueries } from '#app/api/reference.ts';
import { isSigningOut, sessionQueries } from '#app/api/session.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { ErrorId } from '#app/components/error-id.tsx';
import { FirstWeekday } from '#app/components/first-weekday.ts';
import { lazy } from '#app/components/lazy.tsx';
import { PageSkeleton } from '#app/components/page-skeleton.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { clearNotices } from '#app/components/show-notice.ts';
import { DeskChanges } from '#app/desk/desk-changes.tsx';
import { prefetchDesk } from '#app/desk/prefetch.ts';
import { SearchProvider } from '#app/desk/search.tsx';
import { BoardSkeleton } from '#app/features/board/board-skeleton.tsx';
import { rootRoute } from '#app/routes/root.tsx';
import { viewOf } from '#app/session/board-search.ts';
import { companyOf } from '#app/session/company.ts';
import { chosenWeekday, readTabPreferences } from '#app/session/preferences.ts';
import { optionalParam } from '#app/text/search-params.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';

/** The pathless layout route of every screen: loads session, company and the company's reference data. */
export const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  validateSearch: z.object({ company: optionalParam(z.string().check(z.minLength(1))) }),
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: ({ context, deps }) => void prefetchDesk(context, deps),
  component: DeskLayout,
});

const SignInForm = lazy({
  load: () => import('#app/features/session/sign-in-form.tsx').then((module) => module.SignInForm),
  Fallback: ({ children }) => <main className="grid h-full place-items-center bg-ground">{children}</main>,
});

const AnotherPerson = lazy({
  load: () => import('#app/features/session/another-person.tsx').then((module) => module.AnotherPerson),
  Fallback: ({ children }) => <main className="grid h-full place-items-center bg-ground">{children}</main>,
});

/**
 * The layout of every screen, which it shows once session and company are known, and remounts for another person or
 * company. Until then, or after an error, it says what is being loaded or went wrong. Screens read session and company
 * with `useDesk`.
 */
function DeskLayout() {
  const api = useApi();
  const wanted = deskRoute.useSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // `useQuery` instead of suspense: delays and errors are shown while they last.
  const session = useQuery(sessionQueries.current(api));
  const { isOthers, sendLines } = useOwnTab(session);
  const person = session.data?.person ?? null;
  // What notices say is for the person who was there.
  useEffect(() => (person === null ? undefined : clearNotices), [person]);
  const ownApi = useMemo(() => apiFor(person, api), [person, api]);
  const companies = useQuery({ ...companyQueries.list(api), enabled: session.data?.signedIn === true });
  const lastErrors = [useLastError(session, 'session'), useLastError(companies, 'companies')];

  const inReach = session.data?.signedIn ? (companies.data?.records ?? []) : [];
  const company = companyOf(inReach, wanted, readTabPreferences(localStore, sessionStore));
  const navigate = useNavigate();
  const companyId = company?.id;
  // The board settles its address by itself, together with the stores.
  const settles = wanted.company === undefined && path !== '/';
  useEffect(() => {
    if (companyId === undefined || !settles) return;
    void navigate({ to: '.', search: (before) => ({ ...before, company: companyId }), replace: true });
  }, [companyId, settles, navigate]);

  // What somebody searched for is not to stay in the address, which browsers store, once they have signed out.
  const wasHere = useRef(false);
  useEffect(() => {
    if (person !== null) wasHere.current = true;
    else if (wasHere.current) {
      wasHere.current = false;
      void navigate({ to: '.', search: (before) => ({ ...before, q: undefined }), replace: true });
    }
  }, [person, navigate]);

  // Nothing else can be done before there is a practice.
  const isEmpty = session.data?.setUp === 'first';
  useEffect(() => {
    if (isEmpty) void navigate({ to: '/setup', replace: true });
  }, [isEmpty, navigate]);

  if (isEmpty) return <PageSkeleton kind="form">{null}</PageSkeleton>;
  if (session.data?.signedIn === false)
    return <SignInForm session={session.data} isSigningOut={session.isError && isSigningOut()} />;
  if (session.data && isOthers) return <AnotherPerson session={session.data} onContinue={sendLines} />;
  if (!session.data || !companies.data) {
    const asked = session.data ? companies : session;
    const error = lastErrors[session.data ? 1 : 0] ?? null;
    if (error !== null && failureKind(asked.failureReason) !== 'waiting')
      return <NotLoaded error={error} onRetry={() => void asked.refetch()} />;
    const notice = <LoadingNotice reason={asked.failureReason} />;
    if (path === '/') return <LoadingBoard>{notice}</LoadingBoard>;
    const kind = path === '/appointments' ? 'list' : path === '/settings' ? 'form' : 'page';
    return <PageSkeleton kind={kind}>{notice}</PageSkeleton>;
  }
  if (!company) {
    return (
      <PageState title={t`No company to show`} onRetry={() => void companies.refetch()}>
        {t`Frontdesk’s key opens no company. A practice administrator can change which ones it opens.`}
      </PageState>
    );
  }
  return (
    <Fragment key={`${session.data.person} ${company.id}`}>
      <ApiProvider value={ownApi}>
        <FirstWeekday value={chosenWeekday}>
          <DeskChanges>
            <SearchProvider>
              <Outlet />
            </SearchProvider>
          </DeskChanges>
        </FirstWeekday>
      </ApiProvider>
    </Fragment>
  );
}

/**
 * Whether the desk that this tab shows is that of somebody else than the person who is signed in by now: they have signed in in
 * another tab. A session from before a reload is nobody's until the gateway has confirmed it.
 */
function useOwnTab({ data, dataUpdatedAt }: { data: DeskSession | undefined; dataUpdatedAt: number }) {
  const [owner, setOwner] = useState<string | null>(null);
  const person = data !== undefined && dataUpdatedAt > 0 ? data.person : owner;
  if (person !== owner && (person === null || owner === null)) setOwner(person);
  return { isOthers: person !== owner && owner !== null, sendLines: () => setOwner(null) };
}

function LoadingBoard({ children }: { children: ReactNode }) {
  const search = useSearch({ strict: false });
  const { view } = viewOf(search, readTabPreferences(localStore, sessionStore), useScreenSpace());
  return <BoardSkeleton view={view}>{children}</BoardSkeleton>;
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refused = failureKind(error) === 'refused';
  const { title, advice } = refusalText(error);
  const id = errorIdOf(error);
  return (
    <PageState title={refused ? title : t`The practice could not be loaded`} onRetry={onRetry}>
      <p role="alert">{refused ? advice : <Reason error={error} />}</p>
      {id === null ? null : (
        <p className="mt-3">
          <ErrorId id={id} />
        </p>
      )}
    </PageState>
  );
}

/** Says that the app is loading: at once where the practice system accepts no requests, else only after a while. */
function LoadingNotice({ reason }: { reason: unknown }) {
  const waiting = failureKind(reason) === 'waiting';
  const seconds = useCountdown(waitOf(reason), reason);
  return (
    <div
      className={`fixed inset-x-0 top-1/3 mx-auto w-fit max-w-[90vw] rounded-lg border border-line bg-raised px-5 py-4 text-center text-sm shadow-raised ${waiting ? '' : 'appear-late [animation-delay:2s]'}`}
    >
      <p>
        <span role="status" className="sr-only">
          {words.waiting}
        </span>
        <strong className="font-semibold">{waiting ? waitingText(seconds) : words.waiting}</strong>
      </p>
      <p className="mt-1 text-muted">{t`This screen goes on by itself.`}</p>
    </div>
  );
}
