import { guardPresses } from '#app/browser/guard-presses.ts';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';

let pausedMs = 0;
guardPresses(({ timeStamp }) => timeStamp + pausedMs);

/** As if the person had paused to read what has taken the place of what they pressed, before they press there again. */
export function pause(): void {
  pausedMs += SECOND_PRESS_MS;
}
