import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTitle } from '#app/browser/use-title.ts';
import { lazy } from '#app/components/lazy.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { onNotice } from '#app/components/show-notice.ts';
import { BoardLink } from '#app/desk/navigation.tsx';
import type { RouterContext } from '#app/desk/prefetch.ts';
import { words } from '#app/text/shared-texts.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Broken,
  notFoundComponent: NotFoundPage,
});

const Notices = lazy({
  load: () => import('#app/components/notices.tsx').then((module) => module.Notices),
  isFirst: true,
  Fallback: ({ children }) => (
    <div className="fixed end-4 bottom-12 z-60 rounded-lg bg-raised shadow-raised">{children}</div>
  ),
});

function Root() {
  // They have nothing to show until the user does more than look at the board: that changes the address, or shows a notice.
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

/** Shown for an address without a screen. */
export function NotFoundPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useTitle(t`Not found`);
  return (
    <PageState title={t`This link leads nowhere`}>
      <p>
        <Trans>
          Frontdesk has no page <bdi className="break-all">{path}</bdi>. The link may be incomplete.
        </Trans>
      </p>
      <p className="mt-3">
        <BoardLink />
      </p>
    </PageState>
  );
}
