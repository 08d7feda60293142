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
  /** An instant in UTC, shared by all boards so that the gateway asks once for all of them. */
  updatedSince: string;
}

/**
 * Everything of the company that was updated after an instant, oldest booking first (section 4.2), all pages or none.
 *
 * @throws ApiError
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
