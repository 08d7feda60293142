import { guardPresses } from '#app/browser/guard-presses.ts';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';

let pausedMs = 0;
guardPresses(({ timeStamp }) => timeStamp + pausedMs);

/** Acts as if the person had paused to read before pressing a button that replaced the one they just pressed. */
export function pause(): void {
  pausedMs += SECOND_PRESS_MS;
}
