import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const Settings = lazy({
  load: () => import('./settings.lazy.tsx').then((module) => module.Settings),
  Fallback: pageFrame('form'),
});

/** The settings of this browser. */
export const settingsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: Settings,
});
