import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { ServiceError } from '#contract/error.ts';
import { diskFullError } from '#service/db/database.ts';
import { isDatabaseUnavailable, isDiskFull } from '#service/db/database-errors.ts';

/** The number of seconds after which to retry while the database is unavailable. Starting it takes a few seconds. */
const UNAVAILABLE_RETRY_S = 5;

/**
 * Creates the handler that turns anything thrown into the error body of section 7 of the specification, with an id that is
 * also in the log line. An unavailable database is a temporary error. Anything else that is not a {@link ServiceError} is a
 * bug of the service: it is logged in full, and the response is only `internal_error`.
 */
export function createErrorHandler(logger: Logger) {
  return function reportError(error: Error, context: Context): Response {
    const errorInstanceId = randomUUID();
    const request = { errorInstanceId, method: context.req.method, path: context.req.path };
    const refusal = toServiceError(error);
    if (refusal !== null) {
      const { key, suggestion, status, cause } = refusal;
      const level = status >= 500 ? 'warn' : 'info';
      logger[level](
        { ...request, error: key, suggestion, ...(cause !== undefined && { err: cause }) },
        'request refused',
      );
      return respond(context, refusal, errorInstanceId);
    }
    logger.error({ ...request, err: error }, 'request failed');
    const failure = new ServiceError('internal_error', 'try again; if the error persists, quote the errorInstanceId');
    return respond(context, failure, errorInstanceId);
  };
}

/** The error to send; null for a bug of the service. */
export function toServiceError(error: Error): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (isDiskFull(error)) return diskFullError(error);
  if (!isDatabaseUnavailable(error)) return null;
  const suggestion = 'the database is temporarily unavailable; nothing was saved. Try again in a few seconds';
  return new ServiceError('upstream_unavailable', suggestion, { retryAfterSeconds: UNAVAILABLE_RETRY_S, cause: error });
}

function respond(context: Context, error: ServiceError, errorInstanceId: string): Response {
  // RFC 9110, section 15.5.2: a 401 must say how to authenticate.
  if (error.key === 'authorization_required') context.header('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
  // The rest of the body is not read, so the connection must be closed after this response.
  if (error.key === 'payload_too_large') context.header('Connection', 'close');
  return context.json(error.body(errorInstanceId), error.status);
}
