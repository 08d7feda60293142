import { ServiceError } from '#contract/error.ts';
import type { CreatedFeed } from '#contract/feeds.ts';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import { requireStores } from '#service/db/authentication.ts';
import { createFeed, endFeed, findFeeds } from '#service/db/feeds.ts';
import { notFoundError } from '#service/db/manage/lock-practice.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, readId } from './endpoint.ts';

/**
 * Adds the endpoints for calendar feeds, beyond the specification. `publicUrl` is the URL of the public door, without a
 * trailing slash; null if there is none.
 */
export function addFeedEndpoints(context: EndpointContext, publicUrl: string | null): void {
  const { database, clock } = context;

  addEndpoint(context, messageEndpoints.createFeed, async ({ input, caller, create }) => {
    const { employeeId = null, storeId = null, withNames } = input;
    if (storeId !== null) requireStores(caller, [{ field: 'storeId', id: storeId }]);
    if (publicUrl === null)
      throw new ServiceError('no_public_url', 'the server has no public address: set PUBLIC_URL and PUBLIC_PORT');
    const created: CreatedFeed[] = [];
    const id = await create(async (transaction, now) => {
      const feed = { employeeId, storeId, withNames: withNames ?? false };
      const { id, token } = await createFeed({ transaction, now }, caller, feed);
      created.push({ id, url: `${publicUrl}/feeds/${token}.ics` });
      return id;
    });
    const [feed] = created;
    if (feed !== undefined) return feed;
    const suggestion = `the feed ${id} was created with this Idempotency-Key, and its address is shown only once: end it and create another`;
    throw new ServiceError('already_issued', suggestion);
  });

  addEndpoint(context, messageEndpoints.listFeeds, ({ caller, input: { limit, cursor } }) => {
    const { companyId, employeeId, cursorSecret: secret } = caller;
    const isManager = caller.permissions.includes('practice.write');
    const scope = { secret, endpoint: 'feeds', query: [companyId, isManager ? null : employeeId] };
    return paginate(scope, cursor, (position) => findFeeds(database, caller, { limit, position }));
  });

  addEndpoint(context, messageEndpoints.endFeed, async (request) => {
    const id = readId(request, () => notFoundError('id: must be a UUID'));
    await endFeed(database, request.caller, { id, now: clock() });
    return true as const;
  });
}
