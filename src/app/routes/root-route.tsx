import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ApiClient } from '#app/api/client.ts';
import { PageState } from '#app/components/page-state.tsx';
import { whenIdle } from '#app/components/when-idle.ts';

/** What every route's loader works with. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

/** Nobody reads a notice before the board is there. */
const Notices = lazy(async () => {
  await whenIdle();
  return { default: (await import('#app/components/notices.tsx')).Notices };
});

function Root() {
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
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
