import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '#app/browser/when-idle.ts';
import { loadEveryPart } from '#app/components/lazy-part.tsx';
import { shownLanguage } from '#app/language/shown-language.ts';

/** Between two questions that follow from one another, such as who is at the desk and what is on today, it is not quiet. */
const QUIET_MS = 500;
/** A practice API that does not answer keeps the first screen waiting, and nothing else. */
const MAX_LOOKS = 40;

/**
 * Once the first screen is there, brings in the parts of the app that are loaded later and has the browser keep all of it:
 * from then on neither a lost connection nor a new release takes anything away.
 */
export async function makeAppWorkOffline(queryClient: QueryClient): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    if (document.readyState === 'complete' && queryClient.isFetching() === 0) break;
  }
  await whenIdle();
  await Promise.all([loadEveryPart(), registerServiceWorker()]);
}

/** Browsers without it, or pages that are neither loopback nor TLS, have the parts in their memory all the same. */
async function registerServiceWorker(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register(`/sw.js?language=${shownLanguage.tag}`);
}
