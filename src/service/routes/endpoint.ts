import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import { type Endpoint, eventStreamType } from '#contract/endpoint.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { extensions } from '#contract/extensions.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { requiresWriteAccess } from '#contract/permissions.ts';
import { idempotencyKeySchema, uuidSchema } from '#contract/primitives.ts';
import {
  authenticate,
  authorizeStores,
  type Caller,
  createRateLimitHeaders,
  type RateLimit,
  type RecordKey,
} from '#service/db/authentication.ts';
import type { CreateOnce } from '#service/db/create-once.ts';
import type { Database } from '#service/db/database.ts';
import { createInputReader } from './input.ts';

export interface EndpointContext {
  app: Hono;
  database: Database;
  /** The current time in epoch milliseconds. */
  clock: () => number;
  createOnce: CreateOnce;
  /** The rate limit of each key. */
  limit: RateLimit;
}

/** A request that has passed all checks of its endpoint. */
export interface EndpointRequest<Input extends z.ZodMiniObject> {
  input: z.output<Input>;
  /** The path parameters as they were sent. */
  params: Readonly<Record<string, string>>;
  caller: Caller;
  /** The value of a header; undefined if absent. */
  header: (name: string) => string | undefined;
  /** The stores of the request, without duplicates; by default, all stores of the caller. */
  storeIds: string[];
  /** Runs a create request in a transaction, only once per idempotency key, and returns the id of the new record. */
  create: (work: (transaction: postgres.TransactionSql, now: number) => Promise<string>) => Promise<string>;
}

/**
 * The response of an endpoint: a value that becomes JSON, a Uint8Array that is finished JSON, or an event stream.
 */
type EndpointResponse<Response extends z.ZodMiniType> =
  | z.input<Response>
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>;

/** The headers of an event stream. They prevent proxies from buffering or compressing events. */
const eventStreamHeaders = {
  'Content-Type': eventStreamType,
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Serves an endpoint of the contract. Its checks run in the order that the service promises: 401 without a valid key, 429,
 * 403 for a write with a read-only key, 413 and 400 for the input, 403 for the company, the permission and the stores, 404
 * for an unknown store. `handle` does the work; an endpoint that creates something uses `create`.
 *
 * @example addEndpoint(context, endpoints.ping, () => 'pong' as const)
 */
export function addEndpoint<Input extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  context: EndpointContext,
  endpoint: Endpoint<Input, Response>,
  handle: (request: EndpointRequest<Input>) => EndpointResponse<Response> | Promise<EndpointResponse<Response>>,
): void {
  const { app } = context;
  const readInput = createInputReader(endpoint);
  app.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const caller = await requireKey(c, context);
    if (requiresWriteAccess(endpoint) && caller.readOnly)
      throw new ServiceError('read_only_key', 'use a key that may read and write');
    const { input, json } = await readInput(c);
    const idempotencyKey = endpoint.creates ? readIdempotencyKey(c) : null;
    const storeIds = authorizeStores(caller, scopeSchema.parse(input), endpoint.permission);
    if (requiresWriteAccess(endpoint)) context.database.checkFreeSpace();
    const named = idempotencyKey === null ? null : { ...caller, idempotencyKey, request: hashRequest(c, json) };
    const now = context.clock();
    const create: EndpointRequest<Input>['create'] = (work) =>
      context.createOnce(named, now, (transaction) => work(transaction, now));
    let response: EndpointResponse<Response>;
    try {
      const readHeader = (name: string) => c.req.header(name);
      response = await handle({ input, params: c.req.param(), caller, header: readHeader, storeIds, create });
    } catch (error) {
      throw hideCurrentRecord(caller, endpoint, error);
    }
    if (response instanceof ReadableStream) return c.body(response, 200, eventStreamHeaders);
    const body = response instanceof Uint8Array ? response : JSON.stringify(response);
    return c.body(body, 200, { 'Content-Type': 'application/json' });
  });
}

/**
 * The id in the path of a request. Throws the error that `none` creates for a value that is not a UUID, because no record has
 * it.
 */
export function readId({ params }: Pick<EndpointRequest<z.ZodMiniObject>, 'params'>, none: () => ServiceError): string {
  const id = uuidSchema.safeParse(params['id']);
  if (!id.success) throw none();
  return id.data;
}

/** The key of the record in the path of a request. */
export function readRecordKey(
  request: Pick<EndpointRequest<z.ZodMiniObject>, 'caller' | 'params' | 'storeIds'>,
  none: () => ServiceError,
): RecordKey {
  return { companyId: request.caller.companyId, id: readId(request, none), storeIds: request.storeIds };
}

/** Removes the current record from an error if the caller may not read it. */
function hideCurrentRecord(caller: Caller, { conflict }: Pick<Endpoint, 'conflict'>, error: unknown): unknown {
  const mayRead = caller.permissions.includes(conflict?.permission ?? extensions.getAppointment.permission);
  if (mayRead || !(error instanceof ServiceError) || error.current === undefined) return error;
  return new ServiceError(error.key, error.suggestion);
}

/** The idempotency key of a create request; null if absent. Throws 400 for a malformed key. */
function readIdempotencyKey(c: Context): string | null {
  const header = c.req.header(idempotencyKeyHeader);
  if (header === undefined) return null;
  const key = idempotencyKeySchema.safeParse(header);
  if (!key.success) throw invalidInput(idempotencyKeyHeader, key.error.issues[0]?.message ?? 'is malformed');
  return key.data;
}

/** The SHA-256 hash of a request. Equivalent JSON bodies have the same hash. */
function hashRequest(c: Context, json: unknown): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([c.req.method, c.req.path, json], sortProperties))
    .digest();
}

/** Sorts the properties of objects; a replacer for `JSON.stringify`. */
function sortProperties(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The part of an input that names the company and its stores. */
const scopeSchema = z.object({ companyId: z.optional(uuidSchema), storeIds: z.optional(z.array(uuidSchema)) });

/** RFC 6750: the scheme is case-insensitive and followed by spaces. */
const BEARER = /^bearer +(\S+) *$/i;

/** The caller that a request's key belongs to. Adds the rate limit headers to the response to any valid key. */
async function requireKey(c: Context, context: EndpointContext): Promise<Caller> {
  const key = BEARER.exec(c.req.header('Authorization') ?? '')?.[1];
  if (key === undefined) {
    throw new ServiceError('authorization_required', 'send the header Authorization: Bearer <API_KEY>');
  }
  return authenticateCaller(key, context, (headers) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });
}

/**
 * The caller that a key belongs to. Counts one more request of the key. Throws 401 for an invalid key and 429 above the
 * rate limit. For a valid key, `onLimit` receives the rate limit headers, even above the limit.
 */
export async function authenticateCaller(
  key: string,
  { database, clock, limit }: Pick<EndpointContext, 'database' | 'clock' | 'limit'>,
  onLimit: (headers: Record<string, string>) => void,
): Promise<Caller> {
  const now = clock();
  const authenticated = await authenticate(database, { key, now, limit });
  if (authenticated === null) throw new ServiceError('authorization_required', 'the API key is unknown or revoked');
  onLimit(createRateLimitHeaders(authenticated.window, now, limit));
  if (authenticated.window.used > limit.requests) {
    throw new ServiceError('rate_limit_exceeded', 'wait as long as Retry-After says before the next request');
  }
  return authenticated.caller;
}
