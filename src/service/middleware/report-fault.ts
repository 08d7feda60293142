import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { type ErrorMessageKey, serviceError } from '#contract/error.ts';
import { Fault } from '#service/domain/fault.ts';

/**
 * Turns whatever was thrown into the error body of section 7, with an id that the log line carries too. What is not a
 * {@link Fault} is our own failure: logged whole, told as nothing but `internal_error`.
 */
export function reportFault(logger: Logger) {
  return function reportFault(error: Error, context: Context): Response {
    const errorInstanceId = randomUUID();
    const about = { errorInstanceId, method: context.req.method, path: context.req.path };
    if (error instanceof Fault) {
      logger.info({ ...about, fault: error.key, suggestion: error.suggestion }, 'request refused');
      return answer(context, error.key, error.suggestion, errorInstanceId);
    }
    logger.error({ ...about, err: error }, 'request failed');
    return answer(context, 'internal_error', 'try again; if it stays, quote the errorInstanceId', errorInstanceId);
  };
}

function answer(context: Context, key: ErrorMessageKey, suggestion: string, errorInstanceId: string): Response {
  const body = serviceError(key, suggestion, errorInstanceId);
  const status: number = body.data.httpStatus;
  // RFC 9110, section 15.5.2: a 401 says how to authenticate.
  if (key === 'authorization_required') context.header('WWW-Authenticate', 'Bearer');
  // The rest of such a body is not read: the connection ends with this answer.
  if (key === 'payload_too_large') context.header('Connection', 'close');
  return context.json(body, status as ContentfulStatusCode);
}
