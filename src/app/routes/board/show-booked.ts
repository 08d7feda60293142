import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { forgetFound, returnedAppointment, searchAppointments } from '#app/api/appointments.ts';
import { readSeries } from '#app/days/series.ts';
import { instantOf } from '#contract/date-time.ts';
import { extensions } from '#contract/extensions.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { byStart } from '#scheduling/course.ts';

export interface Booked {
  id: string;
  /** Instant in UTC. */
  start: string;
  storeId: string;
  /** The chosen room, if a booking can be moved there. */
  roomId: string | null;
  /** All appointments of a course. */
  course?: readonly { id: string }[];
}

interface Desk {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
}

/**
 * Reads back new bookings and adds them to the board immediately; none if they cannot be read yet. The `updatedAt` of
 * each is that of the booking itself, or of the move to the chosen room: Undo must notice what somebody else has changed
 * before it was read back.
 */
export async function showBooked(
  { api, queryClient, companyId }: Desk,
  { id, start, storeId, roomId, course = [{ id }] }: Booked,
): Promise<readonly ReceivedAppointment[]> {
  // Immediately, so that the list already has the booking if the user goes there.
  forgetFound(queryClient);
  try {
    const found =
      course.length > 1
        ? await readSeries(api, companyId, id)
        : await searchAppointments(
            api,
            { companyId, storeIds: [storeId], filter: { start: { between: [start, start] } } },
            { purpose: 'recheck' },
          );
    const created = byStart(found.records.filter((candidate) => course.some((one) => one.id === candidate.id)));
    if (created.length < course.length) throw new Error('The booking was not found yet.');
    const records: ReceivedAppointment[] = [];
    for (const one of created) {
      const record = roomId === null ? one : await moveToRoom(api, companyId, one, roomId);
      returnedAppointment(queryClient, companyId, record);
      records.push(isUnchanged(one) ? record : { ...record, updatedAt: one.createdAt });
    }
    return records;
  } catch {
    // Reloads the days: they include the booking now or after the next poll.
    await queryClient.invalidateQueries({ queryKey: listKeys.days() });
    return [];
  }
}

/** Whether nothing was changed since it was booked, as far as the practice system reports it. */
const isUnchanged = ({ createdAt, updatedAt }: ReceivedAppointment) =>
  createdAt === null || updatedAt === null || instantOf(createdAt) === instantOf(updatedAt);

/** The timeout for moving a booking into the clicked room. */
const ROOM_MS = 8000;

/** Moves the booking into the chosen room; returns it unchanged if that fails, which its notice reports. */
async function moveToRoom(
  api: ApiClient,
  companyId: string,
  created: ReceivedAppointment,
  roomId: string,
): Promise<ReceivedAppointment> {
  const { id, updatedAt } = created;
  if (created.roomId === roomId || updatedAt === null) return created;
  try {
    const change = { companyId, id, expectedUpdatedAt: updatedAt, roomId };
    return await api.call(extensions.changeAppointment, change, { signal: AbortSignal.timeout(ROOM_MS) });
  } catch {
    return created;
  }
}
