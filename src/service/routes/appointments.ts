import { endpoints } from '#contract/endpoints.ts';
import { invalidInput } from '#contract/error.ts';
import { instantOf } from '#contract/primitives.ts';
import { findAppointments } from '#service/db/appointment-pages.ts';
import { createCountCache } from '#service/db/counts.ts';
import { createAppointment } from '#service/db/create-appointment.ts';
import {
  type AppointmentQuery,
  canonicalQuery,
  queryOfList,
  queryOfSearch,
} from '#service/domain/appointment-query.ts';
import type { Caller } from '#service/domain/caller.ts';
import { type CursorScope, decodeCursor, encodeCursor } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** The appointment list, create and search (sections 4.2 to 4.4). */
export function addAppointmentEndpoints(context: EndpointContext): void {
  const { database, clock } = context;
  const counts = createCountCache();

  /** The page as JSON: the records come out of the database as such, and are not parsed to be written again. */
  async function page(
    { cursorSecret: secret }: Caller,
    endpoint: string,
    query: AppointmentQuery,
    cursor: string | null,
  ) {
    const scope: CursorScope = { secret, endpoint, query: canonicalQuery(query) };
    const after = cursor === null ? null : decodeCursor(scope, cursor);
    const { records, totalCount, position } = await findAppointments({ database, counts }, query, after);
    const nextCursor = position === null ? null : encodeCursor(scope, position);
    const rest = JSON.stringify({ nextCursor, hasMore: nextCursor !== null, totalCount });
    return Buffer.concat([Buffer.from('{"data":['), records, Buffer.from(`],${rest.slice(1)}`)]);
  }

  addEndpoint(context, endpoints.listAppointments, ({ input, caller, storeIds }) =>
    page(caller, 'list', queryOfList(input, storeIds), input.cursor),
  );

  addEndpoint(context, endpoints.searchAppointments, ({ input, caller, storeIds }) =>
    page(caller, 'search', queryOfSearch(input, storeIds), input.cursor),
  );

  addEndpoint(context, endpoints.createAppointment, ({ input, storeIds: [storeId] }) => {
    if (storeId === undefined) throw invalidInput('storeIds', 'must name a store');
    const appointment = { ...input, storeId, start: instantOf(input.start), end: instantOf(input.end) };
    return createAppointment(database, appointment, clock());
  });
}
