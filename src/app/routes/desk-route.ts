import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DeskLayout } from '#app/routes/desk-layout.tsx';
import { prefetchDesk } from '#app/routes/prefetch.ts';
import { rootRoute } from '#app/routes/root-route.tsx';

/** The pathless layout route of every screen: loads session, company and the company's reference data. */
export const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  validateSearch: z.object({ company: z.string().min(1).optional().catch(undefined) }),
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: ({ context, deps }) => void prefetchDesk(context, deps),
  component: DeskLayout,
});
