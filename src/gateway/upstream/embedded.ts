import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Capabilities } from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operations } from '#contract/operations.ts';
import { type Environment, systemEnvironment, withTimeout } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import {
  mapErrorStatus,
  mapUpstreamError,
  noErrorFields,
  readError,
  UpstreamError,
  type UpstreamTimeouts,
  upstreamTimeouts,
} from './connection.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Budget,
  type EventReader,
  isWrite,
  type PracticeApi,
  parseJson,
} from './practice-api.ts';
import { createRequestHeaders } from './upstream-sender.ts';

/** The service in this process. */
export interface EmbeddedService {
  fetch(request: Request): Response | Promise<Response>;
  /** Reports changes that a key can see, until the stream ends or `signal` is aborted. Throws a `ServiceError`. */
  follow(whose: { key: string; companyId: string }, reader: EventReader, signal: AbortSignal): Promise<void>;
}

/** The origin of the requests' URLs; only the path is used. */
const ORIGIN = 'http://practice-api.internal';

/** The maximum number of stored budgets, far more than a practice has keys. */
const MAX_BUDGETS = 5_000;

/**
 * The service in this process as the practice API. Its responses are passed on unchanged, its capabilities are derived from
 * the contract, its clock is this computer's clock, and its events arrive as values. Keys have only the service's own rate
 * limit.
 */
export function createEmbeddedApi(
  service: EmbeddedService,
  options: {
    metrics: Metrics;
    environment?: Partial<Environment>;
    timeouts?: UpstreamTimeouts | undefined;
  },
): PracticeApi {
  const { metrics, timeouts = upstreamTimeouts } = options;
  const environment: Environment = { ...systemEnvironment, ...options.environment };
  const { clock, schedule } = environment;
  /** The request budget of each key, as the service last reported it. */
  const budgets = new LRUCache<string, Budget>({ max: MAX_BUDGETS });

  async function fetchService(path: string, init: RequestInit): Promise<Response> {
    try {
      return await service.fetch(new Request(`${ORIGIN}${path}`, init));
    } catch (cause) {
      throw new UpstreamError('lost', 'the embedded practice API failed', { cause });
    }
  }

  async function respond(request: ApiRequest): Promise<ApiResponse> {
    const { operation, target, body, credential } = request;
    const { method } = operations[operation];
    const response = await fetchService(target, { method, headers: createRequestHeaders(request), body });
    const { status, headers } = response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    budgets.set(credential.keyHash, readBudget(headers) ?? undefined);
    const retryAfter = headers.get('retry-after');
    return {
      status,
      body: bytes,
      ...(status >= 400 ? readError(parseJson(bytes)) : noErrorFields),
      ...(retryAfter !== null && { retryAfterSeconds: Number(retryAfter) }),
    };
  }

  return {
    async send(request) {
      const { kind } = request;
      const write = isWrite(kind);
      const ms = write ? timeouts.writeMs : timeouts.readMs;
      const sentAt = clock();
      try {
        const response = await withTimeout(respond(request), {
          ms,
          schedule,
          onTimeout() {
            throw new UpstreamError('timeout', `no response within ${ms} ms`);
          },
        });
        metrics.upstreamResponse(kind, response.status, clock() - sentAt);
        const error = mapErrorStatus(response, kind);
        if (error !== null) throw error;
        return response;
      } catch (error) {
        if (error instanceof UpstreamError) metrics.upstreamError(kind, error, clock() - sentAt);
        throw mapUpstreamError(error, { write });
      }
    },
    events: ({ credential: { key }, companyId }) =>
      async function follow(reader, signal) {
        await service.follow({ key, companyId }, reader, signal);
        return 0;
      },
    capabilities: () => embeddedCapabilities,
    now: clock,
    async problem() {
      const response = await fetchService('/readyz', {}).catch(() => null);
      return response?.ok ? null : 'practice API not ready';
    },
    budgetOf: (keyHash) => budgets.get(keyHash) ?? null,
  };
}

/** Reads the service's headers RateLimit (`"default";r=2999;t=60`) and RateLimit-Policy (`"default";q=3000;w=60`). */
function readBudget(headers: Headers): Budget | null {
  const [, limit] = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, remaining, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (limit === undefined || remaining === undefined) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetMs: Number(seconds) * 1_000 };
}

const searchSchema = z.object({ param: z.object({ 'x-frontdesk-query': z.array(z.string()) }) });

/** The fields behind an optional input: the input itself, or the fields that a `query` searches. */
function inputFields(name: string, schema: z.core.$ZodType): readonly string[] {
  const inner = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  return searchSchema.safeParse(z.globalRegistry.get(inner)).data?.param['x-frontdesk-query'] ?? [name];
}

/** The capabilities of the contract's operations. `capabilities.ts` reads the same ones from the service's description. */
export const embeddedCapabilities: Capabilities = Object.fromEntries(
  Object.entries<Endpoint>(operations).map(([name, { input, creates }]) => {
    const optional = Object.entries<z.core.$ZodType>(input.shape).filter(
      ([, schema]) => z.safeParse(schema, undefined).success,
    );
    return [
      name,
      { fields: optional.flatMap(([field, schema]) => inputFields(field, schema)), idempotent: creates === true },
    ];
  }),
);
