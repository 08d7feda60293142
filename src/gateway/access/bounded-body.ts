import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { GatewayError } from '#gateway/gateway-error.ts';

/** Bodies up to this size pass; the practice API's own limit is the same. */
const MAX_BYTES = 1024 * 1024;

/** Refuses bodies of more than 1 MiB with 413. Requests that have none pass without being looked into. */
export function boundedBody(): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new GatewayError('payload_too_large', 'A request body may have at most 1 MiB.');
    },
  });

  return function boundedBody(c, next) {
    return c.req.method === 'GET' ? next() : limit(c, next);
  };
}
