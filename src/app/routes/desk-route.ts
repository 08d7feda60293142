import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DeskLayout } from '#app/routes/desk-layout.tsx';
import { primeDesk } from '#app/routes/prime.ts';
import { rootRoute } from '#app/routes/root-route.tsx';

/** Every screen's parent: it has no path of its own, and holds who is at the desk, their company, and what its ids stand for. */
export const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  validateSearch: z.object({ company: z.string().min(1).optional().catch(undefined) }),
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: ({ context, deps }) => void primeDesk(context, deps),
  component: DeskLayout,
});
