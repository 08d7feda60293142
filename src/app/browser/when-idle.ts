const LATEST_MS = 5_000;

/** Resolves when the browser is idle, at the latest after some seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, LATEST_MS);
  });
}
