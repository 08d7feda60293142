import type { Logger } from 'pino';
import { answerHeaders } from '#gateway/upstream/headers.ts';
import { GatewayError } from './gateway-error.ts';

/**
 * The response for an error: the document's error body under an id that the log line carries too. What is not a
 * {@link GatewayError} is a fault of ours and tells the browser nothing but the id.
 */
export function errorAnswer(error: Error, options: { logger?: Logger | undefined; errorInstanceId: string }): Response {
  const { logger, errorInstanceId } = options;
  const known =
    error instanceof GatewayError
      ? error
      : new GatewayError('internal_error', 'The gateway failed. Quote the error id to your support.', { cause: error });
  if (known.status >= 500) {
    logger?.[known.key === 'internal_error' ? 'error' : 'warn']({ err: known, errorInstanceId }, known.key);
  }
  const headers = new Headers(answerHeaders);
  if (known.retryAfterSeconds !== undefined) headers.set('retry-after', String(known.retryAfterSeconds));
  return Response.json(known.body(errorInstanceId), { status: known.status, headers });
}
