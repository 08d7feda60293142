import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyQueries } from '#app/api/company-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { rootRoute } from '#app/routes/root-route.tsx';

export const appointmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(sessionQueries.current(api));
    void queryClient.prefetchQuery(companyQueries.list(api));
  },
  component: lazyRouteComponent(() => import('#app/routes/appointments-page.tsx'), 'AppointmentsPage'),
});
