import { instantOf } from '#contract/date-time.ts';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import { findFreeTimes } from '#service/db/free-times.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** Adds the endpoint for the times that can be booked, beyond the specification. */
export function addFreeTimeEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, messageEndpoints.listFreeTimes, ({ input, caller, storeIds }) => {
    const { companyId, visitTypeId, start, end, step, limit } = input;
    const { employeeId = null, roomId = null, petId = null, durationMinutes = null } = input;
    const of = { visitTypeId, employeeId, roomId, petId, durationMinutes, step };
    const query = { companyId, storeIds, start: instantOf(start), end: instantOf(end), ...of };
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'free-times',
      query: [companyId, sortUnique(storeIds), query.start, query.end, ...Object.values(of)],
    };
    return paginate(scope, input.cursor, (position) =>
      findFreeTimes(database, query, { limit, position, now: clock() }),
    );
  });
}
