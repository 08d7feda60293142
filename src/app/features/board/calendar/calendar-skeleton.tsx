import '#app/features/board/board.css';
import { type RefObject, useEffect, useState } from 'react';

/** Headings of columns whose number and names are not known: the days of a week, or some columns. */
export function unknownHeadings(view: string): string[] {
  return Array.from({ length: view === 'week' ? 7 : 5 }, () => '');
}

/** The outline of a calendar, in its place until it is drawn. */
export function CalendarSkeleton({ headings }: { headings: readonly string[] }) {
  return (
    <div aria-hidden="true" className="calendar-skeleton">
      {headings.map((heading, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same.
        <div key={index}>
          <bdi>{heading}</bdi>
        </div>
      ))}
    </div>
  );
}

/** How many frames without a change are taken for the end of FullCalendar's drawing. */
const QUIET_FRAMES = 3;

/**
 * Whether the calendars have been drawn. FullCalendar draws itself several times, since it measures what it has drawn;
 * what moves meanwhile must not be seen.
 */
export function useIsDrawn(root: RefObject<HTMLElement | null>, awaited: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (drawn || awaited || !element) return;
    let quiet = 0;
    let frame = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    function wait() {
      quiet += element?.querySelector('.calendar-awaited') ? 0 : 1;
      if (quiet > QUIET_FRAMES) setDrawn(true);
      else frame = requestAnimationFrame(wait);
    }
    observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
    wait();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [root, drawn, awaited]);
  return drawn;
}
