import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

/** Files built by Vite have a content hash in their names, so a file under this path never changes. */
const HASHED_PATH = /^\/assets\//;
const FILE_NAME = /\.[^/]+$/;

/**
 * Serves the built app: compressed (`.br`, `.gz`) if the browser accepts it, hashed files as immutable, everything else with
 * revalidation, and `index.html` for every navigation whose path is not a file.
 */
export function serveAssets(options: { directory: string }): Hono {
  const { directory } = options;
  const app = new Hono();
  app.use(async function setCacheHeaders(c, next) {
    await next();
    if (!c.res.ok) return;
    c.header('Vary', 'Accept-Encoding');
    c.header('Cache-Control', HASHED_PATH.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  const tagged = etag();
  app.use(function addEntityTag(c, next) {
    return HASHED_PATH.test(c.req.path) ? next() : tagged(c, next);
  });
  const files = serveStatic({ root: directory, precompressed: true });
  const index = serveStatic({ root: directory, path: 'index.html', precompressed: true });
  app.get('*', files, async function serveIndex(c, next) {
    if (FILE_NAME.test(c.req.path) || !(c.req.header('accept') ?? '').includes('text/html')) return next();
    return index(c, next);
  });
  return app;
}
