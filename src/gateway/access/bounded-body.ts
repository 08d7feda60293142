import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { GatewayError } from '#gateway/gateway-error.ts';

/** Bodies up to this size pass; the practice API's own limit is the same. */
const MAX_BYTES = 1024 * 1024;

/**
 * Refuses bodies of more than 1 MiB with 413. The HTTP server lets through exactly as many bytes as a request announces
 * (RFC 9112 section 6.3), so only a body that announces nothing has to be counted while it arrives.
 */
export function boundedBody(): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: MAX_BYTES, onError: refuse });

  return function boundedBody(c, next) {
    if (c.req.method === 'GET') return next();
    const announced = c.req.header('content-length');
    if (announced === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(announced) <= MAX_BYTES ? next() : refuse();
  };
}

function refuse(): never {
  throw new GatewayError('payload_too_large', 'A request body may have at most 1 MiB.');
}
