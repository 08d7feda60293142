import { useCallback, useSyncExternalStore } from 'react';

/** Screens on which a panel beside the board covers all of it. */
export const COVERING = '(max-width: 47.99rem)';

/** Screens on which the booking form stands beside the board; on narrower ones it is a page of its own. */
export const BESIDE = '(min-width: 64rem)';

/** Whether a media query matches, updated when that changes; true without a screen, as in unit tests. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
}
