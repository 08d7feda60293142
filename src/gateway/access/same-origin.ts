import type { MiddlewareHandler } from 'hono';
import { GatewayError } from '#gateway/gateway-error.ts';

/**
 * Refuses requests that a page of another site makes. Browsers say where a request comes from in `Sec-Fetch-Site`, and in
 * `Origin` for everything but plain reads; programs that say neither are not driven by a foreign page.
 */
export function sameOrigin(options: { publicOrigin: string | null }): MiddlewareHandler {
  const { publicOrigin } = options;

  return async function sameOrigin(c, next) {
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreignSite || (origin !== undefined && !isOwn(origin, c.req.header('host'), publicOrigin))) {
      throw new GatewayError(
        'insufficient_access',
        'Only the front desk itself may ask this, not a page of another site.',
      );
    }
    await next();
  };
}

function isOwn(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: asked, host: askedHost } = new URL(origin);
  return (publicOrigin !== null && asked === new URL(publicOrigin).origin) || askedHost === host;
}
