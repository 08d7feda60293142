import { createRoute } from '@tanstack/react-router';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { deskRoute } from '#app/routes/desk-route.ts';

export const appointmentsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  component: lazyPart({
    load: () => import('#app/routes/appointments-page.tsx').then((module) => module.AppointmentsPage),
    Frame: pageFrame('list'),
  }),
});
