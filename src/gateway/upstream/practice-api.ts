import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type Environment, withTimeout } from '#gateway/environment.ts';
import type { Metrics } from '#gateway/metrics.ts';
import type { PracticeClock } from './practice-clock.ts';
import type { KeyBudgets, Outcome } from './request-budget.ts';
import { shareReads } from './sharing.ts';
import { type Upstream, UpstreamError } from './upstream.ts';
import { isWrite, type Send, type UpstreamRequest } from './upstream-request.ts';
import { checkResponse, mapErrorStatus, mapUpstreamError, type UpstreamResponse } from './upstream-response.ts';

/** How long one attempt may take, in milliseconds. */
export interface UpstreamTimeouts {
  readonly readMs: number;
  readonly writeMs: number;
}

const defaultTimeouts: UpstreamTimeouts = { readMs: 10_000, writeMs: 20_000 };

/** How long a write waits for room in the budget, not yet sent, before it is refused. */
const BUDGET_WAIT_MS = 8_000;

/** The delay before each retry: half is fixed, half random, so that browsers do not retry in step. */
const RETRY_DELAYS_MS = [200, 800] as const;
/** No retry is sent later than this after the first attempt. */
const RETRY_WINDOW_MS = 6_000;
/** Errors after which to retry; not those that the practice API itself returned. */
const RETRYABLE = new Set(['upstream_invalid', 'upstream_unavailable', 'upstream_timeout', 'outcome_unknown']);

/** The gateway's client of the practice API. */
export interface PracticeApi {
  readonly send: Send;
  /** Refuses further creates and changes, and resolves when those under way are finished. Reads continue. */
  drain(): Promise<void>;
  draining(): boolean;
}

/**
 * All requests to the practice API are sent here. A read is shared with equal ones, retried after connection errors,
 * counted against the budget of its key at each attempt, and its response is checked. A write is retried only where
 * the practice API ensures that it is done once (`repeatable`): for any other create only the person at the desk may
 * decide to book again.
 */
export function createPracticeApi(options: {
  upstream: Upstream;
  budgets: KeyBudgets;
  practiceClock: PracticeClock;
  metrics: Metrics;
  environment: Environment;
  timeouts?: UpstreamTimeouts | undefined;
  /** Options of `shareReads` that depend on the kind of keyring. */
  sharing?: Pick<Parameters<typeof shareReads>[0], 'longestMs' | 'isAccepted'>;
  /** Called when there was no usable response. */
  onAway?: () => void;
}): PracticeApi {
  const { upstream, budgets, practiceClock, metrics, environment } = options;
  const { timeouts = defaultTimeouts, sharing = {}, onAway = () => {} } = options;
  const { clock, sleep, random, schedule } = environment;
  const writesUnderWay = new Set<Promise<unknown>>();
  let draining = false;

  /** Not cancelled when the browser disconnects: others may share the response, and a write must not be cut short. */
  async function attempt(request: UpstreamRequest, ms: number): Promise<UpstreamResponse> {
    const { method, target, body, kind, credential } = request;
    const sentAt = clock();
    const controller = new AbortController();
    try {
      const response = await withTimeout(
        upstream({ method, target, headers: requestHeaders(request), body }, controller.signal),
        {
          ms,
          schedule,
          onTimeout() {
            controller.abort();
            throw new UpstreamError('timeout', `no response within ${ms} ms`);
          },
        },
      );
      const receivedAt = clock();
      const checked = checkResponse(response, { key: credential.key, sentAt, receivedAt });
      metrics.upstreamResponse(kind, checked.status, receivedAt - sentAt);
      practiceClock.observe(checked);
      return checked;
    } catch (error) {
      metrics.upstreamError(kind, error, clock() - sentAt);
      onAway();
      throw error;
    }
  }

  /** Refuses requests beyond the budget with 429. A write may wait a little before it is sent. */
  async function sendWithinBudget(request: UpstreamRequest, ms: number): Promise<UpstreamResponse> {
    const { priority } = request;
    const write = isWrite(request.kind);
    const budget = budgets.of(request.credential.keyHash);
    let grant = await budget.take(priority);
    if (!grant.granted && write && grant.retryAfterMs <= BUDGET_WAIT_MS) {
      await sleep(grant.retryAfterMs);
      grant = await budget.take(priority);
    }
    if (!grant.granted) {
      metrics.refused(priority);
      throw budgetExhausted(grant.retryAfterMs, write);
    }
    let response: UpstreamResponse;
    try {
      response = await attempt(request, ms);
    } catch (error) {
      grant.settle(outcomeOf(error));
      throw mapUpstreamError(error, { write });
    }
    grant.settle(response);
    if (response.status === 429) {
      const { resetMs } = budget.state();
      if (!response.hasMessage) throw budgetExhausted(resetMs, write);
      return { ...response, retryAfterSeconds: Math.ceil(resetMs / 1_000) };
    }
    const error = mapErrorStatus(response, request.kind);
    if (error !== null) throw error;
    return response;
  }

  /**
   * Sends a request with retries where allowed. All attempts of a write together take no longer than one may. Once an
   * attempt may have been carried out, only a response that proves the outcome counts.
   */
  async function sendRepeatedly(request: UpstreamRequest): Promise<UpstreamResponse> {
    const write = isWrite(request.kind);
    const startedAt = clock();
    let unknown: unknown = null;
    for (let retries = 0; ; retries += 1) {
      const elapsed = clock() - startedAt;
      try {
        const response = await sendWithinBudget(request, write ? timeouts.writeMs - elapsed : timeouts.readMs);
        if (unknown !== null && !tellsOutcome(response.status)) throw unknown;
        return response;
      } catch (error) {
        const retryable = error instanceof ServiceError && RETRYABLE.has(error.key);
        if (write && retryable && error.key === 'outcome_unknown') unknown ??= error;
        const delay = RETRY_DELAYS_MS[retries];
        const late = clock() - startedAt > RETRY_WINDOW_MS;
        if (!retryable || !request.repeatable || delay === undefined || late) throw unknown ?? error;
        await sleep(delay / 2 + (random() * delay) / 2);
      }
    }
  }

  async function sendWrite(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (draining) {
      throw new ServiceError(
        'upstream_unavailable',
        'The front desk is being restarted. Nothing was saved. Try again.',
      );
    }
    const write = sendRepeatedly(request);
    writesUnderWay.add(write);
    try {
      return await write;
    } finally {
      writesUnderWay.delete(write);
    }
  }

  return {
    send: shareReads({ ...sharing, sendRead: sendRepeatedly, sendWrite, clock, onShared: metrics.shared }),
    async drain() {
      draining = true;
      await Promise.allSettled(writesUnderWay);
    },
    draining: () => draining,
  };
}

/** Whether a response to a repeated write tells its outcome: these statuses refuse it unseen. */
function tellsOutcome(status: number): boolean {
  return status < 500 && status !== 401 && status !== 403 && status !== 429;
}

/**
 * Our own headers, and of the browser's only the content type and the name of a create. Its Authorization, cookies and hop-by-hop headers (RFC 9110
 * section 7.6.1) therefore never reach the practice API.
 */
function requestHeaders(request: UpstreamRequest): Record<string, string> {
  const { credential, contentType, body, idempotencyKey } = request;
  return {
    authorization: `Bearer ${credential.key}`,
    accept: 'application/json',
    ...(body !== null && contentType !== null && { 'content-type': contentType }),
    ...(idempotencyKey !== null && { [idempotencyKeyHeader.toLowerCase()]: idempotencyKey }),
  };
}

function outcomeOf(error: unknown): Outcome {
  return error instanceof UpstreamError && error.reason === 'not_sent' ? 'not_sent' : 'lost';
}

function budgetExhausted(waitMs: number, write: boolean): ServiceError {
  const seconds = Math.ceil(waitMs / 1_000);
  const nothingSaved = write ? 'Nothing was saved. ' : '';
  return new ServiceError(
    'rate_limit_exceeded',
    `${nothingSaved}The API key's requests are used up. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
