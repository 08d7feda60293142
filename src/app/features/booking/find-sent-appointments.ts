import { SEARCH_TIMEOUT_MS } from '#app/api/api-client.ts';
import type { BookingRequest } from '#app/features/booking/booking-request.ts';
import { instantOf } from '#contract/date-time.ts';
import { apiOrigin } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingPorts } from './booking-ports.ts';
import type { SentAppointment } from './draft.ts';

/** How far the service's clock may be behind the browser's, in milliseconds. */
const CLOCK_SKEW = 10 * 60_000;

/**
 * Looks for the appointments that a request may have created, by comparing their fields with the request (section 4.4
 * of the specification). Returns their ids, for a series in the order of the times, or null if they do not exist.
 *
 * @throws ApiError; or Error if only some appointments of a series exist, so that the outcome is unclear
 */
export async function findSentAppointments(
  { search }: Pick<BookingPorts, 'search'>,
  appointment: SentAppointment,
): Promise<string[] | null> {
  const { request, sent, idsBefore } = appointment;
  const earliest = sent.at - CLOCK_SKEW;
  const { times = [{ start: request.start, end: request.end }] } = request;
  const last = times.at(-1) ?? request;
  const { records } = await search(
    {
      companyId: request.companyId,
      storeIds: [...request.storeIds],
      limit: 100,
      filter: {
        petId: { eq: request.petId },
        visitTypeId: { eq: request.visitTypeId },
        start: { between: [request.start, last.start] },
        end: { between: [request.end, last.end] },
        createdFrom: { eq: apiOrigin },
        // The time of creation is needed only if it is unknown which appointments existed before the request.
        ...(idsBefore === null ? { createdAt: { gte: new Date(earliest).toISOString() } } : {}),
      },
    },
    SEARCH_TIMEOUT_MS,
  );
  const isNew = ({ id, createdAt }: ReceivedAppointment) =>
    idsBefore ? !idsBefore.includes(id) : createdAt === null || instantOf(createdAt) >= earliest;
  // The fields are compared again here, since a practice system may ignore the filter.
  const found = times.flatMap(
    (time) => records.find((record) => matchesRequest(record, { ...request, ...time }) && isNew(record))?.id ?? [],
  );
  if (found.length > 0 && found.length < times.length)
    throw new Error('Only some appointments of the series are there.');
  return found.length === 0 ? null : found;
}

function matchesRequest(record: ReceivedAppointment, request: BookingRequest): boolean {
  return (
    record.petId === request.petId &&
    record.visitTypeId === request.visitTypeId &&
    instantOf(record.start) === instantOf(request.start) &&
    instantOf(record.end) === instantOf(request.end) &&
    record.createdFrom === apiOrigin &&
    (record.storeId === null || request.storeIds.includes(record.storeId))
  );
}
