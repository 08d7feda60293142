/** The longest that a browser is kept from drawing and from what is typed. */
const LONGEST_MS = 50;

/** Lets others have their turn in a long computation: `if (pause.isDue()) await pause.now()`. */
export function createPause() {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > LONGEST_MS,
    async now() {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    },
  };
}
