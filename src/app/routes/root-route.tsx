import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ApiClient } from '#app/api/client.ts';

/** What every route's loader works with. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });
