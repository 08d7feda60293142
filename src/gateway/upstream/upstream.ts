/**
 * The practice API as the gateway sees it: a function from Request to Response. The path of the request's URL is the
 * document's path (`/ping`, `/v1/…`); its host means nothing. The embedded service's `fetch` is one, and so is what
 * `createRemoteUpstream` returns.
 */
export type Upstream = (request: Request) => Response | Promise<Response>;

/** The host that requests to an upstream function are written with. */
export const upstreamOrigin = 'http://practice-api.internal';

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
