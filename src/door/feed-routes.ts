import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Logger } from 'pino';
import type { Database } from '#service/db/database.ts';
import { readFeed } from '#service/db/feeds.ts';
import type { DoorEnv } from './address-limit.ts';

const FEED_FILE = /^([\w-]+)\.ics$/;

/** Serves feeds to calendar programs, each at its secret address `/feeds/{token}.ics`. */
export function addFeedRoutes(
  app: Hono<DoorEnv>,
  { database, clock, logger }: { database: Database; clock: () => number; logger: Logger },
): void {
  // The ETag is a hash of the calendar, so it changes only if the appointments change.
  app.get('/feeds/:file', etag(), async (c) => {
    const [, token] = FEED_FILE.exec(c.req.param('file')) ?? [];
    const feed = token === undefined ? null : await readFeed(database, token, clock());
    if (feed === null) return c.notFound();
    // The time of the reading is stored without delaying the response. If that fails, the next request stores its own time.
    feed.noteReading().catch((error: unknown) => logger.warn({ err: error }, 'the reading of a feed was not noted'));
    return c.body(feed.calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      // Programs may cache the calendar, but must ask whether it has changed.
      'Cache-Control': 'private, no-cache',
    });
  });
}
