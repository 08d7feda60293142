import { useLayoutEffect, useMemo } from 'react';
import { usePlan } from '#app/api/availability.ts';
import type { ToldPlan } from './shown-board.ts';

interface BoardPlanProps {
  companyId: string;
  /** Separated by commas. */
  mondays: string;
  onPlan: (told: ToldPlan) => void;
}

/** Reads the plan of the days on the board, and tells it. */
export function BoardPlan({ companyId, mondays, onPlan }: BoardPlanProps) {
  const weeks = useMemo(() => mondays.split(','), [mondays]);
  const plan = usePlan({ companyId, mondays: weeks, isThere: true, live: true });
  // Before anything is painted: a day of a week that is known is never shown without its plan.
  useLayoutEffect(() => onPlan({ mondays, plan }), [onPlan, mondays, plan]);
  return null;
}
