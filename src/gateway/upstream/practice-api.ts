import { ServiceError } from '#contract/error.ts';
import { type Environment, withTimeout } from '#gateway/environment.ts';
import type { Metrics } from '#gateway/metrics.ts';
import type { PracticeClock } from './practice-clock.ts';
import type { KeyBudgets, Outcome } from './request-budget.ts';
import { shareReads } from './sharing.ts';
import { type Upstream, UpstreamError } from './upstream.ts';
import type { Send, UpstreamRequest } from './upstream-request.ts';
import { checkResponse, mapErrorStatus, mapUpstreamError, type UpstreamResponse } from './upstream-response.ts';

/** How long one attempt may take, in milliseconds. */
export interface UpstreamTimeouts {
  readonly readMs: number;
  readonly createMs: number;
}

const defaultTimeouts: UpstreamTimeouts = { readMs: 10_000, createMs: 20_000 };

/** A create waits this long, not yet sent, for room in the budget before it is refused. */
const BUDGET_WAIT_MS = 8_000;

/** Before each retry: half of this is fixed, half is random, so that browsers do not retry in step. */
const RETRY_DELAYS_MS = [200, 800] as const;
/** No retry is sent later than this after the first attempt. */
const RETRY_WINDOW_MS = 6_000;
/** Failures that may be gone a moment later. What the practice API itself answered is not among them. */
const RETRYABLE = new Set(['upstream_invalid', 'upstream_unavailable', 'upstream_timeout']);

/** The gateway's way to the practice API. */
export interface PracticeApi {
  readonly send: Send;
  /** Takes no further create, and resolves when those under way are over. Reads go on. */
  drain(): Promise<void>;
  draining(): boolean;
}

/**
 * The one way on which requests reach the practice API. A read is shared with others that want the same, retried when the
 * way failed, counted against the budget of its key at each attempt, and checked when it comes back. A create is sent
 * once: only the person at the desk may decide to book again.
 */
export function createPracticeApi(options: {
  upstream: Upstream;
  budgets: KeyBudgets;
  practiceClock: PracticeClock;
  metrics: Metrics;
  environment: Environment;
  timeouts?: UpstreamTimeouts | undefined;
}): PracticeApi {
  const { upstream, budgets, practiceClock, metrics, environment, timeouts = defaultTimeouts } = options;
  const { clock, sleep, random, schedule } = environment;
  const createsUnderWay = new Set<Promise<unknown>>();
  let draining = false;

  /** The browser going away does not cancel this: others may share the response, and a create must not be cut short. */
  async function attempt(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { method, target, body, kind, credential } = request;
    const ms = kind === 'create' ? timeouts.createMs : timeouts.readMs;
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
      throw error;
    }
  }

  /** Refuses with 429 what the budget has no room for. A create may wait a little, since it has not been sent. */
  async function sendWithinBudget(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { priority } = request;
    const create = request.kind === 'create';
    const budget = budgets.of(request.credential.keyHash);
    let grant = budget.take(priority);
    if (!grant.granted && create && grant.retryAfterMs <= BUDGET_WAIT_MS) {
      await sleep(grant.retryAfterMs);
      grant = budget.take(priority);
    }
    if (!grant.granted) {
      metrics.refused(priority);
      throw budgetExhausted(grant.retryAfterMs, create);
    }
    let response: UpstreamResponse;
    try {
      response = await attempt(request);
    } catch (error) {
      grant.settle(outcomeOf(error));
      throw mapUpstreamError(error, { create });
    }
    grant.settle(response);
    if (response.status === 429) {
      const { resetMs } = budget.state();
      if (!response.hasMessage) throw budgetExhausted(resetMs, create);
      return { ...response, retryAfterSeconds: Math.ceil(resetMs / 1_000) };
    }
    const error = mapErrorStatus(response, { create });
    if (error !== null) throw error;
    return response;
  }

  async function sendRead(request: UpstreamRequest): Promise<UpstreamResponse> {
    const startedAt = clock();
    for (const delay of RETRY_DELAYS_MS) {
      try {
        return await sendWithinBudget(request);
      } catch (error) {
        const retryable = error instanceof ServiceError && RETRYABLE.has(error.key);
        if (!retryable || clock() - startedAt > RETRY_WINDOW_MS) throw error;
        await sleep(delay / 2 + (random() * delay) / 2);
      }
    }
    return await sendWithinBudget(request);
  }

  async function sendCreate(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (draining) {
      throw new ServiceError(
        'upstream_unavailable',
        'The front desk is being restarted. Nothing was booked. Try again.',
      );
    }
    const create = sendWithinBudget(request);
    createsUnderWay.add(create);
    try {
      return await create;
    } finally {
      createsUnderWay.delete(create);
    }
  }

  return {
    send: shareReads({ sendRead, sendCreate, clock, onShared: metrics.shared }),
    async drain() {
      draining = true;
      await Promise.allSettled(createsUnderWay);
    },
    draining: () => draining,
  };
}

/**
 * Our own headers, and of the browser's only the content type. Its Authorization, cookies and hop-by-hop headers (RFC 9110
 * section 7.6.1) therefore never reach the practice API.
 */
function requestHeaders({ credential, contentType, body }: UpstreamRequest): Record<string, string> {
  const own = { authorization: `Bearer ${credential.key}`, accept: 'application/json' };
  return body === null || contentType === null ? own : { ...own, 'content-type': contentType };
}

function outcomeOf(error: unknown): Outcome {
  return error instanceof UpstreamError && error.reason === 'not_sent' ? 'not_sent' : 'lost';
}

function budgetExhausted(waitMs: number, create: boolean): ServiceError {
  const seconds = Math.ceil(waitMs / 1_000);
  const nothingBooked = create ? 'Nothing was booked. ' : '';
  return new ServiceError(
    'rate_limit_exceeded',
    `${nothingBooked}The API key's requests are used up. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
