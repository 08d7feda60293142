import { type ReactNode, useEffect, useRef } from 'react';
import { fromRight } from '#app/language/line-direction.ts';

/** Marks the sides where content is hidden, so that they are faded out. */
function markEnds(row: HTMLElement): void {
  const beyond = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute('data-more-before', Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute('data-more-after', beyond > 1);
}

/** A row that scrolls sideways instead of wrapping, also by wheel, and fades where content is hidden. */
export function ScrollRow({ className = '', children }: { className?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(() => row.current && markEnds(row.current));
    for (const { current } of [row, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
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
