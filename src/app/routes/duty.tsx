import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { lazy } from '#app/components/lazy.tsx';
import { PageFrame } from '#app/components/page-skeleton.tsx';
import { deskRoute } from '#app/routes/desk.tsx';
import { boardSearchSchema } from '#app/session/board-search.ts';

const Duty = lazy({
  load: () => import('./duty.lazy.tsx').then((module) => module.Duty),
  Fallback: PageFrame,
});

const { date, store } = boardSearchSchema.shape;

/** Who works when. `week` is any date of the week, `store` as on the board. */
export const dutyRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/duty',
  validateSearch: z.object({ week: date, store }),
  component: Duty,
});
