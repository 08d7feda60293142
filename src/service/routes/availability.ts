import type * as z from 'zod/mini';
import { instantOf } from '#contract/date-time.ts';
import { extensions } from '#contract/endpoints.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { findAvailability } from '#service/db/availability.ts';
import {
  type AvailabilityKey,
  changeAvailability,
  createAvailability,
  deleteAvailability,
  noSuchEntry,
} from '#service/db/change-availability.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { uniqueSorted } from '#service/domain/appointment-query.ts';
import { pageOf } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, type EndpointRequest } from './endpoint.ts';

/** Who is on duty, and what cannot be booked, beyond the document. */
export function addAvailabilityEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, extensions.listAvailability, ({ input, caller, storeIds }) => {
    const { companyId, start, end, kind = null, employeeId = null, roomId = null, limit } = input;
    const query = { companyId, storeIds, start: instantOf(start), end: instantOf(end), kind, employeeId, roomId };
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'availability',
      query: [companyId, uniqueSorted(storeIds), query.start, query.end, kind, employeeId, roomId],
    };
    return pageOf(scope, input.cursor, (position) => findAvailability(database, query, { limit, position }));
  });

  addEndpoint(context, extensions.createAvailability, ({ input, storeIds, create }) =>
    create((transaction, now) => createAvailability(transaction, { ...input, reach: storeIds }, now)),
  );

  addEndpoint(context, extensions.changeAvailability, (request) => {
    const change = { ...keyOf(request), change: request.input };
    return inTransaction(database.sql, (transaction) => changeAvailability(transaction, change, clock));
  });

  addEndpoint(context, extensions.deleteAvailability, (request) => {
    const deletion = { ...request.input, ...keyOf(request) };
    return inTransaction(database.sql, (transaction) => deleteAvailability(transaction, deletion));
  });
}

/** The key of the entry in a path, limited to the stores of the caller. An id that is not a UUID matches none. */
function keyOf({
  caller,
  params,
  storeIds,
}: Pick<EndpointRequest<z.ZodMiniObject>, 'caller' | 'params' | 'storeIds'>): AvailabilityKey {
  const id = uuidSchema.safeParse(params['id']);
  if (!id.success) throw noSuchEntry();
  return { companyId: caller.companyId, id: id.data, storeIds };
}
