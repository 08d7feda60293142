import { plural, t } from '@lingui/core/macro';
import { useBoard } from '#app/features/board/board-context.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { timeText } from '#app/text/time-text.ts';
import type { BoardEvent } from './board-events.ts';
import type { FoldedHours, Side } from './day-window.ts';

// Parts that the calendars do not draw, each with a button that shows it: the columns of vets who are off, and the
// hours before and after those that are always drawn.

const NO_COLUMNS: ReadonlyMap<string, string> = new Map();

const collapsedClass = 'flex-none border-line bg-sunken text-start text-muted hover:bg-accent-soft';

interface CollapsedColumnsInput {
  items: readonly BoardItem[];
  /** The events of the booking in the panel: its block, and its possible start times. */
  draftEvents: readonly BoardEvent[];
  /** Why a vet is off all day, keyed by the id of the vet's column. */
  off: ReadonlyMap<string, string> | undefined;
  /** The columns that have been expanded. */
  expanded: ReadonlySet<string>;
}

/**
 * Finds the collapsed columns, and the text of each. The column of a vet who is off collapses to a rail, unless it has
 * appointments, was expanded, or contains the booking in the panel or its possible starts.
 */
export function findCollapsedColumns({ items, draftEvents, off = NO_COLUMNS, expanded }: CollapsedColumnsInput) {
  const usedColumnIds = new Set([...expanded, ...[...items, ...draftEvents].map(({ columnId }) => columnId)]);
  return new Map([...off].filter(([id]) => !usedColumnIds.has(id)));
}

interface CollapsedColumnsProps {
  columns: readonly BoardColumn[];
  /** The label of each collapsed column, keyed by the column's id. */
  collapsed: ReadonlyMap<string, string>;
  onOpen: (columnId: string) => void;
}

/** The collapsed columns, each as a rail with a button that expands it. */
export function CollapsedColumns({ columns, collapsed, onOpen }: CollapsedColumnsProps) {
  return columns.map((column) => {
    const label = collapsed.get(column.id);
    return label === undefined ? null : (
      <button
        key={column.id}
        type="button"
        className={`${collapsedClass} w-7 border-s text-[0.75rem] [writing-mode:vertical-rl]`}
        onClick={() => onOpen(column.id)}
      >
        <span className="sticky top-13">
          <bdi>{column.title}</bdi> · {label}
        </span>
      </button>
    );
  });
}

interface CollapsedHoursProps {
  side: Side;
  /** The hours that can be shown or folded on this side; null if there are none. */
  folded: FoldedHours | null;
  onToggle: (side: Side) => void;
}

/** Up to this many appointments are named. If there are more, only their number is given. */
const MAX_NAMED_APPOINTMENTS = 3;

/** Says when the appointments in folded hours are, and for whom. */
function foldedAppointmentsText(items: readonly BoardItem[]): string {
  const inOrder = [...items].sort((a, b) => a.fromMinute - b.fromMinute);
  if (inOrder.length <= MAX_NAMED_APPOINTMENTS)
    return listText(
      inOrder.map(
        ({ fromMinute, toMinute, heading }) =>
          `${timeText(fromMinute)} – ${timeText(toMinute)} ${isolateText(heading)}`,
      ),
    );
  const start = timeText(Math.min(...items.map(({ fromMinute }) => fromMinute)));
  const end = timeText(Math.max(...items.map(({ toMinute }) => toMinute)));
  const count = items.length;
  return t({
    message: plural(count, {
      one: `# appointment, ${start} – ${end}`,
      other: `# appointments, ${start} – ${end}`,
    }),
    comment: 'what lies in the folded hours of the board, from when until when',
  });
}

/** The text of folded hours: before or after which time, and which appointments they contain. */
function foldedHoursText(side: Side, { minute, items }: FoldedHours): string {
  const time = timeText(minute);
  const when =
    side === 'before'
      ? t({ message: `Before ${time}`, comment: 'the hours before a time of day' })
      : t({ message: `After ${time}`, comment: 'the hours after a time of day' });
  return items.length === 0 ? when : `${when} · ${foldedAppointmentsText(items)}`;
}

/**
 * A line at the edge of the drawn hours. If the hours beyond have appointments, it names them and has a button that
 * draws the hours. Once they are drawn, the button folds them again.
 */
export function CollapsedHours({ side, folded, onToggle }: CollapsedHoursProps) {
  const { day } = useBoard();
  const text = folded === null ? '' : foldedHoursText(side, folded);
  const isOpen = folded?.items.length === 0;
  const isFresh = folded?.items.some(({ appointment }) => day.freshIds.has(appointment.id)) ?? false;
  return (
    <>
      {folded === null ? null : (
        <button
          type="button"
          className={`${collapsedClass} flex h-6 border-b ps-[calc(var(--axis)+6px)] pe-1.5 text-xs leading-[1.4375rem] tabular-nums data-fresh:animate-[appointment-fresh_6s_ease-out] data-[side=after]:border-t data-[side=after]:border-b-0`}
          title={text}
          data-side={side}
          data-fresh={isFresh || undefined}
          onClick={() => onToggle(side)}
        >
          <span className={`truncate ${isOpen ? '' : 'font-medium text-ink'}`}>{text}</span>
          {/* This part stays visible, however long the text before it is. */}
          <span className="shrink-0 whitespace-pre">
            {' · '}
            <span className="text-accent underline">{isOpen ? texts.hide : texts.show}</span>
          </span>
        </button>
      )}
      {/* A colleague's new appointment in these hours has no visible block, so it is announced in words. */}
      <span aria-live="polite" className="sr-only">
        {isFresh ? text : ''}
      </span>
    </>
  );
}
