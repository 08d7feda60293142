import type { Tooltip } from '@base-ui/react/tooltip';
import { createContext, use } from 'react';
import type { DutyActions } from './duty-actions.ts';
import type { DutyGroup, DutyRow } from './duty-week.ts';
import type { Drop } from './use-bar-drag.ts';

/** The column of a row's own menu; the days follow. */
export const NAME_COLUMN = -1;

/** A cell of the table, or the name of a row. */
export interface Place {
  rowKey: string;
  /** The index of the day, or {@link NAME_COLUMN}. */
  day: number;
}

/** The week of a store, as its table shows it and what can be done with it. */
export interface StoreWeek {
  group: DutyGroup;
  /** The rows that are shown, and the indexes of the days. */
  rows: readonly DutyRow[];
  days: readonly number[];
  today: string;
  /** Whether the store is named, since there are several. */
  isNamed: boolean;
  storeName: (id: string) => string;
  /** Ids of entries that are not saved yet. */
  unsaved: ReadonlySet<string>;
  actions: DutyActions;
  hasClip: boolean;
}

/** What the card of a bar says. */
export interface BarCard {
  owner: string;
  lines: readonly string[];
}

/** The same with where the keyboard and the mouse are. */
interface DutyTable extends StoreWeek {
  /** Where the keyboard is; null where it was not in this table yet. */
  focus: Place | null;
  /** The empty day that shows the hours that a further click or Enter plans. */
  ghost: Place | null;
  dragged: Drop | null;
  draggedText: string;
  /** The entry that is moved by keys. */
  movingId: string | null;
  /** The card of the bar that the pointer or the keyboard is on. */
  card: Tooltip.Handle<BarCard>;
}

export const DutyTableContext = createContext<DutyTable | null>(null);

/** The table that a cell, a row or a bar is in. */
export function useDutyTable(): DutyTable {
  const table = use(DutyTableContext);
  if (table === null) throw new Error('a part of the table is rendered outside of it');
  return table;
}

/** Whether two places are the same. */
export function isSamePlace(one: Place | null, other: Place): boolean {
  return one?.rowKey === other.rowKey && one.day === other.day;
}

/** The cell or the name that an element of the table is in. */
export function placeOfElement(element: Element): Place | null {
  const menu = element.closest<HTMLElement>('[data-menu]');
  if (menu) return { rowKey: menu.dataset['row'] ?? '', day: NAME_COLUMN };
  const cell = element.closest<HTMLElement>('[data-day]');
  return cell ? { rowKey: cell.dataset['row'] ?? '', day: Number(cell.dataset['day']) } : null;
}
