import { Tooltip } from '@base-ui/react/tooltip';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { rowIdAt, rowIn, useRowFocus } from '#app/components/row-focus.ts';
import { keyBack, keyForward } from '#app/language/line-direction.ts';
import { MINUTES_PER_DAY as DAY } from '#scheduling/calendar-day.ts';
import { FINE_MOVE_STEP_MINUTES, MOVE_STEP_MINUTES } from '#scheduling/wall-clock.ts';
import { positionInWeek } from './new-entries.ts';
import { BarCardHost } from './shift-bar.tsx';
import { ShiftMenu, type ShiftMenuState, useShiftMenuItems } from './shift-menu.tsx';
import { minutesText } from './shift-text.ts';
import { type BarCard, cellId, NAME_COLUMN, ShiftsTableContext, type StoreWeek } from './shifts-context.ts';
import { ShiftsTable } from './shifts-table.tsx';
import { type BarDrop, useBarDrag } from './use-bar-drag.ts';

/**
 * The keys that are handled while an entry is moved by keyboard. The space bar is included, since it would otherwise open the
 * menu.
 */
const MOVE_KEYS = [
  ...['ArrowUp', 'ArrowDown', keyBack, keyForward, 'PageUp', 'PageDown'],
  ...['Enter', 'Escape', 'Tab', ' '],
];

const wrapMinute = (minute: number) => ((minute % DAY) + DAY) % DAY;

/** The week of a store with its mouse, touch and keyboard handling. */
export function ShiftsPlan({ week }: { week: StoreWeek }) {
  const { group, rows, days, actions } = week;
  const [ghost, setGhost] = useState<string | null>(null);
  const [menu, setMenu] = useState<ShiftMenuState | null>(null);
  const [moving, setMoving] = useState<BarDrop | null>(null);
  const [card] = useState(() => Tooltip.createHandle<BarCard>());
  const root = useRef<HTMLDivElement>(null);
  const menuItems = useShiftMenuItems(week);

  /** The cells of the table, including those with names, in order and keyed by id. */
  const places = new Map(
    rows.flatMap((row) =>
      [NAME_COLUMN, ...days].map((day) => [cellId(row, day), { row, day, cell: row.cells[day] ?? null }] as const),
    ),
  );
  const findCellElement = (id: string) => rowIn(root.current, id);
  function focusCell(id: string) {
    findCellElement(id)?.focus();
    setGhost(id);
  }
  const firstPerson = rows[1] ?? rows[0];
  const roving = useRowFocus([...places.keys()], {
    columns: days.length + 1,
    firstId: firstPerson && cellId(firstPerson, days[0] ?? 0),
    focusRow: focusCell,
  });
  /**
   * Finds the cell that contains an element (the cell of a day or of a name), and the button that contains the element, if any.
   * `bar` is the bar of the button; null if the button is not a bar.
   */
  function findPlace(element: EventTarget | null) {
    const id = rowIdAt(element) ?? '';
    const place = places.get(id);
    if (!(element instanceof Element) || !place) return null;
    const button = element.closest('button');
    const bar = place.cell?.bars.find(({ entry }) => entry.id === button?.dataset['bar']) ?? null;
    return { ...place, id, bar, button };
  }

  const drag = useBarDrag({
    group,
    placeAt: (element) => places.get(rowIdAt(element) ?? ''),
    canChange: actions.canChange,
    onDrop: actions.drop,
  });
  const dragged = drag.dragged ?? moving;
  const draggedText = dragged === null ? '' : minutesText(wrapMinute(dragged.fromMinute), wrapMinute(dragged.toMinute));
  const targetCellId = (moved: BarDrop) => `${moved.rowKey} ${Math.floor(moved.fromMinute / DAY)}`;
  // If a reload replaces the bar's element, the focus is lost. The cell then gets the focus, so that it receives the keys of
  // the move.
  useLayoutEffect(() => {
    if (moving && document.activeElement === document.body) focusCell(targetCellId(moving));
  });

  /** Moves and stretches an entry with the keys; Enter saves. */
  function onMoveKey(event: KeyboardEvent<HTMLElement>, moved: BarDrop) {
    const { key, shiftKey, altKey } = event;
    event.stopPropagation();
    // The browser handles other keys, such as F5.
    if (!MOVE_KEYS.includes(key)) return;
    event.preventDefault();
    const { fromMinute, toMinute } = moved;
    const minutes =
      (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * (key === keyForward ? 1 : key === keyBack ? -1 : 0);
    const by = minutes + (key === 'PageDown' ? DAY : key === 'PageUp' ? -DAY : 0);
    const byRows = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Enter' || key === 'Escape' || key === 'Tab') {
      setMoving(null);
      if (key !== 'Enter') return;
      actions.drop(moved);
      focusCell(targetCellId(moved));
    } else if (minutes !== 0 && shiftKey)
      setMoving({ ...moved, toMinute: Math.max(toMinute + minutes, fromMinute + FINE_MOVE_STEP_MINUTES) });
    else if (by !== 0) setMoving({ ...moved, fromMinute: fromMinute + by, toMinute: toMinute + by });
    else if (byRows !== 0) {
      const from = rows.findIndex((row) => row.key === moved.rowKey);
      const next = rows[from + byRows];
      if (next && next.owner.kind === rows[from]?.owner.kind) setMoving({ ...moved, rowKey: next.key });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (moving) return onMoveKey(event, moving);
    const { target, key, shiftKey } = event;
    const place = findPlace(target);
    if (!place || !(target instanceof HTMLElement) || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { id, row, cell, bar } = place;
    const cellElement = findCellElement(id);
    const inside = [...(cellElement?.querySelectorAll<HTMLElement>('[data-bar], [data-visits]') ?? [])];
    const isInside = target !== cellElement;
    const perform = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (isInside && (key === keyForward || key === keyBack))
      return perform(() => inside[inside.indexOf(target) + (key === keyForward ? 1 : -1)]?.focus());
    if (key === 'Escape' && isInside) return perform(() => focusCell(id));
    if (key === 'Escape' && ghost !== null) return perform(() => setGhost(null));
    if (bar && (key === 'Delete' || key === 'Backspace'))
      return perform(() => {
        actions.remove(bar.entry);
        focusCell(id);
      });
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return perform(() => openMenu(target));
    // When a button has the focus, it handles Enter and the space bar itself.
    if ((key === 'Enter' || key === ' ') && cell && !isInside)
      return perform(() => (inside[0] ? inside[0].focus() : actions.plan(row, cell)));
    roving.onKeyDown(event);
  }

  /** Opens the menu of the bar, cell or row that an element belongs to, if it has any items. */
  function openMenu(anchor: HTMLElement): boolean {
    const place = findPlace(anchor);
    if (!place || menuItems(place).length === 0) return false;
    setMenu({ ...place, anchor });
    return true;
  }

  function onClick({ target, detail }: MouseEvent<HTMLElement>) {
    const place = findPlace(target);
    if (!place || !(target instanceof Element) || drag.endsDrag() || target.closest('[data-visits]')) return;
    const { id, row, cell, button } = place;
    if (button) openMenu(button);
    else if (!cell || cell.bars.length > 0) focusCell(id);
    else if (ghost !== id && actions.usualHours(row, cell)) setGhost(id);
    // The first click shows the usual hours, and the next one adds them, unless it is the second click of a double click.
    else if (detail <= 1) actions.plan(row, cell);
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const place = findPlace(event.target);
    const anchor = place && (place.button ?? findCellElement(place.id));
    if (anchor && !dragged && openMenu(anchor)) event.preventDefault();
  }

  function onFocus(event: FocusEvent) {
    roving.onFocus(event);
    if (rowIdAt(event.target) !== ghost) setGhost(null);
  }

  return (
    <ShiftsTableContext
      value={{
        ...{ ...week, ghost, dragged, draggedText, card },
        ...{ tabStop: roving.tabStop, movingId: moving?.entry?.id ?? null },
      }}
    >
      <div ref={root}>
        <ShiftsTable
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setGhost(null);
          }}
          onPointerDown={drag.onPointerDown}
          {...{ onKeyDown, onClick, onContextMenu, onFocus }}
        />
        <p role="status" className="sr-only">
          {moving ? draggedText : ''}
        </p>
        <BarCardHost disabled={dragged !== null} />
        {menu ? (
          <ShiftMenu
            menu={menu}
            onMove={({ entry }, { copies }) =>
              setMoving({ entry, copies, rowKey: menu.row.key, ...positionInWeek(entry, group) })
            }
            onClose={(chosen) => {
              setMenu(null);
              if (!chosen) return menu.anchor.focus();
              // The cell gets the focus, since the action may remove the bar. If it opens a form, the focus returns to the
              // cell afterwards.
              focusCell(menu.id);
              chosen.onChoose();
            }}
          />
        ) : null}
      </div>
    </ShiftsTableContext>
  );
}
