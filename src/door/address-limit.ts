import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';

/** Hono's environment for the door. The connection is absent if the door is called without an HTTP server, as in tests. */
export interface DoorEnv {
  Bindings: Partial<HttpBindings>;
}

/** The maximum number of requests per minute from one address. */
const MAX_REQUESTS = 60;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;
/** The maximum length of an address. No real one is longer, even with the brackets and the port that a proxy may add. */
const MAX_ADDRESS_LENGTH = 64;

/** Matches 127.0.0.0/8 and ::1. An IPv6 socket reports IPv4 addresses with the prefix `::ffff:`. */
const THIS_MACHINE = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/;

/**
 * The address that a request comes from: the address of the connection or, if a reverse proxy on this machine opened
 * it, the last one in `X-Forwarded-For`.
 */
export function readVisitorAddress(c: Pick<Context<DoorEnv>, 'env' | 'req'>): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  return (THIS_MACHINE.test(peer) && forwarded ? forwarded : peer).slice(0, MAX_ADDRESS_LENGTH);
}

/**
 * Creates a function that counts the requests from each address, of which {@link MAX_REQUESTS} a minute are allowed by
 * default. It returns the milliseconds to wait; 0 for a request that is allowed. `clock` is in epoch milliseconds.
 */
export function createAddressLimit(
  clock: () => number,
  { max, windowMs }: { max: number; windowMs: number } = { max: MAX_REQUESTS, windowMs: WINDOW_MS },
): (address: string) => number {
  const windows = new LRUCache<string, { used: number; until: number }>({ max: MAX_ADDRESSES });
  return function countRequest(address) {
    const now = clock();
    const current = windows.get(address);
    const window = current !== undefined && now < current.until ? current : { used: 0, until: now + windowMs };
    window.used += 1;
    windows.set(address, window);
    return window.used > max ? window.until - now : 0;
  };
}
