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

/** The part of a request's context that has the connection, which is absent if there is no HTTP server, as in tests. */
type ConnectionContext = Pick<Context<{ Bindings: Partial<HttpBindings> }>, 'env'>;

/**
 * The address that a request comes from; behind a reverse proxy (`proxied`) the last one in `X-Forwarded-For`. Used
 * for rate limiting only, not for authentication. It is `unknown` if there is no HTTP server, as in tests.
 */
export function readBrowserAddress(c: ConnectionContext & Pick<Context, 'req'>, options: { proxied: boolean }): string {
  const forwarded = options.proxied ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown';
}

/** Headers that proxies add; browsers send none of them. */
const PROXY_HEADERS = /^(?:forwarded|via|x-(?:forwarded|original)(?:-.+)?|x-real-ip|.+-(?:client|connecting)-ip)$/;

/**
 * Whether a request shows signs of a proxy: its headers, or HTTP/1.0, which browsers no longer use and nginx uses by default
 * for the servers behind it. A proxy that adds no headers cannot be distinguished from a browser.
 */
export function isForwarded(c: ConnectionContext & Pick<Context, 'req'>): boolean {
  return c.env?.incoming?.httpVersion === '1.0' || Object.keys(c.req.header()).some((name) => PROXY_HEADERS.test(name));
}

/**
 * Whether a request comes from this machine and was sent to one of its loopback names without a proxy. Always true if there is
 * no HTTP server, as in tests.
 */
export function isFromThisMachine(c: ConnectionContext & Pick<Context, 'req'>): boolean {
  const incoming = c.env?.incoming;
  if (incoming === undefined) return true;
  return isLoopback(incoming.socket.remoteAddress ?? '') && isLoopback(new URL(c.req.url).hostname) && !isForwarded(c);
}
