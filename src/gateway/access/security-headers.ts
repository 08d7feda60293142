import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const DATA = /^\/(?:api|desk)\//;

/**
 * The headers that keep the page to itself: a content security policy without inline script, no framing, no sniffing, no
 * referrer. `secure` adds Strict-Transport-Security, for a gateway that browsers reach through TLS. Answers under `/api`
 * and `/desk` bring the headers they need (`answerHeaders`).
 */
export function securityHeaders(options: { secure: boolean }): MiddlewareHandler {
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

  return function securityHeaders(c, next) {
    return DATA.test(c.req.path) ? next() : forPages(c, next);
  };
}
