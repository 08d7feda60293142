import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * The headers of every response under `/api` and `/desk`: always JSON, never stored by the browser or a proxy, of no use as
 * a page, a frame or a part of another site. A plain object, which the HTTP server writes without further copies.
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
 * The headers that isolate the page: a content security policy without inline script, no framing, no sniffing, no referrer.
 * `secure` adds Strict-Transport-Security, for a gateway that browsers reach through TLS. Responses under `/api` and `/desk`
 * bring their own ({@link jsonHeaders}).
 */
export function pageHeaders(options: { secure: boolean }): MiddlewareHandler {
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
    },
    strictTransportSecurity: options.secure ? 'max-age=31536000' : false,
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    xDownloadOptions: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });

  return function pageHeaders(c, next) {
    return JSON_PATHS.test(c.req.path) ? next() : forPages(c, next);
  };
}
