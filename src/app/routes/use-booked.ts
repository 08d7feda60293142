import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentQueries, searchAppointments } from '#app/api/appointment-queries.ts';
import { finderQueries } from '#app/features/finder/finder-queries.ts';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface Booked {
  id: string;
  /** Instant in UTC. */
  start: string;
  storeId: string;
}

/** Puts a booking of this desk on the board at once, as the service gives it back; null where it does not, yet. */
export function useBooked(companyId: string, own: (id: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ id, start, storeId }: Booked): Promise<ReceivedAppointment | null> => {
      own(id);
      // A list that was read before has it not; one that is open is read again when its reader wants to.
      queryClient.removeQueries({ queryKey: finderQueries.all(), type: 'inactive' });
      try {
        const page = await searchAppointments(
          api,
          { companyId, storeIds: [storeId], filter: { start: { between: [start, start] } } },
          { purpose: 'recheck' },
        );
        const record = page.records.find((candidate) => candidate.id === id);
        if (!record) throw new Error('The booking is not found yet.');
        applyChanges(queryClient, companyId, { records: [record], unresolvedIds: [] });
        return record;
      } catch {
        // The day itself knows of it, now or with the next poll.
        await queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
        return null;
      }
    },
    [api, queryClient, companyId, own],
  );
}
