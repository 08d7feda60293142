import { t } from '@lingui/core/macro';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { EmptyState } from '#app/components/empty-state.tsx';
import { lazy } from '#app/components/lazy.tsx';
import type { RouterContext } from '#app/routes/prefetch.ts';
import { texts } from '#app/text/shared-texts.ts';

const Notices = lazy({ load: () => import('#app/components/notices.tsx').then((module) => module.Notices) });

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
});

function RootLayout() {
  return (
    <>
      <Outlet />
      <Notices />
    </>
  );
}

/** Shown in place of a screen that threw an error. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState isPage title={texts.wentWrong} onRetry={reset}>
      <p>{t`If trying again does not help, reload the page.`}</p>
      <p className="mt-2 font-mono text-xs break-words">{error instanceof Error ? error.message : String(error)}</p>
    </EmptyState>
  );
}
