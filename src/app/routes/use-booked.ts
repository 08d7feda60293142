import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentQueries, searchAppointments } from '#app/api/appointment-queries.ts';
import { changeAppointment } from '#app/api/change-appointment.ts';
import type { ApiClient } from '#app/api/client.ts';
import { finderQueries } from '#app/features/finder/finder-queries.ts';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface Booked {
  id: string;
  /** Instant in UTC. */
  start: string;
  storeId: string;
  /** The room that was clicked, where a booking can be moved there. */
  roomId: string | undefined;
}

/** The timeout for moving a booking into the clicked room. */
const ROOM_MS = 8000;

/** Reads back a new booking and puts it on the board at once; null where it cannot be read yet. */
export function useBooked(companyId: string, own: (id: string) => () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ id, start, storeId, roomId }: Booked): Promise<ReceivedAppointment | null> => {
      const isBooked = own(id);
      // Cached lists lack it; an open one is reloaded only by its user.
      queryClient.removeQueries({ queryKey: finderQueries.all(), type: 'inactive' });
      try {
        const page = await searchAppointments(
          api,
          { companyId, storeIds: [storeId], filter: { start: { between: [start, start] } } },
          { purpose: 'recheck' },
        );
        const made = page.records.find((candidate) => candidate.id === id);
        if (!made) throw new Error('The booking is not found yet.');
        const record = roomId === undefined ? made : await putInto(api, companyId, made, roomId);
        applyChanges(queryClient, companyId, { records: [record], unresolvedIds: [] });
        return record;
      } catch {
        // Reloads the days, which have it now or after the next poll.
        await queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
        return null;
      } finally {
        isBooked();
      }
    },
    [api, queryClient, companyId, own],
  );
}

/** Moves the booking into the clicked room; unchanged where that fails, which its notice says. */
async function putInto(
  api: ApiClient,
  companyId: string,
  made: ReceivedAppointment,
  roomId: string,
): Promise<ReceivedAppointment> {
  const { id, updatedAt } = made;
  if (made.roomId === roomId || updatedAt === null) return made;
  try {
    const request = { companyId, id, expectedUpdatedAt: updatedAt, changes: { roomId } };
    return await changeAppointment(api, request, AbortSignal.timeout(ROOM_MS));
  } catch {
    return made;
  }
}
