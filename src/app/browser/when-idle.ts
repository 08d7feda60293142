const LATEST_MS = 5_000;

/** Resolves when the browser has nothing better to do, at the latest after some seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, LATEST_MS);
  });
}
