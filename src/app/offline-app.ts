import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '#app/browser/when-idle.ts';
import { loadEveryPart } from '#app/components/lazy.tsx';

/**
 * The pause without requests after which the first screen counts as loaded: dependent requests, such as session and
 * day, follow each other sooner.
 */
const QUIET_MS = 500;
/** The maximum number of such pauses: a practice API that does not respond must not delay this forever. */
const MAX_LOOKS = 40;

/**
 * Once the first screen is loaded, loads all lazy parts of the app and registers the service worker, which caches them:
 * from then on the app survives a lost connection and a new release.
 */
export async function makeAppWorkOffline(queryClient: QueryClient): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    if (document.readyState === 'complete' && queryClient.isFetching() === 0) break;
  }
  await whenIdle();
  await Promise.all([loadEveryPart(), registerServiceWorker()]);
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
