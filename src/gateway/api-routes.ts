import { Hono } from 'hono';
import { type Capabilities, deskHeaders, deskPurposes } from '#contract/desk.ts';
import { defaultMaxBodyBytes, type Endpoint } from '#contract/endpoint.ts';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { hasBody } from '#contract/request.ts';
import type { RequireFreshKey } from '#gateway/access/confirm-key.ts';
import type { KeyRights } from '#gateway/access/key-rights.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import { jsonHeaders, readBody } from './access/browser-security.ts';
import {
  type ApiRequest,
  type ApiResponse,
  determineRequestKind,
  isExtension,
  isWrite,
  type PracticeApi,
} from './upstream/practice-api.ts';

/** The pattern of a path parameter. */
const PATH_SEGMENT = '[A-Za-z0-9_-]{1,100}';

/**
 * The operations of the contract; other requests are refused. The operation for events is left out, because event
 * streams are served by `events/`.
 */
const OPERATIONS = (Object.keys(operations) as Operation[])
  .filter((name) => name !== 'listEvents')
  .map((name) => {
    const { method, path }: Endpoint = operations[name];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, PATH_SEGMENT)}$`);
    return { name, method, path, kind: determineRequestKind(name), pattern };
  });

/** The operation for a method and a path as sent (without prefix, not decoded); null if the contract has none. */
export function findOperation(method: string, path: string): (typeof OPERATIONS)[number] | null {
  return OPERATIONS.find((operation) => operation.method === method && operation.pattern.test(path)) ?? null;
}

/** The maximum size in bytes of the body of a browser's request. */
export function maxBodyBytes({ method, url }: Pick<Request, 'method' | 'url'>): number {
  const operation = findOperation(method, splitUrl(url).path);
  const { maxBytes = defaultMaxBodyBytes }: Endpoint = operations[operation?.name ?? 'ping'];
  return maxBytes;
}

/** Whether a browser's request changes something in the practice system. */
export function isWriteRequest({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const operation = findOperation(method, splitUrl(url).path);
  return operation !== null && isWrite(operation.kind);
}

const PREFIX = '/api';

/**
 * Creates the routes of `/api/*`, which forward the requests of the specification, and of the extensions that the practice API
 * describes. The headers of every response contain the remaining budget of the key, if it is known, and the practice API's
 * time; see {@link deskHeaders}.
 */
export function createApiRoutes(options: {
  practiceApi: Pick<PracticeApi, 'send' | 'budgetOf' | 'now'>;
  /** Called with the status and the message key of each response to a write, before it is passed on. */
  onWritten: KeyRights['onWritten'];
  capabilities: () => Capabilities;
  requireFreshKey: RequireFreshKey;
}) {
  const { practiceApi, onWritten, capabilities, requireFreshKey } = options;
  const writesUnderWay = new Set<Promise<unknown>>();
  let isStopping = false;
  const routes = new Hono<GatewayEnv>();

  function budgetAndClockHeaders(keyHash: string): Record<string, string> {
    const budget = practiceApi.budgetOf(keyHash);
    return {
      ...(budget !== null && {
        [deskHeaders.budget]: `limit=${budget.limit}, remaining=${budget.remaining}, reset=${Math.ceil(budget.resetMs / 1_000)}`,
      }),
      [deskHeaders.clock]: String(practiceApi.now()),
    };
  }

  async function sendWrite(request: ApiRequest): Promise<ApiResponse> {
    if (isStopping) {
      throw new ServiceError(
        'upstream_unavailable',
        'The front desk is being restarted. Nothing was saved. Try again.',
      );
    }
    const writing = practiceApi.send(request);
    writesUnderWay.add(writing);
    try {
      const response = await writing;
      onWritten(request, response.status, response.message);
      return response;
    } catch (error) {
      if (error instanceof ServiceError) onWritten(request, error.status, null);
      throw error;
    } finally {
      writesUnderWay.delete(writing);
    }
  }

  routes.use(`${PREFIX}/*`, async function addHeadersToErrors(c, next) {
    await next();
    if (c.error === undefined) return;
    const headers = budgetAndClockHeaders(c.var.credential.keyHash);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });

  routes.all(`${PREFIX}/*`, async function forward(c) {
    const { method } = c.req.raw;
    const { path, query } = splitUrl(c.req.url);
    const operation = findOperation(method, path);
    const capability = operation && capabilities()[operation.name];
    if (operation === null || (isExtension(operation.name) && capability === undefined)) {
      throw new ServiceError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const { name, kind } = operation;
    const body = hasBody({ method }) ? await readBody(c) : null;
    const idempotencyKey = c.req.header(idempotencyKeyHeader) ?? null;
    if (idempotencyKey !== null && !capability?.idempotent) {
      // Without this check the create would run without the idempotency key, and the page would repeat it in the belief
      // that it is applied only once.
      throw new ServiceError(
        'invalid_input',
        `${idempotencyKeyHeader}: the practice API does not take it. Reload the page.`,
      );
    }
    const { credential, typedAt } = c.var;
    requireFreshKey(name, body, typedAt);
    const purpose = c.req.header(deskHeaders.purpose);
    const request: ApiRequest = {
      ...{ operation: name, kind, target: `${path}${query}`, credential, body, idempotencyKey },
      contentType: c.req.header('content-type') ?? null,
      purpose: deskPurposes.find((known) => known === purpose) ?? null,
    };
    const response = await (isWrite(kind) ? sendWrite(request) : practiceApi.send(request));
    const { status, retryAfterSeconds, errorInstanceId } = response;
    if (errorInstanceId !== null) c.set('errorInstanceId', errorInstanceId);
    const retryAfter = retryAfterSeconds === undefined ? null : { 'retry-after': String(retryAfterSeconds) };
    return new Response(response.body, {
      status,
      headers: {
        ...jsonHeaders,
        // A response that states its length is compressed only if it is long enough.
        'content-length': String(response.body.byteLength),
        ...budgetAndClockHeaders(credential.keyHash),
        ...retryAfter,
      },
    });
  });

  return {
    routes,
    /** Refuses further creates and changes, and resolves when the current ones are finished. Reads continue. */
    async stopWrites(): Promise<void> {
      isStopping = true;
      await Promise.allSettled(writesUnderWay);
    },
    isStopping: () => isStopping,
  };
}

/** The path (without its prefix) and the query of a URL. Both are as sent, because only the practice API decodes them. */
function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end === -1 ? { path: url.slice(start), query: '' } : { path: url.slice(start, end), query: url.slice(end) };
}
