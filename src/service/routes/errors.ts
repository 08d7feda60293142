import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { ServiceError } from '#contract/error.ts';
import { diskIsFull } from '#service/db/database.ts';
import { isDatabaseAway, isDiskFull } from '#service/db/lost-connection.ts';

/** When to ask again while the database is away, in seconds: it takes a few to start. */
const AWAY_S = 5;

/**
 * Turns whatever was thrown into the error body of section 7, with an id that the log line carries too. That the database is
 * away passes by itself. What else is not a {@link ServiceError} is a failure of ours: logged in full, and answered with
 * nothing but `internal_error`.
 */
export function reportError(logger: Logger) {
  return function reportError(error: Error, context: Context): Response {
    const errorInstanceId = randomUUID();
    const request = { errorInstanceId, method: context.req.method, path: context.req.path };
    const refusal = refusalOf(error);
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
    const failure = new ServiceError('internal_error', 'try again; if it stays, quote the errorInstanceId');
    return respond(context, failure, errorInstanceId);
  };
}

/** The error to answer with; null for a failure of ours. */
export function refusalOf(error: Error): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (isDiskFull(error)) return diskIsFull(error);
  if (!isDatabaseAway(error)) return null;
  const suggestion =
    'the database does not answer and is being waited for; nothing was saved. Try again in a few seconds, nobody has to start anything';
  return new ServiceError('upstream_unavailable', suggestion, { retryAfterSeconds: AWAY_S, cause: error });
}

function respond(context: Context, error: ServiceError, errorInstanceId: string): Response {
  // RFC 9110, section 15.5.2: a 401 says how to authenticate.
  if (error.key === 'authorization_required') context.header('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
  // The rest of such a body is not read: the connection is closed with this response.
  if (error.key === 'payload_too_large') context.header('Connection', 'close');
  return context.json(error.body(errorInstanceId), error.status);
}
