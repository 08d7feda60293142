import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { ServiceError } from '#contract/error.ts';

/**
 * Turns whatever was thrown into the error body of section 7, with an id that the log line carries too. What is not a
 * {@link ServiceError} is our own failure: logged whole, told as nothing but `internal_error`.
 */
export function reportFault(logger: Logger) {
  return function reportFault(error: Error, context: Context): Response {
    const errorInstanceId = randomUUID();
    const about = { errorInstanceId, method: context.req.method, path: context.req.path };
    if (error instanceof ServiceError) {
      logger.info({ ...about, fault: error.key, suggestion: error.suggestion }, 'request refused');
      return answer(context, error, errorInstanceId);
    }
    logger.error({ ...about, err: error }, 'request failed');
    const failure = new ServiceError('internal_error', 'try again; if it stays, quote the errorInstanceId');
    return answer(context, failure, errorInstanceId);
  };
}

function answer(context: Context, error: ServiceError, errorInstanceId: string): Response {
  // RFC 9110, section 15.5.2: a 401 says how to authenticate.
  if (error.key === 'authorization_required') context.header('WWW-Authenticate', 'Bearer');
  // The rest of such a body is not read: the connection ends with this answer.
  if (error.key === 'payload_too_large') context.header('Connection', 'close');
  return context.json(error.body(errorInstanceId), error.status);
}
