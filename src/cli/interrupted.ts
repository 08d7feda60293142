/** How soon after a signal the same one may come again without being meant: npm passes on what the terminal sends to both. */
const ECHO_MS = 1_000;

/** Runs `work` with a signal that Ctrl+C aborts, so that it can stop where it may. Pressed again, it ends the process. */
export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let toldAt = 0;
  const stop = () => {
    if (!controller.signal.aborted) {
      toldAt = Date.now();
      controller.abort();
    } else if (Date.now() - toldAt > ECHO_MS) process.exit(130);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
