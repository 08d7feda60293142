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

/**
 * Whether a gateway may listen on `host`. With one shared key everyone who reaches the gateway acts with that key, so it
 * listens on loopback only. Returns null when allowed, else a message that says why not and what to do.
 */
export function listenRefusal(options: { access: 'shared' | 'sign_in'; host: string }): string | null {
  const { access, host } = options;
  if (access === 'sign_in' || isLoopback(host)) return null;
  return (
    `Refusing to listen on ${host}: with one shared API key, everyone who can reach this address could read and book ` +
    'appointments without signing in. Leave HOST out to serve this machine alone; or let each receptionist sign in with ' +
    'a key of their own: set ACCESS=sign_in, and leave PRACTICE_API_KEY out if it is set.'
  );
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
