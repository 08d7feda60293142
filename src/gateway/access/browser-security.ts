import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { isForwarded, isLoopback } from './addresses.ts';
import type { GatewayEnv } from './keyring.ts';

/**
 * Refuses requests whose Host is not one of ours. This prevents DNS rebinding: a page of another site can point its own name
 * at this address, but the browser then still sends that name. An IP address cannot be rebound, and neither can `localhost`.
 *
 * @example app.use(checkHost({ hosts: ['desk.practice.example'] }))
 */
export function checkHost(options: { hosts: readonly string[] }): MiddlewareHandler {
  const hosts = new Set(['localhost', ...options.hosts.map((host) => host.toLowerCase())]);

  return async function checkHost(c, next) {
    const name = parseHostName(hostOf(c));
    if (name === null || (isIP(name) === 0 && !hosts.has(name))) {
      throw new ServiceError('insufficient_access', 'This address is not one of the front desk (PUBLIC_ORIGIN).');
    }
    await next();
  };
}

/** Whether a request was sent to an IP address that is not a loopback address. */
function isSentToNetworkAddress(c: Context): boolean {
  const name = parseHostName(hostOf(c)) ?? '';
  return isIP(name) !== 0 && !isLoopback(name);
}

/** The `Host` header of a request; if there is no HTTP server, as in tests, the host of its URL. */
const hostOf = (c: Context) => c.req.header('host') ?? new URL(c.req.url).host;

/** The name or address of a Host header without its port; null if it is invalid. */
function parseHostName(host: string): string | null {
  const url = parseUrl(`http://${host}`);
  if (url === null || url.username !== '' || url.pathname !== '/') return null;
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Refuses requests that came through a proxy, or were sent to an IP address other than loopback: anyone with access to the
 * proxy could use the shared key. For a gateway that has a shared key but no public origin, and so listens on loopback only.
 */
export function refuseForwardedRequests(): MiddlewareHandler<GatewayEnv> {
  return async function refuseForwardedRequests(c, next) {
    if (isForwarded(c) || isSentToNetworkAddress(c)) {
      throw new ServiceError(
        'insufficient_access',
        'This request came through a proxy, but all desks share one key here, for this machine alone. Set PUBLIC_ORIGIN to the address that browsers use.',
      );
    }
    await next();
  };
}

/**
 * Refuses requests from pages of other sites. Browsers report the origin of a request in `Sec-Fetch-Site`, and in
 * `Origin` for everything but simple reads. A request with neither header is allowed, because it does not come from a
 * page of another site.
 */
export function checkOrigin(options: { publicOrigin: string | null }): MiddlewareHandler {
  const { publicOrigin } = options;

  return async function checkOrigin(c, next) {
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const crossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (crossSite || (origin !== undefined && !isOwnOrigin(origin, ownOrigin(c), publicOrigin))) {
      throw new ServiceError('insufficient_access', 'Only pages of the front desk itself may send this request.');
    }
    await next();
  };
}

/** The origin that a request was sent to, with scheme and port, if there is no reverse proxy. */
function ownOrigin(c: Context): string {
  const { protocol, host } = new URL(c.req.url);
  const named = `${protocol}//${c.req.header('host') ?? host}`;
  return parseUrl(named)?.origin ?? 'null';
}

/**
 * Whether `origin` is our own. Behind a proxy with a public https origin, the same host without TLS is not our own, since its
 * pages could be forged on the way.
 */
function isOwnOrigin(origin: string, own: string, publicOrigin: string | null): boolean {
  const page = parseUrl(origin);
  if (page === null) return false;
  if (publicOrigin === null) return page.origin === own;
  const outside = new URL(publicOrigin);
  return page.origin === outside.origin || (page.origin === own && page.hostname !== outside.hostname);
}

/**
 * Refuses bodies larger than `maxBytes` with 413, and bodies without a length with 411; the app always sends the length. The
 * HTTP server passes on exactly as many bytes as a request announces (RFC 9112 section 6.3), so they need not be counted.
 */
export function limitBody({ maxBytes }: { maxBytes: (request: Request) => number }): MiddlewareHandler {
  return function limitBody(c, next) {
    if (c.req.header('transfer-encoding') !== undefined) {
      throw new ServiceError('length_required', 'Send the body in one piece, with the header Content-Length.');
    }
    const maxSize = maxBytes(c.req.raw);
    if (Number(c.req.header('content-length') ?? 0) <= maxSize) return next();
    throw new ServiceError('payload_too_large', `A request body may have at most ${maxSize / 1024} KiB here.`);
  };
}

/** The whole body of a request. Throws 400 if the browser closes the connection early, which is not an error of ours. */
export async function readBody(c: Context): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await c.req.arrayBuffer());
  } catch (cause) {
    throw incompleteBodyError(cause);
  }
}

/**
 * The parsed input of a request to the gateway itself. Throws `invalid_input` with `problem`, or with the message of the
 * first issue.
 */
export async function readInput<Input>(c: Context, schema: z.core.$ZodType<Input>, problem?: string): Promise<Input> {
  const parsed = z.safeParse(schema, await c.req.json<unknown>().catch(() => null));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ServiceError(
    'invalid_input',
    problem ?? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`,
  );
}

function incompleteBodyError(cause: unknown): ServiceError {
  return new ServiceError('invalid_input', 'The request ended before its body was complete.', { cause });
}

/**
 * The headers of every response under `/api` and `/desk`: always JSON, never stored by the browser or a proxy, and not usable
 * as a page, a frame or a part of another site. They are a plain object, because the HTTP server writes it without copying it.
 */
export const jsonHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const JSON_PATHS = /^\/(?:api|desk)\//;

/**
 * The headers that isolate the page: a content security policy without inline script and with Trusted Types, no framing, no
 * sniffing, no referrer. `secure` adds Strict-Transport-Security, for browsers that connect through TLS. Responses under
 * `/api` and `/desk` have their own headers ({@link jsonHeaders}).
 */
export function addPageHeaders(options: { secure: boolean }): MiddlewareHandler {
  const forPages = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // No text may become HTML or a script, except the URL of the service worker (`app/offline-app.ts`).
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['frontdesk'],
    },
    strictTransportSecurity: options.secure ? 'max-age=31536000' : false,
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    xDownloadOptions: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });

  return function addPageHeaders(c, next) {
    return JSON_PATHS.test(c.req.path) ? next() : forPages(c, next);
  };
}
