import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { type Logger, pino } from 'pino';
import type { Database } from '#service/db/database.ts';
import { readFeed } from '#service/db/feeds.ts';

const FILE = /^([\w-]+)\.ics$/;

/**
 * The calendars at their secret addresses, `/feeds/{token}.ics`. An unknown or ended one is the 404 of the app that this is
 * mounted in. `clock` returns epoch milliseconds.
 *
 * @example door.route('/', createFeedRoutes({ database }))
 */
export function createFeedRoutes({
  database,
  clock = Date.now,
  logger = pino({ enabled: false }),
}: {
  database: Database;
  clock?: () => number;
  logger?: Logger | undefined;
}): Hono {
  const app = new Hono();
  // The tag is a hash of the calendar, which is the same as long as its appointments are.
  app.get('/feeds/:file', etag(), async (c) => {
    const [, token] = FILE.exec(c.req.param('file')) ?? [];
    const feed = token === undefined ? null : await readFeed(database, token, clock());
    if (feed === null) return c.notFound();
    // Nobody waits for this, and the next reading notes the time again.
    feed.noteReading().catch((error: unknown) => logger.warn({ err: error }, 'the reading of a feed was not noted'));
    return c.body(feed.calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    });
  });
  return app;
}
