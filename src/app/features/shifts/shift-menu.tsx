import { t } from '@lingui/core/macro';
import { Fragment, useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { keyText } from '#app/commands/key-text.ts';
import { AnchoredMenu, MenuHeading, MenuItem, MenuLine } from '#app/components/menu.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { awayCommandText } from '#app/text/plan-text.ts';
import { describeBar, ownerName } from './shift-text.ts';
import { type StoreWeek, useShiftsTable } from './shifts-context.ts';
import type { Bar, DayCell, ShiftsRow } from './shifts-week.ts';

/** The subject of a menu: a bar; a day if `bar` is null; the whole week of a row if `cell` is null, too. */
export interface MenuSubject {
  row: ShiftsRow;
  cell: DayCell | null;
  bar: Bar | null;
}

export interface ShiftMenuState extends MenuSubject {
  /** The id of the cell to which the focus returns. */
  id: string;
  /** The element at which the menu opens. */
  anchor: HTMLElement;
}

export interface ShiftMenuItem {
  label: string;
  /** The shortcut key for the same action, as labelled on the keyboard. */
  keys?: string;
  onChoose: () => void;
  /** Whether a line separates the item from the one before it. */
  isApart?: boolean;
}

/** Called to start moving a bar, or a copy of it, with the arrow keys. */
type OnMove = (bar: Bar, how: { copies: boolean }) => void;

interface ShiftMenuProps {
  menu: ShiftMenuState;
  onMove: OnMove;
  /** Called with the chosen item; null if none was chosen. */
  onClose: (chosen: ShiftMenuItem | null) => void;
}

/** The menu of a bar, a day, or the week of a row. */
export function ShiftMenu({ menu, onMove, onClose }: ShiftMenuProps) {
  const week = useShiftsTable();
  const { group, storeName } = week;
  const { row, bar, anchor } = menu;
  const items = useShiftMenuItems(week)(menu, onMove);
  const [chosen, setChosen] = useState<ShiftMenuItem | null>(null);
  const owner = ownerName(row.owner);
  return (
    <AnchoredMenu label={owner} anchor={anchor} onClose={() => onClose(chosen)}>
      <MenuHeading>
        <bdi className="block font-semibold">{owner}</bdi>
        {bar ? <span className="block text-muted">{describeBar(bar, { ...row, ...group, storeName })}</span> : null}
      </MenuHeading>
      {items.map((item) => (
        <Fragment key={item.label}>
          {item.isApart ? <MenuLine /> : null}
          <MenuItem keys={item.keys} onChoose={() => setChosen(item)}>
            {item.label}
          </MenuItem>
        </Fragment>
      ))}
    </AnchoredMenu>
  );
}

/** Returns the items of a menu; none if there is nothing that the person may do. */
export function useShiftMenuItems(week: StoreWeek): (subject: MenuSubject, onMove?: OnMove) => ShiftMenuItem[] {
  const addresses = useAddresses();
  const canReassign = useChanges().can.has('employeeId');
  return ({ row, cell, bar }, onMove = () => undefined) => {
    const { actions, today, group } = week;
    const { owner } = row;
    const isPerson = owner.kind === 'person';
    const worksElsewhere = isPerson && !owner.worksHere;
    /**
     * The day that the items about an absent person are for. In the menu of a whole week, it is the first day that is not
     * over.
     */
    const day = cell ?? row.cells.find(({ clock }) => clock.date >= today);
    const awayItems = (): ShiftMenuItem[] => {
      if (!day || !isPerson || day.clock.date < today) return [];
      const { date } = day.clock;
      const storeId = group.store.id;
      if (actions.canChange && !worksElsewhere)
        return [
          { label: awayCommandText(date === today), onChoose: addresses.vetAway(owner.id, date, { storeId }).go },
        ];
      if (!canReassign || day.booked === 0) return [];
      return [{ label: t`Reassign…`, onChoose: addresses.vetAway(owner.id, date, { until: date, storeId }).go }];
    };
    if (bar && cell) {
      const first = bar.kind === 'shift' ? awayItems() : [];
      const [next, ...others] = barItems({ row, cell, bar }, week, onMove);
      return [...first, ...(next ? [{ ...next, isApart: first.length > 0 }] : []), ...others];
    }
    if (!actions.canChange) return awayItems();
    const blockItem = (of: DayCell) => ({
      label: isPerson ? t`Add time off…` : t`Block time…`,
      onChoose: () => actions.addTimeOff(row, of),
    });
    if (worksElsewhere) {
      const cells = cell ? [cell] : row.cells;
      return [{ label: t`Remove these shifts`, onChoose: () => actions.clear(cells) }, ...awayItems()];
    }
    if (cell) {
      const add: ShiftMenuItem = { label: t`Add a shift…`, onChoose: () => actions.addShift(row, cell) };
      return [
        ...(isPerson ? [add] : []),
        ...awayItems(),
        blockItem(cell),
        ...(cell.bars.length > 0
          ? [
              { label: copyDayLabel(), onChoose: () => actions.copyToFollowingDays(row, cell), isApart: true },
              { label: t`Clear the day`, onChoose: () => actions.clear([cell]) },
            ]
          : []),
      ];
    }
    const isPlanned = row.cells.some(({ bars }) => bars.some(({ kind }) => kind !== 'elsewhere'));
    const fill: ShiftMenuItem = {
      label: t`Usual hours all week`,
      onChoose: () => actions.fillWeek(row),
      isApart: true,
    };
    const clear: ShiftMenuItem = {
      label: t`Clear the week`,
      onChoose: () => actions.clear(row.cells),
      isApart: !isPerson,
    };
    return [
      ...awayItems(),
      ...(day ? [blockItem(day)] : []),
      ...(isPerson ? [fill] : []),
      ...(isPlanned ? [clear] : []),
    ];
  };
}

const copyDayLabel = () => t`Copy to the following days`;

function barItems(
  { row, cell, bar }: MenuSubject & { cell: DayCell; bar: Bar },
  { actions, storeName, onStore }: StoreWeek,
  onMove: OnMove,
): ShiftMenuItem[] {
  const { entry, kind } = bar;
  const storeId = entry.storeId ?? '';
  const elsewhere = kind === 'elsewhere' ? storeName(storeId) : null;
  if (kind === 'elsewhere' && elsewhere === null) return [];
  const openEntry = () => actions.open(entry);
  const remove = { label: t`Remove`, keys: keyText('Delete'), onChoose: () => actions.remove(entry) };
  const there = isolateText(elsewhere ?? '');
  const show = {
    label: t({ message: `Show shifts at ${there}`, comment: 'at: another store' }),
    onChoose: () => onStore(storeId),
  };
  if (!actions.canChange) return [{ label: t`Details…`, onChoose: openEntry }, ...(elsewhere === null ? [] : [show])];
  const change = { label: t`Change…`, onChoose: openEntry };
  if (elsewhere !== null) return [change, show, remove];
  return [
    change,
    { label: t`Move with the arrow keys`, onChoose: () => onMove(bar, { copies: false }) },
    { label: t`Copy with the arrow keys`, onChoose: () => onMove(bar, { copies: true }) },
    { label: copyDayLabel(), onChoose: () => actions.copyToFollowingDays(row, cell) },
    remove,
  ];
}
