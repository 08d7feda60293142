import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { fromRight } from '#app/language/line-direction.ts';

/** Marks the sides where content is hidden, so that they are faded out. */
function markEnds(row: HTMLElement): void {
  const beyond = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute('data-more-before', Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute('data-more-after', beyond > 1);
}

const GAP = 4;

/**
 * Marks as many of the words as have no room (`data-dropped`): first those of `data-word="minor"`, last those of `major`, each from
 * the end of the row.
 */
function fitWords(row: HTMLElement): void {
  const words = [...row.querySelectorAll<HTMLElement>('[data-word]')].reverse();
  for (const word of words) word.removeAttribute('data-dropped');
  let beyond = row.scrollWidth - row.clientWidth;
  const widths = (['minor', '', 'major'] as const)
    .flatMap((rank) => words.filter((word) => word.dataset['word'] === rank))
    .map((word) => [word, word.offsetWidth + GAP] as const);
  for (const [word, width] of widths) {
    if (beyond <= 0) return;
    word.setAttribute('data-dropped', '');
    beyond -= width;
  }
}

interface ScrollRowProps {
  className?: string;
  contentClass?: string;
  /** Identifies the words (`data-word`) of the content, some of which are dropped where the row is too narrow for them. */
  words?: string;
  children: ReactNode;
}

/** A row that scrolls sideways instead of wrapping, also by wheel, and fades where content is hidden. */
export function ScrollRow({ className = '', contentClass = '', words = '', children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Before anything is painted, but after all else of this rendering: what changes then would have the page laid out again.
    if (words !== '') queueMicrotask(() => row.current && fitWords(row.current));
  }, [words]);
  useEffect(() => {
    let width = window.innerWidth;
    const observer = new ResizeObserver(() => {
      if (!row.current) return;
      // What appears beside the row takes no words away: nothing moves under the pointer that has pressed it.
      if (words !== '' && window.innerWidth !== width) fitWords(row.current);
      width = window.innerWidth;
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
      <div ref={content} className={`flex w-max ${contentClass}`}>
        {children}
      </div>
    </div>
  );
}
