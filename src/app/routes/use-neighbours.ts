import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { whenIdle } from '#app/browser/when-idle.ts';

/** A day of more pages than this is not read ahead in full. */
const PAGES_AHEAD = 4;

/** Reads the days on either side ahead once the shown one is complete, when nobody waits for anything else and there is plenty of the request budget. */
export function useNeighbours(neighbours: readonly AppointmentDay[], ready: boolean): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const key = JSON.stringify(neighbours);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the neighbours are.
  useEffect(() => {
    if (!ready) return;
    let given = false;
    void whenIdle().then(async () => {
      for (const day of neighbours) {
        const budget = signals.budget();
        if (given || (budget !== null && budget.remaining < budget.limit / 2)) return;
        const query = appointmentQueries.day(api, day, 'poll');
        await queryClient.prefetchInfiniteQuery({ ...query, pages: PAGES_AHEAD, retry: false });
      }
    });
    return () => {
      given = true;
    };
  }, [api, queryClient, signals, key, ready]);
}
