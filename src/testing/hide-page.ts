import { onTestFinished } from 'vitest';

// The page is laid out but not painted, which saves a sixth of the time of the tests. Its frame is transparent, so style,
// layout, focus and hit testing in the page are unchanged.
const frame = window.frameElement as HTMLElement | null;
frame?.style.setProperty('opacity', '0');

/** Paints the page for the rest of a test that takes pictures or counts layout shifts. */
export function showPage(): void {
  frame?.style.removeProperty('opacity');
  onTestFinished(() => frame?.style.setProperty('opacity', '0'));
}
