import { Hono } from 'hono';
import { z } from 'zod';
import { type Capabilities, deskHeaders } from '#contract/desk.ts';
import { defaultMaxBytes, type Endpoint, writes } from '#contract/endpoint.ts';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type Operation as OperationName, operations } from '#contract/operations.ts';
import type { RequireFreshKey } from '#gateway/access/confirm-key.ts';
import type { KeyRights } from '#gateway/access/key-rights.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import { isAddition } from '#gateway/upstream/capabilities.ts';
import type { KeyBudgets, Priority } from '#gateway/upstream/request-budget.ts';
import { jsonHeaders, readBody } from './access/browser-security.ts';
import { isWrite, parseJson, type RequestKind, type Send, type UpstreamRequest } from './upstream/connection.ts';

/**
 * The permissions (null: none) of the operations that read rarely changing data.
 */
const REFERENCE = new Set([null, 'employees.read', 'appointment_types.read']);

/**
 * The kind of an operation's requests, according to what it does and its permission. Reading keys and other management data
 * requires a permission to write.
 */
function kindOf(name: OperationName): RequestKind {
  if (name === 'ping') return 'probe';
  const { creates, permission }: Endpoint = operations[name];
  const isManagement = permission === 'practice.write';
  if (writes(operations[name])) return isManagement ? 'manage' : creates ? 'create' : 'change';
  if (isManagement) return 'setup';
  if (REFERENCE.has(permission)) return 'reference';
  return permission === 'appointments.read' ? 'appointments' : 'lookup';
}

/**
 * Writes that may be repeated after a lost response, whatever the body: a revoked key stays revoked, an imported record is
 * not imported again, an availability entry that already has the requested values is not written, and a reason stays the
 * same.
 */
const REPEATABLE = new Set<OperationName>(['revokeKey', 'importRecords', 'changeAvailability', 'giveReason']);

/** The pattern of a path parameter. */
const SEGMENT = '[A-Za-z0-9_-]{1,100}';

/** An operation of the contract, for matching requests. */
interface Operation {
  readonly name: OperationName;
  readonly method: UpstreamRequest['method'];
  /** The path as in the contract, with parameters in braces. */
  readonly path: string;
  readonly kind: RequestKind;
}

/** The operations of the contract; other requests are refused. Events have separate streams (`events/`). */
const OPERATIONS = (Object.keys(operations) as OperationName[])
  .filter((name) => name !== 'listEvents')
  .map((name) => {
    const { method, path }: Endpoint = operations[name];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, SEGMENT)}$`);
    return { name, method, path, kind: kindOf(name), pattern };
  });

/** The operation for a method and a path as sent (without prefix, not decoded); null if the contract has none. */
export function operationOf(method: string, path: string): Operation | null {
  return OPERATIONS.find((operation) => operation.method === method && operation.pattern.test(path)) ?? null;
}

/** The maximum size in bytes of the body of a browser's request. */
export function maxBytesOf({ method, url }: Pick<Request, 'method' | 'url'>): number {
  const operation = operationOf(method, splitUrl(url).path);
  const { maxBytes = defaultMaxBytes }: Endpoint = operations[operation?.name ?? 'ping'];
  return maxBytes;
}

/** Whether a browser's request changes something in the practice system. */
export function isWriteRequest({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const operation = operationOf(method, splitUrl(url).path);
  return operation !== null && isWrite(operation.kind);
}

const PREFIX = '/api';

/**
 * `/api/*`: forwards the document's requests, and extensions that the practice API describes, with the key of the request.
 * Every response contains the remaining budget of the key and the practice API's clock (`deskHeaders`).
 */
export function apiRoutes(options: {
  send: Send;
  /** Called with the status and body of each response to a write, before it is passed on. */
  onWritten: KeyRights['onWritten'];
  budgets: KeyBudgets;
  /** The practice API's clock, in milliseconds since 1970. */
  now: () => number;
  capabilities: () => Capabilities;
  /** Called when the description of the practice API may be out of date. */
  onStale: () => void;
  requireFreshKey: RequireFreshKey;
}): Hono<GatewayEnv> {
  const { send, onWritten, budgets, now, requireFreshKey, onStale } = options;
  const app = new Hono<GatewayEnv>();

  function budgetAndClock(keyHash: string): Record<string, string> {
    const { limit, remaining, resetMs } = budgets.of(keyHash).state();
    return {
      [deskHeaders.budget]: `limit=${limit}, remaining=${remaining}, reset=${Math.ceil(resetMs / 1_000)}`,
      [deskHeaders.clock]: String(now()),
    };
  }

  app.use(`${PREFIX}/*`, async function addToErrors(c, next) {
    await next();
    if (c.error === undefined) return;
    const headers = budgetAndClock(c.var.credential.keyHash);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });

  app.all(`${PREFIX}/*`, async function forward(c) {
    const { method } = c.req.raw;
    const { path, query } = splitUrl(c.req.url);
    const operation = operationOf(method, path);
    const capability = operation && options.capabilities()[operation.name];
    if (operation === null || (isAddition(operation.name) && capability === undefined)) {
      throw new ServiceError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const { kind } = operation;
    const body = operation.method === 'POST' || operation.method === 'PATCH' ? await readBody(c) : null;
    const idempotencyKey = c.req.header(idempotencyKeyHeader) ?? null;
    if (idempotencyKey !== null && !capability?.idempotent) {
      // Without this check the create would run without the idempotency key, and the page would assume that it may repeat it.
      throw new ServiceError(
        'invalid_input',
        `${idempotencyKeyHeader}: the practice API does not take it. Reload the page.`,
      );
    }
    const { credential, typedAt } = c.var;
    requireFreshKey(operation.name, body, typedAt);
    const purpose = c.req.header(deskHeaders.purpose);
    const request: UpstreamRequest = {
      method: operation.method,
      target: `${path}${query}`,
      contentType: c.req.header('content-type') ?? null,
      body,
      idempotencyKey,
      repeatable: isRepeatable(operation, { idempotencyKey, body }),
      credential,
      kind,
      priority: priorityOf(kind, purpose),
      fresh: purpose === 'recheck',
    };
    const response = await send(request).catch(async (error: unknown) => {
      if (isWrite(kind) && error instanceof ServiceError) onWritten(request, error.status, null);
      throw error;
    });
    if (isWrite(kind)) onWritten(request, response.status, response.body);
    const { status, retryAfterSeconds, errorInstanceId } = response;
    if (errorInstanceId !== null) c.set('errorInstanceId', errorInstanceId);
    if (isAddition(operation.name) && MISSING_OPERATION.has(status)) onStale();
    const retryAfter = retryAfterSeconds === undefined ? null : { 'retry-after': String(retryAfterSeconds) };
    return new Response(response.body, {
      status,
      headers: {
        ...jsonHeaders,
        // A short response is not worth compressing.
        'content-length': String(response.body.byteLength),
        ...budgetAndClock(credential.keyHash),
        ...retryAfter,
      },
    });
  });
  return app;
}

/** The path without its prefix and the query, both as sent: only the practice API decodes them. */
function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end === -1 ? { path: url.slice(start), query: '' } : { path: url.slice(start, end), query: url.slice(end) };
}

/** Statuses that suggest that the practice API no longer has an operation. */
const MISSING_OPERATION = new Set([404, 405, 501]);

/**
 * Whether a request may be repeated if its response is lost. Changes to the practice itself do not name the version that they
 * are based on: repeating one could undo somebody else's change in the meantime.
 */
export function isRepeatable(
  { name, kind }: Pick<Operation, 'name' | 'kind'>,
  { idempotencyKey, body }: Pick<UpstreamRequest, 'idempotencyKey' | 'body'>,
): boolean {
  if (!isWrite(kind) || idempotencyKey !== null || REPEATABLE.has(name)) return true;
  return kind === 'change' && hasExpectedVersion(body);
}

const seenSchema = z.object({ expectedUpdatedAt: z.string() });

/** Whether a change names the version of the record that it is based on, so that it cannot be applied twice. */
function hasExpectedVersion(body: Uint8Array | null): boolean {
  return body !== null && seenSchema.safeParse(parseJson(body)).success;
}

function priorityOf(kind: RequestKind, purpose: string | undefined): Priority {
  if (isWrite(kind)) return 'write';
  return purpose === 'poll' ? 'poll' : 'lookup';
}
