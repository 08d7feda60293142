import { useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { onlineRequestQueries } from '#app/api/online-requests.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useGivenAnswers } from '#app/changes/online-requests.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { requesterName } from '#app/text/online-request-text.ts';
import type { AppointmentOrigin, AppointmentStatus } from '#contract/enums.ts';
import { deriveRequestStatus } from '#contract/online-request-rules.ts';
import type { ReceivedAppointment, ReceivedAppointmentType } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { useAnswerInterval } from './client-answers.ts';

/**
 * The requests from the web site at all accessible stores that await an answer, soonest first. Nothing is requested
 * unless `enabled`. The list is empty if the practice system has no such requests.
 */
export function useOnlineRequests({ enabled = true } = {}) {
  const { company, hasOnlineRequests } = useDesk();
  const refetchInterval = useAnswerInterval();
  const query = useQuery({
    ...onlineRequestQueries.open(useApi(), company.id),
    ...{ enabled: enabled && hasOnlineRequests, refetchInterval, retry: retryUntilLoadedOptions.retry },
  });
  const given = useGivenAnswers();
  const now = useMinute();
  const loaded: readonly ReceivedOnlineRequest[] = query.data?.records ?? [];
  return {
    /** Whether the list is loaded. Also true if the practice system has no such requests. */
    isLoaded: !hasOnlineRequests || query.data !== undefined,
    /** Why the list could not be loaded; null if it is loaded or loading. */
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    unreadable: query.data?.unresolvedIds.length ?? 0,
    /** The requests that no one has answered, in this tab or at another desk, and that have not expired. */
    open: loaded
      .filter((request) => deriveRequestStatus(request, now) === 'open' && !given.has(request.id))
      .toSorted((one, other) => (one.start < other.start ? -1 : 1)),
    /** The answers given in this tab that are saved or being sent, keyed by the ids of their requests. */
    given,
  };
}

/**
 * Converts a request to the appointment that it asks for, with the id of the request, for rows and panels that show
 * appointments.
 */
export function toAppointment(
  request: ReceivedOnlineRequest,
  types: ReadonlyMap<string, Pick<ReceivedAppointmentType, 'name' | 'category'>>,
): ReceivedAppointment {
  const { id, storeId, start, end, note, visitTypeId, createdAt, updatedAt, petName } = request;
  const type = types.get(visitTypeId);
  return {
    ...{ id, storeId, start, end, visitTypeId, createdAt, updatedAt, title: petName.trim() || requesterName(request) },
    ...{ petId: null, clientId: null, storeInvoiceId: null, billingContextId: null, roomId: null, location: null },
    ...{ notes: null, bookingNotes: null, clientNotes: note, checkedInAt: null, employees: [] },
    ...{ status: 'requested' satisfies AppointmentStatus, createdFrom: 'plugin' satisfies AppointmentOrigin },
    ...{ visitTypeName: type?.name ?? null, visitTypeCategory: type?.category ?? '' },
  };
}
