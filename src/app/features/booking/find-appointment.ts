import { SEARCH_TIMEOUT_MS } from '#app/api/api-client.ts';
import type { BookingRequest } from '#app/features/booking/booking-values.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingPorts } from './booking-ports.ts';
import type { SentAppointment } from './draft.ts';

/** How far the service's clock may be behind the browser's, in milliseconds. */
const CLOCK_SKEW = 10 * 60_000;

/** Finds the appointment that was sent, by all that was sent (section 4.4); null where it is not there. */
export async function findAppointment(
  { search }: Pick<BookingPorts, 'search'>,
  appointment: SentAppointment,
): Promise<string | null> {
  const { request, sent, idsBefore } = appointment;
  const earliest = sent.at - CLOCK_SKEW;
  const { records } = await search(
    {
      companyId: request.companyId,
      storeIds: [...request.storeIds],
      limit: 100,
      filter: {
        petId: { eq: request.petId },
        visitTypeId: { eq: request.visitTypeId },
        start: { between: [request.start, request.start] },
        end: { between: [request.end, request.end] },
        createdFrom: { eq: 'external_api' },
        // Where the earlier appointments are loaded, no clock has to be trusted.
        ...(idsBefore === null ? { createdAt: { gte: new Date(earliest).toISOString() } } : {}),
      },
    },
    SEARCH_TIMEOUT_MS,
  );
  const isNew = ({ id, createdAt }: ReceivedAppointment) =>
    idsBefore ? !idsBefore.includes(id) : createdAt === null || instantOf(createdAt) >= earliest;
  // A practice system may ignore the filter.
  return records.find((record) => isEqual(record, request) && isNew(record))?.id ?? null;
}

function isEqual(record: ReceivedAppointment, request: BookingRequest): boolean {
  return (
    record.petId === request.petId &&
    record.visitTypeId === request.visitTypeId &&
    instantOf(record.start) === instantOf(request.start) &&
    instantOf(record.end) === instantOf(request.end) &&
    record.createdFrom === 'external_api' &&
    (record.storeId === null || request.storeIds.includes(record.storeId))
  );
}
