import { CloudOff, Radio, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { browserZone, instantText } from '#app/scheduling/time-text.ts';
import type { Live } from './use-live.ts';

/** Below this share of the budget the line says how much is left. */
const SHORT = 0.25;
/** Failed polls after which the desk counts as cut off. */
const OFFLINE_AFTER = 3;

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface LiveLineProps {
  live: Live;
  /** When the shown day was last read, in milliseconds since 1970; 0 where it never was. */
  readAt: number;
}

/** How live the board is, and how short the request budget has become. */
export function LiveLine({ live, readAt }: LiveLineProps) {
  const now = useSecond();
  const signals = useDeskSignals();
  const budget = useSyncExternalStore(signals.subscribe, signals.budget);
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const asOf = Math.max(live.upToDateAt ?? 0, readAt);
  const age = Math.max(0, Math.round((now - asOf) / 1000));
  const offline = !online || live.failures >= OFFLINE_AFTER;
  const short = budget !== null && budget.remaining < budget.limit * SHORT;
  return (
    <>
      <span className="flex items-center gap-1.5">
        {offline ? (
          <CloudOff aria-hidden="true" size={13} className="text-danger" />
        ) : live.failures > 0 ? (
          <RefreshCw aria-hidden="true" size={13} className="text-warn" />
        ) : (
          <Radio aria-hidden="true" size={13} className="text-ok" />
        )}
        <span role="status">{offline ? 'Offline' : live.failures > 0 ? 'Reconnecting' : 'Live'}</span>
        {asOf === 0 ? null : offline || live.failures > 0 ? (
          <span>as of {instantText(browserZone, asOf)}</span>
        ) : (
          <span>· {age} s ago</span>
        )}
      </span>
      {short ? (
        <span className="text-warn">
          {budget.remaining} of {budget.limit} requests left, all of them again in {budget.resetSeconds} s
        </span>
      ) : null}
    </>
  );
}
