import { onTestFinished } from 'vitest';
import { guardPresses } from '#app/browser/guard-presses.ts';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';

let passedMs = 0;
/** The time of all presses while it is held; null while it runs. */
let heldAt: number | null = null;
const guard = guardPresses(({ timeStamp }) => (heldAt ?? timeStamp) + passedMs);

/** Acts as if the person had paused to read before pressing a button that replaced the one they just pressed. */
export function pause(): void {
  passedMs += SECOND_PRESS_MS;
  guard.stopWatching();
}

/**
 * Holds the time of presses until the test ends, so that a slow machine makes no difference, and returns a function that
 * lets time pass in which the person does not move the pointer.
 */
export function holdPressTime(): () => void {
  heldAt = performance.now();
  onTestFinished(() => {
    heldAt = null;
  });
  return () => {
    passedMs += SECOND_PRESS_MS;
  };
}
