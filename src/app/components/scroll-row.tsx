import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { isRightToLeft } from '#app/language/line-direction.ts';

/** Marks the sides on which content is hidden, so that they fade out. */
function markHiddenSides(row: HTMLElement): void {
  const remaining = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute('data-more-before', Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute('data-more-after', remaining > 1);
}

const GAP = 4;

/**
 * Hides as many words as do not fit (`data-dropped`): first those with `data-word="minor"`, then those with an empty
 * `data-word`, then those with `major`, each from the end of the row. A hidden word keeps its size, so that all sizes
 * are read before any word changes.
 *
 * @returns whether any word has changed
 */
function fitWords(row: HTMLElement, content: HTMLElement): boolean {
  const words = [...row.querySelectorAll<HTMLElement>('[data-word]')].reverse().map((word) => ({
    word,
    rank: word.dataset['word'] ?? '',
    width: word.offsetWidth + GAP,
    isDropped: word.hasAttribute('data-dropped'),
  }));
  const hidden = words.filter(({ isDropped }) => isDropped).reduce((sum, { width }) => sum + width, 0);
  let remaining = content.offsetWidth + hidden - row.clientWidth;
  const changed = ['minor', '', 'major']
    .flatMap((rank) => words.filter((one) => one.rank === rank))
    .filter(({ width, isDropped }) => {
      const drops = remaining > 0;
      if (drops) remaining -= width;
      return drops !== isDropped;
    });
  for (const { word } of changed) word.toggleAttribute('data-dropped');
  return changed.length > 0;
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
    let width = 0;
    // Called between layout and paint, so that reading sizes costs nothing and no movement is visible.
    const observer = new ResizeObserver(() => {
      if (!row.current || !content.current) return;
      // Words are only fitted after the window's width has changed. Content that appears beside the row must not hide
      // words, since nothing may move under a pointer that has just pressed something.
      const isFitted = words === '' || window.innerWidth === width;
      width = window.innerWidth;
      // If a word has changed, the content has another size, so this function is called again.
      if (!isFitted && fitWords(row.current, content.current)) return;
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
