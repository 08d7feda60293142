import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const Pet = lazy({
  load: () => import('./pet.lazy.tsx').then((module) => module.Pet),
  Fallback: PageFrame,
});

/** The page of a pet. */
export const petRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  component: Pet,
});
