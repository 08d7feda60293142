import { z } from 'zod';
import { type ErrorMessageKey, ServiceError } from '#contract/error.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import { type ApiResponse, isWrite, parseJson, type RequestKind } from './practice-api.ts';
import { type ReportedRateLimit, readRateLimit } from './request-budget.ts';

/** The default time limits for the practice API, in milliseconds. */
export const upstreamTimeouts = {
  /** The time limit for opening a connection. */
  connectMs: 3_000,
  /** The time limit for each attempt of a read. */
  readMs: 10_000,
  /** The time limit for all attempts of a write together. */
  writeMs: 20_000,
  /** The time limit for the readiness check. */
  readyMs: 3_000,
} as const;

export type UpstreamTimeouts = Readonly<Record<'readMs' | 'writeMs', number>>;

/**
 * A checked response of the practice API. It contains only headers that the gateway uses, so that no cookie, no header about
 * the vendor's servers and no foreign content type reaches a browser.
 */
export interface CheckedResponse extends ApiResponse {
  readonly rateLimit: ReportedRateLimit;
  /** The practice API's time, from the `Date` header (epoch milliseconds); null if the header is missing or invalid. */
  readonly upstreamTime: number | null;
  /** The time at which the request was sent, by the gateway's clock (epoch milliseconds). */
  readonly sentAt: number;
  /** The time at which the last byte arrived, by the gateway's clock (epoch milliseconds). */
  readonly receivedAt: number;
}

const errorBodySchema = z.object({
  message: z.string().min(1),
  data: z
    .object({ errorInstanceId: z.string().regex(/^[\w.:-]{1,100}$/) })
    .nullish()
    .catch(null),
});

/** The error fields of a response that is not an error. */
export const noErrorFields: Pick<ApiResponse, 'message' | 'errorInstanceId'> = { message: null, errorInstanceId: null };

/** Reads the message key and the id of an error body (section 7 of the specification). Each is null if it is missing. */
export function readError(json: unknown): typeof noErrorFields {
  const error = errorBodySchema.safeParse(json).data;
  return error === undefined
    ? noErrorFields
    : { message: error.message, errorInstanceId: error.data?.errorInstanceId ?? null };
}

/**
 * Checks a response before any of it is passed on. Throws {@link UpstreamError} (`unusable`) for a 2xx that is not JSON, a
 * redirect, or a body that contains the key. Times are epoch milliseconds.
 */
export function checkResponse(
  response: HttpResponse,
  options: { key: string; sentAt: number; receivedAt: number },
): CheckedResponse {
  const { key, sentAt, receivedAt } = options;
  const { status, body, header } = response;
  const json = parseJson(body);
  if (status < 200 || (status >= 300 && status < 400)) throw unusableResponseError(status, 'a redirect');
  if (status < 300 && json === undefined) throw unusableResponseError(status, 'a body that is not JSON');
  if (Buffer.from(body.buffer, body.byteOffset, body.length).includes(key))
    throw unusableResponseError(status, 'the API key in its body');
  const error = status >= 400 ? readError(json) : noErrorFields;
  const upstreamTime = Date.parse(header('date') ?? '');
  const rateLimit = readRateLimit(header, receivedAt);
  const waitMs = status === 503 ? rateLimit.retryAfterMs : null;
  return {
    status,
    body,
    ...(waitMs !== null && { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
    ...error,
    rateLimit,
    upstreamTime: Number.isNaN(upstreamTime) ? null : upstreamTime,
    sentAt,
    receivedAt,
  };
}

function unusableResponseError(status: number, what: string): UpstreamError {
  return new UpstreamError('unusable', `the practice API answered ${status} with ${what}`);
}

const DEFAULT_ERRORS_BY_STATUS: Partial<Record<number, readonly [ErrorMessageKey, string]>> = {
  400: ['invalid_input', 'The practice API refused the request without saying which part of it.'],
  401: ['authorization_required', 'The practice API does not accept the API key.'],
  403: ['insufficient_access', 'The API key may not do this.'],
  404: ['not_found', 'The practice API has no such record.'],
  413: ['payload_too_large', 'The practice API takes no request of this size.'],
  422: ['invalid_input', 'The practice API refused the request without saying which part of it.'],
};

/**
 * The error for a response without a usable error body; null if the response itself can be passed on. For a write, a response
 * that does not prove that nothing was written is `outcome_unknown`.
 */
export function mapErrorStatus(
  response: Pick<ApiResponse, 'status' | 'message' | 'retryAfterSeconds'>,
  kind: RequestKind,
): ServiceError | null {
  const { status, message } = response;
  if (status < 400 || message !== null) return null;
  const clientError = DEFAULT_ERRORS_BY_STATUS[status];
  if (clientError !== undefined) return new ServiceError(...clientError);
  if (kind === 'change' && status === 409) {
    return new ServiceError('changed_meanwhile', 'The record has changed since it was read. Read it again.');
  }
  if (isWrite(kind)) return outcomeUnknownError(`status ${status}`);
  if (status === 503) {
    const { retryAfterSeconds } = response;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new ServiceError('upstream_unavailable', 'The practice API is not available. Try again.', wait);
  }
  if (status === 504) return new ServiceError('upstream_timeout', 'The practice API took too long. Try again.');
  return new ServiceError('upstream_invalid', `The practice API failed with status ${status}. Try again.`);
}

/** Converts an {@link UpstreamError} to the error that the browser receives. Other errors are returned unchanged. */
export function mapUpstreamError(cause: unknown, options: { write: boolean }): unknown {
  if (!(cause instanceof UpstreamError)) return cause;
  const { write } = options;
  if (cause.reason === 'not_sent') {
    const suggestion = `The practice API cannot be reached.${write ? ' Nothing was saved.' : ''}`;
    return new ServiceError('upstream_unavailable', suggestion, { cause });
  }
  if (write) return outcomeUnknownError(cause);
  switch (cause.reason) {
    case 'timeout':
      return new ServiceError('upstream_timeout', 'The practice API took too long.', { cause });
    case 'lost':
      return new ServiceError('upstream_unavailable', 'The connection to the practice API broke.', { cause });
    case 'unusable':
      return new ServiceError('upstream_invalid', 'The practice API sent a response that cannot be read.', { cause });
  }
}

function outcomeUnknownError(cause: unknown): ServiceError {
  return new ServiceError(
    'outcome_unknown',
    'The response was lost. What was sent may have been saved: look for it before sending it again.',
    { cause },
  );
}

/** An HTTP request to the practice API. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path of the specification (`/ping`, `/v1/…`) with its query, both as the browser sent them. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Whether the request creates or changes something. */
  readonly isWrite: boolean;
}

/** Creates a read request. */
export function createHttpRead(target: string, headers: Record<string, string> = {}): HttpRequest {
  return { method: 'GET', target, headers, body: null, isWrite: false };
}

/** A complete HTTP response with a decompressed body. */
export interface HttpResponse {
  readonly status: number;
  /** The value of a header by its name in lower case; null if absent. */
  header(name: string): string | null;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An HTTP response whose body is read as it arrives, without decompression. */
export interface HttpStream extends Omit<HttpResponse, 'body'> {
  readonly body: AsyncIterable<Uint8Array>;
}

/** A practice API over HTTP. `signal` aborts a request. */
export interface Upstream {
  /** Sends one request and reads the whole response. Throws {@link UpstreamError}. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /**
   * Sends a read with a streaming response. Throws {@link UpstreamError}. If the connection breaks, reading the body throws
   * an unspecified error. When aborted, the body ends or throws. Abort to discard a body that was not read to the end.
   */
  open(request: HttpRequest, signal: AbortSignal): Promise<HttpStream>;
}

/** The reasons why there may be no usable response. */
type UpstreamErrorReason =
  /** No byte of the request reached the practice API. */
  | 'not_sent'
  | 'timeout'
  /** The connection broke after the request may have arrived. */
  | 'lost'
  /** A response arrived, but it is a redirect, not JSON, badly compressed, or contains the API key. */
  | 'unusable';

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly reason: UpstreamErrorReason;

  constructor(reason: UpstreamErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Sends one request and reads the whole response, or aborts it after `ms`.
 *
 * @throws UpstreamError
 */
export function askUpstream(
  upstream: Pick<Upstream, 'send'>,
  request: HttpRequest,
  { ms, schedule }: { ms: number; schedule: Environment['schedule'] },
): Promise<HttpResponse> {
  const controller = new AbortController();
  return withTimeout(upstream.send(request, controller.signal), {
    ms,
    schedule,
    onTimeout() {
      controller.abort();
      throw new UpstreamError('timeout', `no response within ${ms} ms`);
    },
  });
}
