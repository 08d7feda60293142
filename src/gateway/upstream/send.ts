import type { Priority } from '#gateway/budget/request-budget.ts';
import type { Credential } from '#gateway/keyring.ts';
import type { RequestKind } from './allowed-requests.ts';
import type { Answer } from './answer.ts';

/** One request to the practice API, with all that decides how it is treated on the way. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly credential: Credential;
  readonly kind: RequestKind;
  readonly priority: Priority;
  /** Wants an answer that was asked for after this request came. */
  readonly recheck: boolean;
}

/**
 * Asks the practice API. The steps on the way to it (sharing, retrying, counting, sending) are functions of this shape
 * around the next one. A failure is thrown as a `GatewayError` that the browser can be told.
 */
export type Send = (request: UpstreamRequest) => Promise<Answer>;
