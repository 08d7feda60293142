import { instantOf } from '#contract/date-time.ts';
import { extensions } from '#contract/extensions.ts';
import { findAvailability } from '#service/db/availability.ts';
import { changeAvailability } from '#service/db/change-availability.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** Adds the endpoints for availability entries, beyond the specification: who is on duty, and what cannot be booked. */
export function addAvailabilityEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, extensions.listAvailability, ({ input, caller, storeIds }) => {
    const { companyId, start, end, kind = null, employeeId = null, roomId = null, seriesId = null, limit } = input;
    const of = { kind, employeeId, roomId, seriesId };
    const query = { companyId, storeIds, start: instantOf(start), end: instantOf(end), ...of };
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'availability',
      query: [companyId, sortUnique(storeIds), query.start, query.end, kind, employeeId, roomId, seriesId],
    };
    return paginate(scope, input.cursor, (position) => findAvailability(database, query, { limit, position }));
  });

  addEndpoint(context, extensions.changeAvailability, ({ input, caller: { storeIds, companyStoreIds } }) =>
    inTransaction(database.sql, (transaction) =>
      changeAvailability(transaction, { ...input, storeIds, companyStoreIds }, clock),
    ),
  );
}
