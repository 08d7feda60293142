import { timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { socketAddress } from '#gateway/access/client-address.ts';
import { isLoopback } from '#gateway/access/listen-allowed.ts';
import type { DeskEnv } from '#gateway/desk-env.ts';
import type { Metrics } from './metrics.ts';

/** Times every request of a browser, by area: no label can grow with what people ask for. */
export function timed(options: { metrics: Metrics; clock: () => number }): MiddlewareHandler<DeskEnv> {
  const { metrics, clock } = options;

  return async function timed(c, next) {
    const began = clock();
    await next();
    metrics.request(areaOf(c.req.path), c.res.status, clock() - began);
  };
}

function areaOf(path: string): string {
  for (const area of ['api', 'desk', 'assets']) if (path.startsWith(`/${area}/`)) return area;
  return 'page';
}

/**
 * `/metrics` for Prometheus: to whoever has the token, and to this machine itself unless a reverse proxy passes the
 * request on. `open` answers everyone, for a gateway that listens on loopback only.
 */
export function metricsRoutes(options: { metrics: Metrics; token: string | null; open: boolean }): Hono<DeskEnv> {
  const { metrics, token, open } = options;
  const app = new Hono<DeskEnv>();
  app.get('/metrics', async function exposition(c) {
    const direct = c.req.header('x-forwarded-for') === undefined && c.req.header('forwarded') === undefined;
    const local = direct && isLoopback(socketAddress(c) ?? '');
    if (!open && !local && !holds(c.req.header('authorization'), token)) return c.notFound();
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  });
  return app;
}

function holds(authorization: string | undefined, token: string | null): boolean {
  if (authorization === undefined || token === null) return false;
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
