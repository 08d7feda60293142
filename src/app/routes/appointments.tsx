import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { deskRoute } from '#app/routes/desk.tsx';

const Appointments = lazy({
  load: () => import('./appointments.lazy.tsx').then((module) => module.Appointments),
  Fallback: pageFrame('list'),
});

/** The page with the list of all appointments. */
export const appointmentsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  component: Appointments,
});
