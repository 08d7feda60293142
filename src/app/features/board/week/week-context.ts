import { createContext, use } from 'react';
import type { AppointmentFacts } from '#app/features/board/appointment-facts.ts';
import type { Visit } from '#app/features/board/visit-text.tsx';
import type { WeekDay } from './week-days.ts';

/**
 * The state that headings and rows show. It bypasses FullCalendar, which draws them: a changed mark or count does not
 * lay out any row again.
 */
export interface WeekState {
  days: readonly WeekDay[];
  factsOf: (visit: Visit) => AppointmentFacts;
  /** How much of the week is loaded. */
  loaded: 'all' | 'not yet' | 'failed';
  /** The key of the only row in the tab order. */
  tabStop: string | null;
}

export const WeekContext = createContext<WeekState | null>(null);

export function useWeek(): WeekState {
  const week = use(WeekContext);
  if (week === null) throw new Error('A part of the week stands outside of it.');
  return week;
}
