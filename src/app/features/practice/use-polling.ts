import { useEffect, useEffectEvent } from 'react';

/** How often to read colleagues' changes, in milliseconds; the gateway shares its answers for the same time. */
const POLL_MS = 30_000;

/** Calls `poll` periodically while the page is visible. */
export function usePolling(poll: () => void): void {
  const onTick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') poll();
  });
  useEffect(() => {
    const timer = setInterval(() => onTick(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
}
