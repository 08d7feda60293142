/** The maximum time for which drawing and input are blocked. */
const MAX_BLOCKED_MS = 50;

/** Lets other tasks run during a long computation: `if (pause.isDue()) await pause.now()`. */
export function createPause() {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > MAX_BLOCKED_MS,
    async now() {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    },
  };
}
