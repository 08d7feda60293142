import { createRoute } from '@tanstack/react-router';
import { later } from '#app/components/later.tsx';
import { deskRoute } from '#app/routes/desk-route.ts';

export const petRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/pets/$petId',
  component: later({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.PetRoute),
    Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
  }),
});

export const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/clients/$clientId',
  component: later({
    load: () => import('#app/routes/patient-pages.tsx').then((module) => module.ClientRoute),
    Frame: ({ children }) => <main className="h-full bg-ground">{children}</main>,
  }),
});
