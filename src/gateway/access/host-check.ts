import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { GatewayError } from '#gateway/gateway-error.ts';

/**
 * Refuses requests whose Host names a machine that is not ours, against DNS rebinding: a page of another site can point
 * its own name at this address, but the browser then still sends that name. An IP address cannot be rebound, and neither
 * can `localhost`.
 *
 * @example app.use(hostCheck({ hosts: ['desk.practice.example'] }))
 */
export function hostCheck(options: { hosts: readonly string[] }): MiddlewareHandler {
  const hosts = new Set(['localhost', ...options.hosts.map((host) => host.toLowerCase())]);
  let lastAllowed: string | null = null;

  return async function hostCheck(c, next) {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (host !== lastAllowed) {
      const name = hostName(host);
      if (name === null || (isIP(name) === 0 && !hosts.has(name))) {
        throw new GatewayError('insufficient_access', 'This address is not one of the front desk (PUBLIC_ORIGIN).');
      }
      lastAllowed = host;
    }
    await next();
  };
}

/** The name or address of a Host header without its port; null where it is none. */
function hostName(host: string): string | null {
  if (!URL.canParse(`http://${host}`)) return null;
  const url = new URL(`http://${host}`);
  if (url.username !== '' || url.pathname !== '/') return null;
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}
