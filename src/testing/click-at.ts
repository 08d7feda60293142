import { cdp } from 'vitest/browser';
import type { Point } from '#app/browser/press-guard.ts';

/** Converts a point of the page to a point of the browser's window: the tests run in a frame, which may be scaled. */
export function windowPoint({ x, y }: Point): Point {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  return { x: frame.x + x * scale, y: frame.y + y * scale };
}

/** The centre of an element, as a point of the page. */
export function findCentre(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Clicks at a point of the page, whatever is there. */
export async function clickAt(point: Point): Promise<void> {
  const event = { ...windowPoint(point), button: 'left', clickCount: 1 } as const;
  await cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event });
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event });
}
