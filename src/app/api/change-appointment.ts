import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { nextCursorOf } from '#app/api/all-pages.ts';
import { ApiError, asApiError } from '#app/api/api-error.ts';
import type { ApiClient } from '#app/api/client.ts';
import {
  type ReceivedAppointment,
  receivedAppointmentSchema,
  receivedHistoryEntrySchema,
  receivedPageSchema,
} from '#contract/received.ts';

/**
 * The changes of an appointment; absent fields stay as they are. A status is sent as the enum spells it, instants are
 * ISO 8601 in UTC, and null empties a field.
 */
export interface FieldChanges {
  status?: string;
  start?: string;
  end?: string;
  roomId?: string | null;
  /** The main employee. */
  employeeId?: string | null;
  notes?: string | null;
}

interface OneAppointment {
  companyId: string;
  id: string;
}

interface ChangeRequest extends OneAppointment {
  /** The `updatedAt` of the record that the person saw, exactly as received. */
  expectedUpdatedAt: string;
  changes: FieldChanges;
}

function pathOf(id: string): string {
  return `/api/v1/appointments/${encodeURIComponent(id)}`;
}

/**
 * Changes an appointment and returns the new record. The request may be repeated where its answer was lost: a change
 * that is there already is not made twice.
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export function changeAppointment(
  api: ApiClient,
  { companyId, id, expectedUpdatedAt, changes }: ChangeRequest,
  signal: AbortSignal,
): Promise<ReceivedAppointment> {
  return api.patch(pathOf(id), { companyId, expectedUpdatedAt, ...changes }, receivedAppointmentSchema, { signal });
}

const meanwhileSchema = z.object({ data: z.object({ current: receivedAppointmentSchema }) });

/**
 * The current appointment from an error that says that somebody else was first: null where it is not included,
 * undefined for any other error.
 */
export function meanwhileOf(error: unknown): ReceivedAppointment | null | undefined {
  const refused = asApiError(error);
  if (refused?.status !== 409 || refused.messageKey !== 'changed_meanwhile') return undefined;
  return meanwhileSchema.safeParse(refused.body).data?.data.current ?? null;
}

/**
 * Reads one appointment.
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export async function readAppointment(
  api: ApiClient,
  { companyId, id }: OneAppointment,
  signal: AbortSignal,
): Promise<ReceivedAppointment> {
  const options = { query: { companyId }, purpose: 'recheck', signal } as const;
  const record = await api.get(pathOf(id), receivedAppointmentSchema, options);
  if (record.id !== id) throw new ApiError({ kind: 'invalid', status: 200 });
  return record;
}

const historyPageSchema = receivedPageSchema(receivedHistoryEntrySchema);

export const historyQueries = {
  all: () => ['history'] as const,
  /**
   * The history of an appointment, newest first, page by page. `updatedAt` is part of the key, so that a changed
   * appointment loads it again.
   */
  ofAppointment: (api: ApiClient, { companyId, id }: OneAppointment, updatedAt: string | null) =>
    infiniteQueryOptions({
      queryKey: [...historyQueries.all(), { companyId, id, updatedAt }] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get(`${pathOf(id)}/history`, historyPageSchema, {
          query: { companyId, limit: 50, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
    }),
};
