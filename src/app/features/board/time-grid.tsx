import { timeText } from '#app/scheduling/time-text.ts';
import './board.css';
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { arrangeLane } from './arrange-lane.ts';
import type { BlockStates } from './block-states.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { DayLane, type LaidItem } from './day-lane.tsx';
import { GridHeadings } from './grid-headings.tsx';
import type { Lanes } from './lanes.ts';
import { axisPixels, blockMinutes } from './time-axis.ts';

interface TimeGridProps {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  states: BlockStates;
  lanes: Lanes;
  /** Whether all of the day has come. */
  complete: boolean;
  /** Minutes after midnight that are at the top when the grid appears. */
  firstMinute: number;
  /** The column that is at the left then. */
  firstColumnId: string | null;
}

const HOURS = Array.from({ length: 23 }, (_, hour) => (hour + 1) * 60);
const NOTHING: readonly LaidItem[] = [];

/** The least width of a column in pixels, and what each of blocks side by side needs to be told apart. */
const LEAST_WIDTH = 132;
const LEAST_TRACK = 56;

function byColumn(items: readonly BoardItem[]): Map<string, LaidItem[]> {
  const lists = new Map<string, BoardItem[]>();
  for (const item of items) {
    const list = lists.get(item.columnId);
    if (list) list.push(item);
    else lists.set(item.columnId, [item]);
  }
  return new Map([...lists].map(([columnId, list]) => [columnId, arrangeLane(list, blockMinutes)]));
}

function templateOf(columns: readonly BoardColumn[], blocks: ReadonlyMap<string, readonly LaidItem[]>) {
  const widths = columns.map((column) =>
    (blocks.get(column.id) ?? NOTHING).reduce((most, { tracks }) => Math.max(most, tracks * LEAST_TRACK), LEAST_WIDTH),
  );
  return {
    columns: `var(--axis) ${widths.map((width) => `minmax(${width}px, 1fr)`).join(' ')}`,
    leastWidth: `calc(var(--axis) + ${widths.reduce((sum, width) => sum + width, 0)}px)`,
  };
}

/**
 * The grid of columns and hours with its blocks. It knows nothing of days and zones: the items are placed already. Every
 * block is positioned by its minutes alone, so that drawing a day measures nothing.
 */
export const TimeGrid = memo(function TimeGrid(props: TimeGridProps) {
  const { columns, items, states, lanes, complete, firstMinute, firstColumnId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const firstLane = useRef<HTMLTableCellElement>(null);
  const blocks = useMemo(() => byColumn(items), [items]);
  // What others change must not move the columns under the pointer: they are as wide as the day needs when it has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; the columns are others on another day.
  const template = useMemo(() => templateOf(columns, blocks), [columns, complete]);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = axisPixels(firstMinute);
  }, [firstMinute]);
  // Only when all has come is it known how wide the columns are; who has scrolled by then stays there. The layout is asked in
  // the next frame: styles that are still on their way hold it up.
  useEffect(() => {
    if (!complete) return;
    const frame = requestAnimationFrame(() => {
      if (scroller.current?.scrollLeft === 0) firstLane.current?.scrollIntoView({ block: 'nearest', inline: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [complete]);

  return (
    // Without any block in it that has the focus, keys could not scroll it otherwise.
    <div ref={scroller} className="time-grid" tabIndex={items.length === 0 ? 0 : undefined}>
      <table aria-label="Appointments" style={{ minWidth: template.leastWidth }}>
        <GridHeadings columns={columns} template={template.columns} />
        <tbody>
          <tr style={{ gridTemplateColumns: template.columns }}>
            <th scope="row" className="time-grid-axis">
              <span className="sr-only">Hours of the day</span>
              {HOURS.map((minute) => (
                <span key={minute} aria-hidden="true" className="time-grid-hour" style={{ top: axisPixels(minute) }}>
                  {timeText(minute)}
                </span>
              ))}
            </th>
            {columns.map((column) => (
              <td key={column.id} ref={column.id === firstColumnId ? firstLane : null} aria-label={column.title}>
                <DayLane column={column} blocks={blocks.get(column.id) ?? NOTHING} states={states} lanes={lanes} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
});
