import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv } from './access/keyring.ts';
import { findOperation } from './api-routes.ts';
import type { Metrics } from './metrics.ts';

/** The duration from which a request counts as slow. */
const SLOW_MS = 1_000;

/**
 * Logs one line for each request: at `info` if it was slow, if it failed (with the id of the error that the browser received),
 * or if it signs someone in or out, changes a PIN or a lock, or sets up a practice; otherwise at `debug`. A line contains the
 * operation, but no record, search or person: no id, query, body or address.
 */
export function logRequests(options: { logger: Logger; clock: () => number }): MiddlewareHandler<GatewayEnv> {
  const { logger, clock } = options;

  return async function logRequests(c, next) {
    const startedAt = clock();
    await next();
    const { status } = c.res;
    const ms = clock() - startedAt;
    const path = maskParameters(c.req.method, c.req.path);
    const { errorInstanceId, error } = c.var;
    const changesAccess = c.req.method !== 'GET' && ACCESS_PATHS.has(path);
    const level = status >= 400 || ms >= SLOW_MS || changesAccess ? 'info' : 'debug';
    logger[level]({ method: c.req.method, path, status, ms, error, errorInstanceId }, 'request');
  };
}

/** Replaces the parameters in a path, so that the log has only a few different paths and no ids. */
function maskParameters(method: string, path: string): string {
  if (path.startsWith('/api/')) return `/api${findOperation(method, path.slice('/api'.length))?.path ?? '/…'}`;
  for (const area of ['/assets/', '/desk/devices/']) if (path.startsWith(area)) return `${area}…`;
  return KNOWN_PATHS.has(path) ? path : '/…';
}

/** The paths for signing in and out, for PINs, and for setting up a practice. */
const ACCESS_PATHS = new Set([
  '/desk/session',
  '/desk/session/confirm',
  '/desk/session/pin',
  '/desk/sessions',
  '/desk/pin',
  '/desk/lock',
  '/desk/devices/…',
  '/desk/setup',
]);

const KNOWN_PATHS = new Set([
  '/',
  '/desk/devices',
  '/desk/events',
  '/desk/presence',
  '/desk/start',
  '/healthz',
  '/readyz',
  '/metrics',
  ...ACCESS_PATHS,
]);

/** Measures every request of a browser by the area of its path, so that there are few labels. */
export function measureRequests(options: { metrics: Metrics; clock: () => number }): MiddlewareHandler<GatewayEnv> {
  const { metrics, clock } = options;

  return async function measureRequests(c, next) {
    const startedAt = clock();
    await next();
    metrics.request(pathArea(c.req.path), c.res.status, clock() - startedAt);
  };
}

function pathArea(path: string): string {
  for (const area of ['api', 'desk', 'assets']) if (path.startsWith(`/${area}/`)) return area;
  return 'page';
}
