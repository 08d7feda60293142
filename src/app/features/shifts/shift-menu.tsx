import { t } from '@lingui/core/macro';
import { Fragment, useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { MenuAt, MenuHeading, MenuItem, MenuLine } from '#app/components/menu.tsx';
import { awayText } from '#app/text/plan-words.ts';
import { weekdayName } from '#app/text/time-text.ts';
import { weekdayOf } from '#scheduling/calendar-day.ts';
import { barName, ownerText } from './shift-text.ts';
import { type CellPosition, useShiftsTable } from './shifts-context.ts';
import type { Bar, DayCell, ShiftsRow } from './shifts-week.ts';

/** The subject of a menu, and where it opens. */
export interface MenuOf {
  place: CellPosition;
  /** The bar as the person sees it: the id of its entry may change meanwhile. Null for a whole day or week. */
  bar: Bar | null;
  anchor: HTMLElement;
}

export interface Item {
  label: string;
  /** The shortcut key for the same action, as labelled on the keyboard. */
  keys?: string;
  onChoose: () => void;
  /** Whether a line is before it. */
  isApart?: boolean;
}

type OnMove = (bar: Bar, how: { copies: boolean }) => void;

interface ShiftMenuProps {
  menu: MenuOf;
  /** Begins to move a bar, or a copy of it, with the arrow keys. */
  onMove: OnMove;
  /** Called with the chosen action; null if nothing was chosen. */
  onClose: (chosen: Item | null) => void;
}

/** The menu of a bar, a day, or the week of a row. */
export function ShiftMenu({ menu, onMove, onClose }: ShiftMenuProps) {
  const { group, rows, storeName } = useShiftsTable();
  const { place, anchor, bar } = menu;
  const row = rows.find(({ key }) => key === place.rowKey);
  const cell = row?.cells[place.day] ?? null;
  const items = useItems({ row, cell, bar, onMove });
  const [chosen, setChosen] = useState<Item | null>(null);
  if (!row || items.length === 0) return null;
  const owner = ownerText(row.owner);
  return (
    <MenuAt label={owner} at={anchor} onClose={() => onClose(chosen)}>
      <MenuHeading>
        <bdi className="block font-semibold">{owner}</bdi>
        {bar ? <span className="block text-muted">{barName(bar, { ...row, ...group, storeName })}</span> : null}
      </MenuHeading>
      {items.map((item) => (
        <Fragment key={item.label}>
          {item.isApart ? <MenuLine /> : null}
          <MenuItem keys={item.keys} onChoose={() => setChosen(item)}>
            {item.label}
          </MenuItem>
        </Fragment>
      ))}
    </MenuAt>
  );
}

interface ItemsInput {
  row: ShiftsRow | undefined;
  cell: DayCell | null;
  bar: Bar | null;
  onMove: OnMove;
}

/** The menu items; none if the person has no permission, or the row or day no longer exists. */
function useItems({ row, cell, bar, onMove }: ItemsInput): Item[] {
  const { group, actions, today, focusDate } = useShiftsTable();
  const addresses = useAddresses();
  const canReassign = useChanges().can.has('employeeId');
  if (!row) return [];
  const { owner } = row;
  const isPerson = owner.kind === 'person';
  /** In the menu of a week, its first day that is not over. */
  const day = cell ?? row.cells.find(({ clock }) => clock.date >= today);
  const away = (): Item[] => {
    if (!day || !isPerson || day.clock.date < today) return [];
    const { date } = day.clock;
    const storeId = group.store.id;
    if (actions.canChange && !owner.hasLeft)
      return [{ label: awayText(date === today), onChoose: addresses.vetAway(owner.id, date, { storeId }).go }];
    if (!canReassign || day.booked === 0) return [];
    const list = addresses.vetAway(owner.id, date, { until: date, storeId });
    return [{ label: t`Reassign…`, onChoose: list.go }];
  };
  if (!actions.canChange) return away();
  const deleteKey = t({ message: 'Del', context: 'keys of the keyboard' });
  const same = (of: DayCell, label: string) => ({ label, onChoose: () => actions.sameFollowing(row, of) });
  const block = (of: DayCell) => ({
    label: isPerson ? t`Add time off…` : t`Block time…`,
    onChoose: () => actions.addTimeOff(row, of),
  });
  const clear = (label: string, cells: readonly DayCell[]) => ({
    label,
    keys: deleteKey,
    onChoose: () => actions.clear(cells),
  });

  if (isPerson && owner.hasLeft && !bar) return [clear(t`Remove these shifts`, cell ? [cell] : row.cells), ...away()];
  if (bar && cell) {
    const { entry, kind } = bar;
    if (kind === 'elsewhere') return [];
    const absence = kind === 'shift' ? away() : [];
    return [
      ...absence,
      { label: t`Change…`, onChoose: () => actions.open(entry), isApart: absence.length > 0 },
      { label: t`Move with the arrow keys`, onChoose: () => onMove(bar, { copies: false }) },
      { label: t`Copy with the arrow keys`, onChoose: () => onMove(bar, { copies: true }) },
      same(cell, t`Copy to the following days`),
      { label: t`Remove`, keys: deleteKey, onChoose: () => actions.remove(entry) },
    ];
  }
  if (cell) {
    const isPlanned = cell.bars.length > 0;
    return [
      ...(isPerson ? [{ label: t`Add a shift…`, onChoose: () => actions.addShift(row, cell) }] : []),
      ...away(),
      block(cell),
      ...(isPlanned ? [{ ...same(cell, t`Copy to the following days`), isApart: true }] : []),
      ...(isPlanned ? [clear(t`Clear the day`, [cell])] : []),
    ];
  }
  const focused = row.cells.find(({ clock }) => clock.date === focusDate);
  const planned = row.cells.find(({ bars }) => bars.some(({ kind }) => kind !== 'elsewhere'));
  const weekday = planned ? weekdayName(weekdayOf(planned.clock.date)) : '';
  const sameAs = t({
    message: `Same as ${weekday}`,
    comment: 'the other days of a week get the same shifts as a weekday',
  });
  const ofWeek: Item[] = [
    ...(isPerson ? [{ label: t`Usual hours all week`, onChoose: () => actions.fillWeek(row) }] : []),
    ...(planned ? [{ label: sameAs, onChoose: () => actions.sameFollowing(row, planned) }] : []),
    ...(planned ? [clear(t`Clear the week`, row.cells)] : []),
  ];
  return [
    ...away(),
    ...(focused ? [block(focused)] : []),
    ...ofWeek.map((item, nth) => ({ ...item, isApart: nth === 0 })),
  ];
}
