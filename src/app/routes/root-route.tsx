import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ApiClient } from '#app/api/client.ts';
import { PageState } from '#app/components/page-state.tsx';

/** What every route's loader works with. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

const Notices = lazy(() => import('#app/components/notices.tsx').then((module) => ({ default: module.Notices })));

function Root() {
  // Looking at the board gives no notices; whatever does more is in the address first.
  const doesMore = useRouterState({ select: ({ location }) => location.pathname !== '/' || 'new' in location.search });
  const [everDidMore, setEverDidMore] = useState(false);
  if (doesMore && !everDidMore) setEverDidMore(true);
  return (
    <>
      <Outlet />
      {everDidMore ? (
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      ) : null}
    </>
  );
}

function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <PageState title="This screen broke" onRetry={reset}>
      <p>Nothing that was booked is affected. If trying again does not help, reload the page.</p>
      <p className="mt-2 font-mono text-xs break-words">{error instanceof Error ? error.message : String(error)}</p>
    </PageState>
  );
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Broken,
});
