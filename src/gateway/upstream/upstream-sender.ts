import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type Operation, operations } from '#contract/operations.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import {
  askUpstream,
  type CheckedResponse,
  checkResponse,
  mapErrorStatus,
  mapUpstreamError,
  type Upstream,
  UpstreamError,
  type UpstreamTimeouts,
} from './connection.ts';
import { type ApiRequest, isWrite, parseJson } from './practice-api.ts';
import type { KeyBudgets, Priority, RequestOutcome } from './request-budget.ts';

/** The longest time for which a write waits for room in the budget. A write that would wait longer is refused at once. */
const BUDGET_WAIT_MS = 8_000;

/** The delay before each retry: half fixed, half random, so that requests are not all retried at the same moment. */
const RETRY_DELAYS_MS = [200, 800] as const;
/** No retry is sent later than this after the first attempt. */
const RETRY_WINDOW_MS = 6_000;
/** A write is not repeated if less time than this remains for its response. */
const MIN_REPEAT_MS = 500;
/** Errors after which a request is retried. Error bodies of the practice API are not among them: they are passed on. */
const RETRYABLE_ERRORS = new Set(['upstream_invalid', 'upstream_unavailable', 'upstream_timeout', 'outcome_unknown']);

/**
 * Creates the function that sends requests within the budget of their keys, with retries, and checks the responses. A read is
 * retried after connection errors. A write is retried only if the practice API ensures that it is applied once: for any other
 * write, only the person at the desk may decide to send it again.
 */
export function createUpstreamSender(options: {
  upstream: Pick<Upstream, 'send'>;
  budgets: KeyBudgets;
  metrics: Metrics;
  environment: Environment;
  timeouts: UpstreamTimeouts;
  /** Called with each checked response. */
  onResponse: (response: CheckedResponse) => void;
  /** Called if there was no usable response. */
  onUnavailable: () => void;
}): (request: ApiRequest) => Promise<CheckedResponse> {
  const { upstream, budgets, metrics, environment, timeouts, onResponse, onUnavailable } = options;
  const { clock, sleep, random, schedule } = environment;

  /**
   * Sends a request once. It is not cancelled when the browser disconnects, because others may share the response, and a write
   * must not be interrupted.
   */
  async function sendOnce(request: ApiRequest, ms: number): Promise<CheckedResponse> {
    const { operation, target, body, kind, credential } = request;
    const sentAt = clock();
    try {
      const { method } = operations[operation];
      const sent = { method, target, headers: createRequestHeaders(request), body, isWrite: isWrite(kind) };
      const response = await askUpstream(upstream, sent, { ms, schedule });
      const receivedAt = clock();
      const checked = checkResponse(response, { key: credential.key, sentAt, receivedAt });
      metrics.upstreamResponse(kind, checked.status, receivedAt - sentAt);
      onResponse(checked);
      return checked;
    } catch (error) {
      metrics.upstreamError(kind, error, clock() - sentAt);
      onUnavailable();
      throw error;
    }
  }

  /** Refuses requests beyond the budget with 429. A write may wait briefly before it is sent. */
  async function sendWithinBudget(request: ApiRequest, ms: number): Promise<CheckedResponse> {
    const write = isWrite(request.kind);
    const priority: Priority = write ? 'write' : request.purpose === 'poll' ? 'poll' : 'lookup';
    const budget = budgets.get(request.credential.keyHash);
    let grant = budget.take(priority);
    if (!grant.granted && write && grant.retryAfterMs <= BUDGET_WAIT_MS) {
      await sleep(grant.retryAfterMs);
      grant = budget.take(priority);
    }
    if (!grant.granted) {
      metrics.refused(priority);
      throw budgetExhaustedError(grant.retryAfterMs, write);
    }
    let response: CheckedResponse;
    try {
      response = await sendOnce(request, ms);
    } catch (error) {
      grant.settle(toRequestOutcome(error));
      throw mapUpstreamError(error, { write });
    }
    grant.settle(response);
    if (response.status === 429) {
      const { resetMs } = budget.state();
      if (response.message === null) throw budgetExhaustedError(resetMs, write);
      return { ...response, retryAfterSeconds: Math.ceil(resetMs / 1_000) };
    }
    const error = mapErrorStatus(response, request.kind);
    if (error !== null) throw error;
    return response;
  }

  /**
   * Sends a request, with retries if allowed. All attempts of a write together take no longer than its time limit, apart from
   * waiting for room in the budget. Once an attempt may have been carried out, only a response that proves the outcome
   * counts.
   */
  return async function sendRepeatedly(request) {
    const write = isWrite(request.kind);
    const repeatable = isRepeatable(request);
    const startedAt = clock();
    let unknown: unknown = null;
    for (let retries = 0; ; retries += 1) {
      const remaining = timeouts.writeMs - (clock() - startedAt);
      try {
        const response = await sendWithinBudget(request, write ? Math.max(remaining, MIN_REPEAT_MS) : timeouts.readMs);
        if (unknown !== null && !showsOutcome(response.status)) throw unknown;
        return response;
      } catch (error) {
        const retryable = error instanceof ServiceError && RETRYABLE_ERRORS.has(error.key);
        if (write && retryable && error.key === 'outcome_unknown') unknown ??= error;
        const delay = RETRY_DELAYS_MS[retries];
        if (!retryable || !repeatable || delay === undefined) throw unknown ?? error;
        const wait = delay / 2 + (random() * delay) / 2;
        const spent = clock() - startedAt;
        const late = spent > RETRY_WINDOW_MS || (write && spent + wait > timeouts.writeMs - MIN_REPEAT_MS);
        if (late) throw unknown ?? error;
        await sleep(wait);
      }
    }
  };
}

/**
 * Writes that may be repeated after a lost response, whatever their body: a revoked key stays revoked, an imported record is
 * not imported again, an availability entry that already has the requested values is not written, and a reason stays the
 * same.
 */
const REPEATABLE_OPERATIONS = new Set<Operation>(['revokeKey', 'importRecords', 'changeAvailability', 'giveReason']);

const versionSchema = z.object({ expectedUpdatedAt: z.string() });

/**
 * Whether a request may be repeated if its response is lost: a read, a create with an idempotency key, an operation in
 * {@link REPEATABLE_OPERATIONS}, or a change that names the version of the record that it is based on. Changes to the practice itself name
 * no version, so repeating one could undo someone else's change in the meantime.
 */
export function isRepeatable({
  operation,
  kind,
  idempotencyKey,
  body,
}: Pick<ApiRequest, 'operation' | 'kind' | 'idempotencyKey' | 'body'>): boolean {
  if (!isWrite(kind) || idempotencyKey !== null || REPEATABLE_OPERATIONS.has(operation)) return true;
  return kind === 'change' && body !== null && versionSchema.safeParse(parseJson(body)).success;
}

/**
 * Statuses that do not show the outcome: the request was refused before it was carried out, or it conflicts with the first
 * attempt, which may still be running, or with later changes by others.
 */
const INCONCLUSIVE_STATUSES = new Set([401, 403, 409, 429]);

/** Whether a response to a repeated write shows the outcome of the first attempt. */
function showsOutcome(status: number): boolean {
  return status < 500 && !INCONCLUSIVE_STATUSES.has(status);
}

/**
 * The headers of a request to the practice API: our own, and only the content type and the idempotency key from the
 * browser. The browser's Authorization, cookies and hop-by-hop headers (RFC 9110 section 7.6.1) therefore never reach
 * the practice API.
 */
export function createRequestHeaders(request: ApiRequest): Record<string, string> {
  const { credential, contentType, body, idempotencyKey } = request;
  return {
    authorization: `Bearer ${credential.key}`,
    accept: 'application/json',
    ...(body !== null && contentType !== null && { 'content-type': contentType }),
    ...(idempotencyKey !== null && { [idempotencyKeyHeader.toLowerCase()]: idempotencyKey }),
  };
}

/** Returns the way in which a request without a response ended. */
export function toRequestOutcome(error: unknown): RequestOutcome {
  return error instanceof UpstreamError && error.reason === 'not_sent' ? 'not_sent' : 'lost';
}

function budgetExhaustedError(waitMs: number, write: boolean): ServiceError {
  const seconds = Math.ceil(waitMs / 1_000);
  const nothingSaved = write ? 'Nothing was saved. ' : '';
  return new ServiceError(
    'rate_limit_exceeded',
    `${nothingSaved}The API key's requests are used up. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
