import type { Context } from 'hono';
import type { DeskEnv } from '#gateway/desk-env.ts';

/**
 * The address a request comes from; behind a reverse proxy (`proxied`) the one that the proxy wrote last. Good enough to
 * slow guessing, not to decide who someone is. `unknown` where no HTTP server stands in front.
 */
export function clientAddress(c: Context<DeskEnv>, options: { proxied: boolean }): string {
  const forwarded = options.proxied ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || socketAddress(c) || 'unknown';
}

/** The address at the other end of the connection. */
export function socketAddress(c: Context<DeskEnv>): string | undefined {
  return c.env?.incoming?.socket.remoteAddress;
}
