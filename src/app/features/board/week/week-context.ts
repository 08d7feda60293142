import { createContext, use } from 'react';
import type { DayState, ShownBoard } from '#app/features/board/board-context.ts';
import type { WeekDay } from './week-days.ts';

/**
 * What headings and rows show. FullCalendar draws them, and this reaches them past it: a mark or a figure that changes lays no
 * row out again. Sets and maps are by the id of the appointment.
 */
export interface WeekState
  extends Pick<ShownBoard, 'board' | 'directory' | 'filteredOut' | 'selectedId'>,
    Pick<DayState, 'freshIds' | 'unsavedIds'> {
  days: readonly WeekDay[];
  /** How much of the week is loaded. */
  loaded: 'all' | 'not yet' | 'failed';
  /** `YYYY-MM-DD` */
  today: string;
  /** What colleagues are changing. */
  changing: ReadonlyMap<string, string>;
  /** The key of the one row in the tab order. */
  tabStop: string | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Shows a day by itself. */
  onDay: (date: string) => void;
}

export const WeekContext = createContext<WeekState | null>(null);

export function useWeek(): WeekState {
  const week = use(WeekContext);
  if (week === null) throw new Error('A part of the week stands outside of it.');
  return week;
}
