import { useLayoutEffect, useMemo, useState } from 'react';
import { usePlan, useRetryPlan } from '#app/api/availability.ts';
import { useUnsavedPlan } from '#app/api/plan-changes.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import type { PlanUpdate } from './shown-board.ts';

interface PlanReaderProps {
  companyId: string;
  /** Separated by commas. */
  mondays: string;
  /** How often the plan is read again, in milliseconds. */
  everyMs: number;
  onPlan: (update: PlanUpdate) => void;
}

/** Reads the plan of the days on the board, and tells it. */
export function PlanReader({ companyId, mondays, everyMs, onPlan }: PlanReaderProps) {
  const weeks = useMemo(() => mondays.split(','), [mondays]);
  const plan = usePlan({ companyId, mondays: weeks, isThere: true, everyMs });
  const unsaved = useUnsavedPlan();
  const latest = useLatest(useRetryPlan());
  const [retry] = useState(() => () => latest.current());
  // Before anything is painted: a day of a week that is known is never shown without its plan.
  useLayoutEffect(() => onPlan({ mondays, plan, unsaved, retry }), [onPlan, mondays, plan, unsaved, retry]);
  return null;
}
