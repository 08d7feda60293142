import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { MINUTES_OF_DAY as DAY, weekdayOf } from '#app/scheduling/calendar-day.ts';
import { weekdayName } from '#app/scheduling/time-text.ts';
import { FINE_MOVE_STEP_MINUTES, MOVE_STEP_MINUTES } from '#app/scheduling/wall-clock.ts';
import { Anchored, type MenuItem, MenuItems } from './anchored.tsx';
import type { DutyActions } from './duty-actions.ts';
import { DutyTable, NAME_COLUMN, type Place, placeOfElement } from './duty-table.tsx';
import { barName, minutesText, ownerText } from './duty-text.ts';
import type { Bar, DutyCell, DutyGroup, DutyRow } from './duty-week.ts';
import { placeInWeek } from './new-entries.ts';
import { type Drop, useBarDrag } from './use-bar-drag.ts';

interface DutyPlanProps {
  group: DutyGroup;
  /** The rows that are shown, and the indexes of the days. */
  rows: readonly DutyRow[];
  days: readonly number[];
  today: string;
  isNamed: boolean;
  actions: DutyActions;
  hasClip: boolean;
  unsaved: ReadonlySet<string>;
  storeName: (id: string) => string;
}

/** The keys of a move by keyboard, and the space bar, which would press the bar. */
const MOVE_KEYS = [
  ...['ArrowUp', 'ArrowDown', keyBack, keyOn, 'PageUp', 'PageDown'],
  ...['Enter', 'Escape', 'Tab', ' '],
];

interface Menu {
  place: Place;
  /** The bar as the person sees it: the id of its entry may change meanwhile. Null for a whole day or week. */
  bar: Bar | null;
  anchor: HTMLElement;
}

/** The week of a store with its mouse, touch and keyboard. */
export function DutyPlan(props: DutyPlanProps) {
  const { group, rows, days, actions } = props;
  const [focus, setFocus] = useState<Place | null>(null);
  const [menu, setMenu] = useState<Menu | null>(null);
  const [moving, setMoving] = useState<Drop | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const drag = useBarDrag({
    group,
    canChange: actions.canChange,
    onDrop: actions.drop,
  });
  const dragged = drag.dragged ?? moving;
  const draggedText =
    dragged === null ? '' : minutesText(((dragged.from % DAY) + DAY) % DAY, ((dragged.to % DAY) + DAY) % DAY);

  const rowOf = ({ rowKey }: Place) => rows.find(({ key }) => key === rowKey) ?? null;
  const cellOf = (place: Place) => rowOf(place)?.cells[place.day] ?? null;
  const barOf = (place: Place, element: HTMLElement | null) =>
    cellOf(place)?.bars.find(({ entry }) => entry.id === element?.dataset['bar']) ?? null;
  const elementOf = ({ rowKey, day }: Place) =>
    root.current?.querySelector<HTMLElement>(
      day === NAME_COLUMN
        ? `[data-menu][data-row="${CSS.escape(rowKey)}"]`
        : `[data-day="${day}"][data-row="${CSS.escape(rowKey)}"]`,
    ) ?? null;
  const goTo = (place: Place) => elementOf(place)?.focus();
  // What is read again meanwhile may draw the bar anew, whose focus has the keys that move it.
  useLayoutEffect(() => {
    if (moving && document.activeElement === document.body)
      goTo({ rowKey: moving.rowKey, day: Math.floor(moving.from / DAY) });
  });

  function step(place: Place, byRows: number, byColumns: number): Place {
    const columns = [NAME_COLUMN, ...days];
    const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);
    const row = rows[within(rows.findIndex(({ key }) => key === place.rowKey) + byRows, rows.length)];
    const day = columns[within(columns.indexOf(place.day) + byColumns, columns.length)];
    return { rowKey: row?.key ?? place.rowKey, day: day ?? place.day };
  }

  /** Moves and stretches an entry that `m` has taken; Enter saves. */
  function onMoveKey(event: KeyboardEvent<HTMLElement>, held: Drop) {
    const { key, shiftKey, altKey } = event;
    const place = placeOfElement(event.target as HTMLElement);
    const by = (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * (key === keyOn ? 1 : key === keyBack ? -1 : 0);
    const days = key === 'PageDown' ? DAY : key === 'PageUp' ? -DAY : 0;
    const byRows = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    event.stopPropagation();
    // Other keys, such as F5, are the browser's.
    if (!MOVE_KEYS.includes(key)) return;
    event.preventDefault();
    if (key === 'Enter' || key === 'Escape' || key === 'Tab') {
      setMoving(null);
      if (key === 'Enter') {
        actions.drop(held);
        if (place) goTo({ rowKey: held.rowKey, day: Math.floor(held.from / DAY) });
      }
    } else if (by !== 0 && shiftKey)
      setMoving({ ...held, to: Math.max(held.to + by, held.from + FINE_MOVE_STEP_MINUTES) });
    else if (by + days !== 0) setMoving({ ...held, from: held.from + by + days, to: held.to + by + days });
    else if (byRows !== 0) {
      const next = rowOf(step({ rowKey: held.rowKey, day: 0 }, byRows, 0));
      const same = rows.find(({ key: other }) => other === held.rowKey)?.owner.kind === next?.owner.kind;
      if (next && same) setMoving({ ...held, rowKey: next.key });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (moving) return onMoveKey(event, moving);
    const { target, altKey } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const place = placeOfElement(target);
    const row = place && rowOf(place);
    if (!place || !row) return;
    const done = onPlaceKey({ event, place, row, cell: cellOf(place), bar: barOf(place, target), target });
    if (done && !altKey) event.preventDefault();
  }

  interface At {
    event: KeyboardEvent<HTMLElement>;
    place: Place;
    row: DutyRow;
    cell: DutyCell | null;
    bar: Bar | null;
    target: HTMLElement;
  }

  /** Whether the key has done something. */
  function onPlaceKey({ event, place, row, cell, bar, target }: At): boolean {
    const entry = bar?.entry ?? null;
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    const letter = shortcutKey(event);
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (letter === 'c') return run(() => (entry ? actions.copyBar(entry) : actions.copy(row, cell)));
      if (letter === 'v') return run(() => actions.paste(row, cell));
      return false;
    }
    const inside = [...(elementOf(place)?.querySelectorAll<HTMLElement>('[data-bar], [data-visits]') ?? [])];
    const isInside = target !== elementOf(place);
    if (isInside && (key === keyOn || key === keyBack))
      return run(() => inside[inside.indexOf(target) + (key === keyOn ? 1 : -1)]?.focus());
    switch (key) {
      case 'ArrowUp':
        return run(() => goTo(step(place, -1, 0)));
      case 'ArrowDown':
        return run(() => goTo(step(place, 1, 0)));
      case keyBack:
        return run(() => goTo(step(place, 0, -1)));
      case keyOn:
        return run(() => goTo(step(place, 0, 1)));
      case 'Home':
        return run(() => goTo(step(place, 0, -days.length - 1)));
      case 'End':
        return run(() => goTo(step(place, 0, days.length + 1)));
      case 'Escape':
        if (isInside) return run(() => goTo(place));
        return false;
      case 'Delete':
      case 'Backspace':
        return run(() => {
          if (entry) actions.remove(entry);
          else actions.clear(cell ? [cell] : row.cells);
          goTo(place);
        });
      case 'ContextMenu':
        return run(() => openMenu(place, target, bar));
      case 'F10':
        return shiftKey ? run(() => openMenu(place, target, bar)) : false;
      case 'Enter':
      case ' ':
        // A button does by itself what a click does.
        if (!cell || isInside) return false;
        return run(() => (inside[0] ? inside[0].focus() : actions.plan(row, cell)));
    }
    if (letter === 'm' && entry && actions.canChange)
      return run(() => setMoving({ entry, copies: false, rowKey: row.key, ...placeInWeek(entry, group) }));
    if (letter === 's' && cell) return run(() => actions.sameFollowing(row, cell));
    if (letter === 's') return run(() => actions.fillWeek(row));
    if (letter === 'a' && cell) return run(() => actions.addAbsence(row, cell));
    return false;
  }

  function openMenu(place: Place, anchor: HTMLElement, bar: Bar | null) {
    setMenu({ place, anchor, bar });
  }

  function onClick({ target }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || drag.isDrop()) return;
    const place = placeOfElement(target);
    const row = place && rowOf(place);
    if (!place || !row) return;
    const cell = cellOf(place);
    const bar = target.closest<HTMLElement>('[data-bar]');
    const more = target.closest<HTMLElement>('[data-menu]');
    if (target.closest('[data-visits]')) return;
    if (bar) openMenu(place, bar, barOf(place, bar));
    else if (more) openMenu(place, more, null);
    else if (cell?.bars.length === 0) actions.plan(row, cell);
    else goTo(place);
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const { target } = event;
    const place = target instanceof Element ? placeOfElement(target) : null;
    if (!place || !(target instanceof Element) || dragged) return;
    const bar = target.closest<HTMLElement>('[data-bar]');
    const anchor = bar ?? elementOf(place);
    if (!anchor) return;
    event.preventDefault();
    openMenu(place, anchor, barOf(place, bar));
  }

  return (
    <div ref={root}>
      <DutyTable
        {...props}
        {...{ focus, dragged, draggedText }}
        canChange={actions.canChange}
        usualText={(row, cell) => usualText(actions, row, cell)}
        movingId={moving?.entry?.id ?? null}
        onFocus={setFocus}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onPointerDown={drag.onPointerDown}
      />
      <p role="status" className="sr-only">
        {moving ? draggedText : ''}
      </p>
      {menu ? (
        <PlaceMenu
          {...props}
          menu={menu}
          onClose={() => setMenu(null)}
          onDone={() => {
            // What is done may remove the bar, or open a form, which gives the focus back to where it was.
            goTo(menu.place);
            setMenu(null);
          }}
        />
      ) : null}
    </div>
  );
}

function run(action: () => void): true {
  action();
  return true;
}

/** The hours that a click plans on an empty day; empty where it plans none. */
function usualText(actions: DutyActions, row: DutyRow, { clock: { date } }: DutyCell): string {
  const duty = actions.usual(row, date).filter(({ kind }) => kind === 'on_duty');
  const [first, last] = [duty[0], duty.at(-1)];
  return first && last ? minutesText(first.fromMinute, last.toMinute) : '';
}

interface PlaceMenuProps extends DutyPlanProps {
  menu: Menu;
  onClose: () => void;
  /** Called before what was chosen is done. */
  onDone: () => void;
}

function PlaceMenu({ menu, onClose, onDone, ...props }: PlaceMenuProps) {
  const { group, rows, storeName } = props;
  const { place, anchor, bar } = menu;
  const row = rows.find(({ key }) => key === place.rowKey);
  const cell = row?.cells[place.day];
  if (!row || (place.day !== NAME_COLUMN && !cell)) return null;
  const owner = ownerText(row.owner);
  const heading = bar ? barName(bar, { owner: row.owner, store: group.store, storeName }) : '';
  return (
    <Anchored anchor={anchor} label={owner} onClose={onClose}>
      <p className="max-w-80 px-2 pt-1 pb-1.5 text-sm">
        <bdi className="block font-semibold">{owner}</bdi>
        {heading === '' ? null : <span className="block text-muted">{heading}</span>}
      </p>
      <MenuItems items={itemsOf(props, row, cell, bar).filter((item) => item !== false)} onDone={onDone} />
    </Anchored>
  );
}

/** What can be done with a bar, a day, or without both the week of a row; false in place of what cannot. */
function itemsOf(
  { actions, hasClip }: DutyPlanProps,
  row: DutyRow,
  cell: DutyCell | undefined,
  bar: Bar | null,
): (MenuItem | false)[] {
  const { canChange } = actions;
  const isPerson = row.owner.kind === 'person';
  const block = isPerson ? t`Add absence…` : t`Block time…`;
  const deleteKey = t({ message: 'Del', context: 'keys of the keyboard' });
  const copy = (label: string, onClick: () => void) => ({ label, keys: 'Ctrl C', onClick });
  const paste = { label: t`Paste`, keys: 'Ctrl V', onClick: () => actions.paste(row, cell ?? null) };
  const same = {
    label: t`Same on the days after it`,
    keys: 's',
    onClick: () => cell && actions.sameFollowing(row, cell),
  };
  if (bar) {
    const { entry, kind } = bar;
    if (kind === 'elsewhere') return [];
    return [
      actions.canChange && { label: t`Change…`, onClick: () => actions.open(entry) },
      canChange && copy(t`Copy`, () => actions.copyBar(entry)),
      canChange && same,
      canChange && { label: t`Remove`, keys: deleteKey, onClick: () => actions.remove(entry) },
    ];
  }
  if (cell) {
    const isPlanned = cell.bars.length > 0;
    return [
      canChange && isPerson && { label: t`Add duty…`, onClick: () => actions.addDuty(row, cell) },
      canChange && { label: block, keys: 'a', onClick: () => actions.addAbsence(row, cell) },
      canChange && isPlanned && copy(t`Copy`, () => actions.copy(row, cell)),
      canChange && isPlanned && same,
      canChange && hasClip && paste,
      canChange && isPlanned && { label: t`Clear the day`, keys: deleteKey, onClick: () => actions.clear([cell]) },
    ];
  }
  const [firstDay] = row.cells;
  const planned = row.cells.find(({ bars }) => bars.some(({ kind }) => kind !== 'elsewhere'));
  const weekday = planned ? weekdayName(weekdayOf(planned.clock.date)) : '';
  const sameAs = t({
    message: `Same as ${weekday}`,
    comment: 'the other days of a week get the same duty as a weekday',
  });
  return [
    canChange && isPerson && { label: t`Usual hours all week`, keys: 's', onClick: () => actions.fillWeek(row) },
    canChange && planned !== undefined && { label: sameAs, onClick: () => actions.sameFollowing(row, planned) },
    canChange && firstDay !== undefined && { label: block, onClick: () => actions.addAbsence(row, firstDay) },
    canChange && planned !== undefined && copy(t`Copy the week`, () => actions.copy(row, null)),
    canChange && hasClip && paste,
    canChange &&
      planned !== undefined && { label: t`Clear the week`, keys: deleteKey, onClick: () => actions.clear(row.cells) },
  ];
}
