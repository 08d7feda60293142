import { addressesToOpen, type Fetch, listen } from './listen.ts';
import { tell } from './messages.ts';

/**
 * The longest time for stopping; then the process exits with whatever is still running. Answered requests are not
 * lost.
 */
const STOP_LIMIT_MS = 28_000;

/** Serves `fetch` until the process is stopped, then closes the server and what it needed. */
export async function serveUntilStopped(options: {
  name: string;
  at: { host: string; port: number; publicOrigin: string | null };
  fetch: Fetch;
  /** Finishes work that must not be interrupted, before connections are closed. */
  drain?(): Promise<void>;
  close(): Promise<void>;
  stopLimitMs?: number;
}): Promise<void> {
  const { name, at, fetch, stopLimitMs = STOP_LIMIT_MS } = options;
  try {
    const stopped = untilStopped();
    const server = await listen({ fetch, host: at.host, port: at.port });
    const { here, elsewhere, warning } = addressesToOpen({ ...at, port: server.port });
    process.stdout.write(`${name} is ready at ${here}\n${elsewhere === null ? '' : `${elsewhere}\n`}`);
    if (warning !== null) tell(warning);
    await stopped;
    endAtLast(stopLimitMs);
    await Promise.all([server.close(), options.drain?.()]);
  } finally {
    await options.close();
  }
}

/** Ends the process when stopping takes too long, so that a supervisor need not kill it. */
function endAtLast(ms: number): void {
  setTimeout(() => {
    process.stderr.write('frontdesk: something did not stop in time and was left; what was answered is kept\n');
    process.exit(1);
  }, ms).unref();
}

/**
 * Resolves when the process is told to stop (SIGINT, SIGTERM). A second signal ends it at once: the person who sends
 * it does not want to wait.
 */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    const stop = () => {
      if (isTold) process.exit(1);
      isTold = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
