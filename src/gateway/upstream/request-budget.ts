import { z } from 'zod';

/** The priority when the request budget runs low: writes first, polling last. */
export type Priority = 'write' | 'lookup' | 'poll';

/** The practice API's limit for each key. */
export interface RequestLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** The document's limit (section 8): 100 requests per minute per key. */
export const documentLimit: RequestLimit = { requests: 100, windowMs: 60_000 };

/** The share of the limit that each priority leaves to higher ones. */
const RESERVES: Record<Priority, number> = { write: 0, lookup: 0.15, poll: 0.35 };

/** How many of `requests` a priority leaves. */
function reserveOf(priority: Priority, requests: number): number {
  return Math.round(RESERVES[priority] * requests);
}

/**
 * The pauses after consecutive 429s without a time; any other response resets them. The longest is also how much later
 * than the practice API a board comes back.
 */
const DEFAULT_PAUSES_MS = [5_000, 10_000, 20_000] as const;

/** Window ends that differ by less than this are the same window, since they are reported in whole seconds. */
const SAME_WINDOW_MS = 2_000;

/** Unused budgets are dropped when there are more than this. */
const MAX_BUDGETS = 200;

/** How a granted request ended: with a response, without one, or without having been sent. */
export type Outcome = { readonly status: number; readonly rateLimit: RateLimit } | 'lost' | 'not_sent';

export type Grant =
  | {
      readonly granted: true;
      /** To be called once, when the request has ended. */
      settle(outcome: Outcome): void;
    }
  | { readonly granted: false; readonly retryAfterMs: number };

const count = z.int().nonnegative();

/** What is counted for one key: plain data, so that several gateways can share it. Times are in milliseconds. */
export const countedSchema = z.object({
  /** The requests under way, and until when each may be: a gateway that died never settles its own. */
  leases: z.array(z.object({ id: count, ends: z.number() })),
  lastLease: count,
  /** When each finished request stops counting, ascending. */
  expiries: z.array(z.number()),
  /** The window reported by the practice API, which ends at `until`; `assumed` until a response reports it. */
  reported: z.object({ remaining: z.int(), until: z.number(), assumed: z.boolean() }).nullable(),
  pausedUntil: z.number(),
  defaultPauses: count,
  lastNow: z.number(),
});
export type Counted = z.infer<typeof countedSchema>;

/** What is counted for a key that was never used. */
export const nothingCounted = (): Counted => ({
  leases: [],
  lastLease: 0,
  expiries: [],
  reported: null,
  pausedUntil: 0,
  defaultPauses: 0,
  lastNow: 0,
});

/**
 * Counts the requests of one key as the practice API does, and grants each as long as its priority leaves enough to
 * the others. Times are in the milliseconds of `clock`. Changes `counted`.
 *
 * The practice API chooses when its window opens. Where its responses report what remains, that is used. Otherwise at
 * most `requests` are sent in any `windowMs`, each counted from sending until a window after its response: then no
 * window exceeds the limit, whenever it opened.
 */
export function createRequestCounter(options: {
  counted: Counted;
  clock: () => number;
  limit: RequestLimit;
  /** How long a request may be under way until it counts as lost. */
  leaseMs: number;
}) {
  const { counted, clock, leaseMs } = options;
  const { requests, windowMs } = options.limit;

  /** Reads the clock, and drops requests that no longer count, and a window that has ended. */
  function advance(): number {
    const now = clock();
    if (now < counted.lastNow - windowMs) {
      // The clock was set back: times computed before would keep requests waiting until it has caught up.
      counted.expiries = [];
      counted.reported = null;
      counted.pausedUntil = now;
      for (const lease of counted.leases) lease.ends = Math.min(lease.ends, now + leaseMs);
    }
    counted.lastNow = now;
    const lost = counted.leases.filter(({ ends }) => ends <= now);
    counted.leases = counted.leases.filter(({ ends }) => ends > now);
    counted.expiries = [...counted.expiries, ...lost.map(({ ends }) => ends + windowMs)]
      .filter((expiry) => expiry > now)
      .sort((a, b) => a - b);
    if (counted.reported !== null && counted.reported.until <= now) {
      const next = { remaining: requests - counted.leases.length, until: now + windowMs, assumed: true };
      counted.reported = counted.reported.assumed ? null : next;
    }
    return now;
  }

  function available(): number {
    const { reported, leases, expiries } = counted;
    return reported === null ? requests - leases.length - expiries.length : reported.remaining;
  }

  function waitFor(priority: Priority, now: number): number {
    const { reported, expiries } = counted;
    const needed = reserveOf(priority, requests) + 1 - available();
    const ends = reported === null ? (expiries[needed - 1] ?? now + windowMs) : reported.until;
    return Math.min(Math.max(ends - now, 1_000), windowMs);
  }

  function believe(remaining: number, until: number): void {
    const current = counted.reported;
    if (current === null) {
      counted.reported = { remaining, until, assumed: false };
    } else if (current.assumed || Math.abs(current.until - until) < SAME_WINDOW_MS) {
      counted.reported = { remaining: Math.min(current.remaining, remaining), until, assumed: false };
    } else if (until > current.until) {
      counted.reported = { remaining, until, assumed: false };
    }
  }

  /** Pauses after a 429, which may say for how long. */
  function pauseFor(saidMs: number | null, now: number): void {
    // A response to a request from before the pause does not prolong it.
    if (saidMs === null && now < counted.pausedUntil) return;
    const nth = Math.min(counted.defaultPauses, DEFAULT_PAUSES_MS.length - 1);
    if (saidMs === null) counted.defaultPauses += 1;
    const pause = saidMs ?? DEFAULT_PAUSES_MS[nth] ?? windowMs;
    counted.pausedUntil = Math.max(counted.pausedUntil, now + Math.max(pause, 1_000));
  }

  return {
    /** Takes one request of the budget, or says how long this priority has to wait. */
    take(priority: Priority): { readonly lease: number } | { readonly retryAfterMs: number } {
      const now = advance();
      if (now < counted.pausedUntil) return { retryAfterMs: counted.pausedUntil - now };
      if (available() <= reserveOf(priority, requests)) return { retryAfterMs: waitFor(priority, now) };
      counted.lastLease += 1;
      counted.leases.push({ id: counted.lastLease, ends: now + leaseMs });
      if (counted.reported !== null) counted.reported.remaining -= 1;
      return { lease: counted.lastLease };
    },
    /** Ends a request that was taken. */
    settle(lease: number, outcome: Outcome): void {
      const now = advance();
      const isUnderWay = counted.leases.some(({ id }) => id === lease);
      counted.leases = counted.leases.filter(({ id }) => id !== lease);
      if (outcome === 'not_sent') {
        if (isUnderWay && counted.reported !== null) counted.reported.remaining += 1;
        return;
      }
      if (isUnderWay) counted.expiries.push(now + windowMs);
      if (outcome === 'lost') return;
      const { remaining, resetMs, retryAfterMs } = outcome.rateLimit;
      if (remaining !== null) {
        believe(Math.max(0, remaining - counted.leases.length), now + (resetMs ?? windowMs));
      }
      if (outcome.status === 429) pauseFor(retryAfterMs ?? resetMs, now);
      else counted.defaultPauses = 0;
    },
    /** What is left, and the milliseconds until all of it is back. */
    state(): BudgetState {
      const now = advance();
      const { pausedUntil, reported, expiries } = counted;
      if (now < pausedUntil) return { limit: requests, remaining: 0, resetMs: pausedUntil - now };
      const remaining = Math.min(Math.max(available(), 0), requests);
      const end = reported === null ? (expiries.at(-1) ?? now) : reported.until;
      return { limit: requests, remaining, resetMs: Math.max(end - now, 0) };
    },
    /** Whether nothing counts against it, so that it may be dropped. */
    unused(): boolean {
      const now = advance();
      return counted.leases.length === 0 && now >= counted.pausedUntil && counted.expiries.length === 0;
    },
  };
}
export type RequestCounter = ReturnType<typeof createRequestCounter>;

/** The budget of one key, of this gateway alone. `clock` is in milliseconds. */
export function createRequestBudget(options: { clock: () => number; limit?: RequestLimit | undefined }) {
  const { clock, limit = documentLimit } = options;
  // Every request under way is settled, since they end with the process.
  const counter = createRequestCounter({ counted: nothingCounted(), clock, limit, leaseMs: Number.POSITIVE_INFINITY });
  return {
    take(priority: Priority): Grant {
      const taken = counter.take(priority);
      if ('retryAfterMs' in taken) return { granted: false, ...taken };
      return { granted: true, settle: (outcome) => counter.settle(taken.lease, outcome) };
    },
    state: counter.state,
    unused: counter.unused,
  };
}

/** The rest of a budget, and the milliseconds until it is full again. */
interface BudgetState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** The budget of one key, of this gateway alone or of several together. */
export interface RequestBudget {
  /** Takes one request of the budget, or says how long this priority has to wait. */
  take(priority: Priority): Grant | Promise<Grant>;
  /** As far as this gateway knows. */
  state(): BudgetState;
  /** Whether nothing counts against it, so that it may be dropped. */
  unused(): boolean;
}

/** The request budgets of the keys in use. */
export interface KeyBudgets {
  of(keyHash: string): RequestBudget;
  /** The smallest rest of any key. */
  lowestRemaining(): number;
}

/** One budget for each key, counted in the milliseconds of `clock`. */
export function createKeyBudgets(options: { clock: () => number; limit?: RequestLimit | undefined }): KeyBudgets {
  const { clock, limit = documentLimit } = options;
  return keepBudgets(limit, () => createRequestBudget({ clock, limit }));
}

/** Makes the budget of a key when it is first asked for. */
export function keepBudgets({ requests }: RequestLimit, create: (keyHash: string) => RequestBudget): KeyBudgets {
  const budgets = new Map<string, RequestBudget>();
  return {
    of(keyHash) {
      const known = budgets.get(keyHash);
      if (known !== undefined) return known;
      if (budgets.size >= MAX_BUDGETS) {
        for (const [key, budget] of budgets) if (budget.unused()) budgets.delete(key);
      }
      const budget = create(keyHash);
      budgets.set(keyHash, budget);
      return budget;
    },
    lowestRemaining: () =>
      [...budgets.values()].reduce((lowest, budget) => Math.min(lowest, budget.state().remaining), requests),
  };
}

/**
 * The key's request limit as reported by a response, in milliseconds from its arrival; null where it is not reported.
 */
export interface RateLimit {
  readonly remaining: number | null;
  readonly resetMs: number | null;
  readonly retryAfterMs: number | null;
}

/** Longer times are treated as errors of the practice API. */
const MAX_RESET_MS = 10 * 60_000;
/** Larger values are epoch seconds, as some APIs send in `X-RateLimit-Reset`. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3: seconds or a date), the `RateLimit` field of the IETF draft in its
 * structured form (`"default";r=50;t=30`) and its older one (`limit=100, remaining=50, reset=30`), and the separate
 * `RateLimit-*` and `X-RateLimit-*` fields. What cannot be read says nothing. `now` is in epoch milliseconds.
 */
export function readRateLimit(header: (name: string) => string | null, now: number): RateLimit {
  const field = longestPolicy(header('ratelimit') ?? '');
  const remaining =
    parameter(field, 'r') ??
    parameter(field, 'remaining') ??
    numberOf(header('ratelimit-remaining') ?? header('x-ratelimit-remaining'));
  const reset =
    parameter(field, 't') ??
    parameter(field, 'reset') ??
    numberOf(header('ratelimit-reset') ?? header('x-ratelimit-reset'));
  const retryAfterMs = readRetryAfter(header('retry-after'), header('date'), now);
  return { remaining, resetMs: msFromSeconds(reset, now), retryAfterMs };
}

/** Of several policies in the structured form, such as one a second and one a minute, that of the longest window. */
function longestPolicy(field: string): string {
  if (!field.includes(';')) return field;
  const policies = field.split(',');
  return policies.reduce((a, b) => ((parameter(b, 't') ?? -1) > (parameter(a, 't') ?? -1) ? b : a));
}

function readRetryAfter(text: string | null, date: string | null, now: number): number | null {
  if (text === null) return null;
  const after = numberOf(text);
  if (after !== null) return msFromSeconds(after, now);
  const until = /\bGMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  // A date is in the practice API's clock, which its own Date header shows.
  const sent = Date.parse(date ?? '');
  return clamp(until - (Number.isNaN(sent) ? now : sent));
}

function parameter(field: string, name: string): number | null {
  const match = new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`).exec(field);
  return match === null ? null : Number(match[1]);
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : null;
}

function msFromSeconds(value: number | null, now: number): number | null {
  if (value === null) return null;
  return clamp(value > EPOCH_SECONDS ? value * 1_000 - now : value * 1_000);
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_RESET_MS);
}
