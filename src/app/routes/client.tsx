import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const Client = lazy({
  load: () => import('./client.lazy.tsx').then((module) => module.Client),
  Fallback: pageFrame('page'),
});

/** The page of a client. */
export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: Client,
});
