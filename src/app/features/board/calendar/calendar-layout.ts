import { useLayoutEffect, useRef, useState } from 'react';
import type { BoardColumn, BoardSection } from '#app/features/board/model/board-columns.ts';
import type { BoardItem, BoardView } from '#app/features/board/model/board-items.ts';
import { MAX_STAY_LINES, maxSideBySide } from './calendar-events.ts';

/**
 * In pixels: the axis with the hours, the narrowest column, the narrowest of blocks side by side, and the widest
 * column.
 */
const AXIS = 52;
const MIN_COLUMN = 132;
const MIN_BLOCK = 84;
const MAX_COLUMN = 336;
/** In a week the days share the width, and blocks side by side are at least this wide. */
const MIN_BLOCK_OF_WEEK = 56;
const MIN_DAY = 96;
/**
 * In pixels, above the hours: the section's name, the headings, each line of stays, what the last line is higher where
 * it is a button that lists the others, and the line under them.
 */
const NAME_HEIGHT = 20;
const HEADINGS_HEIGHT = 25;
const STAY_HEIGHT = 19;
const MORE_STAYS_HEIGHT = 6;
const STRIP_EDGE = 1;

/** The inner width and height of an element, updated when they change; null before it is drawn. */
export function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => setSize({ width: watched.clientWidth, height: watched.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

/** The space that the blocks of a day need. */
interface NeededSpace {
  /** The largest number of blocks side by side in a column of each section. */
  sideBySide: ReadonlyMap<string, number>;
  /** The height of the strip of stays in pixels; 0 without any. */
  stripHeight: number;
}

function neededSpace(sections: readonly BoardSection[], items: readonly BoardItem[]): NeededSpace {
  const stays = new Map<string, number>();
  for (const { stay, columnId } of items) if (stay !== null) stays.set(columnId, (stays.get(columnId) ?? 0) + 1);
  const lines = Math.max(0, ...stays.values());
  return {
    sideBySide: new Map(
      sections.map(({ id, columns }) => {
        const ids = new Set(columns.map((column) => column.id));
        return [id, maxSideBySide(items.filter((item) => ids.has(item.columnId)))];
      }),
    ),
    stripHeight: Math.min(MAX_STAY_LINES, lines) * STAY_HEIGHT + (lines > MAX_STAY_LINES ? MORE_STAYS_HEIGHT : 0),
  };
}

/**
 * The space that the day needs: changes by others must not move columns under the pointer, so it is determined anew
 * only for other columns, as on another day, and once all of the day is loaded.
 */
export function useNeededSpace(sections: readonly BoardSection[], items: readonly BoardItem[], complete: boolean) {
  const [fixed, setFixed] = useState<{ sections: readonly BoardSection[]; complete: boolean; space: NeededSpace }>();
  if (fixed?.sections === sections && fixed.complete === complete) return fixed.space;
  const space = neededSpace(sections, items);
  setFixed({ sections, complete, space });
  return space;
}

/** The height in pixels that is left for the hours. */
export function heightForHours(sections: readonly BoardSection[], height: number, stripHeight: number): number {
  const named = sections.some(({ name }) => name !== '');
  return height - (named ? NAME_HEIGHT : 0) - HEADINGS_HEIGHT - (stripHeight > 0 ? stripHeight + STRIP_EDGE : 0);
}

interface Widths {
  /** The CSS `flex` of the section. */
  flex: string;
  /** The most blocks that fit side by side into a column. */
  maxSideBySide: number;
}

/** The widths of a section in a board of a width in pixels; `sideBySide` of its blocks want to be shown in a column. */
export function widthsOf(
  view: BoardView,
  columns: readonly BoardColumn[],
  { boardWidth, sideBySide }: { boardWidth: number; sideBySide: number },
): Widths {
  const least = view === 'week' ? MIN_DAY : Math.min(Math.max(MIN_COLUMN, sideBySide * MIN_BLOCK), MAX_COLUMN);
  const dayWidth = (boardWidth - AXIS) / Math.max(1, columns.length);
  const fitting = view === 'week' ? dayWidth / MIN_BLOCK_OF_WEEK : MAX_COLUMN / MIN_BLOCK;
  return {
    flex: `${columns.length} 0 ${columns.length * least + AXIS}px`,
    maxSideBySide: Math.max(2, Math.floor(fitting)),
  };
}
