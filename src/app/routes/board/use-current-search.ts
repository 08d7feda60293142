import { getRouteApi, useLocation } from '@tanstack/react-router';
import { type BoardSearch, boardSearchSchema } from '#app/addresses/board-search.ts';

const boardApi = getRouteApi('/desk/');

/**
 * The search params of the calendar as they are in the URL. The router gives them to a route together with its next
 * screen, which it draws in the background; a panel that a key opens is drawn at once, before the next key.
 */
export function useCurrentSearch(): BoardSearch {
  const drawn = boardApi.useSearch();
  const { pathname, search } = useLocation();
  // While another page loads, the panel stays.
  return pathname === '/' ? boardSearchSchema.parse(search) : drawn;
}
