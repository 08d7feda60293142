import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isRightToLeft } from '#app/language/line-direction.ts';

/** Marks the sides on which content is hidden, so that they fade out. */
function markHiddenSides(row: HTMLElement): void {
  const remaining = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute('data-more-before', Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute('data-more-after', remaining > 1);
}

const GAP = 4;

/**
 * Hides as many words as do not fit (`data-dropped`): first those with `data-word="minor"`, then those with `major`,
 * each from the end of the row.
 */
function fitWords(row: HTMLElement): void {
  const words = [...row.querySelectorAll<HTMLElement>('[data-word]')].reverse();
  for (const word of words) word.removeAttribute('data-dropped');
  let remaining = row.scrollWidth - row.clientWidth;
  const widths = (['minor', '', 'major'] as const)
    .flatMap((rank) => words.filter((word) => word.dataset['word'] === rank))
    .map((word) => [word, word.offsetWidth + GAP] as const);
  for (const [word, width] of widths) {
    if (remaining <= 0) return;
    word.setAttribute('data-dropped', '');
    remaining -= width;
  }
}

interface ScrollRowProps {
  className?: string;
  contentClass?: string;
  /** Identifies the words (`data-word`) in the content. Some of them are hidden if the row is too narrow. */
  words?: string;
  children: ReactNode;
}

/**
 * A row that scrolls sideways instead of wrapping, also with the mouse wheel, and fades out where content is hidden.
 */
export function ScrollRow({ className = '', contentClass = '', words = '', children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Before paint, but after everything else in this render: a later change would trigger another layout.
    if (words !== '') queueMicrotask(() => row.current && fitWords(row.current));
  }, [words]);
  useEffect(() => {
    let width = window.innerWidth;
    const observer = new ResizeObserver(() => {
      if (!row.current) return;
      // Content that appears beside the row must not hide words: nothing may move under a pointer that has just pressed
      // it.
      if (words !== '' && window.innerWidth !== width) fitWords(row.current);
      width = window.innerWidth;
      markHiddenSides(row.current);
    });
    for (const { current } of [row, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [words]);
  return (
    <div
      ref={row}
      onScroll={(event) => markHiddenSides(event.currentTarget)}
      onWheel={({ currentTarget, deltaX, deltaY }) => {
        if (deltaX === 0) currentTarget.scrollLeft += isRightToLeft ? -deltaY : deltaY;
      }}
      className={`scroll-row min-w-0 overflow-x-auto ${className}`}
    >
      <div ref={content} className={`flex w-max ${contentClass}`}>
        {children}
      </div>
    </div>
  );
}
