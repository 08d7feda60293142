import { createRequestBudget, type RequestBudget } from './request-budget.ts';

/** Idle budgets are forgotten when there are more than this. */
const MANY = 200;

/** The request budgets of the keys in use. */
export interface KeyBudgets {
  of(holder: string): RequestBudget;
  /** The fewest requests that any key has left. */
  lowestRemaining(): number;
}

/** One budget per key, each counted in the milliseconds of `clock`. */
export function createKeyBudgets(options: { clock: () => number; requests: number; windowMs: number }): KeyBudgets {
  const budgets = new Map<string, RequestBudget>();

  function forgetIdle(): void {
    for (const [holder, budget] of budgets) if (budget.idle()) budgets.delete(holder);
  }

  return {
    of(holder) {
      const known = budgets.get(holder);
      if (known !== undefined) return known;
      if (budgets.size >= MANY) forgetIdle();
      const budget = createRequestBudget(options);
      budgets.set(holder, budget);
      return budget;
    },
    lowestRemaining() {
      return [...budgets.values()].reduce(
        (lowest, budget) => Math.min(lowest, budget.state().remaining),
        options.requests,
      );
    },
  };
}
