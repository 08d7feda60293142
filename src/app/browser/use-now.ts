import { useEffect, useState, useSyncExternalStore } from 'react';

const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, TICK_MS);
    // The timers of a hidden tab may have been suspended.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/**
 * The time in milliseconds since 1970, rounded down to the minute so that components render only when needed. It is
 * updated every ten seconds and when the tab becomes visible.
 */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentMinute, currentMinute);
}

function currentMinute(): number {
  const now = Date.now();
  return now - (now % 60_000);
}

/** The time in milliseconds since 1970, updated every second: for the few texts that count seconds. */
export function useSecond(): number {
  const [second, setSecond] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setSecond(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return second;
}

/** Counts down from a number of seconds; another value of `of` restarts it. Null if `seconds` is null. */
export function useCountdown(seconds: number | null, of: unknown): number | null {
  const now = useSecond();
  const [seen, setSeen] = useState({ of, at: now });
  if (seen.of !== of) setSeen({ of, at: now });
  return seconds === null ? null : Math.max(0, seconds - Math.round((now - seen.at) / 1000));
}
