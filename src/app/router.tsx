import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { completedAddress, type RouterContext } from '#app/desk/prefetch.ts';
import { appointmentsRoute } from '#app/routes/appointments.tsx';
import { boardRoute } from '#app/routes/board/board.tsx';
import { clientRoute } from '#app/routes/client.tsx';
import { deskRoute } from '#app/routes/desk.tsx';
import { dutyRoute } from '#app/routes/duty.tsx';
import { petRoute } from '#app/routes/pet.tsx';
import { practiceRoute } from '#app/routes/practice.tsx';
import { rootRoute } from '#app/routes/root.tsx';
import { settingsRoute } from '#app/routes/settings.tsx';
import { setupRoute } from '#app/routes/setup.tsx';
import { boardSearchSchema } from '#app/session/board-search.ts';
import { parseSearchParams, stringifySearchParams } from '#app/text/search-params.ts';

const routeTree = rootRoute.addChildren([
  deskRoute.addChildren([
    boardRoute,
    appointmentsRoute,
    petRoute,
    clientRoute,
    settingsRoute,
    practiceRoute,
    dutyRoute,
  ]),
  setupRoute,
]);

/**
 * Creates the router of the app; its loaders prefetch into the cache of the context. The history is the browser's
 * unless one is given.
 */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    // TanStack Query decides what is stale, not the router.
    defaultPreloadStaleTime: 0,
  });
}

/** Completes the address of a board before it is rendered. */
export async function completeAddress(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const { pathname, search } = router.latestLocation;
  const completed = pathname === '/' && completedAddress(router.options.context, boardSearchSchema.parse(search));
  if (completed) await router.navigate({ to: '/', search: completed, replace: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
