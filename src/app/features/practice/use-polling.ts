import { useEffect, useEffectEvent } from 'react';

/** How often what colleagues change is read, in milliseconds: for as long the gateway shares the answers. */
const POLL_MS = 30_000;

/** Calls `poll` from time to time while the page is seen. */
export function usePolling(poll: () => void): void {
  const onTick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') poll();
  });
  useEffect(() => {
    const timer = setInterval(() => onTick(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
}
