import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyQueries } from '#app/api/company-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { BoardSkeleton } from '#app/components/page-state.tsx';
import { boardSearchSchema } from '#app/routes/board-search.ts';
import { rootRoute } from '#app/routes/root-route.tsx';

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(sessionQueries.current(api));
    void queryClient.prefetchQuery(companyQueries.list(api));
  },
  component: lazyRouteComponent(() => import('#app/routes/board-page.tsx'), 'BoardPage'),
  pendingComponent: BoardSkeleton,
});
