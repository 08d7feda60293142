import { getRouteApi, useLocation } from '@tanstack/react-router';
import { type BoardSearch, boardSearchSchema } from '#app/addresses/board-search.ts';

const boardApi = getRouteApi('/desk/');

/**
 * The search params of the calendar in the current URL. The params that the router passes to a route lag behind, since
 * it renders the next screen in the background. With the current ones, a panel that a key opens is rendered before the
 * next key is handled.
 */
export function useCurrentSearch(): BoardSearch {
  const drawn = boardApi.useSearch();
  const { pathname, search } = useLocation();
  // While another page loads, the panel of the last rendered calendar stays.
  return pathname === '/' ? boardSearchSchema.parse(search) : drawn;
}
