import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { type ReceivedAppointment, receivedAppointmentSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedAppointmentSchema);

export interface AppointmentChanges {
  records: ReceivedAppointment[];
  unresolvedIds: string[];
}

interface ChangesSince {
  companyId: string;
  /** An instant in UTC, the same on all boards so that the gateway sends one request for all of them. */
  updatedSince: string;
}

/**
 * All appointments of the company updated after an instant, oldest created first (section 4.2).
 *
 * @throws ApiError when a page fails; then nothing is returned
 */
export function readChanges(
  api: ApiClient,
  { companyId, updatedSince }: ChangesSince,
  signal: AbortSignal,
): Promise<AppointmentChanges> {
  return loadAllPages((cursor) =>
    api.get('/api/v1/appointments', pageSchema, {
      query: { companyId, updatedSince, limit: PAGE_LIMIT, direction: 'asc', cursor },
      purpose: 'poll',
      signal,
    }),
  );
}
