import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';

const ChosenSettings = lazy({
  load: () => import('./chosen-settings.tsx').then((module) => module.ChosenSettings),
  Fallback: pageFrame('form'),
});

/** The settings of this browser. */
export const settingsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/settings',
  component: ChosenSettings,
});
