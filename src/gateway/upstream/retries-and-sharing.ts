import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import {
  askUpstream,
  type Credential,
  checkResponse,
  isWrite,
  mapErrorStatus,
  mapUpstreamError,
  type RequestKind,
  type Send,
  type Upstream,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamResponse,
  type UpstreamTimeouts,
  upstreamTimeouts,
  type WriteKind,
} from './connection.ts';
import type { KeyBudgets, Outcome } from './request-budget.ts';

/** How long an unsent write waits for room in the budget before it is refused. */
const BUDGET_WAIT_MS = 8_000;

/** The delay before each retry: half fixed, half random, so that browsers do not retry in step. */
const RETRY_DELAYS_MS = [200, 800] as const;
/** No retry is sent later than this after the first attempt. */
const RETRY_WINDOW_MS = 6_000;
/** A write is not repeated if less time than this remains for its response. */
const SHORTEST_REPEAT_MS = 500;
/** Errors after which to retry, except those that the practice API itself returned. */
const RETRYABLE = new Set(['upstream_invalid', 'upstream_unavailable', 'upstream_timeout', 'outcome_unknown']);

/**
 * Sends all requests to the practice API. A read is shared with equal ones, retried after connection errors, counted against
 * the budget of its key at each attempt, and its response is checked. A write is retried only if the practice API ensures
 * that it is applied once (`repeatable`): for any other create, only the person at the desk may decide to book again.
 */
export function createUpstreamClient(options: {
  upstream: Upstream;
  budgets: KeyBudgets;
  metrics: Metrics;
  environment: Environment;
  timeouts?: UpstreamTimeouts | undefined;
  /** The options of `shareReads` that depend on the kind of keyring. */
  sharing?: Pick<Parameters<typeof shareReads>[0], 'longestMs' | 'isAccepted'>;
  /** Called if there was no usable response. */
  onUnavailable?: () => void;
}) {
  const { upstream, budgets, metrics, environment } = options;
  const { timeouts = upstreamTimeouts, sharing = {}, onUnavailable = () => {} } = options;
  const { clock, sleep, random, schedule } = environment;
  const practiceClock = createPracticeClock({ clock });
  const writesUnderWay = new Set<Promise<unknown>>();
  let isStopping = false;

  /**
   * Not cancelled when the browser disconnects, because others may share the response, and a write must not be interrupted.
   */
  async function attempt(request: UpstreamRequest, ms: number): Promise<UpstreamResponse> {
    const { method, target, body, kind, credential } = request;
    const sentAt = clock();
    try {
      const sent = { method, target, headers: requestHeaders(request), body, isWrite: isWrite(kind) };
      const response = await askUpstream(upstream, sent, { ms, schedule });
      const receivedAt = clock();
      const checked = checkResponse(response, { key: credential.key, sentAt, receivedAt });
      metrics.upstreamResponse(kind, checked.status, receivedAt - sentAt);
      practiceClock.observe(checked);
      return checked;
    } catch (error) {
      metrics.upstreamError(kind, error, clock() - sentAt);
      onUnavailable();
      throw error;
    }
  }

  /** Refuses requests beyond the budget with 429. A write may wait briefly before it is sent. */
  async function sendWithinBudget(request: UpstreamRequest, ms: number): Promise<UpstreamResponse> {
    const { priority } = request;
    const write = isWrite(request.kind);
    const budget = budgets.of(request.credential.keyHash);
    let grant = budget.take(priority);
    if (!grant.granted && write && grant.retryAfterMs <= BUDGET_WAIT_MS) {
      await sleep(grant.retryAfterMs);
      grant = budget.take(priority);
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
   * Sends a request, with retries if allowed. All attempts of a write together take no longer than its time limit, apart from
   * waiting for room in the budget. Once an attempt may have been carried out, only a response that proves the outcome
   * counts.
   */
  async function sendRepeatedly(request: UpstreamRequest): Promise<UpstreamResponse> {
    const write = isWrite(request.kind);
    const startedAt = clock();
    let unknown: unknown = null;
    for (let retries = 0; ; retries += 1) {
      const remaining = timeouts.writeMs - (clock() - startedAt);
      try {
        const response = await sendWithinBudget(
          request,
          write ? Math.max(remaining, SHORTEST_REPEAT_MS) : timeouts.readMs,
        );
        if (unknown !== null && !showsOutcome(response.status)) throw unknown;
        return response;
      } catch (error) {
        const retryable = error instanceof ServiceError && RETRYABLE.has(error.key);
        if (write && retryable && error.key === 'outcome_unknown') unknown ??= error;
        const delay = RETRY_DELAYS_MS[retries];
        if (!retryable || !request.repeatable || delay === undefined) throw unknown ?? error;
        const wait = delay / 2 + (random() * delay) / 2;
        const spent = clock() - startedAt;
        const late = spent > RETRY_WINDOW_MS || (write && spent + wait > timeouts.writeMs - SHORTEST_REPEAT_MS);
        if (late) throw unknown ?? error;
        await sleep(wait);
      }
    }
  }

  async function sendWrite(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (isStopping) {
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

  const shared = shareReads({ ...sharing, sendRead: sendRepeatedly, sendWrite, clock, onShared: metrics.shared });
  return {
    send: shared.send,
    /** Stops sharing stored responses of a key, because something has changed. */
    invalidate: shared.invalidate,
    /** Refuses further creates and changes, and resolves when the current ones are finished. Reads continue. */
    async stopWrites(): Promise<void> {
      isStopping = true;
      await Promise.allSettled(writesUnderWay);
    },
    isStopping: () => isStopping,
    /** The practice API's clock, in milliseconds since 1970. */
    now: practiceClock.now,
  };
}

/** Refused unseen, or in conflict, either with the first attempt, which is still running, or with later changes by others. */
const INCONCLUSIVE = new Set([401, 403, 409, 429]);

/** Whether a response to a repeated write shows the outcome of the first attempt. */
function showsOutcome(status: number): boolean {
  return status < 500 && !INCONCLUSIVE.has(status);
}

/**
 * Our own headers, and only the content type and the idempotency key from the browser. Its Authorization, cookies and
 * hop-by-hop headers (RFC 9110 section 7.6.1) therefore never reach the practice API.
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

/** How a request without a response ended. */
export function outcomeOf(error: unknown): Outcome {
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

/** Slower responses are not used to estimate the clock. */
const MAX_ROUND_TRIP_MS = 2_000;
/** Smaller differences are ignored, because a `Date` header has whole seconds. */
const TOLERANCE_MS = 1_500;

/**
 * The practice API's clock, estimated from the `Date` headers of its responses. All calendars use it instead of their own
 * clocks. It is adjusted only if the difference is real.
 */
export function createPracticeClock(options: { clock: () => number }) {
  const { clock } = options;
  let offset = 0;

  return {
    /** Updates the estimate from a response. */
    observe({ upstreamTime, sentAt, receivedAt }: UpstreamResponse): void {
      if (upstreamTime === null || receivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
      const sample = upstreamTime + 500 - (sentAt + receivedAt) / 2;
      if (Math.abs(sample - offset) > TOLERANCE_MS) offset = Math.round(sample);
    },
    /** Epoch milliseconds. */
    now: () => clock() + offset,
  };
}

/** How long after its request a response may be shared, in milliseconds; 0: only while the request is pending. */
const SHARED_MS: Record<Exclude<RequestKind, WriteKind>, number> = {
  appointments: 2_000,
  lookup: 10_000,
  reference: 30_000,
  probe: 0,
  setup: 0,
};
/**
 * The kinds of reads that creates and changes make out of date. A change to the practice itself makes all kinds out of date.
 */
const WRITTEN = new Set<RequestKind>(['appointments', 'lookup']);
/** Far more than the calendars of a practice need, and little of the process's memory. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The approximate size of a stored response without its body. */
const ENTRY_BYTES = 1024;

interface SharedRead {
  readonly response: Promise<UpstreamResponse>;
  readonly keyHash: string;
  readonly kind: RequestKind;
  /** The value of `writes` when it was sent: the response is not shared beyond the next write. */
  readonly writes: number;
  readonly sentAt: number;
  /** The size of the response; null while the request is pending. */
  readonly bytes: number | null;
}

/**
 * Shares responses: equal reads with the same key share the response of the first while it is pending (for appointments, not
 * if it was sent long ago), and for a moment afterwards. Reads of appointments, clients and pets are not shared across the
 * start or the end of a create or change, and no reads across those of a change to the practice itself, so that later reads
 * see its result; nor are they shared across reported changes (`invalidate`). Only successful responses are stored.
 */
export function shareReads(options: {
  sendRead: Send;
  sendWrite: Send;
  clock: () => number;
  /** The maximum time a response is shared after its request; {@link SHARED_MS} by default. */
  longestMs?: number | undefined;
  /**
   * Whether the practice API still accepts a key, if that uses no budget: checked before a response is shared. By default a
   * key counts as accepted until a response says otherwise.
   */
  isAccepted?: ((credential: Credential) => Promise<boolean>) | undefined;
  onShared: (how: 'coalesced' | 'stored') => void;
}) {
  const { sendRead, sendWrite, clock, longestMs = Number.POSITIVE_INFINITY, isAccepted, onShared } = options;
  const reads = new LRUCache<string, SharedRead>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => ENTRY_BYTES + (bytes ?? 0),
  });
  /** Counts the starts and ends of creates and changes. */
  let writes = 0;

  function drop(isObsolete: (read: SharedRead) => boolean): void {
    for (const [id, read] of [...reads.entries()]) if (isObsolete(read)) reads.delete(id);
  }

  function noteWrite(kind: WriteKind): void {
    writes += 1;
    if (kind === 'manage') reads.clear();
  }

  /** Sends a request. Once its key is refused, no response that was read with it is shared any more. */
  async function sendOwn(request: UpstreamRequest): Promise<UpstreamResponse> {
    const dropOfKey = () => drop(({ keyHash }) => keyHash === request.credential.keyHash);
    try {
      const response = await (isWrite(request.kind) ? sendWrite(request) : sendRead(request));
      if (response.status === 401) dropOfKey();
      return response;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) dropOfKey();
      throw error;
    }
  }

  async function send(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { kind, fresh } = request;
    if (isWrite(kind)) {
      noteWrite(kind);
      try {
        return await sendOwn(request);
      } finally {
        noteWrite(kind);
      }
    }
    const id = idOf(request);
    const earlier = reads.get(id);
    if (earlier !== undefined) {
      const isInvalid = WRITTEN.has(kind) && earlier.writes !== writes;
      const isOld = clock() - earlier.sentAt >= Math.min(SHARED_MS[kind], longestMs);
      // A slow response may be as old as its request when it arrives.
      const expired = isOld && (earlier.bytes !== null || kind === 'appointments');
      if (!fresh && !isInvalid && !expired && (isAccepted === undefined || (await isAccepted(request.credential)))) {
        onShared(earlier.bytes === null ? 'coalesced' : 'stored');
        return await earlier.response;
      }
    }
    const read: SharedRead = {
      response: sendOwn(request),
      keyHash: request.credential.keyHash,
      kind,
      writes,
      sentAt: clock(),
      bytes: null,
    };
    reads.set(id, read);
    const isCurrent = () => reads.peek(id) === read;
    try {
      const response = await read.response;
      const isWorthSharing = response.status < 300 && SHARED_MS[kind] > 0;
      if (isCurrent() && isWorthSharing) reads.set(id, { ...read, bytes: response.body.length });
      return response;
    } finally {
      // Removes an entry that neither its response nor a later read has replaced.
      if (isCurrent()) reads.delete(id);
    }
  }

  return {
    send: send satisfies Send,
    /** Drops the stored responses of a key: certain kinds, or all of them. */
    invalidate(keyHash: string, kinds: readonly RequestKind[] | 'everything'): void {
      drop((read) => read.keyHash === keyHash && (kinds === 'everything' || kinds.includes(read.kind)));
    },
  };
}

/** The key of requests that may share a response. */
function idOf({ method, target, contentType, body, credential }: UpstreamRequest): string {
  const content = body === null ? '' : createHash('sha256').update(body).digest('base64');
  return `${credential.keyHash} ${method} ${target} ${contentType ?? ''} ${content}`;
}
