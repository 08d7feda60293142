/**
 * Keeps the notices above an element of a dialog, such as its buttons, on a screen without room for them beside it. Used
 * as a ref.
 */
export function keepNoticesAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const place = () => {
    style.setProperty('--notices-above', `${innerHeight - element.getBoundingClientRect().top}px`);
  };
  // It moves when either changes its size.
  const observer = new ResizeObserver(place);
  for (const one of [element, element.closest('[role="dialog"]')]) if (one) observer.observe(one);
  return () => {
    observer.disconnect();
    style.removeProperty('--notices-above');
  };
}
