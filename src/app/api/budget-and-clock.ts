import { createContext, useSyncExternalStore } from 'react';
import type { ResponseReport } from '#app/api/api-client.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { deskHeaders } from '#contract/desk.ts';

/** The request budget of the desk's key: how many requests it allows, and how many of them are left. */
interface RequestBudget {
  limit: number;
  remaining: number;
}

/** The request budget and the clock of the practice API, as the headers of all responses report them. */
export interface BudgetAndClock {
  /** Updates the budget and the clock from the headers of a response. */
  observe(report: ResponseReport): void;
  /** The practice API's clock, in milliseconds since 1970; this computer's own before the first response. */
  clock(): number;
  /** Whether at least this share (0 to 1) of the request budget was left at the last response. */
  hasBudget(share: number): boolean;
  subscribe(listener: () => void): () => void;
}

/** Parses `limit=100, remaining=63, reset=41`; null for anything else. */
function parseBudget(header: string | null): RequestBudget | null {
  const values = new Map((header ?? '').split(',').map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]]));
  const parseNumber = (name: string) => {
    const text = values.get(name);
    return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  };
  const [limit, remaining] = [parseNumber('limit'), parseNumber('remaining')];
  return limit === null || remaining === null ? null : { limit, remaining };
}

/**
 * Creates the {@link BudgetAndClock}, which the headers of responses update.
 *
 * @param localClock this computer's clock, in milliseconds since 1970
 */
export function createBudgetAndClock(localClock: () => number): BudgetAndClock {
  let ahead: number | null = null;
  let budget: RequestBudget | null = null;
  const listeners = new Set<() => void>();
  return {
    observe({ headers, sentAt }) {
      const clock = headers.get(deskHeaders.clock);
      if (clock !== null && /^\d{1,15}$/.test(clock)) {
        // The practice API read its clock at an unknown moment between request and response, so this response only
        // limits how far it may be ahead. The estimate changes if it is outside these limits.
        const [least, most] = [Number(clock) - localClock(), Number(clock) - sentAt];
        ahead = Math.min(Math.max(ahead ?? (least + most) / 2, least), Math.max(least, most));
      }
      const reported = parseBudget(headers.get(deskHeaders.budget));
      if (reported === null) return;
      budget = reported;
      for (const listener of listeners) listener();
    },
    clock: () => localClock() + Math.round(ahead ?? 0),
    hasBudget: (share) => budget === null || budget.remaining >= budget.limit * share,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The signals of the app's API client. */
export const BudgetAndClockContext = createContext<BudgetAndClock | null>(null);
export const useBudgetAndClock = () => useRequiredContext(BudgetAndClockContext, 'BudgetAndClockContext');

/** Whether at least this share of the request budget was left at the last response, as in {@link BudgetAndClock}. */
export function useHasBudget(share: number): boolean {
  const { subscribe, hasBudget } = useBudgetAndClock();
  return useSyncExternalStore(subscribe, () => hasBudget(share));
}
