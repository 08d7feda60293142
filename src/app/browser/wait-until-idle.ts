/**
 * How long to wait for the first screen, in milliseconds since the page was opened, in case a request is never
 * answered.
 */
const FIRST_SCREEN_MS = 20_000;
const CHECK_INTERVAL_MS = 50;
const IDLE_TIMEOUT_MS = 5_000;
/** The pause, in milliseconds, in browsers that do not report when they are idle, such as Safari. */
const PAUSE_MS = 200;

/** Whether the first screen has not been drawn yet. Loading anything else would delay it. */
const isFirstScreenLoading = () =>
  performance.now() < FIRST_SCREEN_MS && document.querySelector('[aria-busy="true"]') !== null;

/** Resolves when the first screen has been drawn and the browser is idle; the wait for each is limited. */
export async function waitUntilIdle(): Promise<void> {
  while (isFirstScreenLoading()) await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, PAUSE_MS);
  });
}
