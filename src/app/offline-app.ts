import { loadEveryPart } from '#app/components/lazy.tsx';

/**
 * Once the first screen is drawn, loads all lazy parts of the app, and then registers the service worker, which caches
 * them: from then on the app survives a lost connection and a new release.
 */
export async function makeAppWorkOffline(): Promise<void> {
  await loadEveryPart();
  await registerServiceWorker();
}

/**
 * Registers the service worker. A browser without service workers (an old one, or one that loads the app from another
 * machine over plain HTTP) at least keeps the loaded parts in memory.
 */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // The only script whose URL the app passes as a string; the content security policy allows no other.
  const policy = window.trustedTypes?.createPolicy('frontdesk', { createScriptURL: () => WORKER_URL });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL);
}

const WORKER_URL = '/sw.js';

declare global {
  interface Window {
    /**
     * Trusted Types (W3C), as far as the app uses them. TypeScript does not describe them yet, and some browsers do not have
     * them.
     */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL: (url: string) => string };
    };
  }
}
