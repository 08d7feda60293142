import type { Tooltip } from '@base-ui/react/tooltip';
import { createContext } from 'react';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import type { ShiftActions } from './shift-actions.ts';
import type { ShiftsRow, StoreShifts } from './shifts-week.ts';
import type { BarDrop } from './use-bar-drag.ts';

/** The index of the column with the names. The columns of the days have the indexes from 0 on. */
export const NAME_COLUMN = -1;

/** The id of a cell of the table, or of the cell with the name of a row. */
export const cellId = ({ key }: Pick<ShiftsRow, 'key'>, day: number) => `${key} ${day}`;

/** The week of a store as shown in its table, with the actions on it. */
export interface StoreWeek {
  group: StoreShifts;
  /** The visible rows. */
  rows: readonly ShiftsRow[];
  /** The indexes of the visible days. */
  days: readonly number[];
  today: string;
  /** Whether the store's name is shown because there are several stores. */
  isNamed: boolean;
  /** The short name of a store; null if the person can't access it. */
  storeName: (id: string) => string | null;
  /** Shows the shifts of another store. */
  onStore: (id: string) => void;
  /** The ids of the entries with changes that are not saved yet. */
  unsaved: ReadonlySet<string>;
  actions: ShiftActions;
}

/** The content of a bar's card. */
export interface BarCard {
  owner: string;
  lines: readonly string[];
}

/** The week together with the state of its keyboard and mouse handling. */
interface ShiftsTableState extends StoreWeek {
  /** The id of the cell that is in the tab order. */
  tabStop: string | undefined;
  /** The id of the empty cell that shows the usual hours. Another click, or Enter, adds them. */
  ghost: string | null;
  dragged: BarDrop | null;
  draggedText: string;
  /** The id of the entry that is being moved by keyboard. */
  movingId: string | null;
  /** The card of the hovered or focused bar. */
  card: Tooltip.Handle<BarCard>;
}

/** The state of a table for the cells, rows and bars in it. */
export const ShiftsTableContext = createContext<ShiftsTableState | null>(null);
export const useShiftsTable = () => useRequiredContext(ShiftsTableContext, 'ShiftsTableContext');
