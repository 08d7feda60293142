/** An HTTP request to the practice API. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The document's path (`/ping`, `/v1/…`) with its query, both as the browser sent them. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** A complete HTTP response, its body decompressed. */
export interface HttpResponse {
  readonly status: number;
  /** The value of a header by its name in lower case; null where there is none. */
  header(name: string): string | null;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * The practice API, embedded or remote: sends one request and reads the whole response. Throws {@link UpstreamError}.
 * `signal` aborts it.
 */
export type Upstream = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;

/** Why there is no usable response. */
export type UpstreamErrorReason =
  /** No byte of the request reached the practice API. */
  | 'not_sent'
  | 'timeout'
  /** The connection broke after the request may have arrived. */
  | 'lost'
  /** A response came, but it is a redirect, not JSON, badly compressed, or it holds the API key. */
  | 'unusable';

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly reason: UpstreamErrorReason;

  constructor(reason: UpstreamErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** A host for the URLs of requests to the embedded service, which uses only their path. */
const EMBEDDED_ORIGIN = 'http://practice-api.internal';

/** The practice API in this process, given as a function from Request to Response. */
export function createEmbeddedUpstream(fetch: (request: Request) => Response | Promise<Response>): Upstream {
  return async function embeddedUpstream({ method, target, headers, body }, signal) {
    try {
      const response = await fetch(new Request(`${EMBEDDED_ORIGIN}${target}`, { method, headers, body, signal }));
      return {
        status: response.status,
        header: (name) => response.headers.get(name),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    } catch (cause) {
      throw new UpstreamError('lost', 'the embedded practice API failed', { cause });
    }
  };
}
