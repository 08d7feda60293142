import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNow } from '#app/components/use-now.ts';
import { type BlockMove, blockAfter } from './block-moves.ts';
import { createBlockStates } from './block-states.ts';
import type { BoardModel } from './board-model.ts';
import { createLanes, type PointedTime } from './lanes.ts';
import { nowMinute } from './now-minute.ts';
import { TimeGrid } from './time-grid.tsx';

interface BoardGridProps {
  board: BoardModel;
  /** Ids of the appointments that the filters leave out. */
  leftOut: ReadonlySet<string>;
  hide: boolean;
  selectedId: string | null;
  freshIds: ReadonlySet<string>;
  /** The appointment that is to have the focus, once: a new object asks anew. */
  focus: { id: string } | null;
  incomplete: boolean;
  canBook: boolean;
  onOpen: (appointmentId: string) => void;
  onPoint: (time: PointedTime) => void;
}

const MOVES: Readonly<Record<string, BlockMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

const BEFORE_NOW = 45;
const EARLY_MORNING = 7 * 60;

function keyOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null) : null;
}

/** What the board shows first: a little before now, in a week the column of today; else the opening. */
function beginningOf(board: BoardModel, now: number): { columnId: string | null; minute: number } {
  const present = board.columns.flatMap((column) => {
    const minute = nowMinute(column, now);
    return minute === null ? [] : [{ columnId: column.id, minute }];
  });
  const [first] = present;
  if (first) {
    const columnId = present.length < board.columns.length ? first.columnId : null;
    return { columnId, minute: Math.max(0, Math.floor((first.minute - BEFORE_NOW) / 30) * 30) };
  }
  const openings = board.columns.flatMap((column) => column.openings?.map((opening) => opening.fromMinute) ?? []);
  const opening = openings.length > 0 ? Math.min(...openings) : EARLY_MORNING;
  return { columnId: null, minute: Math.max(0, opening - 15) };
}

/** The grid with what is chosen, faded, fresh and focused on it, and its keys. */
export function BoardGrid(props: BoardGridProps) {
  const { board, leftOut, hide, selectedId, freshIds, focus, incomplete, canBook, onOpen, onPoint } = props;
  const now = useNow();
  const [states] = useState(createBlockStates);
  const [lanes] = useState(createLanes);
  const [beginning] = useState(() => beginningOf(board, now));
  const [tabStop, setTabStop] = useState<string | null>(null);

  const items = useMemo(
    () => (hide ? board.items.filter((item) => !leftOut.has(item.appointment.id)) : board.items),
    [board.items, hide, leftOut],
  );

  useEffect(() => lanes.paint(board.columns, now), [lanes, board.columns, now]);
  useEffect(() => lanes.onPoint(onPoint), [lanes, onPoint]);

  useEffect(() => {
    const keysOf = (ids: ReadonlySet<string>) =>
      new Set(items.filter((item) => ids.has(item.appointment.id)).map((item) => item.key));
    const reachable = items.some((item) => item.key === tabStop);
    states.update({
      faded: hide ? new Set() : keysOf(leftOut),
      selected: selectedId === null ? new Set() : keysOf(new Set([selectedId])),
      fresh: keysOf(focus ? new Set([...freshIds, focus.id]) : freshIds),
      tabStop: reachable ? tabStop : (blockAfter({ columnIds: [], items }, null, 'first')?.key ?? null),
    });
  }, [states, items, hide, leftOut, selectedId, freshIds, focus, tabStop]);

  const focused = useRef<{ id: string } | null>(null);
  useEffect(() => {
    if (!focus || focused.current === focus) return;
    const item = items.find((candidate) => candidate.appointment.id === focus.id);
    if (!item) return;
    focused.current = focus;
    states.focus(item.key);
  }, [focus, items, states]);

  function onClick(event: MouseEvent) {
    const item = items.find((candidate) => candidate.key === keyOf(event.target));
    if (item) onOpen(item.appointment.id);
  }

  // A tooltip is made when it may be wanted: hundreds of them cost a change of day a part of its time.
  function onPointerOver({ target }: PointerEvent) {
    const block = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    if (block) block.title = block.ariaLabel ?? '';
  }

  function onFocus(event: FocusEvent) {
    const key = keyOf(event.target);
    if (key !== null) setTabStop(key);
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key];
    const key = keyOf(event.target);
    if (!move || key === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const columnIds = board.columns.map((column) => column.id);
    const next = blockAfter({ columnIds, items }, key, move);
    if (next) states.focus(next.key);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks and keys of the buttons inside are taken in one place.
    <div
      className="board-grid relative min-h-0 min-w-0 grow"
      data-incomplete={incomplete || undefined}
      onClick={onClick}
      onPointerOver={onPointerOver}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <TimeGrid
        columns={board.columns}
        items={items}
        states={states}
        lanes={lanes}
        complete={!incomplete}
        firstMinute={beginning.minute}
        firstColumnId={beginning.columnId}
      />
      {items.length > 0 || incomplete ? null : (
        <p className="board-empty">
          {board.items.length > 0
            ? 'The filters leave nothing to show.'
            : `Nothing is booked.${canBook ? ' Click on a time, or press n, to book.' : ''}`}
        </p>
      )}
    </div>
  );
}
