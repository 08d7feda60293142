import { instantOf } from '#contract/date-time.ts';
import { extensions } from '#contract/endpoints.ts';
import { findAvailability } from '#service/db/availability.ts';
import {
  changeAvailability,
  createAvailability,
  deleteAvailability,
  noSuchEntry,
} from '#service/db/change-availability.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { uniqueSorted } from '#service/domain/appointment-query.ts';
import { pageOf } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, keyOf } from './endpoint.ts';

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
    const change = { ...keyOf(request, noSuchEntry), change: request.input };
    return inTransaction(database.sql, (transaction) => changeAvailability(transaction, change, clock));
  });

  addEndpoint(context, extensions.deleteAvailability, (request) => {
    const deletion = { ...request.input, ...keyOf(request, noSuchEntry) };
    return inTransaction(database.sql, (transaction) => deleteAvailability(transaction, deletion));
  });
}
