/**
 * Builds the headers of a request to the practice API: our own, and of the browser's only the content type. Its
 * Authorization, cookies and hop-by-hop headers (RFC 9110 section 7.6.1) therefore never get there.
 */
export function upstreamRequestHeaders(options: { key: string; browser: Headers; hasBody: boolean }): Headers {
  const { key, browser, hasBody } = options;
  const headers = new Headers({ authorization: `Bearer ${key}`, accept: 'application/json' });
  const contentType = browser.get('content-type');
  if (hasBody && contentType !== null) headers.set('content-type', contentType);
  return headers;
}

/** The headers of every answer under `/api` and `/desk`: always JSON, never stored by the browser or a proxy. */
export const answerHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
} as const;
