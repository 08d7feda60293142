import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { fromRight } from '#app/language/line-direction.ts';

/** Marks the sides where content is hidden, so that they are faded out. */
function markEnds(row: HTMLElement): void {
  const beyond = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute('data-more-before', Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute('data-more-after', beyond > 1);
}

/** Marks the row as brief where its content fits without its words, and not with them. */
function markBrief(row: HTMLElement): void {
  const fits = () => row.scrollWidth <= row.clientWidth;
  row.removeAttribute('data-brief');
  if (fits()) return;
  row.setAttribute('data-brief', '');
  if (!fits()) row.removeAttribute('data-brief');
}

interface ScrollRowProps {
  className?: string;
  /** All words that the content leaves out where the row is brief (`in-data-brief:hidden`). */
  words?: string;
  children: ReactNode;
}

/** A row that scrolls sideways instead of wrapping, also by wheel, and fades where content is hidden. */
export function ScrollRow({ className = '', words = '', children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Before anything is painted, but after all else of this rendering: what changes then would have the page laid out again.
    if (words !== '') queueMicrotask(() => row.current && markBrief(row.current));
  }, [words]);
  useEffect(() => {
    let width = row.current?.clientWidth;
    const observer = new ResizeObserver(() => {
      if (!row.current) return;
      if (words !== '' && row.current.clientWidth !== width) markBrief(row.current);
      width = row.current.clientWidth;
      markEnds(row.current);
    });
    for (const { current } of [row, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [words]);
  return (
    <div
      ref={row}
      onScroll={(event) => markEnds(event.currentTarget)}
      onWheel={({ currentTarget, deltaX, deltaY }) => {
        if (deltaX === 0) currentTarget.scrollLeft += fromRight ? -deltaY : deltaY;
      }}
      className={`scroll-row min-w-0 overflow-x-auto ${className}`}
    >
      <div ref={content} className="flex w-max">
        {children}
      </div>
    </div>
  );
}
