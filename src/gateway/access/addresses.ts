import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address or host name to listen on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  const family = isIP(bare);
  return family !== 0 && LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/** The connection of a request; none without an HTTP server in front. */
type Connected = Pick<Context<{ Bindings: Partial<HttpBindings> }>, 'env'>;

/**
 * The address that a request comes from; behind a reverse proxy (`proxied`) the last one in `X-Forwarded-For`. Used
 * for rate limiting only, not for authentication. `unknown` without an HTTP server in front.
 */
export function clientAddress(c: Connected & Pick<Context, 'req'>, options: { proxied: boolean }): string {
  const forwarded = options.proxied ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || socketAddress(c) || 'unknown';
}

/** The address at the other end of the connection. */
export function socketAddress(c: Connected): string | undefined {
  return c.env?.incoming?.socket.remoteAddress;
}
