import { createContext } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '#app/api/api-error.ts';
import type { PreloadedResponses, ResponseLike } from '#app/api/preloaded-responses.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { type DeskPurpose, deskHeaders } from '#contract/desk.ts';
import type { deskEndpoints } from '#contract/desk-endpoints.ts';
import type { Call } from '#contract/endpoint.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import type { operations } from '#contract/operations.ts';
import { requiresWriteAccess } from '#contract/permissions.ts';
import { receivedErrorSchema } from '#contract/received.ts';
import { createDeskRequest, type DeskRequest } from '#contract/request.ts';

/** A value as it is sent: an enum value may be newer than the specification, and a list may be read-only. */
type SendableValue<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly SendableValue<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: SendableValue<Value[Name]> }
      : Value;

type Endpoints = typeof operations & typeof deskEndpoints;

/** The type that an endpoint accepts as `params` or as `input`. */
type InferSchemaInput<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends z.ZodMiniObject> ? SendableValue<z.input<Schema>> : unknown;

type InferInput<Row> = InferSchemaInput<Row, 'params'> & InferSchemaInput<Row, 'input'>;

/** The path parameters of a call, plus its query or its body: what the endpoint with its method and path accepts. */
export type CallInput<Called extends Call> = Call['path'] extends Called['path']
  ? object
  : InferInput<Extract<Endpoints[keyof Endpoints], Pick<Called, 'method' | 'path'>>>;

/** The part of the response that the app reads; undefined if the call declares no `received` schema. */
export type CallOutput<Called extends Call> = Called extends {
  received: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : undefined;

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * `poll`: yields to other requests when the request budget runs low. `recheck`: never shares the response to an
   * earlier request.
   */
  purpose?: DeskPurpose;
  /**
   * The person on whose behalf the request is sent; by default, the person who is signed in. The gateway never sends it
   * with another person's key.
   */
  person?: string | null;
  /** The idempotency key of a create request, which makes it safe to repeat; only for practice APIs that accept one. */
  idempotencyKey?: string;
}

/** The options of a call that reads. */
export type ReadOptions = Pick<CallOptions, 'signal' | 'purpose'>;

/** A response as it is reported to `onResponse`. */
export interface ResponseReport {
  path: string;
  status: number;
  /** The message key of an error; null if there is none. */
  messageKey: string | null;
  headers: Headers;
  /** When the request was sent, in milliseconds since 1970 on this computer's clock. */
  sentAt: number;
}

export interface ApiClient {
  /** The person on whose behalf the client sends changes (see {@link apiFor}). */
  readonly person?: string | null;
  /**
   * Calls an endpoint once, and returns its response. After a failure of kind `network` or `invalid`, a status of 500
   * and above, or an abort, it is unknown whether anything was created or changed. Repeating a create could then create
   * the record twice, unless the request has an idempotency key and the practice API accepts such keys (see
   * `Capabilities`).
   * @throws ApiError, and the `AbortError` of the signal
   */
  call<Called extends Call>(
    endpoint: Called,
    input: CallInput<Called>,
    options?: CallOptions,
  ): Promise<CallOutput<Called>>;
}

interface ApiClientOptions {
  fetch: typeof fetch;
  /** Prefix of every path; empty for the page's own origin. */
  baseUrl: string;
  /** The responses that were requested before the page's code arrived. */
  preloaded?: PreloadedResponses | null;
  /** Returns the person who is signed in, as far as the page knows; used for requests whose options name no one. */
  person?: () => string | null;
  /** Called for every response, including errors, before the body of a successful one is read. */
  onResponse?: (report: ResponseReport) => void;
}

/**
 * Creates the API client of the app, which calls the gateway. It sends JSON, parses every response with the schema of
 * its endpoint, and throws only {@link ApiError} and the `AbortError` of an aborted request. It never retries.
 *
 * @example
 * const api = createApiClient({ fetch: globalThis.fetch.bind(globalThis), baseUrl: '' });
 * const enums = await api.call(calls.listEnums, { companyId });
 *
 */
export function createApiClient({ fetch, baseUrl, preloaded, person, onResponse }: ApiClientOptions): ApiClient {
  const senderOf = (options: CallOptions) => options.person ?? person?.() ?? null;

  /** Takes the preloaded response to a request; null if there is none. */
  async function takePreloaded(request: DeskRequest, options: CallOptions): Promise<ResponseLike | null> {
    if (!preloaded || options.purpose) return null;
    const response = await preloaded.take(request, () => senderOf(options));
    options.signal?.throwIfAborted();
    const { sentAt } = preloaded;
    if (response)
      onResponse?.({ path: request.path, status: 200, messageKey: null, headers: response.headers, sentAt });
    return response;
  }

  async function send({ method, path, body }: DeskRequest, options: CallOptions): Promise<ResponseLike> {
    const headers = new Headers({ accept: 'application/json' });
    if (body !== null) headers.set('content-type', 'application/json');
    if (options.idempotencyKey) headers.set(idempotencyKeyHeader, options.idempotencyKey);
    const sender = senderOf(options);
    if (sender !== null) headers.set(deskHeaders.person, sender);
    if (options.purpose) headers.set(deskHeaders.purpose, options.purpose);
    const sentAt = Date.now();
    // With low priority, the browser sends a poll after other requests if the connection is slow, as the gateway does.
    const priority = options.purpose === 'poll' ? 'low' : 'auto';
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${path}`, { method, body, headers, priority, signal: options.signal ?? null });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ApiError({ kind: 'network', status: null, cause: error });
    }
    const error = response.ok ? null : await readApiError(response);
    const messageKey = error?.messageKey ?? null;
    onResponse?.({ path, status: response.status, messageKey, headers: response.headers, sentAt });
    if (error !== null) throw error;
    return response;
  }

  async function parse(response: ResponseLike, schema: z.ZodMiniType, signal?: AbortSignal): Promise<unknown> {
    let body: unknown;
    try {
      body = await response.json();
    } catch (error) {
      if (signal?.aborted) throw error;
      // A response that breaks off counts as lost, not as unreadable.
      if (!(error instanceof SyntaxError)) throw new ApiError({ kind: 'network', status: null, cause: error });
      throw new ApiError({ kind: 'invalid', status: response.status, cause: error });
    }
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ApiError({ kind: 'invalid', status: response.status, cause: parsed.error });
    return parsed.data;
  }

  return {
    async call(endpoint, input, options = {}) {
      const request = createDeskRequest(endpoint, input);
      if (requiresWriteAccess(endpoint)) preloaded?.end();
      const response = (preloaded && (await takePreloaded(request, options))) ?? (await send(request, options));
      const answer = endpoint.received && (await parse(response, endpoint.received, options.signal));
      return answer as CallOutput<typeof endpoint>;
    },
  };
}

/**
 * An API client that sends changes on behalf of a person, even after someone else has signed in. Reads are always sent
 * for the person who is signed in now, because the whole page shares the cache.
 */
export function apiFor(person: string | null, api: ApiClient): ApiClient {
  return {
    person,
    call: (endpoint, input, options) =>
      api.call(endpoint, input, requiresWriteAccess(endpoint) ? { person, ...options } : options),
  };
}

async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { message, data } = receivedErrorSchema.parse(body);
  return new ApiError({
    kind: 'http',
    status: response.status,
    messageKey: message,
    suggestion: data.suggestion,
    errorInstanceId: data.errorInstanceId,
    body,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  });
}

/**
 * Parses `Retry-After` in whole seconds (RFC 9110, section 10.2.3); null for the date form, which the API does not use.
 */
function parseRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** The timeout of create requests, in milliseconds. */
export const CREATE_TIMEOUT_MS = 45_000;
/** The timeout of the searches that look up the outcome of a create request, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 15_000;

/** The API client of the app. */
export const ApiContext = createContext<ApiClient | null>(null);
export const useApi = () => useRequiredContext(ApiContext, 'ApiContext');
