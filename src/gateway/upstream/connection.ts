import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { type ErrorMessageKey, ServiceError } from '#contract/error.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import { type Priority, type RateLimit, readRateLimit } from './request-budget.ts';

/** The default time limits for the practice API, in milliseconds. */
export const upstreamTimeouts = {
  /** For opening a connection. */
  connectMs: 3_000,
  /** For each attempt of a read. */
  readMs: 10_000,
  /** For all attempts of a write together. */
  writeMs: 20_000,
  /** For the readiness check. */
  readyMs: 3_000,
} as const;

export type UpstreamTimeouts = Readonly<Record<'readMs' | 'writeMs', number>>;

/** The API key that a request is sent with. */
export interface Credential {
  readonly key: string;
  /** A keyed hash (HMAC) of the key, used instead of the key for lookups and storage. */
  readonly keyHash: string;
}

/** The kind of a request, which decides how it is shared, retried and budgeted. */
export type RequestKind =
  /** Reads appointments, which change all day. */
  | 'appointments'
  /** Reads reference data: companies, staff, visit types, enums. */
  | 'reference'
  /** Looks up clients and pets. */
  | 'lookup'
  /** Checks whether the practice API answers, or what a key may do. */
  | 'probe'
  /** Reads management data, for managers of the practice: permissions, keys, the history. */
  | 'setup'
  /** Creates an appointment, a client or a pet. */
  | 'create'
  /** Changes an appointment. */
  | 'change'
  /** Changes management data: stores, rooms, visit types, people, keys. */
  | 'manage';
export type WriteKind = 'create' | 'change' | 'manage';

export function isWrite(kind: RequestKind): kind is WriteKind {
  return kind === 'create' || kind === 'change' || kind === 'manage';
}

/** One request to the practice API, with everything that decides how it is sent. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The document's path with its query as sent. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The idempotency key of a create. */
  readonly idempotencyKey: string | null;
  /** Whether it is idempotent. */
  readonly repeatable: boolean;
  readonly credential: Credential;
  readonly kind: RequestKind;
  readonly priority: Priority;
  /** Whether it must not share the response of an earlier request. */
  readonly fresh: boolean;
}

/**
 * A checked response of the practice API. Contains only headers that the gateway uses, so that no cookie, no header about the
 * vendor's servers and no foreign content type reaches a browser.
 */
export interface UpstreamResponse {
  readonly status: number;
  /** The body exactly as the practice API wrote it, decompressed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the body is an error body with a message (section 7). */
  readonly hasMessage: boolean;
  /** The id in an error body; null if it has none that can be logged. */
  readonly errorInstanceId: string | null;
  readonly rateLimit: RateLimit;
  /** The practice API's clock (its `Date` header, epoch milliseconds); null without the header. */
  readonly upstreamTime: number | null;
  /** Whole seconds until a retry makes sense, if the status is 429, or 503 and the practice API gives a time. */
  readonly retryAfterSeconds?: number;
  /** When the request was sent, by the gateway's clock (epoch milliseconds). */
  readonly sentAt: number;
  /** When the last byte arrived, by the gateway's clock (epoch milliseconds). */
  readonly receivedAt: number;
}

/** Sends a request to the practice API. Throws a `ServiceError` for the browser if there is no usable response. */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** A read of rarely changing data, whose response may be shared. */
export function referenceRead(read: Pick<UpstreamRequest, 'target' | 'credential' | 'priority'>): UpstreamRequest {
  const shape = { method: 'GET', contentType: null, body: null, idempotencyKey: null, repeatable: true } as const;
  return { ...shape, ...read, kind: 'reference', fresh: false };
}

/** The practice API's answer to a request, if it has the expected shape. */
export async function readAs<Answer>(
  send: Send,
  request: UpstreamRequest,
  schema: z.core.$ZodType<Answer>,
): Promise<Answer | undefined> {
  const { status, body } = await send(request);
  return status < 300 ? z.safeParse(schema, parseJson(body)).data : undefined;
}

const errorBodySchema = z.object({
  message: z.string().min(1),
  data: z
    .object({ errorInstanceId: z.string().regex(/^[\w.:-]{1,100}$/) })
    .nullish()
    .catch(null),
});

/**
 * Checks a response before any of it is passed on. Throws {@link UpstreamError} (`unusable`) for a 2xx that is not JSON, a
 * redirect, or a body that contains the key. Times are epoch milliseconds.
 */
export function checkResponse(
  response: HttpResponse,
  options: { key: string; sentAt: number; receivedAt: number },
): UpstreamResponse {
  const { key, sentAt, receivedAt } = options;
  const { status, body, header } = response;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const json = parseQuickly(bytes);
  if (status < 200 || (status >= 300 && status < 400)) throw unusable(status, 'a redirect');
  if (status < 300 && json === undefined) throw unusable(status, 'a body that is not JSON');
  if (bytes.includes(key)) throw unusable(status, 'the API key in its body');
  const error = status >= 400 ? errorBodySchema.safeParse(json).data : undefined;
  const upstreamTime = Date.parse(header('date') ?? '');
  const rateLimit = readRateLimit(header, receivedAt);
  const waitMs = status === 503 ? rateLimit.retryAfterMs : null;
  return {
    status,
    body,
    ...(waitMs !== null && { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
    hasMessage: error !== undefined,
    errorInstanceId: error?.data?.errorInstanceId ?? null,
    rateLimit,
    upstreamTime: Number.isNaN(upstreamTime) ? null : upstreamTime,
    sentAt,
    receivedAt,
  };
}

function unusable(status: number, what: string): UpstreamError {
  return new UpstreamError('unusable', `the practice API answered ${status} with ${what}`);
}

/**
 * The JSON value of a body; undefined if it is not JSON. Decoded as Latin-1, which is far faster and equivalent for this
 * check, because bytes beyond ASCII occur only in strings.
 */
function parseQuickly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString('latin1'));
  } catch {
    return undefined;
  }
}

const CLIENT_ERRORS: Partial<Record<number, readonly [ErrorMessageKey, string]>> = {
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
export function mapErrorStatus(response: UpstreamResponse, kind: RequestKind): ServiceError | null {
  const { status, hasMessage } = response;
  if (status < 400 || hasMessage) return null;
  const clientError = CLIENT_ERRORS[status];
  if (clientError !== undefined) return new ServiceError(...clientError);
  if (kind === 'change' && status === 409) {
    return new ServiceError('changed_meanwhile', 'The record has changed since it was read. Read it again.');
  }
  if (isWrite(kind)) return outcomeUnknown(`status ${status}`);
  if (status === 503) {
    const { retryAfterSeconds } = response;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new ServiceError('upstream_unavailable', 'The practice API is not available. Try again.', wait);
  }
  if (status === 504) return new ServiceError('upstream_timeout', 'The practice API took too long. Try again.');
  return new ServiceError('upstream_invalid', `The practice API failed with status ${status}. Try again.`);
}

/** The error for the browser if there is no usable response; other errors are returned unchanged. */
export function mapUpstreamError(cause: unknown, options: { write: boolean }): unknown {
  if (!(cause instanceof UpstreamError)) return cause;
  const { write } = options;
  if (cause.reason === 'not_sent') {
    const suggestion = `The practice API cannot be reached.${write ? ' Nothing was saved.' : ''}`;
    return new ServiceError('upstream_unavailable', suggestion, { cause });
  }
  if (write) return outcomeUnknown(cause);
  switch (cause.reason) {
    case 'timeout':
      return new ServiceError('upstream_timeout', 'The practice API took too long.', { cause });
    case 'lost':
      return new ServiceError('upstream_unavailable', 'The connection to the practice API broke.', { cause });
    case 'unusable':
      return new ServiceError('upstream_invalid', 'The practice API sent a response that cannot be read.', { cause });
  }
}

function outcomeUnknown(cause: unknown): ServiceError {
  return new ServiceError(
    'outcome_unknown',
    'The response was lost. What was sent may have been saved: look for it before sending it again.',
    { cause },
  );
}

/** An HTTP request to the practice API. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The document's path (`/ping`, `/v1/…`) with its query, both as the browser sent them. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Whether it creates or changes something. */
  readonly isWrite: boolean;
}

/** A read request. */
export function readOf(target: string, headers: Record<string, string> = {}): HttpRequest {
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

/** The practice API, embedded or remote. `signal` aborts a request. */
export interface Upstream {
  /** Sends one request and reads the whole response. Throws {@link UpstreamError}. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /**
   * Sends a read with a streaming response. Throws {@link UpstreamError}; the body throws anything if the connection breaks,
   * and ends or throws when aborted, which is necessary to give up a body that was not read to its end.
   */
  open(request: HttpRequest, signal: AbortSignal): Promise<HttpStream>;
}

/** Why there is no usable response. */
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

/** The JSON value of a body or text; undefined if it is not JSON. */
export function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** A host for the URLs of requests to the embedded service, which uses only their path. */
const EMBEDDED_ORIGIN = 'http://practice-api.internal';

/** The practice API in this process, given as a function from Request to Response. */
export function createEmbeddedUpstream(fetch: (request: Request) => Response | Promise<Response>): Upstream {
  async function respond<Body>(
    { method, target, headers, body }: HttpRequest,
    signal: AbortSignal,
    read: (response: Response) => Body | Promise<Body>,
  ) {
    try {
      const response = await fetch(new Request(`${EMBEDDED_ORIGIN}${target}`, { method, headers, body, signal }));
      const header = (name: string) => response.headers.get(name);
      return { status: response.status, header, body: await read(response) };
    } catch (cause) {
      throw new UpstreamError('lost', 'the embedded practice API failed', { cause });
    }
  }
  return {
    send: (request, signal) =>
      respond(request, signal, async (response) => new Uint8Array(await response.arrayBuffer())),
    open: (request, signal) => respond(request, signal, ({ body }) => chunksOf(body, signal)),
  };
}

/** The chunks of a body. `signal` cancels the body even if nobody reads it. */
function chunksOf(body: ReadableStream<Uint8Array> | null, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return {
    async *[Symbol.asyncIterator]() {
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) yield read.value;
    },
  };
}
