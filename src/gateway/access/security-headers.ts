import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * The headers that keep the page to itself: a content security policy without inline script, no framing, no sniffing, no
 * referrer. `secure` adds Strict-Transport-Security, for a gateway that browsers reach through TLS.
 */
export function securityHeaders(options: { secure: boolean }): MiddlewareHandler {
  return secureHeaders({
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
}
