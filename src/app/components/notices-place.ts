/** The space below an element, in pixels, that notices need. */
const ROOM = 200;

/**
 * The heights of the buttons that the notices must stay above, and the width of the panel they must stay beside, by CSS
 * property.
 */
const lengths = new Map<string, string>();
let notices: HTMLElement | null = null;

/**
 * The ref of the notices element, which is mounted with the first notice. The lengths are set on it alone: if they were
 * set on the page, the whole board would inherit them and be restyled whenever a dialog or panel opens.
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

/** Keeps the notices beside a panel, unless the panel covers the screen. */
export function keepNoticesBeside(panel: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const width = panel.offsetWidth;
    // A hidden panel does not count.
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
    // The element moves when its surroundings are resized or scrolled.
    const observer = new ResizeObserver(place);
    for (const sibling of [around, ...(element.parentElement?.children ?? [])]) observer.observe(sibling);
    around.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      around.removeEventListener('scroll', place, true);
      setLength(property, null);
    };
  };
}

/** A ref that keeps the notices above the buttons of a dialog, on screens without room for them beside it. */
export const aboveDialog = keepNoticesAbove('--dialog-foot');

/** A ref that keeps the notices above the buttons of a panel that covers the screen. */
export const abovePanel = keepNoticesAbove('--panel-foot');
