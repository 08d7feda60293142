import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { forgetFound, returnedAppointment, searchAppointments } from '#app/api/appointments.ts';
import { extensions } from '#contract/endpoints.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

export interface Booked {
  id: string;
  /** Instant in UTC. */
  start: string;
  storeId: string;
  /** The room that was chosen, where a booking can be moved there. */
  roomId: string | null;
}

interface Desk {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
}

/** Reads back a new booking and puts it on the board at once; null where it cannot be read yet. */
export async function showBooked(
  { api, queryClient, companyId }: Desk,
  { id, start, storeId, roomId }: Booked,
): Promise<ReceivedAppointment | null> {
  // At once: whoever goes to the list now finds the booking there.
  forgetFound(queryClient);
  try {
    const page = await searchAppointments(
      api,
      { companyId, storeIds: [storeId], filter: { start: { between: [start, start] } } },
      { purpose: 'recheck' },
    );
    const made = page.records.find((candidate) => candidate.id === id);
    if (!made) throw new Error('The booking is not found yet.');
    const record = roomId === null ? made : await putInto(api, companyId, made, roomId);
    returnedAppointment(queryClient, companyId, record);
    return record;
  } catch {
    // Reloads the days, which have it now or after the next poll.
    await queryClient.invalidateQueries({ queryKey: listKeys.days() });
    return null;
  }
}

/** The timeout for moving a booking into the clicked room. */
const ROOM_MS = 8000;

/** Moves the booking into the chosen room; unchanged where that fails, which its notice says. */
async function putInto(
  api: ApiClient,
  companyId: string,
  made: ReceivedAppointment,
  roomId: string,
): Promise<ReceivedAppointment> {
  const { id, updatedAt } = made;
  if (made.roomId === roomId || updatedAt === null) return made;
  try {
    const change = { companyId, id, expectedUpdatedAt: updatedAt, roomId };
    return await api.call(extensions.changeAppointment, change, { signal: AbortSignal.timeout(ROOM_MS) });
  } catch {
    return made;
  }
}
