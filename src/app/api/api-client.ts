import { createContext, useContext } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#app/api/api-error.ts';
import { type DeskPurpose, deskHeaders } from '#contract/desk.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { receivedErrorSchema } from '#contract/received.ts';

/** Values of a query string. Null and undefined are left out; lists are comma-separated. */
export type QueryValues = Record<string, string | number | readonly string[] | null | undefined>;

export interface RequestOptions {
  query?: QueryValues;
  signal?: AbortSignal;
  /** `poll`: waits first when the request budget runs low. `recheck`: gets an answer that no earlier request shares. */
  purpose?: DeskPurpose;
  /** The person for whom it is sent (`DeskSession`): the gateway sends nothing with the key of another one. */
  person?: string | null;
  /** The idempotency key of a create, with which it may be repeated; only where the practice API accepts it. */
  idempotencyKey?: string;
}

/** The headers of a response that the app uses. */
export interface ResponseReport {
  path: string;
  status: number;
  /** The message key of an error; null where there is none. */
  messageKey: string | null;
  headers: Headers;
  /** When the request was sent, in this computer's milliseconds since 1970. */
  sentAt: number;
}

export interface ApiClient {
  /** The person for whom it sends what changes something (see {@link apiFor}). */
  readonly person?: string | null;
  get<Schema extends z.ZodMiniType>(path: string, schema: Schema, options?: RequestOptions): Promise<z.output<Schema>>;
  post<Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
    options?: RequestOptions,
  ): Promise<z.output<Schema>>;
  patch: ApiClient['post'];
  delete(path: string, options?: RequestOptions): Promise<void>;
}

interface ApiClientOptions {
  fetch: typeof fetch;
  /** Prefix of every path; empty for the page's own origin. */
  baseUrl: string;
  /** The person whom the page knows to be signed in, for requests that name nobody. */
  person?: () => string | null;
  /** Called for every response, including errors, before the body of a successful one is read. */
  onResponse?: (report: ResponseReport) => void;
}

/**
 * Creates the client of the gateway. It sends JSON, parses every response with a schema, and throws only
 * {@link ApiError} and the `AbortError` of an aborted request. It never retries.
 *
 * @example
 * const api = createApiClient({ fetch: globalThis.fetch.bind(globalThis), baseUrl: '' });
 * const enums = await api.get('/api/v1/enums', receivedEnumsSchema, { query: { companyId } });
 */
export function createApiClient({ fetch, baseUrl, person, onResponse }: ApiClientOptions): ApiClient {
  async function send(path: string, init: RequestInit, options: RequestOptions = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('accept', 'application/json');
    if (options.idempotencyKey) headers.set(idempotencyKeyHeader, options.idempotencyKey);
    const sender = options.person ?? person?.() ?? null;
    if (sender !== null) headers.set(deskHeaders.person, sender);
    if (options.purpose) headers.set(deskHeaders.purpose, options.purpose);
    const url = `${baseUrl}${path}${queryString(options.query)}`;
    const sentAt = Date.now();
    // On a slow line what nobody waits for stands back, as it does in the gateway.
    const priority = options.purpose === 'poll' ? 'low' : 'auto';
    let response: Response;
    try {
      response = await fetch(url, { ...init, headers, priority, signal: options.signal ?? null });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ApiError({ kind: 'network', status: null, cause: error });
    }
    const error = response.ok ? null : await errorOf(response);
    const messageKey = error?.messageKey ?? null;
    onResponse?.({ path, status: response.status, messageKey, headers: response.headers, sentAt });
    if (error !== null) throw error;
    return response;
  }

  async function parse<Schema extends z.ZodMiniType>(response: Response, schema: Schema, signal?: AbortSignal) {
    let body: unknown;
    try {
      body = await response.json();
    } catch (error) {
      if (signal?.aborted) throw error;
      // What was cut on its way is a lost answer, not one that cannot be read.
      if (!(error instanceof SyntaxError)) throw new ApiError({ kind: 'network', status: null, cause: error });
      throw new ApiError({ kind: 'invalid', status: response.status, cause: error });
    }
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ApiError({ kind: 'invalid', status: response.status, cause: parsed.error });
    return parsed.data;
  }

  return {
    async get(path, schema, options) {
      return parse(await send(path, { method: 'GET' }, options), schema, options?.signal);
    },
    async post(path, body, schema, options) {
      return parse(await send(path, withBody('POST', body), options), schema, options?.signal);
    },
    async patch(path, body, schema, options) {
      return parse(await send(path, withBody('PATCH', body), options), schema, options?.signal);
    },
    async delete(path, options) {
      await send(path, { method: 'DELETE' }, options);
    },
  };
}

/** The read that is sent as a POST, since what it looks for may be long. */
const SEARCH = '/api/v1/appointments/search';

/**
 * A client that sends what changes something for a person, also once somebody else has signed in. Reads go out for whoever the page
 * knows to be signed in, since what they load is cached for the page.
 */
export function apiFor(person: string | null, api: ApiClient): ApiClient {
  return {
    person,
    get: api.get,
    post: (path, body, schema, options) =>
      api.post(path, body, schema, path === SEARCH ? options : { person, ...options }),
    patch: (path, body, schema, options) => api.patch(path, body, schema, { person, ...options }),
    delete: (path, options) => api.delete(path, { person, ...options }),
  };
}

function withBody(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function queryString(query: QueryValues = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    params.set(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { message, data } = receivedErrorSchema.parse(body);
  return new ApiError({
    kind: 'http',
    status: response.status,
    messageKey: message,
    suggestion: data.suggestion,
    errorInstanceId: data.errorInstanceId,
    body,
    retryAfterSeconds: retryAfter(response.headers.get('retry-after')),
  });
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3) in whole seconds; this API does not use the form of a date. */
function retryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** Another implementation's ids need not be UUIDs of the versions that the document lists. */
const createdSchema = z.string().check(z.minLength(1));

/** The timeouts of creates, and of the searches that find out what became of one, in milliseconds. */
export const CREATE_TIMEOUT_MS = 45_000;
export const SEARCH_TIMEOUT_MS = 15_000;

export type CreateOptions = Pick<RequestOptions, 'signal' | 'idempotencyKey'>;

/**
 * Creates something and returns its id. The request is sent once. After a failure of kind `network` or `invalid`, a status
 * of 500 and above, or an abort, it is not known whether it was created, and repeating it could create it twice, unless it
 * has an idempotency key that the practice API accepts (`Capabilities`).
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export function sendCreate(api: ApiClient, path: string, body: object, options: CreateOptions): Promise<string> {
  return api.post(path, body, createdSchema, options);
}

const ApiContext = createContext<ApiClient | null>(null);

export const ApiProvider = ApiContext.Provider;

/** The API client of the app. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi is used outside ApiProvider');
  return api;
}
