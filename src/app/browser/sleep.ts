/** Waits this many milliseconds, or until the signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
  });
}

/** Like {@link sleep}, but ends as soon as the network is back. */
export async function sleepUntilOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const controller = new AbortController();
  const until = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  window.addEventListener('online', () => controller.abort(), { signal: until });
  await sleep(milliseconds, until);
  controller.abort();
}
