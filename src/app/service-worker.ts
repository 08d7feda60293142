const SHELL = 'frontdesk-shell';

/**
 * Registers the worker that keeps the app at hand without a network, and gives it what this page was made of, since it
 * was not there yet when that was loaded. Browsers without it, or pages that are neither loopback nor TLS, do without.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await navigator.serviceWorker.register('/sw.js');
  const cache = await caches.open(SHELL);
  const assets = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => new URL(name).origin === location.origin && new URL(name).pathname.startsWith('/assets/'));
  await cache.addAll([...new Set(['/', ...assets])]);
}
