import type { UpstreamRequest } from './send.ts';

/**
 * Builds the headers of a request to the practice API: our own, and of the browser's only the content type. Its
 * Authorization, cookies and hop-by-hop headers (RFC 9110 section 7.6.1) therefore never get there.
 */
export function upstreamRequestHeaders(request: UpstreamRequest): Record<string, string> {
  const { credential, contentType, body } = request;
  const own = { authorization: `Bearer ${credential.key}`, accept: 'application/json' };
  return body === null || contentType === null ? own : { ...own, 'content-type': contentType };
}

/**
 * The headers of every answer under `/api` and `/desk`: always JSON, never stored by the browser or a proxy, of no use as
 * a page, a frame or a part of another site. A plain object, which the HTTP server writes without further copies.
 */
export const answerHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
