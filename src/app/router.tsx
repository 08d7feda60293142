import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { boardRoute } from '#app/routes/board/board.tsx';
import { deskRoute } from '#app/routes/desk.tsx';
import { deskPages, setupRoute } from '#app/routes/pages.ts';
import type { RouterContext } from '#app/routes/prefetch.ts';
import { rootRoute, ScreenError } from '#app/routes/root.tsx';
import { parseSearchParams, stringifySearchParams } from '#app/text/search-params.ts';

const routeTree = rootRoute.addChildren([deskRoute.addChildren([boardRoute, ...deskPages]), setupRoute]);

/**
 * Creates the router of the app; its routes load data into the query cache of `context`. The history is the browser's
 * unless one is given.
 */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    defaultErrorComponent: ScreenError,
    // The outline of the page is there from the first paint, and disappears as soon as there is something to show.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    // TanStack Query decides what is stale, not the router.
    defaultPreloadStaleTime: 0,
    // Only for the long lists, because the other pages manage their own scroll positions.
    scrollRestoration: ({ location }) => location.pathname === '/appointments' || location.pathname === '/clients',
    // New results are shown from the top.
    scrollToTopSelectors: ['appointments', 'clients'].map((id) => `[data-scroll-restoration-id="${id}"]`),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
