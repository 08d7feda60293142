import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { companyQueries } from '#app/api/company-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { later } from '#app/components/later.tsx';
import { type RouterContext, rootRoute } from '#app/routes/root-route.tsx';

const searchSchema = z.object({ company: z.string().min(1).optional().catch(undefined) });

function prime({ context: { api, queryClient } }: { context: RouterContext }) {
  void queryClient.prefetchQuery(sessionQueries.current(api));
  void queryClient.prefetchQuery(companyQueries.list(api));
}

export const petRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pets/$petId',
  validateSearch: searchSchema,
  loader: prime,
  component: later({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.PetRoute),
    Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
  }),
});

export const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$clientId',
  validateSearch: searchSchema,
  loader: prime,
  component: later({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.ClientRoute),
    Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
  }),
});
