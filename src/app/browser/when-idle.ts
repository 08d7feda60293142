const LATEST_MS = 5_000;
/** For browsers that do not tell when they are idle, such as Safari. */
const PAUSE_MS = 500;

let busy = 0;
const waiting: (() => void)[] = [];

/** Until the returned function is called nothing counts as idle: what can wait would take its share of a slow line. */
export function keepBusy(): () => void {
  let isOver = false;
  busy += 1;
  return () => {
    if (isOver) return;
    isOver = true;
    busy -= 1;
    if (busy > 0) return;
    for (const go of waiting.splice(0)) go();
  };
}

/** Keeps busy until this work settles. */
export function busyUntil(work: Promise<unknown>): void {
  const end = keepBusy();
  work.then(end, end);
}

function isFree(): Promise<void> | undefined {
  return busy === 0 ? undefined : new Promise((resolve) => waiting.push(resolve));
}

/** Resolves when the page has nothing to draw or to compute, whatever is still on its way. */
export function whenThreadIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, PAUSE_MS);
  });
}

/** Resolves when the browser is idle and nothing keeps it busy, at the latest after some seconds. */
export async function whenIdle(): Promise<void> {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve();
    }, LATEST_MS);
  });
  do {
    await Promise.race([isFree(), late]);
    await whenThreadIdle();
  } while (busy > 0 && !isLate);
  clearTimeout(timer);
}
