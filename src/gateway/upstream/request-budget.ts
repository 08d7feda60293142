import { LRUCache } from 'lru-cache';
import type { Budget } from './practice-api.ts';

/** The priority when the request budget runs low: writes first, polls last. */
export type Priority = 'write' | 'lookup' | 'poll';

/** The practice API's rate limit for each key. */
export interface RequestLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** The limit in section 8 of the specification: 100 requests per minute per key. */
export const specifiedLimit: RequestLimit = { requests: 100, windowMs: 60_000 };

/** The share of the limit that each priority leaves to higher ones. */
const RESERVES: Record<Priority, number> = { write: 0, lookup: 0.15, poll: 0.35 };

/** The number of requests, out of `requests`, that a priority leaves to higher ones. */
function computeReserve(priority: Priority, requests: number): number {
  return Math.round(RESERVES[priority] * requests);
}

/**
 * The pauses after consecutive 429 responses that do not say how long to wait; any other response resets them. When the
 * practice API accepts requests again, a calendar notices this after the longest pause at the latest.
 */
const DEFAULT_PAUSES_MS = [5_000, 10_000, 20_000] as const;

/** Window ends that differ by less than this belong to the same window, because they are reported in whole seconds. */
const SAME_WINDOW_MS = 2_000;

/**
 * The maximum number of stored budgets, far more than a gateway uses in a minute. A budget that is dropped was unused
 * for longer than that, so it would be full again anyway.
 */
const MAX_BUDGETS = 10_000;

/** The way in which a granted request ended: with a response, without one, or without having been sent. */
export type RequestOutcome = { readonly status: number; readonly rateLimit: ReportedRateLimit } | 'lost' | 'not_sent';

export type Grant =
  | {
      readonly granted: true;
      /** Must be called once, when the request has ended. */
      settle(outcome: RequestOutcome): void;
    }
  | { readonly granted: false; readonly retryAfterMs: number };

/**
 * The budget of one key: counts its requests as the practice API does, and grants each one as long as its priority leaves
 * enough for the others. Times are in milliseconds, as `clock` returns them.
 *
 * The practice API chooses when its window opens. If its responses report the remaining requests, that number is used.
 * Otherwise at most `requests` are sent in any `windowMs`, each counted from sending until a window after its response: then
 * no window exceeds the limit, whenever it opened.
 */
export function createRequestBudget(options: { clock: () => number; limit?: RequestLimit | undefined }) {
  const { clock, limit = specifiedLimit } = options;
  const { requests, windowMs } = limit;
  let underWay = 0;
  /** The times at which finished requests stop counting, ascending. */
  let expiries: number[] = [];
  /** The window reported by the practice API, which ends at `until`; `assumed` until a response reports it. */
  let reportedWindow: { remaining: number; until: number; assumed: boolean } | null = null;
  let pausedUntil = 0;
  let defaultPauses = 0;
  let lastNow = 0;

  /** Reads the clock, and drops requests that no longer count and a window that has ended. */
  function dropExpired(): number {
    const now = clock();
    if (now < lastNow - windowMs) {
      // The clock was set back: times computed earlier would keep requests waiting until the clock has caught up.
      expiries = [];
      reportedWindow = null;
      pausedUntil = now;
    }
    lastNow = now;
    expiries = expiries.filter((expiry) => expiry > now);
    if (reportedWindow !== null && reportedWindow.until <= now) {
      const next = { remaining: requests - underWay, until: now + windowMs, assumed: true };
      reportedWindow = reportedWindow.assumed ? null : next;
    }
    return now;
  }

  const availableRequests = () =>
    reportedWindow === null ? requests - underWay - expiries.length : reportedWindow.remaining;

  function computeWaitMs(priority: Priority, now: number): number {
    const needed = computeReserve(priority, requests) + 1 - availableRequests();
    const ends = reportedWindow === null ? (expiries[needed - 1] ?? now + windowMs) : reportedWindow.until;
    return Math.min(Math.max(ends - now, 1_000), windowMs);
  }

  function updateReported(remaining: number, until: number): void {
    if (reportedWindow === null) {
      reportedWindow = { remaining, until, assumed: false };
    } else if (reportedWindow.assumed || Math.abs(reportedWindow.until - until) < SAME_WINDOW_MS) {
      reportedWindow = { remaining: Math.min(reportedWindow.remaining, remaining), until, assumed: false };
    } else if (until > reportedWindow.until) {
      reportedWindow = { remaining, until, assumed: false };
    }
  }

  /** Pauses after a 429, which may state how long to wait. */
  function pauseAfterRefusal(statedMs: number | null, now: number): void {
    // A response to a request from before the pause does not extend it.
    if (statedMs === null && now < pausedUntil) return;
    const nth = Math.min(defaultPauses, DEFAULT_PAUSES_MS.length - 1);
    if (statedMs === null) defaultPauses += 1;
    const pause = statedMs ?? DEFAULT_PAUSES_MS[nth] ?? windowMs;
    pausedUntil = Math.max(pausedUntil, now + Math.max(pause, 1_000));
  }

  function recordOutcome(outcome: RequestOutcome): void {
    const now = dropExpired();
    underWay -= 1;
    if (outcome === 'not_sent') {
      if (reportedWindow !== null) reportedWindow.remaining += 1;
      return;
    }
    expiries.push(now + windowMs);
    if (outcome === 'lost') return;
    const { remaining, resetMs, retryAfterMs } = outcome.rateLimit;
    if (remaining !== null) updateReported(Math.max(0, remaining - underWay), now + (resetMs ?? windowMs));
    if (outcome.status === 429) pauseAfterRefusal(retryAfterMs ?? resetMs, now);
    else defaultPauses = 0;
  }

  return {
    /** Takes one request from the budget, or returns how long this priority must wait. */
    take(priority: Priority): Grant {
      const now = dropExpired();
      if (now < pausedUntil) return { granted: false, retryAfterMs: pausedUntil - now };
      if (availableRequests() <= computeReserve(priority, requests)) {
        return { granted: false, retryAfterMs: computeWaitMs(priority, now) };
      }
      underWay += 1;
      if (reportedWindow !== null) reportedWindow.remaining -= 1;
      return { granted: true, settle: recordOutcome };
    },
    state(): Budget {
      const now = dropExpired();
      if (now < pausedUntil) return { limit: requests, remaining: 0, resetMs: pausedUntil - now };
      const remaining = Math.min(Math.max(availableRequests(), 0), requests);
      const end = reportedWindow === null ? (expiries.at(-1) ?? now) : reportedWindow.until;
      return { limit: requests, remaining, resetMs: Math.max(end - now, 0) };
    },
  };
}
export type RequestBudget = ReturnType<typeof createRequestBudget>;

/** Keeps the request budgets of the keys in use. `clock` returns milliseconds. */
export function createKeyBudgets(options: { clock: () => number; limit?: RequestLimit | undefined }) {
  const { limit = specifiedLimit } = options;
  const budgets = new LRUCache<string, RequestBudget>({
    max: MAX_BUDGETS,
    memoMethod: () => createRequestBudget(options),
  });
  return {
    get: (keyHash: string): RequestBudget => budgets.memo(keyHash),
    /** The lowest remaining budget of any key. */
    lowestRemaining: (): number =>
      Math.min(limit.requests, ...[...budgets.values()].map((budget) => budget.state().remaining)),
  };
}
export type KeyBudgets = ReturnType<typeof createKeyBudgets>;

/** The key's rate limit as reported by a response. Times are in milliseconds from its arrival. Unreported values are null. */
export interface ReportedRateLimit {
  readonly remaining: number | null;
  readonly resetMs: number | null;
  readonly retryAfterMs: number | null;
}

/** The maximum time until a reset. A longer one is treated as an error of the practice API. */
const MAX_RESET_MS = 10 * 60_000;
/** A value above this is taken as epoch seconds, which some APIs send in `X-RateLimit-Reset`. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3: seconds or a date), the `RateLimit` field of the IETF draft in its structured
 * form (`"default";r=50;t=30`) and its older form (`limit=100, remaining=50, reset=30`), and the separate `RateLimit-*` and
 * `X-RateLimit-*` fields. Unreadable values are ignored. `now` is epoch milliseconds.
 */
export function readRateLimit(header: (name: string) => string | null, now: number): ReportedRateLimit {
  const field = longestPolicy(header('ratelimit') ?? '');
  const remaining =
    readParameter(field, 'r') ??
    readParameter(field, 'remaining') ??
    parseNumber(header('ratelimit-remaining') ?? header('x-ratelimit-remaining'));
  const reset =
    readParameter(field, 't') ??
    readParameter(field, 'reset') ??
    parseNumber(header('ratelimit-reset') ?? header('x-ratelimit-reset'));
  const retryAfterMs = readRetryAfter(header('retry-after'), header('date'), now);
  return { remaining, resetMs: msFromSeconds(reset, now), retryAfterMs };
}

/** The policy that resets last, if the structured form has several, such as one per second and one per minute. */
function longestPolicy(field: string): string {
  if (!field.includes(';')) return field;
  const policies = field.split(',');
  return policies.reduce((a, b) => ((readParameter(b, 't') ?? -1) > (readParameter(a, 't') ?? -1) ? b : a));
}

function readRetryAfter(text: string | null, date: string | null, now: number): number | null {
  if (text === null) return null;
  const after = parseNumber(text);
  if (after !== null) return msFromSeconds(after, now);
  const until = /\bGMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  // A date is relative to the practice API's clock, which the header `Date` shows.
  const sent = Date.parse(date ?? '');
  return clampReset(until - (Number.isNaN(sent) ? now : sent));
}

function readParameter(field: string, name: string): number | null {
  const match = new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`).exec(field);
  return match === null ? null : Number(match[1]);
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : null;
}

function msFromSeconds(value: number | null, now: number): number | null {
  if (value === null) return null;
  return clampReset(value > EPOCH_SECONDS ? value * 1_000 - now : value * 1_000);
}

function clampReset(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_RESET_MS);
}
