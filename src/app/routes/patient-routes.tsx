import { createRoute } from '@tanstack/react-router';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk-route.ts';

export const petRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  component: lazyPart({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.PetRoute),
    Frame: pageFrame('page'),
  }),
});

export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: lazyPart({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.ClientRoute),
    Frame: pageFrame('page'),
  }),
});
