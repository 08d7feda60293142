import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const Settings = lazy({
  load: () => import('./settings.lazy.tsx').then((module) => module.Settings),
  Fallback: PageFrame,
});

/** The settings of this browser. */
export const settingsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: Settings,
});
