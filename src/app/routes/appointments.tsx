import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { finderSearchSchema } from '#app/features/finder/finder-search.ts';
import { deskRoute } from '#app/routes/desk.tsx';

const Appointments = lazy({
  load: () => import('./appointments.lazy.tsx').then((module) => module.Appointments),
  Fallback: PageFrame,
});

/** The page with the list of all appointments. */
export const appointmentsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/appointments',
  validateSearch: finderSearchSchema,
  component: Appointments,
});
