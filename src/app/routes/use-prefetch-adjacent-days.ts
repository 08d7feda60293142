import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { type AppointmentDay, type AppointmentPage, appointmentQueries } from '#app/api/appointment-queries.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { whenIdle } from '#app/browser/when-idle.ts';

/** The most pages that are prefetched of a day. */
const PAGES_AHEAD = 4;

interface AdjacentDaysInput {
  neighbours: readonly AppointmentDay[];
  ready: boolean;
  /** Called with the pages of an adjacent day, while the browser is idle. */
  onRead: (index: number, pages: readonly AppointmentPage[]) => void;
}

/**
 * Prefetches the days before and after the shown one, once that is complete, while the browser is idle and at least
 * half of the request budget is left.
 */
export function usePrefetchAdjacentDays({ neighbours, ready, onRead }: AdjacentDaysInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const key = JSON.stringify(neighbours);
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the neighbours are.
  useEffect(() => {
    if (!ready) return;
    let given = false;
    void whenIdle().then(async () => {
      for (const [index, day] of neighbours.entries()) {
        const budget = signals.budget();
        if (given || (budget !== null && budget.remaining < budget.limit / 2)) return;
        const query = appointmentQueries.day(api, day, 'poll');
        await queryClient.prefetchInfiniteQuery({ ...query, pages: PAGES_AHEAD, retry: false });
        await whenIdle();
        const read = queryClient.getQueryData(query.queryKey);
        if (read && !given) latest.current(index, read.pages);
      }
    });
    return () => {
      given = true;
    };
  }, [api, queryClient, signals, key, ready]);
}
