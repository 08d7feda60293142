import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';
import { optionalParam } from '#app/text/search-params.ts';

const Practice = lazy({
  load: () => import('./practice.lazy.tsx').then((module) => module.Practice),
  Fallback: PageFrame,
});

const param = optionalParam(z.string().check(z.minLength(1)));

/** The practice itself. `part` is the part of the screen, `edit` what is edited in it. */
export const practiceRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/practice',
  validateSearch: z.object({ part: param, edit: param }),
  component: Practice,
});
