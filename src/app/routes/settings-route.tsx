import { createRoute } from '@tanstack/react-router';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk-route.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: lazyPart({
    load: () => import('#app/routes/settings-page.tsx').then((module) => module.SettingsPage),
    Frame: pageFrame('form'),
  }),
});
