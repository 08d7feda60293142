/** Pixels under an element in which notices have room. */
const ROOM = 200;

function keepNoticesAbove(property: string) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    const around = element?.closest('[role="dialog"], aside');
    if (!element || !around) return undefined;
    const { style } = document.documentElement;
    const place = () => {
      const { top, bottom } = element.getBoundingClientRect();
      style.setProperty(property, `${innerHeight - bottom < ROOM ? innerHeight - top : 0}px`);
    };
    // It moves when what is around it or beside it changes its size, and when that is scrolled.
    const observer = new ResizeObserver(place);
    for (const one of [around, ...(element.parentElement?.children ?? [])]) observer.observe(one);
    around.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      around.removeEventListener('scroll', place, true);
      style.removeProperty(property);
    };
  };
}

/** A ref that keeps the notices above the buttons of a dialog, on a screen without room for them beside it. */
export const aboveDialog = keepNoticesAbove('--dialog-foot');

/** A ref that keeps the notices above the buttons of a panel. */
export const abovePanel = keepNoticesAbove('--panel-foot');
