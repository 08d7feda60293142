import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router';
import { useTitle } from '#app/browser/use-title.ts';
import { Notices } from '#app/components/notices.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { BoardLink } from '#app/desk/navigation.tsx';
import type { RouterContext } from '#app/desk/prefetch.ts';
import { words } from '#app/text/shared-texts.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Broken,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <Outlet />
      <Notices />
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
