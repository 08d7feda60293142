import type { Tooltip } from '@base-ui/react/tooltip';
import { createContext } from 'react';
import { useRequired } from '#app/api/use-required.ts';
import type { ShiftActions } from './shift-actions.ts';
import type { ShiftsRow, StoreShifts } from './shifts-week.ts';
import type { Drop } from './use-bar-drag.ts';

/** The column of a row's menu; the days follow. */
export const NAME_COLUMN = -1;

/** A cell of the table, or the name of a row. */
export interface CellPosition {
  rowKey: string;
  /** The index of the day, or {@link NAME_COLUMN}. */
  day: number;
}

/** The week of a store as shown in its table, with the actions on it. */
export interface StoreWeek {
  group: StoreShifts;
  /** The visible rows, and the indexes of the visible days. */
  rows: readonly ShiftsRow[];
  days: readonly number[];
  today: string;
  /** The day that a new entry of a whole week is for, `YYYY-MM-DD`. */
  focusDate: string;
  /** Whether the store's name is shown, since there are several. */
  isNamed: boolean;
  storeName: (id: string) => string;
  /** Ids of unsaved entries. */
  unsaved: ReadonlySet<string>;
  actions: ShiftActions;
}

/** The content of a bar's card. */
export interface BarCard {
  owner: string;
  lines: readonly string[];
}

/** The week together with the state of keyboard and mouse. */
interface ShiftsTableState extends StoreWeek {
  /** The focused cell; null if the focus has not been in this table yet. */
  focus: CellPosition | null;
  /** The empty day that shows its usual hours. Another click or Enter adds them. */
  ghost: CellPosition | null;
  dragged: Drop | null;
  draggedText: string;
  /** The entry that is being moved by keyboard. */
  movingId: string | null;
  /** The card of the hovered or focused bar. */
  card: Tooltip.Handle<BarCard>;
}

/** The table that contains a cell, a row or a bar. */
export const ShiftsTableContext = createContext<ShiftsTableState | null>(null);
export const useShiftsTable = () => useRequired(ShiftsTableContext, 'ShiftsTableContext');

/** Whether two places are the same. */
export function isSamePosition(one: CellPosition | null, other: CellPosition): boolean {
  return one?.rowKey === other.rowKey && one.day === other.day;
}

/** The cell or row name that contains an element of the table. */
export function positionOfElement(element: Element): CellPosition | null {
  const menu = element.closest<HTMLElement>('[data-menu]');
  if (menu) return { rowKey: menu.dataset['row'] ?? '', day: NAME_COLUMN };
  const cell = element.closest<HTMLElement>('[data-day]');
  return cell ? { rowKey: cell.dataset['row'] ?? '', day: Number(cell.dataset['day']) } : null;
}
