import type { SearchBranch } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/primitives.ts';

type DateTimeOperators = NonNullable<SearchBranch['start']>;

/**
 * The range, ends included, in which every instant lies that the operators let through: epoch milliseconds, null where
 * they set no bound. Wider than the operators where those are strict.
 */
export function boundsOf(operators: DateTimeOperators | undefined): { from: number | null; to: number | null } {
  if (operators === undefined) return { from: null, to: null };
  const { gt, gte, lt, lte, between } = operators;
  return {
    from: tightest([gt, gte, between?.[0]], Math.max),
    to: tightest([lt, lte, between?.[1]], Math.min),
  };
}

function tightest(bounds: readonly (string | undefined)[], pick: (...values: number[]) => number): number | null {
  const instants = bounds.filter((bound) => bound !== undefined).map(instantOf);
  return instants.length === 0 ? null : pick(...instants);
}
