import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { ServiceError } from '#contract/error.ts';

/** Slower requests are logged at `info`, too. */
const SLOW_MS = 1_000;

/**
 * Logs one line for each request that succeeded, at `debug`, or at `info` when it was slow; {@link reportError} logs the others.
 * `routePath` says which operation it was: no line holds a query or a body, so nothing of a person.
 */
export function logRequests({ logger, clock }: { logger: Logger; clock: () => number }): MiddlewareHandler {
  return async function logRequests(context, next) {
    const startedAt = clock();
    await next();
    if (context.error !== undefined) return;
    const ms = clock() - startedAt;
    const { status } = context.res;
    const request = { method: context.req.method, path: routePath(context), status, ms };
    logger[ms >= SLOW_MS ? 'info' : 'debug'](request, 'request');
  };
}

/**
 * Turns whatever was thrown into the error body of section 7, with an id that the log line carries too. What is not a
 * {@link ServiceError} is a failure of ours: logged in full, and answered with nothing but `internal_error`.
 */
export function reportError(logger: Logger) {
  return function reportError(error: Error, context: Context): Response {
    const errorInstanceId = randomUUID();
    const request = { errorInstanceId, method: context.req.method, path: context.req.path };
    if (error instanceof ServiceError) {
      logger.info({ ...request, error: error.key, suggestion: error.suggestion }, 'request refused');
      return respond(context, error, errorInstanceId);
    }
    logger.error({ ...request, err: error }, 'request failed');
    const failure = new ServiceError('internal_error', 'try again; if it stays, quote the errorInstanceId');
    return respond(context, failure, errorInstanceId);
  };
}

function respond(context: Context, error: ServiceError, errorInstanceId: string): Response {
  // RFC 9110, section 15.5.2: a 401 says how to authenticate.
  if (error.key === 'authorization_required') context.header('WWW-Authenticate', 'Bearer');
  // The rest of such a body is not read: the connection is closed with this response.
  if (error.key === 'payload_too_large') context.header('Connection', 'close');
  return context.json(error.body(errorInstanceId), error.status);
}
