const LATEST_MS = 5_000;
/** For browsers that do not report idleness, such as Safari. */
const PAUSE_MS = 500;

let busy = 0;
const waiting: (() => void)[] = [];

/**
 * Marks the page as busy until the returned function is called, so that deferred work does not slow down requests on a
 * slow line.
 */
export function markBusy(): () => void {
  let isDone = false;
  busy += 1;
  return () => {
    if (isDone) return;
    isDone = true;
    busy -= 1;
    if (busy > 0) return;
    for (const resume of waiting.splice(0)) resume();
  };
}

/** Marks the page as busy until this work settles. */
export function busyUntil(work: Promise<unknown>): void {
  const end = markBusy();
  work.then(end, end);
}

function isFree(): Promise<void> | undefined {
  return busy === 0 ? undefined : new Promise((resolve) => waiting.push(resolve));
}

/** Resolves when the page has nothing to draw or compute, even if requests are pending. */
export function whenThreadIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, PAUSE_MS);
  });
}

/** Resolves when the browser is idle and no work keeps it busy, after a few seconds at the latest. */
export async function whenIdle(): Promise<void> {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve();
    }, LATEST_MS);
  });
  do {
    await Promise.race([isFree(), timedOut]);
    await whenThreadIdle();
  } while (busy > 0 && !isLate);
  clearTimeout(timer);
}
