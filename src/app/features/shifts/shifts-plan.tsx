import { Tooltip } from '@base-ui/react/tooltip';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { MINUTES_OF_DAY as DAY } from '#scheduling/calendar-day.ts';
import { FINE_MOVE_STEP_MINUTES, MOVE_STEP_MINUTES } from '#scheduling/wall-clock.ts';
import { placeInWeek } from './new-entries.ts';
import { BarCardHost } from './shift-bar.tsx';
import { type MenuOf, ShiftMenu } from './shift-menu.tsx';
import { minutesText } from './shift-text.ts';
import {
  type BarCard,
  type CellPosition,
  isSamePosition,
  NAME_COLUMN,
  positionOfElement,
  ShiftsTableContext,
  type StoreWeek,
} from './shifts-context.ts';
import { ShiftsTable } from './shifts-table.tsx';
import type { Bar, DayCell, ShiftsRow } from './shifts-week.ts';
import { type Drop, useBarDrag } from './use-bar-drag.ts';

/** The keys of a move by keyboard, including the space bar, which would otherwise press the bar. */
const MOVE_KEYS = [
  ...['ArrowUp', 'ArrowDown', keyBack, keyOn, 'PageUp', 'PageDown'],
  ...['Enter', 'Escape', 'Tab', ' '],
];

/** The week of a store with its mouse, touch and keyboard handling. */
export function ShiftsPlan({ week }: { week: StoreWeek }) {
  const { group, rows, days, actions } = week;
  const [focus, setFocus] = useState<CellPosition | null>(null);
  const [ghost, setGhost] = useState<CellPosition | null>(null);
  const [menu, setMenu] = useState<MenuOf | null>(null);
  const [moving, setMoving] = useState<Drop | null>(null);
  const [card] = useState(() => Tooltip.createHandle<BarCard>());
  const root = useRef<HTMLDivElement>(null);
  const drag = useBarDrag({
    group,
    canChange: actions.canChange,
    onDrop: actions.drop,
  });
  const dragged = drag.dragged ?? moving;
  const draggedText =
    dragged === null
      ? ''
      : minutesText(((dragged.fromMinute % DAY) + DAY) % DAY, ((dragged.toMinute % DAY) + DAY) % DAY);

  const rowOf = ({ rowKey }: CellPosition) => rows.find(({ key }) => key === rowKey) ?? null;
  const cellOf = (place: CellPosition) => rowOf(place)?.cells[place.day] ?? null;
  const barOf = (place: CellPosition, element: HTMLElement | null) =>
    cellOf(place)?.bars.find(({ entry }) => entry.id === element?.dataset['bar']) ?? null;
  const elementOf = ({ rowKey, day }: CellPosition) =>
    root.current?.querySelector<HTMLElement>(
      day === NAME_COLUMN
        ? `[data-menu][data-row="${CSS.escape(rowKey)}"]`
        : `[data-day="${day}"][data-row="${CSS.escape(rowKey)}"]`,
    ) ?? null;
  function focusPlace(place: CellPosition) {
    elementOf(place)?.focus();
    setGhost(place);
  }
  // A reload may replace the bar's element, whose focus receives the keys of a move.
  useLayoutEffect(() => {
    if (moving && document.activeElement === document.body)
      focusPlace({ rowKey: moving.rowKey, day: Math.floor(moving.fromMinute / DAY) });
  });

  function step(place: CellPosition, byRows: number, byColumns: number): CellPosition {
    const columns = [NAME_COLUMN, ...days];
    const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);
    const row = rows[within(rows.findIndex(({ key }) => key === place.rowKey) + byRows, rows.length)];
    const day = columns[within(columns.indexOf(place.day) + byColumns, columns.length)];
    return { rowKey: row?.key ?? place.rowKey, day: day ?? place.day };
  }

  /** Moves and stretches an entry with the keys; Enter saves. */
  function onMoveKey(event: KeyboardEvent<HTMLElement>, movedDrop: Drop) {
    const { key, shiftKey, altKey } = event;
    const place = positionOfElement(event.target as HTMLElement);
    const by = (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * (key === keyOn ? 1 : key === keyBack ? -1 : 0);
    const days = key === 'PageDown' ? DAY : key === 'PageUp' ? -DAY : 0;
    const byRows = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    event.stopPropagation();
    // Other keys, such as F5, are left to the browser.
    if (!MOVE_KEYS.includes(key)) return;
    event.preventDefault();
    if (key === 'Enter' || key === 'Escape' || key === 'Tab') {
      setMoving(null);
      if (key === 'Enter') {
        actions.drop(movedDrop);
        if (place) focusPlace({ rowKey: movedDrop.rowKey, day: Math.floor(movedDrop.fromMinute / DAY) });
      }
    } else if (by !== 0 && shiftKey)
      setMoving({
        ...movedDrop,
        toMinute: Math.max(movedDrop.toMinute + by, movedDrop.fromMinute + FINE_MOVE_STEP_MINUTES),
      });
    else if (by + days !== 0)
      setMoving({
        ...movedDrop,
        fromMinute: movedDrop.fromMinute + by + days,
        toMinute: movedDrop.toMinute + by + days,
      });
    else if (byRows !== 0) {
      const next = rowOf(step({ rowKey: movedDrop.rowKey, day: 0 }, byRows, 0));
      const same = rows.find(({ key: other }) => other === movedDrop.rowKey)?.owner.kind === next?.owner.kind;
      if (next && same) setMoving({ ...movedDrop, rowKey: next.key });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (moving) return onMoveKey(event, moving);
    const { target, altKey } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const place = positionOfElement(target);
    const row = place && rowOf(place);
    if (!place || !row) return;
    const isHandled = onPlaceKey({ event, place, row, cell: cellOf(place), bar: barOf(place, target), target });
    if (isHandled && !altKey) event.preventDefault();
  }

  interface At {
    event: KeyboardEvent<HTMLElement>;
    place: CellPosition;
    row: ShiftsRow;
    cell: DayCell | null;
    bar: Bar | null;
    target: HTMLElement;
  }

  /** Whether the key was handled. */
  function onPlaceKey({ event, place, row, cell, bar, target }: At): boolean {
    const entry = bar?.entry ?? null;
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    if (altKey || ctrlKey || metaKey) return false;
    const inside = [...(elementOf(place)?.querySelectorAll<HTMLElement>('[data-bar], [data-visits]') ?? [])];
    const isInside = target !== elementOf(place);
    if (isInside && (key === keyOn || key === keyBack))
      return run(() => inside[inside.indexOf(target) + (key === keyOn ? 1 : -1)]?.focus());
    switch (key) {
      case 'ArrowUp':
        return run(() => focusPlace(step(place, -1, 0)));
      case 'ArrowDown':
        return run(() => focusPlace(step(place, 1, 0)));
      case keyBack:
        return run(() => focusPlace(step(place, 0, -1)));
      case keyOn:
        return run(() => focusPlace(step(place, 0, 1)));
      case 'Home':
        return run(() => focusPlace(step(place, 0, -days.length - 1)));
      case 'End':
        return run(() => focusPlace(step(place, 0, days.length + 1)));
      case 'Escape':
        if (isInside) return run(() => focusPlace(place));
        return ghost !== null && run(() => setGhost(null));
      case 'Delete':
      case 'Backspace':
        return run(() => {
          if (entry) actions.remove(entry);
          else actions.clear(cell ? [cell] : row.cells);
          focusPlace(place);
        });
      case 'ContextMenu':
        return run(() => openMenu(place, target, bar));
      case 'F10':
        return shiftKey ? run(() => openMenu(place, target, bar)) : false;
      case 'Enter':
      case ' ':
        // A button handles Enter and the space bar itself.
        if (!cell || isInside) return false;
        return run(() => (inside[0] ? inside[0].focus() : actions.plan(row, cell)));
    }
    return false;
  }

  function openMenu(place: CellPosition, anchor: HTMLElement, bar: Bar | null) {
    setMenu({ place, anchor, bar });
  }

  function onClick({ target, detail }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || drag.endsDrag()) return;
    const place = positionOfElement(target);
    const row = place && rowOf(place);
    if (!place || !row) return;
    const cell = cellOf(place);
    const bar = target.closest<HTMLElement>('[data-bar]');
    const more = target.closest<HTMLElement>('[data-menu]');
    if (target.closest('[data-visits]')) return;
    if (bar) openMenu(place, bar, barOf(place, bar));
    else if (more) openMenu(place, more, null);
    else if (!cell || cell.bars.length > 0) focusPlace(place);
    else if (!isSamePosition(ghost, place) && actions.usualHours(row, cell)) setGhost(place);
    // A double click only shows the usual hours.
    else if (detail <= 1) actions.plan(row, cell);
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const { target } = event;
    const place = target instanceof Element ? positionOfElement(target) : null;
    if (!place || !(target instanceof Element) || dragged) return;
    const bar = target.closest<HTMLElement>('[data-bar]');
    const anchor = bar ?? elementOf(place);
    if (!anchor) return;
    event.preventDefault();
    openMenu(place, anchor, barOf(place, bar));
  }

  return (
    <ShiftsTableContext
      value={{ ...week, focus, ghost, dragged, draggedText, movingId: moving?.entry?.id ?? null, card }}
    >
      <div ref={root}>
        <ShiftsTable
          onPlace={(place) => {
            setFocus(place);
            if (!isSamePosition(ghost, place)) setGhost(null);
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setGhost(null);
          }}
          onPointerDown={drag.onPointerDown}
          {...{ onKeyDown, onClick, onContextMenu }}
        />
        <p role="status" className="sr-only">
          {moving ? draggedText : ''}
        </p>
        <BarCardHost disabled={dragged !== null} />
        {menu ? (
          <ShiftMenu
            menu={menu}
            onMove={({ entry }, { copies }) =>
              setMoving({ entry, copies, rowKey: menu.place.rowKey, ...placeInWeek(entry, group) })
            }
            onClose={(chosen) => {
              setMenu(null);
              if (!chosen) return menu.anchor.focus();
              // The action may remove the bar, or open a form, which returns the focus afterwards.
              focusPlace(menu.place);
              chosen.onChoose();
            }}
          />
        ) : null}
      </div>
    </ShiftsTableContext>
  );
}

function run(action: () => void): true {
  action();
  return true;
}
