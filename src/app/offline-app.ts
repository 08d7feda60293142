import { loadEveryPart } from '#app/components/lazy.tsx';

/**
 * Once the first screen is drawn, loads all lazy parts of the app, and then registers the service worker, which caches
 * them: from then on the app survives a lost connection and a new release.
 */
export async function makeAppWorkOffline(): Promise<void> {
  await loadEveryPart();
  await registerServiceWorker();
}

/** Without service workers (old browsers, or plain HTTP in a network), the loaded parts are at least in memory. */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // The only script that the app names by text: the content security policy allows no other.
  const policy = window.trustedTypes?.createPolicy('frontdesk', { createScriptURL: () => WORKER });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER);
}

const WORKER = '/sw.js';

declare global {
  interface Window {
    /** Trusted Types (W3C), which TypeScript does not describe yet; as far as it is used here. Not in every browser. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL: (url: string) => string };
    };
  }
}
