import { plural, t } from '@lingui/core/macro';
import { useBoard } from '#app/features/board/board-context.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { timeText } from '#app/text/time-text.ts';
import type { MinuteRange } from '#scheduling/interval.ts';
import type { BoardEvent } from './board-events.ts';
import { hoursBeside, type Side, takesTimeIn } from './calendar-layout.ts';

// Parts that the calendars do not draw, each with a button that shows it: columns of vets who are off, and hours before
// and after.

const NONE: ReadonlyMap<string, string> = new Map();

const closed = 'flex-none border-line bg-sunken text-start text-muted hover:bg-accent-soft';

interface CollapsedInput {
  items: readonly BoardItem[];
  /** The events of the booking in the panel: its block, and its possible start times. */
  draftEvents: readonly BoardEvent[];
  /** Why a vet is off all day, by column. */
  off: ReadonlyMap<string, string> | undefined;
  /** The columns that have been expanded. */
  expanded: ReadonlySet<string>;
}

/**
 * The collapsed columns, with the text of each. The column of a vet who is off collapses to a rail, unless it has
 * appointments, was expanded, or the booking in the panel is or could be there.
 */
export function collapsedColumns({ items, draftEvents, off = NONE, expanded }: CollapsedInput) {
  const inUse = new Set([...expanded, ...[...items, ...draftEvents].map(({ columnId }) => columnId)]);
  return new Map([...off].filter(([id]) => !inUse.has(id)));
}

interface CollapsedColumnsProps {
  columns: readonly BoardColumn[];
  /** The texts of the collapsed columns, by id. */
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
        className={`${closed} w-7 border-s text-[0.75rem] [writing-mode:vertical-rl]`}
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
  /** The hours that are always drawn. */
  hours: MinuteRange;
  isUnfolded: boolean;
  onToggle: (side: Side) => void;
}

/** The number of appointments, with the first start and the last end. */
function visitsText(visits: readonly BoardItem[]): string {
  const start = timeText(Math.min(...visits.map(({ fromMinute }) => fromMinute)));
  const end = timeText(Math.max(...visits.map(({ toMinute }) => toMinute)));
  const count = visits.length;
  return t({
    message: plural(count, {
      one: `# appointment, ${start} – ${end}`,
      other: `# appointments, ${start} – ${end}`,
    }),
    comment: 'what lies in the folded hours of the board, from when until when',
  });
}

/** The hours before or after the drawn ones: a line that summarizes them and unfolds or folds them. */
export function CollapsedHours({ side, hours, isUnfolded, onToggle }: CollapsedHoursProps) {
  const { board, day } = useBoard();
  const range = hoursBeside(hours, side);
  if (range.fromMinute === range.toMinute) return null;
  const visits = board.items.filter((item) => takesTimeIn(item, range));
  const summary = visits.length === 0 ? null : visitsText(visits);
  const content = day.incomplete ? factsText([summary, t`not all loaded`]) : (summary ?? t`nothing booked`);
  const time = timeText(side === 'before' ? range.toMinute : range.fromMinute);
  const when =
    side === 'before'
      ? t({ message: `Before ${time}`, comment: 'the hours before a time of day' })
      : t({ message: `After ${time}`, comment: 'the hours after a time of day' });
  // While unfolded, their content is visible in the calendar.
  const label = isUnfolded ? when : `${when} · ${content}`;
  const fresh = !isUnfolded && visits.some(({ appointment }) => day.freshIds.has(appointment.id));
  return (
    <>
      <button
        type="button"
        className={`${closed} flex h-6 border-b ps-[calc(var(--axis)+6px)] pe-1.5 text-[0.6875rem] leading-[1.4375rem] tabular-nums data-fresh:animate-[appointment-fresh_6s_ease-out] data-[side=after]:border-t data-[side=after]:border-b-0 data-taken:font-semibold data-taken:text-ink`}
        title={label}
        data-side={side}
        data-taken={isUnfolded || summary === null ? undefined : true}
        data-fresh={fresh || undefined}
        onClick={() => onToggle(side)}
      >
        <span className="truncate">{label}</span>
        {/* Visible however long the rest is. */}
        <span className="shrink-0 whitespace-pre">
          {' · '}
          <span className="text-accent underline">{isUnfolded ? words.hide : words.show}</span>
        </span>
      </button>
      {/* A new appointment by a colleague has no visible block here, so it is announced in words. */}
      <span aria-live="polite" className="sr-only">
        {fresh ? label : ''}
      </span>
    </>
  );
}
