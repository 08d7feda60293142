import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const Client = lazy({
  load: () => import('./client.lazy.tsx').then((module) => module.Client),
  Fallback: PageFrame,
});

/** The page of a client. */
export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: Client,
});
