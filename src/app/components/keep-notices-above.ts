/** Pixels under an element in which notices have room. */
const ROOM = 200;

/** The heights of the buttons that the notices stand above, by property. */
const feet = new Map<string, string>();
let notices: HTMLElement | null = null;

/**
 * The ref of the notices, which come with the first of them. They alone have the heights: the whole board would inherit
 * them from the page, and be styled anew whenever a dialog or a panel opens.
 */
export function placedNotices(element: HTMLElement | null): void {
  notices = element;
  for (const [property, height] of feet) element?.style.setProperty(property, height);
}

function keepNoticesAbove(property: string) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    const around = element?.closest('[role="dialog"], aside');
    if (!element || !around) return undefined;
    const place = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const height = `${innerHeight - bottom < ROOM ? innerHeight - top : 0}px`;
      feet.set(property, height);
      notices?.style.setProperty(property, height);
    };
    // It moves when what is around it or beside it changes its size, and when that is scrolled.
    const observer = new ResizeObserver(place);
    for (const one of [around, ...(element.parentElement?.children ?? [])]) observer.observe(one);
    around.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      around.removeEventListener('scroll', place, true);
      feet.delete(property);
      notices?.style.removeProperty(property);
    };
  };
}

/** A ref that keeps the notices above the buttons of a dialog, on a screen without room for them beside it. */
export const aboveDialog = keepNoticesAbove('--dialog-foot');

/** A ref that keeps the notices above the buttons of a panel. */
export const abovePanel = keepNoticesAbove('--panel-foot');
