/**
 * The practice API as the gateway sees it: a function from Request to Response. The path of the request's URL is the
 * document's path (`/ping`, `/v1/…`); its host means nothing. The embedded service's `fetch` is one, and so is what
 * `createRemoteUpstream` returns.
 */
export interface Upstream {
  (request: Request): Response | Promise<Response>;
  /** The same in fewer steps, where the practice API is not in this process. */
  readonly exchange?: Exchange;
}

/** A request in its parts. `target` is the document's path with its query. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** An answer that has arrived whole, its body decompressed. */
export interface PlainAnswer {
  readonly status: number;
  /** The value of a header by its name in lower case; null where there is none. */
  header(name: string): string | null;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Sends a request and reads the answer to its end; hands `onGivenUp` what is to be done when nobody waits any longer. */
export type Exchange = (request: PlainRequest, onGivenUp: (act: () => void) => void) => Promise<PlainAnswer>;

/** The host that requests to an upstream function are written with. */
export const upstreamOrigin = 'http://practice-api.internal';

/** Five hundred records of the longest texts stay far below this. */
export const maxBodyBytes = 32 * 1024 * 1024;

/**
 * The practice API could not be asked, or its answer did not arrive. `sent` is false only where it is certain that no
 * byte of the request reached it.
 */
export class UpstreamFailure extends Error {
  readonly sent: boolean;
  readonly timedOut: boolean;

  constructor(message: string, options: { sent: boolean; timedOut?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'UpstreamFailure';
    this.sent = options.sent;
    this.timedOut = options.timedOut ?? false;
  }
}

/** An answer that cannot be used: not JSON, empty, truncated, a redirect, too large, or one that holds the key. */
export class UnusableAnswer extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(`the practice API answered ${status} with ${why}`);
    this.name = 'UnusableAnswer';
    this.status = status;
  }
}
