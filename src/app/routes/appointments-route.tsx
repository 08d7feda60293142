import { createRoute } from '@tanstack/react-router';
import { companyQueries } from '#app/api/company-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { later } from '#app/components/later.tsx';
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
  component: later({
    load: () => import('#app/routes/appointments-page.tsx').then((module) => module.AppointmentsPage),
    Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
  }),
});
