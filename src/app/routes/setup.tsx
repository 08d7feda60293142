import { createRoute } from '@tanstack/react-router';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { rootRoute } from '#app/routes/root.tsx';

const Setup = lazy({
  load: () => import('./setup.lazy.tsx').then((module) => module.Setup),
  Fallback: PageFrame,
});

/** The page on which a practice is set up, where nobody is signed in yet. */
export const setupRoute = createRoute({ getParentRoute: () => rootRoute, path: '/setup', component: Setup });
