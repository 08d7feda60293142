import { t } from '@lingui/core/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, Navigate, Outlet, redirect, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { bookingParams, searchParams } from '#app/addresses/board-search.ts';
import { ApiContext, apiFor, useApi } from '#app/api/api-client.ts';
import { companyQueries } from '#app/api/reference.ts';
import { isSigningOut, sessionQueries, subscribeToPersonChange } from '#app/api/session.ts';
import { useUnloadWarning } from '#app/browser/use-unload-warning.ts';
import { EmptyState } from '#app/components/empty-state.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { lazy } from '#app/components/lazy.tsx';
import { clearNotices } from '#app/components/show-notice.ts';
import { StatusBar } from '#app/components/status-bar.tsx';
import { ChangesProvider } from '#app/features/change/changes-provider.tsx';
import { DeskFrame, Frame } from '#app/features/frame/frame.tsx';
import { Help } from '#app/features/help/help.tsx';
import { LiveProvider } from '#app/features/live/live-provider.tsx';
import { LiveStatus } from '#app/features/live/live-status.tsx';
import { PlanProvider } from '#app/features/plan/plan-provider.tsx';
import { SearchField } from '#app/features/search/search-field.tsx';
import { WaitingProvider } from '#app/features/waiting/waiting-provider.tsx';
import { completeSearch } from '#app/routes/complete-url.ts';
import { DeskLoadError, LoadingDesk } from '#app/routes/desk-loading.tsx';
import { showLinkNotice } from '#app/routes/link-notice.ts';
import { loadDesk, prefetchReference } from '#app/routes/prefetch.ts';
import { rootRoute } from '#app/routes/root.tsx';

import { CachedReference } from '#app/session/cached-reference.tsx';
import { outboxesOf } from '#app/session/outboxes.ts';
import { readFirstWeekday, useTabPreferences } from '#app/session/preferences.ts';
import { buildDesk, DeskContext } from '#app/session/use-desk.ts';
import { optionalParam } from '#app/text/search-params.ts';
import type { DeskSession } from '#contract/desk.ts';
import { selectCompany } from '#scheduling/board-day.ts';

/**
 * The pathless layout route of every screen. It loads session and companies, and adds the company to the URL, so that
 * each tab stays in its company.
 */
export const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  validateSearch: z.object({ company: optionalParam(z.string().check(z.minLength(1))) }),
  async beforeLoad({ context, search, location }) {
    const desk = await loadDesk(context, search);
    const isOtherCompany = desk !== null && search.company !== desk.company.id;
    const complete = isOtherCompany ? completeSearch(desk, location.pathname, location.search) : null;
    if (complete) {
      showLinkNotice(complete.notice);
      throw redirect({ to: location.pathname, search: complete.search, hash: location.hash, replace: true });
    }
    return { desk };
  },
  loader({ context }) {
    if (context.desk) prefetchReference(context, context.desk);
  },
  component: DeskLayout,
  pendingComponent: LoadingDesk,
  errorComponent: DeskLoadError,
});

const SignInForm = lazy({
  load: () => import('#app/features/session/sign-in-form.tsx').then((module) => module.SignInForm),
  Fallback: ({ children }) => <main className="grid grow place-items-center">{children}</main>,
});

const ChangeNotices = lazy({
  load: () => import('#app/features/change/change-notices.tsx').then((module) => module.ChangeNotices),
});

const PersonAtDesk = lazy({
  load: () => import('#app/features/session/person-at-desk.tsx').then((module) => module.PersonAtDesk),
});

const loadDirectBooking = () => import('#app/features/booking/direct-booking.ts');

const searchField = <SearchField />;
// For every page but the calendar, whose own status bar also shows who needs attention now.
const statusBar = <StatusBar live={<LiveStatus />} />;

/** Shows the screens while someone is signed in, otherwise the sign-in form. */
function DeskLayout() {
  const session = useSuspenseQuery(sessionQueries.current(useApi()));
  usePersonChange();
  useUnsavedWarning();
  // A practice must be set up before anything else.
  if (session.data.setUp === 'first') return <Navigate to="/setup" replace />;
  if (!session.data.signedIn) {
    return (
      <Frame>
        <SignInForm session={session.data} isSigningOut={session.isError && isSigningOut()} />
      </Frame>
    );
  }
  return (
    <>
      {/* Removes the sign-in form with its typed PIN at once. Otherwise it would stay, hidden, until the desk has loaded. */}
      <Suspense fallback={<LoadingDesk />}>
        <SignedInDesk session={session.data} />
      </Suspense>
      {session.data.access === 'sign_in' ? <PersonAtDesk session={session.data} /> : null}
    </>
  );
}

/** The screens of a company, which are remounted for another person or company. They read both with `useDesk`. */
function SignedInDesk({ session }: { session: DeskSession }) {
  const api = useApi();
  const router = useRouter();
  const { data, refetch } = useSuspenseQuery(companyQueries.list(api));
  const { company: companyId } = deskRoute.useSearch();
  const { companyId: lastCompanyId } = useTabPreferences();
  const company = selectCompany(data.records, { company: companyId }, { companyId: lastCompanyId });
  const desk = company ? buildDesk(session, data.records, company) : null;
  const ownApi = apiFor(session.person, api);
  // The URL was opened before anyone signed in, or the person no longer has access to its company.
  const isIncomplete = desk !== null && desk.company.id !== companyId;
  useEffect(() => {
    if (isIncomplete) void router.invalidate();
  }, [isIncomplete, router]);

  if (isIncomplete) return <LoadingDesk />;
  if (!desk) {
    return (
      <Frame>
        <EmptyState isPage title={t`No company to show`} onRetry={() => void refetch()}>
          {t`This key gives access to no company. A manager can change that.`}
        </EmptyState>
      </Frame>
    );
  }
  return (
    <DeskContext key={`${session.person} ${companyId}`} value={desk}>
      <ApiContext value={ownApi}>
        <FirstWeekdayContext value={readFirstWeekday}>
          <CachedReference>
            <ChangesProvider>
              <PlanProvider>
                <WaitingProvider loadDirectBooking={loadDirectBooking}>
                  <ChangeNotices />
                  <LiveProvider>
                    <DeskFrame search={searchField} foot={statusBar}>
                      <Outlet />
                    </DeskFrame>
                    <Help />
                  </LiveProvider>
                </WaitingProvider>
              </PlanProvider>
            </ChangesProvider>
          </CachedReference>
        </FirstWeekdayContext>
      </ApiContext>
    </DeskContext>
  );
}

/** When someone else signs in, removes the previous person's search and booking from the URL, and their notices. */
function usePersonChange(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const unsubscribe = subscribeToPersonChange(queryClient, (_, before) => {
      if (before === null) return;
      const others = { q: undefined, ...bookingParams, ...searchParams };
      void router.navigate({ to: '.', search: (search) => ({ ...search, ...others }), replace: true });
    });
    return () => {
      unsubscribe();
      clearNotices();
    };
  }, [queryClient, router]);
}

/** Asks before the page is closed while there are unsaved changes, even of a person who is not signed in now. */
function useUnsavedWarning(): void {
  const { subscribe, unsaved } = outboxesOf(useQueryClient(), useApi());
  useUnloadWarning(useSyncExternalStore(subscribe, () => unsaved().length > 0));
}
