import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ApiClient } from '#app/api/client.ts';

/** What every route's loader works with. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

const Notices = lazy(() => import('#app/components/notices.tsx').then((module) => ({ default: module.Notices })));

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

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root });
