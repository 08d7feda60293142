import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router';
import { useTitle } from '#app/browser/use-title.ts';
import { Notices } from '#app/components/notices.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { CalendarLink } from '#app/features/frame/links.tsx';
import type { RouterContext } from '#app/routes/prefetch.ts';
import { words } from '#app/text/shared-texts.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
});

function Root() {
  return (
    <>
      <Outlet />
      <Notices />
    </>
  );
}

/** Shown in place of a screen that threw an error. */
export function Broken({ error, reset }: ErrorComponentProps) {
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
  useTitle(t`Page not found`);
  return (
    <PageState title={t`Page not found`}>
      <p>
        <Trans>
          Frontdesk has no page <bdi className="break-all">{path}</bdi>. The link may be incomplete.
        </Trans>
      </p>
      <p className="mt-3">
        <CalendarLink />
      </p>
    </PageState>
  );
}
