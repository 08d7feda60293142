import { messageEndpoints } from '#contract/message-endpoints.ts';
import type { BookingServer } from '#contract/online-booking.ts';
import type { Permission } from '#contract/permissions.ts';
import { type Caller, requireStores } from '#service/db/authentication.ts';
import { insufficientAccessError, requireAllStores } from '#service/db/manage/lock-practice.ts';
import { bookOnlineRequest, deriveBookedRecordIds } from '#service/db/online-booking/book-request.ts';
import {
  findOnlineRequests,
  lockOpenRequest,
  requestNotFoundError,
  writeAnswer,
} from '#service/db/online-booking/requests.ts';
import { countTurnedAwayVisitors, readOnlineBooking, writeOnlineBooking } from '#service/db/online-booking/settings.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, readRecordKey } from './endpoint.ts';

/** Throws 403 for the first permission that the caller lacks. */
function requirePermissions({ permissions }: Caller, needed: readonly Permission[]): void {
  const lacking = needed.find((permission) => !permissions.includes(permission));
  if (lacking !== undefined) throw insufficientAccessError(`the employee of this key lacks the permission ${lacking}`);
}

/**
 * Adds the endpoints for the booking pages of the web site and the requests that come from them, beyond the specification.
 *
 * @param server the server's set-up for booking pages
 */
export function addOnlineBookingEndpoints(context: EndpointContext, server: BookingServer): void {
  const { database, clock } = context;

  addEndpoint(context, messageEndpoints.getOnlineBooking, ({ input }) =>
    readOnlineBooking(database.sql, input.companyId),
  );

  addEndpoint(context, messageEndpoints.putOnlineBooking, ({ input, caller }) => {
    requireAllStores(caller);
    requireStores(
      caller,
      input.stores.map(({ storeId: id }, nth) => ({ field: `stores[${nth}].storeId`, id })),
    );
    return inTransaction(database.sql, (transaction) => writeOnlineBooking(transaction, input, { ...server, clock }));
  });

  addEndpoint(context, messageEndpoints.getBookingServer, () => server);

  addEndpoint(context, messageEndpoints.countTurnedAway, ({ input: { companyId }, storeIds }) =>
    countTurnedAwayVisitors(database.sql, { companyId, storeIds, now: clock() }),
  );

  addEndpoint(context, messageEndpoints.listOnlineRequests, ({ input, caller, storeIds }) => {
    requirePermissions(caller, ['appointments.read']);
    const { companyId, status = null, limit } = input;
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'online-requests',
      query: [companyId, sortUnique(storeIds), status],
    };
    return paginate(scope, input.cursor, (position) =>
      findOnlineRequests(database, { companyId, storeIds, status, now: clock() }, { limit, position }),
    );
  });

  addEndpoint(context, messageEndpoints.bookOnlineRequest, async (request) => {
    const { caller, input, create } = request;
    if (!('id' in input.client)) requirePermissions(caller, ['clients.write']);
    if (!('id' in input.pet)) requirePermissions(caller, ['pets.write']);
    const key = readRecordKey(request, requestNotFoundError);
    const appointmentId = await create((transaction) =>
      bookOnlineRequest({ transaction, actor: caller, clock }, key, input),
    );
    return deriveBookedRecordIds(appointmentId, input);
  });

  addEndpoint(context, messageEndpoints.declineOnlineRequest, (request) => {
    const { expectedUpdatedAt, reason = null } = request.input;
    const key = readRecordKey(request, requestNotFoundError);
    return inTransaction(database.sql, async (transaction) => {
      const open = await lockOpenRequest(transaction, key, { expectedUpdatedAt, clock });
      return writeAnswer(transaction, open, { status: 'declined', reason }, clock());
    });
  });
}
