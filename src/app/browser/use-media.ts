import { useSyncExternalStore } from 'react';

/** The media query for screens on which a panel covers the whole board. */
export const PANEL_COVERS_BOARD = '(max-width: 47.99rem)';

/**
 * The media query for screens on which the booking form opens beside the board; on narrower screens it is a separate
 * page.
 */
export const PANEL_BESIDE_BOARD = '(min-width: 64rem)';

/**
 * The media query lists, keyed by query. Each is created once, because creating one takes longer than the rest of a
 * render.
 */
const lists = new Map<string, MediaQueryList>();

function mediaQueryList(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Whether a media query matches, updated when that changes; true without a screen, as in unit tests. */
export function useMedia(query: string): boolean {
  const subscribe = (onChange: () => void) => {
    const list = mediaQueryList(query);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  };
  return useSyncExternalStore(
    subscribe,
    () => mediaQueryList(query).matches,
    () => true,
  );
}
