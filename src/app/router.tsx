import { createRouter } from '@tanstack/react-router';
import { appointmentsRoute } from '#app/routes/appointments-route.tsx';
import { boardRoute } from '#app/routes/board-route.ts';
import { type RouterContext, rootRoute } from '#app/routes/root-route.tsx';
import { parseSearchParams, stringifySearchParams } from '#app/routes/search-params.ts';

const routeTree = rootRoute.addChildren([boardRoute, appointmentsRoute]);

/** Creates the router of the app; its loaders prime the given cache through the given client. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    // The cache of TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
