import { ServiceError } from '#contract/error.ts';
import { type CreatedFeed, createFeedSchema, type Feed } from '#contract/feeds.ts';
import type { CheckedRequest } from './check-request.ts';

export type FeedsInMemory = ReturnType<typeof createFeedsInMemory>;

/** The calendar feeds of a practice in memory, none at first, whose caller is one employee. */
export function createFeedsInMemory({ employeeId: mine }: { employeeId: string }) {
  /** Newest first. */
  const feeds: Feed[] = [];
  /** What the server has been set up with. */
  const server = { publicUrl: 'https://vets.example' as string | null };

  function add(given: Partial<Feed> = {}): Feed {
    const subject = { employeeId: given.storeId ? null : mine, storeId: null };
    const creation = { createdBy: mine, createdAt: new Date().toISOString(), lastReadAt: null };
    const feed = { id: crypto.randomUUID(), withNames: false, ...subject, ...creation, ...given };
    feeds.unshift(feed);
    return feed;
  }

  function end(id: string): true {
    const at = feeds.findIndex((feed) => feed.id === id);
    if (at < 0) throw new ServiceError('not_found', 'id: no such feed, or this key cannot access it');
    feeds.splice(at, 1);
    return true;
  }

  function create(body: unknown, once: (create: () => string) => string): CreatedFeed {
    const { employeeId = null, storeId = null, withNames } = createFeedSchema.parse(body);
    if (server.publicUrl === null) throw new ServiceError('no_public_url', 'the server has no public address');
    const known = new Set(feeds.map(({ id }) => id));
    const id = once(() => add({ employeeId, storeId, withNames: withNames ?? false }).id);
    if (known.has(id)) throw new ServiceError('already_issued', `the feed ${id} was created with this Idempotency-Key`);
    return { id, url: `${server.publicUrl}/feeds/${id.replaceAll('-', '').padEnd(43, 'x')}.ics` };
  }

  return {
    feeds,
    server,
    add,
    /** The response to a request about feeds and their owner; null for any other. */
    respond(
      { name, body }: CheckedRequest,
      { page, once }: { page: (records: readonly unknown[]) => unknown; once: (create: () => string) => string },
    ): unknown {
      const [, ended] = /^DELETE \/v1\/feeds\/([^/]+)$/.exec(name) ?? [];
      if (ended !== undefined) return end(ended);
      switch (name) {
        case 'GET /v1/me':
          return { employeeId: mine };
        case 'GET /v1/feeds':
          return page(feeds);
        case 'POST /v1/feeds':
          return create(body, once);
        default:
          return null;
      }
    },
  };
}
