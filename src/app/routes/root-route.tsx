import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ApiClient } from '#app/api/client.ts';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { onNotice } from '#app/components/show-notice.ts';
import { words } from '#app/text/words.ts';

/** The context of the routes' loaders. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

const Notices = lazyPart({
  load: () => import('#app/components/notices.tsx').then((module) => module.Notices),
  Frame: ({ children }) => (
    <div className="fixed end-4 bottom-12 z-60 rounded-lg bg-raised shadow-raised">{children}</div>
  ),
});

function Root() {
  // Notices are loaded once the user does more than look at the board: that changes the address, or shows a notice.
  const doesMore = useRouterState({ select: ({ location }) => location.pathname !== '/' || 'new' in location.search });
  const [everDidMore, setEverDidMore] = useState(false);
  if (doesMore && !everDidMore) setEverDidMore(true);
  useEffect(() => onNotice(() => setEverDidMore(true)), []);
  return (
    <>
      <Outlet />
      {everDidMore ? <Notices /> : null}
    </>
  );
}

function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <PageState title={words.wentWrong} onRetry={reset}>
      <p>{t`If trying again does not help, reload the page.`}</p>
      <p className="mt-2 font-mono text-xs break-words">{error instanceof Error ? error.message : String(error)}</p>
    </PageState>
  );
}

const NotFoundPage = lazyPart({
  load: () => import('#app/routes/not-found-page.tsx').then((module) => module.NotFoundPage),
  Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
});

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Broken,
  notFoundComponent: NotFoundPage,
});
