/** Pixels under an element in which notices have room. */
const ROOM = 200;

/** The heights of the buttons that the notices stand above, and the width of the panel that they stand beside, by property. */
const lengths = new Map<string, string>();
let notices: HTMLElement | null = null;

/**
 * The ref of the notices, which come with the first of them. They alone have the heights: the whole board would inherit
 * them from the page, and be styled anew whenever a dialog or a panel opens.
 */
export function placedNotices(element: HTMLElement | null): void {
  notices = element;
  for (const [property, height] of lengths) element?.style.setProperty(property, height);
}

function setLength(property: string, length: string | null): void {
  if (length === null) lengths.delete(property);
  else lengths.set(property, length);
  notices?.style.setProperty(property, length);
}

/** Keeps the notices beside a panel, unless that covers the screen. */
export function keepNoticesBeside(panel: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const width = panel.offsetWidth;
    // Hidden, it says nothing.
    if (width > 0) setLength('--panel-width', `${width < innerWidth ? width : 0}px`);
  });
  observer.observe(panel);
  return () => {
    observer.disconnect();
    setLength('--panel-width', null);
  };
}

function keepNoticesAbove(property: string) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    const around = element?.closest('[role="dialog"], aside');
    if (!element || !around) return undefined;
    const place = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const isBeside = around.matches('.side-panel') && around.clientWidth < innerWidth - 1;
      const height = `${!isBeside && innerHeight - bottom < ROOM ? innerHeight - top : 0}px`;
      setLength(property, height);
    };
    // It moves when what is around it or beside it changes its size, and when that is scrolled.
    const observer = new ResizeObserver(place);
    for (const one of [around, ...(element.parentElement?.children ?? [])]) observer.observe(one);
    around.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      around.removeEventListener('scroll', place, true);
      setLength(property, null);
    };
  };
}

/** A ref that keeps the notices above the buttons of a dialog, on a screen without room for them beside it. */
export const aboveDialog = keepNoticesAbove('--dialog-foot');

/** A ref that keeps the notices above the buttons of a panel that covers the screen. */
export const abovePanel = keepNoticesAbove('--panel-foot');
