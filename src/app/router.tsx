import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { appointmentsRoute } from '#app/routes/appointments-route.tsx';
import { boardRoute } from '#app/routes/board-route.ts';
import { deskRoute } from '#app/routes/desk-route.ts';
import { clientRoute, petRoute } from '#app/routes/patient-routes.tsx';
import { type RouterContext, rootRoute } from '#app/routes/root-route.tsx';
import { parseSearchParams, stringifySearchParams } from '#app/routes/search-params.ts';
import { settingsRoute } from '#app/routes/settings-route.tsx';

const routeTree = rootRoute.addChildren([
  deskRoute.addChildren([boardRoute, appointmentsRoute, petRoute, clientRoute, settingsRoute]),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
