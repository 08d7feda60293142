import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv } from './access/keyring.ts';
import { operationOf } from './api-routes.ts';
import type { Metrics } from './metrics.ts';

/** A request that takes longer is logged like one that failed. */
const SLOW_MS = 1_000;

/**
 * Logs one line for each request, at `debug`, and at `info` when it was slow or failed, with the id of the error that the
 * browser was told, and when it was about who gets in: signing in and out, and setting up. A line says which operation was asked for, never which record, search or person: no id, no query, no
 * body, no address.
 */
export function logRequests(options: { logger: Logger; clock: () => number }): MiddlewareHandler<GatewayEnv> {
  const { logger, clock } = options;

  return async function logRequests(c, next) {
    const startedAt = clock();
    await next();
    const { status } = c.res;
    const ms = clock() - startedAt;
    const { errorInstanceId, error } = c.var;
    const isAboutAccess = c.req.method !== 'GET' && c.req.path.startsWith('/desk/');
    const level = status >= 400 || ms >= SLOW_MS || isAboutAccess ? 'info' : 'debug';
    logger[level](
      { method: c.req.method, path: pathOf(c.req.method, c.req.path), status, ms, error, errorInstanceId },
      'request',
    );
  };
}

/** The path with its parameters replaced, one of a few. */
function pathOf(method: string, path: string): string {
  if (path.startsWith('/api/')) return `/api${operationOf(method, path.slice('/api'.length))?.path ?? '/…'}`;
  if (path.startsWith('/assets/')) return '/assets/…';
  return KNOWN.has(path) ? path : '/…';
}

const KNOWN = new Set([
  '/',
  '/desk/events',
  '/desk/session',
  '/desk/session/confirm',
  '/desk/sessions',
  '/desk/setup',
  '/healthz',
  '/readyz',
  '/metrics',
]);

/** Measures every request of a browser by area of the path, which keeps the number of labels small. */
export function measureRequests(options: { metrics: Metrics; clock: () => number }): MiddlewareHandler<GatewayEnv> {
  const { metrics, clock } = options;

  return async function measureRequests(c, next) {
    const startedAt = clock();
    await next();
    metrics.request(areaOf(c.req.path), c.res.status, clock() - startedAt);
  };
}

function areaOf(path: string): string {
  for (const area of ['api', 'desk', 'assets']) if (path.startsWith(`/${area}/`)) return area;
  return 'page';
}
