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

/** The same, but at most until the network is back. */
export async function sleepUntilOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const until = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  window.addEventListener('online', () => over.abort(), { signal: until });
  await sleep(milliseconds, until);
  over.abort();
}
