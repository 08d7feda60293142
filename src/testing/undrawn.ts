import { onTestFinished } from 'vitest';

// Nobody sees the pages of the tests, and drawing them takes a sixth of their time. Style, layout, focus and what lies under a
// point are the same, since the page does not know: it is the frame around it that lets nothing through.
const frame = window.frameElement as HTMLElement | null;
frame?.style.setProperty('opacity', '0');

/** Draws the page for the rest of a test: pictures are taken, and what moves is counted, only where it is drawn. */
export function drawPage(): void {
  frame?.style.removeProperty('opacity');
  onTestFinished(() => frame?.style.setProperty('opacity', '0'));
}
