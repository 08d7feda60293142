import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const ShownClient = lazy({
  load: () => import('./shown-client.tsx').then((module) => module.ShownClient),
  Fallback: pageFrame('page'),
});

/** The page of a client. */
export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: ShownClient,
});
