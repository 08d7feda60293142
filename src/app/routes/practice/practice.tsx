import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { lazy } from '#app/components/lazy.tsx';
import { pageFrame } from '#app/components/page-skeleton.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { offeredParts, practiceParts } from '#app/features/practice/practice-parts.ts';
import { deskRoute } from '#app/routes/desk.tsx';
import { NotFoundPage } from '#app/routes/root.tsx';
import { optionalParam } from '#app/text/search-params.ts';

export const practiceRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/practice',
  validateSearch: z.object({
    part: optionalParam(z.enum(practiceParts)),
    /** What is edited. */
    edit: optionalParam(z.string().check(z.minLength(1))),
  }),
  component: Practice,
});

const ManagedPractice = lazy({
  load: () => import('./managed-practice.tsx').then((module) => module.ManagedPractice),
  Fallback: pageFrame('page'),
});

/** The practice itself, for those who may manage it; to everybody else the address leads nowhere. */
function Practice() {
  const { session } = useDesk();
  return offeredParts(session).length === 0 ? <NotFoundPage /> : <ManagedPractice />;
}
